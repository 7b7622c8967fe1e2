"""Wood: where it is made, and how it travels (6.4, 6.5.4)."""

from collections import Counter
from collections.abc import Iterator, Sequence

from domain.root.checks import check_sorted
from domain.root.events import PiecesPlaced, Placed, StepEnded, StepStarted
from domain.root.marquise.commands import PlaceWood
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def legal_wood(game: Game, seat: int) -> list[int]:
    """6.4: the clearings of the sawmills, one entry each."""
    return [n for n in range(1, len(game.buildings)) for _ in range(game.building_count(n, seat, "sawmill"))]


def produce_wood(game: Game, chance: Chance) -> Iterator[Happening]:
    """6.4: one wood at each sawmill, by itself; where wood is short she chooses the sawmills, if they differ."""
    seat = game.active
    mills, wood = legal_wood(game, seat), game.stock[seat]["wood"]
    if not mills or not wood:
        return
    if wood < len(mills) and len(set(mills)) > 1:
        yield Under("6.4", StepStarted(seat, "wood"))
    else:
        yield _wood_at(seat, mills[:wood])


def legal_placements(game: Game, seat: int) -> list[Offer]:
    wood = game.stock[seat]["wood"]
    return [Offer(PlaceWood, free={"clearings": SomeOf(tuple(legal_wood(game, seat)), wood, wood)})]


def place_wood(game: Game, seat: int, command: PlaceWood, chance: Chance) -> Iterator[Happening]:
    """6.4: as much wood as there is, each at another sawmill."""
    mills, wood = legal_wood(game, seat), game.stock[seat]["wood"]
    check_sorted(command.clearings)
    if len(command.clearings) != wood or Counter(command.clearings) - Counter(mills):
        raise Refusal("ILLEGAL_CHOICE", "6.4", count=wood, pieces=tuple(map(str, mills)))
    yield _wood_at(seat, command.clearings)
    yield Under("6.4", StepEnded(seat, "wood"))


def _wood_at(seat: int, clearings: Sequence[int]) -> Under:
    placed = tuple(Placed("wood", n, count) for n, count in sorted(Counter(clearings).items()))
    return Under("6.4", PiecesPlaced(seat, placed))


def connected_wood(game: Game, seat: int, clearing: int, ruled: Sequence[int]) -> list[int]:
    """6.5.4: the wood that can pay for a building, by its clearings, one entry a token, sorted.

    It lies in the clearing itself, or an unbroken chain of ruled clearings joins it; the source is ruled too.
    """
    reached, edge, allowed = {clearing}, [clearing], set(ruled)
    while edge:
        for other in game.paths.adjacent[edge.pop()]:
            if other in allowed and other not in reached:
                reached.add(other)
                edge.append(other)
    return [n for n in sorted(reached) for _ in range(game.tokens[n].count((seat, "wood")))]
