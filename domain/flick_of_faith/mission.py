"""The Mission: turns of one flick each, with all that follows from it (P-2, FF-1, FF-4, FF-5)."""

from collections.abc import Iterator

from domain.flick_of_faith.commands import (
    DeclineSecondTry,
    Flick,
    Forfeit,
    KeepInCorner,
    SecondTry,
    Shot,
)
from domain.flick_of_faith.events import (
    DecisionRequested,
    FlickForfeited,
    MissionEnded,
    PiecesTakenByLaw,
    PointsAwarded,
    PowerUsed,
    ReflickDeclined,
    StepEnded,
    TurnStarted,
)
from domain.flick_of_faith.flicking import check_hand, check_shot, is_free, resolve
from domain.flick_of_faith.scoring import clear_navel
from domain.flick_of_faith.shapes import touches_circle
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.temples import on_cities
from domain.flick_of_faith.where import is_in_corner, lying, lying_disc, on_navel, presence, settled_without
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

# --- Turns ------------------------------------------------------------------------------------------------------------


def next_turn(game: Game, after: int | None) -> Iterator[Happening]:
    """P-2: clockwise from the first player, whoever has a ready Prophet; law-against-the-sun: the other way round."""
    law = game.law("flick_direction")
    step = -1 if law is not None else 1
    start = game.first if after is None else after + step
    order = [(start + step * n) % game.seats for n in range(game.seats)]
    seat = next((seat for seat in order if game.owned(seat, "ready")), None)
    if seat is None:
        yield MissionEnded()
    else:
        yield TurnStarted(seat)
        yield from ask_for_flick(game)


def ask_for_flick(game: Game) -> Iterator[Happening]:
    """P-2, M-1: the seat flicks, or reports what it flicked."""
    yield Under("FF-1.1", DecisionRequested(game.active, "flick" if game.digital else "report"))
    yield from offer_corrections(game)


def offer_corrections(game: Game) -> Iterator[Happening]:
    """M-5: on a real board anybody may have a mistake corrected while a flick or Temples are awaited."""
    if not game.digital:
        for seat in range(game.seats):
            yield Under("M-5", DecisionRequested(seat, "correct"))


def forfeit(game: Game, seat: int, command: Forfeit, chance: Chance) -> Iterator[Happening]:
    """P-2: a ready Prophet goes to the reserve unflicked; nothing else happens in that turn."""
    yield FlickForfeited(seat, flickable(game, seat)[0])


# --- Flicking ---------------------------------------------------------------------------------------------------------


def flickable(game: Game, seat: int) -> list[str]:
    """FF-1.1, FF-1.2, M-4: what the seat may flick now: a ready Prophet, or the one that lies in its corner still; after a
    flick that was voided what was flicked then."""
    return [game.awaiting] if game.awaiting else sorted(game.bound) or game.owned(seat, "ready")


def flick(game: Game, seat: int, command: Flick, chance: Chance) -> Iterator[Happening]:
    """FF-1.1: one flick; law-both-hands: two at the same moment; law-piggyback: two in a row from the same start."""
    shots = check_flick(game, seat, command)
    if len(shots) == 2 and mode_of_two(game) == "stacked":
        yield from resolve(game, seat, shots[:1], command.hand, chance, "law-piggyback")
        if is_free(game, shots[1]):
            yield from after_flick(game)
            yield from resolve(game, seat, shots[1:], command.hand, chance, "law-piggyback")
    else:
        clause = "FF-1.2" if game.awaiting else "law-both-hands" if len(shots) == 2 else "FF-1.1"
        yield from resolve(game, seat, shots, command.hand, chance, clause)


def mode_of_two(game: Game) -> str | None:
    """law-both-hands, law-piggyback: how two Prophets are flicked in a turn, None where it is one."""
    law = game.law("double_flick")
    return str(law.effect["mode"]) if law is not None else None


def check_number(game: Game, second: bool, two: bool) -> None:
    """P-2, law-both-hands, law-piggyback: a turn flicks one Prophet, or two where a Law says so and two are ready."""
    law = game.law("double_flick")
    if two and not second:
        assert law is not None
        raise Refusal("TWO_FLICKS", f"law-{law.id}")
    if second and not two:
        raise Refusal("ONE_FLICK", "P-2")


def check_flick(game: Game, seat: int, command: Flick) -> list[Shot]:
    """FF-1.1: the shots of a flick, each possible. Two where a Law says so, and two Prophets are ready."""
    allowed = flickable(game, seat)
    mode = None if game.awaiting else mode_of_two(game)
    two = mode is not None and len(allowed) > 1
    check_number(game, command.second is not None, two)
    check_shot(game, seat, command.shot, allowed)
    start = lying_disc(game, command.shot.prophet, command.shot.x, command.shot.y)
    starts = [start]
    if command.second is not None:
        others = [start] if mode == "simultaneous" else []
        check_shot(game, seat, command.second, [disc for disc in allowed if disc != command.shot.prophet], *others)
        starts.append(lying_disc(game, command.second.prophet, command.second.x, command.second.y))
        same = (command.shot.x, command.shot.y, command.shot.dx, command.shot.dy, command.shot.speed)
        second = command.second
        if mode == "stacked" and same != (second.x, second.y, second.dx, second.dy, second.speed):
            raise Refusal("NOT_STACKED", "law-piggyback")
    check_hand(game, seat, command.hand, starts)
    return [command.shot] if command.second is None else [command.shot, command.second]


