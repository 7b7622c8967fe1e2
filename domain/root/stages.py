"""The stages that a turn consists of, and those that every faction's turn has (core-6).

A stage does what happens by itself. One that waits for somebody starts a step of its name; its `over` tells when nothing is
left to do in it, by what everybody knows: a hand is never looked into.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from domain.root import effects
from domain.root.cards import HAND_LIMIT
from domain.root.checks import check_in_hand, check_sorted
from domain.root.commands import DiscardToLimit, EndStep
from domain.root.dominance import has_dominated, may_activate, may_take
from domain.root.events import PhaseStarted, StepEnded, StepStarted, TurnEnded, TurnStarted
from domain.root.piles import draw, pile
from domain.root.scoring import finish
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Command
from domain.table.offers import Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

Act = Callable[[Game, Chance], Iterator[Happening]]
Over = Callable[[Game, int], bool]


def never(game: Game, seat: int) -> bool:
    """The step ends when the seat has done what it waits for."""
    return False


class Stage(NamedTuple):
    """A part of a turn: its name, what happens in it, and when the step that it starts is over."""

    name: str
    act: Act
    over: Over = never


def window(step: str, over: Over, clause: str = "core-6") -> Stage:
    """core-6: a step in which the seat may do something, unless there is nothing it could do."""

    def begin(game: Game, chance: Chance) -> Iterator[Happening]:
        if not over(game, game.active):
            yield Under(clause, StepStarted(game.active, step))

    return Stage(step, begin, over)


# --- Birdsong ---------------------------------------------------------------------------------------------------------


def begin_turn(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-11, core-6: a dominance card wins at the very start of Birdsong, before anything else in it."""
    if has_dominated(game, game.active):
        yield from finish(game, game.active, "core-11")
    else:
        yield PhaseStarted(game.active, "birdsong")


def use_the_bank(game: Game, chance: Chance) -> Iterator[Happening]:
    """card-better-burrow-bank: it must be used; between two there is nobody to choose."""
    card = effects.unused(game, game.active, "better-burrow-bank")
    if card is None:
        return
    others = [seat for seat in range(game.seats) if seat != game.active]
    if len(others) == 1:
        yield from effects.bank(game, game.active, card, others[0], chance)
    else:
        yield Under("card-better-burrow-bank", StepStarted(game.active, "bank"))


def _bank_used(game: Game, seat: int) -> bool:
    return effects.unused(game, seat, "better-burrow-bank") is None


def no_effect_in_birdsong(game: Game, seat: int) -> bool:
    """core-6: nothing in front of the seat can be used in Birdsong."""
    return not effects.usable_in_birdsong(game, seat)


BIRDSONG = (Stage("begin_turn", begin_turn), Stage("bank", use_the_bank, _bank_used))

# --- Daylight ---------------------------------------------------------------------------------------------------------


def begin_daylight(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6."""
    yield PhaseStarted(game.active, "daylight")


def nothing_in_daylight(game: Game, seat: int) -> bool:
    """core-6: nothing in front of the seat can be used in Daylight, and no dominance card activated or taken."""
    return not (effects.usable_in_daylight(game, seat) or may_activate(game, seat) or may_take(game, seat))


DAYLIGHT = (
    Stage("begin_daylight", begin_daylight),
    window("warren", lambda game, seat: not effects.usable_warren(game, seat), "card-command-warren"),
)

# --- Evening ----------------------------------------------------------------------------------------------------------


def begin_evening(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6."""
    yield PhaseStarted(game.active, "evening")


EVENING = (
    Stage("begin_evening", begin_evening),
    window("cobbler", lambda game, seat: not effects.usable_cobbler(game, seat), "card-cobbler"),
)


def last_stages(clause: str, count: Callable[[Game, int], int]) -> tuple[Stage, ...]:
    """core-6, core-5.7: draw, discard down to five, and the next player begins; `count` is what the faction's board shows."""

    def draw_cards(game: Game, chance: Chance) -> Iterator[Happening]:
        yield from draw(game, game.active, count(game, game.active), chance, clause)

    within = window("discard", lambda game, seat: not surplus(game, seat), "core-5.7")
    return Stage("draw", draw_cards), within, Stage("end_turn", end_turn)


def end_turn(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6: the next player clockwise begins."""
    following = (game.active + 1) % game.seats
    yield TurnEnded(game.active)
    yield TurnStarted(following, game.turn + 1)


def surplus(game: Game, seat: int) -> int:
    """core-5.7: how many cards of a hand are above the limit of five."""
    return max(len(game.hands[seat]) - HAND_LIMIT, 0)


def legal_discards(game: Game, seat: int) -> list[Offer]:
    count = surplus(game, seat)
    return [Offer(DiscardToLimit, free={"cards": SomeOf(tuple(game.hands[seat]), count, count)})]


def discard_to_limit(game: Game, seat: int, command: DiscardToLimit, chance: Chance) -> Iterator[Happening]:
    """core-5.7: down to five, by one's own choice."""
    count = surplus(game, seat)
    for card in command.cards:
        check_in_hand(game, seat, card)
    check_sorted(command.cards)
    if len(command.cards) != count or len(set(command.cards)) != count:
        raise Refusal("WRONG_NUMBER_OF_CARDS", "core-5.7", count=count, given=len(command.cards))
    for card in command.cards:
        yield from pile(game, seat, card, "hand_limit", "core-5.7")
    yield Under("core-5.7", StepEnded(seat, "discard"))


def end_step(game: Game, seat: int, command: EndStep, chance: Chance) -> Iterator[Happening]:
    """core-6: the seat goes on to what comes next."""
    yield StepEnded(seat, game.step)


DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    EndStep: end_step,
    DiscardToLimit: discard_to_limit,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    EndStep: lambda game, seat: [Offer(EndStep)],
    DiscardToLimit: legal_discards,
}
