"""Set-up: deities, and who begins (S-1 to S-5)."""

from collections.abc import Iterator, Sequence

from domain.flick_of_faith.cards import BOARD_OF, DEITIES, DEITIES_HASH, LAWS_HASH
from domain.flick_of_faith.commands import ChooseDeity, FirstFlick, ReportFirstPlayer, Shot
from domain.flick_of_faith.discs import Disc
from domain.flick_of_faith.events import (
    DecisionRequested,
    DeityChosen,
    FirstFlickSealed,
    FirstFlicksRevealed,
    FirstPlayerDetermined,
    LawsShuffled,
    PieceSwapped,
    TableLaid,
)
from domain.flick_of_faith.flicking import check_shot, draw_scatter, friction, launched_of
from domain.flick_of_faith.map import content_hash
from domain.flick_of_faith.physics.board import Board, Launch
from domain.flick_of_faith.physics.constants import PHYSICS_HASH
from domain.flick_of_faith.physics.simulator import simulate
from domain.flick_of_faith.state import SPHINX, Game
from domain.flick_of_faith.where import lying_disc
from domain.table.chance import Chance
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

MOST_FLICK_OFFS = 3


def lay_table(game: Game) -> Iterator[Happening]:
    """S-1 to S-3: the mat, everybody's corner, and the shuffled Laws."""
    yield TableLaid(content_hash(game.map), PHYSICS_HASH, LAWS_HASH, DEITIES_HASH, game.corners, game.generations)
    if game.options.laws:
        yield LawsShuffled(len(game.deck))


def set_up_next(game: Game, chance: Chance) -> Iterator[Happening]:
    """S-5, S-4: deities in the order of the seats, then who begins."""
    without = [seat for seat in range(game.seats) if game.deities[seat] is None]
    if game.options.deity_powers and without:
        seat = without[0]
        if game.options.deity_choice == "random":
            yield from take_deity(game, seat, chance.pick("deity", free_deities(game)), "chance")
        else:
            yield Under("S-5", DecisionRequested(seat, "deity"))
    elif game.options.first_player == "random":
        yield FirstPlayerDetermined(chance.below("first", game.seats), "chance")
    elif not game.digital:
        yield Under("S-4", DecisionRequested(0, "first_player"))
    else:
        yield from flick_off(game, chance)


# --- S-5 Deities ------------------------------------------------------------------------------------------------------


def free_deities(game: Game) -> list[str]:
    """S-5: the deities on boards that nobody has."""
    taken = {BOARD_OF[deity] for deity in game.deities if deity is not None}
    return sorted(deity for deity in DEITIES if BOARD_OF[deity] not in taken)


def legal_deities(game: Game, seat: int) -> list[Offer]:
    return [Offer(ChooseDeity, ("deity",), [(deity,) for deity in free_deities(game)])]


def choose_deity(game: Game, seat: int, command: ChooseDeity, chance: Chance) -> Iterator[Happening]:
    """S-5: one side of a board that nobody has."""
    if command.deity not in DEITIES:
        raise Refusal("UNKNOWN_DEITY", "S-5", deity=command.deity)
    if command.deity not in free_deities(game):
        raise Refusal("DEITY_TAKEN", "S-5", deity=command.deity)
    yield from take_deity(game, seat, command.deity, "choice")


def take_deity(game: Game, seat: int, deity: str, by: str) -> Iterator[Happening]:
    """S-5; deity-ra: one ready Prophet is swapped for the Sphinx at once."""
    yield DeityChosen(seat, deity, by)  # type: ignore[arg-type]
    if DEITIES[deity].kind == "setup_swap_disc":
        yield Under("deity-ra", PieceSwapped(seat, game.owned(seat, "ready")[-1], SPHINX))


# --- S-4 The flick-off ------------------------------------------------------------------------------------------------


def flick_off(game: Game, chance: Chance) -> Iterator[Happening]:
    """S-4: all flick at once, unseen; the closest to the Navel begins. Tied seats flick again; after three ties, chance."""
    if len(game.shots) == len(game.flicking) and game.shots:
        yield from reveal(game)
    elif game.flick_offs and len(game.flicking) == 1:
        yield FirstPlayerDetermined(game.flicking[0], "flick")
    elif game.flick_offs >= MOST_FLICK_OFFS:
        yield FirstPlayerDetermined(chance.pick("first", game.flicking), "chance")
    else:
        for seat in game.flicking:
            yield Under("S-4", DecisionRequested(seat, "first_flick"))


def first_flick(game: Game, seat: int, command: FirstFlick, chance: Chance) -> Iterator[Happening]:
    """S-4: a flick like any other, by oneself on an empty mat."""
    check_shot(game, seat, command.shot, game.owned(seat, "ready"))
    angles, speeds = draw_scatter(game, chance)
    yield FirstFlickSealed(seat, command.shot, (*angles, *speeds))


def reveal(game: Game) -> Iterator[Happening]:
    """S-4: each sealed flick is computed alone; off the map counts as infinitely far."""
    seats = tuple(sorted(game.shots))
    rest, squares = zip(*(first_rest(game, *game.shots[seat]) for seat in seats), strict=True)
    yield FirstFlicksRevealed(seats, tuple(game.shots[seat][0] for seat in seats), rest, squares)


def first_rest(game: Game, shot: Shot, drawn: Sequence[int]) -> tuple[tuple[int, int], int | None]:
    """S-4: where a first flick comes to rest, and the square of its distance from the Navel; None off the map."""
    half = len(drawn) // 2
    launched = launched_of(game, shot, tuple(drawn[:half]), tuple(drawn[half:]))
    disc: Disc = lying_disc(game, shot.prophet, shot.x, shot.y)
    board = Board(game.map.mat.width, game.map.mat.height, (disc,))
    flight = simulate(board, [Launch(disc.id, launched.dx, launched.dy, launched.speed)], (), friction(game))
    (x, y), (to_x, to_y, _) = flight.final[0], game.map.navel.circle
    return (x, y), None if flight.off else (x - to_x) ** 2 + (y - to_y) ** 2


def legal_reports_of_first(game: Game, seat: int) -> list[Offer]:
    return [Offer(ReportFirstPlayer, ("first",), [(first,) for first in range(game.seats)])]


def report_first(game: Game, seat: int, command: ReportFirstPlayer, chance: Chance) -> Iterator[Happening]:
    """S-4: on a real board the group says who was closest."""
    if not 0 <= command.first < game.seats:
        raise Refusal("NO_SUCH_PLAYER", "S-4", seat=command.first)
    yield FirstPlayerDetermined(command.first, "report")
