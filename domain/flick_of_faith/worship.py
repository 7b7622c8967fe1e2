"""Between the Mission and the next Generation: Worship, and the return of the Prophets (P-4, FF-6.4)."""

from collections.abc import Iterator

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.commands import DropHeart, ReportHeart
from domain.flick_of_faith.council import place_ape
from domain.flick_of_faith.events import (
    DecisionRequested,
    GenerationEnded,
    GenerationStarted,
    HeartDropped,
    PiecesTakenByLaw,
    ProphetsReturned,
)
from domain.flick_of_faith.scoring import clear_navel, ranks, tie_break, worship
from domain.flick_of_faith.shapes import touches_circle
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import lying, on_navel, presence, settled_without
from domain.table.chance import Chance
from domain.table.lifecycle import GameFinished
from domain.table.offers import Between, Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under


def begin_worship(game: Game, chance: Chance) -> Iterator[Happening]:
    """P-4: first the Sea takes its own, then the Navel is cleared, then the Heart may be dropped."""
    yield from take_by_sea(game)
    if game.options.navel_end_of_mission and on_navel(game):
        yield from clear_navel(game, "P-4")
    freyja = next((seat for seat in range(game.seats) if game.power(seat, "heart")), None)
    if freyja is not None:
        yield Under("deity-freyja", DecisionRequested(freyja, "heart" if game.digital else "report_heart"))
    else:
        yield from score_worship(game)


def take_by_sea(game: Game) -> Iterator[Happening]:
    """law-kraken: every Prophet at Sea is out of the game."""
    for law in game.laws_of("sea_hazard"):
        drowned = tuple(
            disc for seat in range(game.seats) for disc in game.owned(seat, "map") if presence(game, disc).at_sea
        )
        if drowned:
            yield Under(f"law-{law.id}", PiecesTakenByLaw(law.id, drowned, "box", settled_without(game, drowned)))


def legal_hearts(game: Game, seat: int) -> list[Offer]:
    mat = game.map.mat
    return [Offer(DropHeart, free={"x": Between(0, mat.width), "y": Between(0, mat.height)})]


def drop_heart(game: Game, seat: int, command: DropHeart, chance: Chance) -> Iterator[Happening]:
    """deity-freyja: it falls near the chosen place; opponents' Prophets that it touches count for her in this Worship."""
    if not game.map.mat.holds(command.x, command.y):
        raise Refusal("HEART_OFF_MAP", "deity-freyja", x=command.x, y=command.y)
    deity = game.power(seat, "heart")
    assert deity is not None
    count, reach = deity.number("scatter_draws"), deity.number("scatter_range")
    draws = tuple(chance.below("heart", 2 * reach + 1) - reach for _ in range(2 * count))
    x, y = command.x + sum(draws[:count]), command.y + sum(draws[count:])
    yield HeartDropped(seat, draws, x, y, touched_by_heart(game, seat, x, y))


def touched_by_heart(game: Game, seat: int, x: int, y: int) -> tuple[str, ...]:
    """deity-freyja: the opponents' Prophets that the Heart touches where it lies."""
    deity = game.power(seat, "heart")
    assert deity is not None
    circle, here = (x, y, deity.number("radius")), lying(game)
    return tuple(
        disc
        for disc in rivals_on_map(game, seat)
        if touches_circle(here[disc].x, here[disc].y, here[disc].radius, circle)
    )


def rivals_on_map(game: Game, seat: int) -> list[str]:
    """deity-freyja: the Prophets that the Heart can touch."""
    return [disc for rival in range(game.seats) if rival != seat for disc in game.owned(rival, "map")]


def legal_heart_reports(game: Game, seat: int) -> list[Offer]:
    rivals = tuple(rivals_on_map(game, seat))
    return [Offer(ReportHeart, free={"discs": SomeOf(rivals, 0, len(rivals))})]


def report_heart(game: Game, seat: int, command: ReportHeart, chance: Chance) -> Iterator[Happening]:
    """deity-freyja: on a real board her player says which opponents' Prophets it touches, in ascending order."""
    rivals = rivals_on_map(game, seat)
    for disc in command.discs:
        if disc not in rivals:
            raise Refusal("NOT_TOUCHED_BY_HEART", "deity-freyja", piece=disc)
    if list(command.discs) != sorted(set(command.discs)):
        raise Refusal("NOT_IN_ORDER", "deity-freyja", pieces=command.discs)
    yield HeartDropped(seat, (), None, None, command.discs)


def score_worship(game: Game) -> Iterator[Happening]:
    """FF-6.1 to FF-6.4: Presence and Dominance, then all flicked Prophets are ready again, and the Generation is over."""
    yield from worship(game)
    home = tuple(disc for seat in range(game.seats) for disc in game.owned(seat, "map", "reserve"))
    yield ProphetsReturned(home, settled_without(game, home))
    over = tuple(law for law in game.laws if LAWS[law].duration == "generation")
    yield GenerationEnded(game.generation, over, (game.first + 1) % game.seats)


def begin_generation(game: Game, chance: Chance) -> Iterator[Happening]:
    """P-1, S-3: the next Generation; after the last one the game is over (P-5)."""
    if game.generation == game.generations:
        yield from tie_break(game)
        yield Under("P-5", GameFinished(tuple(game.scores), ranks(game)))
        return
    yield GenerationStarted(game.generation + 1, game.first)
    if game.law("neutral_disc") is not None:
        yield from place_ape(game)