def keep_in_corner(game: Game, seat: int, command: KeepInCorner, chance: Chance) -> Iterator[Happening]:
    """FF-1.2, R-04: nobody has to flick again."""
    yield ReflickDeclined(seat, game.awaiting)


def second_try(game: Game, seat: int, command: SecondTry, chance: Chance) -> Iterator[Happening]:
    """deity-tyr: once a Generation, a Prophet that came to rest at Sea is flicked again from the corner."""
    check_shot(game, seat, command.shot, sunk(game, seat))
    start = lying_disc(game, command.shot.prophet, command.shot.x, command.shot.y)
    check_hand(game, seat, command.hand, [start])
    yield Under("deity-tyr", PowerUsed(seat, "tyr"))
    yield from resolve(game, seat, [command.shot], command.hand, chance, "deity-tyr")


def decline_second_try(game: Game, seat: int, command: DeclineSecondTry, chance: Chance) -> Iterator[Happening]:
    """deity-tyr: it may be kept for later."""
    yield Under("deity-tyr", StepEnded(seat, "second_try" if game.digital else "report_second_try"))


def sunk(game: Game, seat: int) -> list[str]:
    """deity-tyr: this turn's Prophets that lie at Sea on the map, while the power is unused."""
    deity = game.power(seat, "second_try_at_sea")
    if deity is None or deity.id in game.used:
        return []
    return [disc for disc in game.flicked if game.discs[disc].on_map and presence(game, disc).at_sea]


# --- After a flick ----------------------------------------------------------------------------------------------------


def after_flick(game: Game) -> Iterator[Happening]:
    """P-2: what leaves the map is in the reserve (FF-1.3); Laws and deities take, give back and award."""
    seat = game.active
    off = [disc for disc in game.knocked_off if game.map.pieces.of(game.discs[disc].kind).counts_as_prophet]
    yield from take_by_hazard(game)
    for fallen in off:
        owner = game.discs[fallen].owner
        deity = game.power(owner, "return_first_fallen")
        if deity is not None and deity.id not in game.used:
            yield Under("deity-anubis", PowerUsed(owner, deity.id, fallen))
    rivals = [disc for disc in off if game.discs[disc].owner != seat]
    if rivals:
        yield from award_for(game, seat, len(rivals))


def award_for(game: Game, seat: int, rivals: int) -> Iterator[Happening]:
    """law-headhunters, deity-morrigan: points for opponents' Prophets that the flick has sent off the map."""
    for law in game.laws_of("vp_per_knock_off"):
        yield Under(f"law-{law.id}", PointsAwarded((seat,), (Term(law.id, rivals, law.number("vp"), f"law-{law.id}"),)))
    deity = game.power(seat, "vp_first_knock_off")
    if deity is not None and deity.id not in game.used:
        yield Under("deity-morrigan", PowerUsed(seat, deity.id))
        term = Term(deity.id, 1, deity.number("vp"), "deity-morrigan")
        yield Under("deity-morrigan", PointsAwarded((seat,), (term,)))


def take_by_hazard(game: Game) -> Iterator[Happening]:
    """law-tornado: every Prophet that touches the Tornado goes to the reserve; on a real board the group sees to that."""
    law = game.law("hazard_circle")
    if law is None or game.hazard is None or not game.digital:
        return
    x, y, _ = game.map.city(game.hazard).circle
    circle = x, y, law.number("radius")
    here = lying(game)
    taken = tuple(
        disc
        for seat in range(game.seats)
        for disc in game.owned(seat, "map")
        if disc in here and touches_circle(here[disc].x, here[disc].y, here[disc].radius, circle)
    )
    if taken:
        yield Under(f"law-{law.id}", PiecesTakenByLaw(law.id, taken, "reserve", settled_without(game, taken)))


def settle_flick(game: Game) -> Iterator[Happening]:
    """P-2: after a flick, what follows by itself; then the corner is looked at."""
    yield from after_flick(game)
    yield from look_at_corner(game)


def look_at_corner(game: Game) -> Iterator[Happening]:
    """FF-1.2: a Prophet that is not completely out of its corner may be flicked again. law-one-chance: it may not."""
    again = (
        [] if game.law("no_reflick") is not None else [d for d in game.pending if is_in_corner(game, d, game.active)]
    )
    if again:
        yield Under("FF-1.2", DecisionRequested(game.active, "reflick" if game.digital else "report_reflick", again[0]))
    elif sunk(game, game.active):
        yield Under("deity-tyr", DecisionRequested(game.active, "second_try" if game.digital else "report_second_try"))
    else:
        yield from look_at_cities(game)


def look_at_cities(game: Game) -> Iterator[Happening]:
    """FF-4.1: who has a Prophet on a City after the flick may build; FF-4.2: with a Temple, unused or on the map."""
    if on_cities(game, game.active) and game.temples(game.active, "unused", "map"):
        yield Under("FF-4.1", DecisionRequested(game.active, "temples"))
        yield from offer_corrections(game)
    else:
        yield from look_at_navel(game)


def look_at_navel(game: Game) -> Iterator[Happening]:
    """P-3: with an own Prophet on the Navel all that lie there are removed and scored; by option with anybody's."""
    owners = {game.discs[disc].owner for disc in on_navel(game)}
    if game.active in owners or (owners and game.options.navel_trigger == "any_prophet"):
        yield from clear_navel(game, "FF-5.1")
    yield from next_turn(game, game.active)


def after_turn(game: Game) -> Iterator[Happening]:
    """P-2: nothing else happens in this turn."""
    yield from next_turn(game, game.active)
