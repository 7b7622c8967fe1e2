"""The sequence of play: set-up, the stages of each faction's turn, and what happens by itself between decisions (core-6)."""

from collections.abc import Callable, Iterator
from functools import cache

from domain.root import effects
from domain.root.battle import go_on
from domain.root.cards import HAND_LIMIT
from domain.root.checks import check_in_hand, check_sorted
from domain.root.commands import DiscardToLimit, EndStep
from domain.root.crafting import can_craft
from domain.root.cult import conspiracies, outcast
from domain.root.cult import turn as cult
from domain.root.dominance import has_dominated, may_activate, may_take
from domain.root.events import PhaseStarted, StepEnded, StepStarted, TurnEnded, TurnStarted
from domain.root.eyrie import birdsong, decree, evening, turmoil
from domain.root.factions import COLUMNS
from domain.root.marquise import turn as marquise
from domain.root.marquise.hospitals import offer_hospitals
from domain.root.marquise.wood import produce_wood
from domain.root.piles import draw, pile
from domain.root.removal import fear
from domain.root.scoring import finish, winner
from domain.root.setting_up import next_of_setup
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.offers import Offer, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

Stage = Callable[[Game, Chance], Iterator[Happening]]


def proceed(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6: all that happens by itself now, until somebody has to decide.

    Victory comes first (core-12), then what follows from removals (core-9.2), then the battle, then the turn.
    """
    at: int | None = None
    while not game.over and not game.decisions:
        won = winner(game)
        if won is not None:
            yield from finish(game, won, "core-12")
        elif game.feared:
            yield from fear(game, chance)
        elif game.wounded:
            yield from offer_hospitals(game)
        elif game.battle is not None:
            yield from go_on(game, chance)
        elif game.step_prompt is not None:
            if game.step in COLUMNS and decree.is_stranded(game, game.step):
                yield from turmoil.fall_into_turmoil(game, game.step)
            elif not is_over(game, game.step):
                return
            else:
                yield StepEnded(game.step_prompt.seat, game.step)
            at = None
        elif game.phase == "setup" and len(game.set_up) < game.seats:
            yield from next_of_setup(game)
        else:
            stages, turn = turn_of(game.faction(game.active), game.options.evening_order), game.turn
            at = _after(stages, game.step) if at is None else at + 1
            yield from stages[at][1](game, chance)
            if game.turn != turn:
                at = None


def _after(stages: tuple[tuple[str, Stage], ...], step: str) -> int:
    """The stage that follows a step; the turn's first where no step has been played yet."""
    return next((n + 1 for n, (name, _) in enumerate(stages) if name == step), 0)


# --- Phases that every turn has ---------------------------------------------------------------------------------------


def begin_turn(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-11, core-6: a dominance card wins at the very start of Birdsong, before anything else in it."""
    if not game.turn:
        yield TurnStarted(game.first, 1)
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


def begin_daylight(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6."""
    yield PhaseStarted(game.active, "daylight")


def begin_evening(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6."""
    yield PhaseStarted(game.active, "evening")


def window(step: str, clause: str = "core-6") -> Stage:
    """core-6: a step in which the seat may do something, unless by what everybody knows there is nothing it could do."""

    def begin(game: Game, chance: Chance) -> Iterator[Happening]:
        if not is_over(game, step):
            yield Under(clause, StepStarted(game.active, step))

    return begin


def draw_cards(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.6.3, 6.6, 7.6.2: the last step begins: as many cards as the faction's board shows."""
    clause, count = {
        "cult": ("10.6.3", cult.cards_to_draw),
        "marquise": ("6.6", marquise.cards_to_draw),
        "eyrie": ("7.6.2", evening.cards_to_draw),
    }[game.faction(game.active)]
    yield from draw(game, game.active, count(game, game.active), chance, clause)


def end_turn(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-6: the next player clockwise begins."""
    following = (game.active + 1) % game.seats
    yield TurnEnded(game.active)
    yield TurnStarted(following, game.turn + 1)


# --- core-5.7 The hand limit ------------------------------------------------------------------------------------------


def surplus(game: Game, seat: int) -> int:
    """core-5.7: how many cards of a hand are above the limit of five."""
    return max(len(game.hands[seat]) - HAND_LIMIT, 0)


def legal_discards(game: Game, seat: int) -> list[Offer]:
    count = surplus(game, seat)
    return [Offer(DiscardToLimit, free={"cards": SomeOf(tuple(game.hands[seat]), count, count)})]


def discard_to_limit(game: Game, seat: int, command: DiscardToLimit, chance: Chance) -> Iterator[Happening]:
    """core-5.7: down to five, by one's own choice."""
    for card in command.cards:
        check_in_hand(game, seat, card)
    check_sorted(command.cards)
    if len(set(command.cards)) != surplus(game, seat) or len(command.cards) != surplus(game, seat):
        raise Refusal("WRONG_NUMBER_OF_CARDS", "core-5.7", count=surplus(game, seat), given=len(command.cards))
    for card in command.cards:
        yield from pile(game, seat, card, "hand_limit")
    yield Under("core-5.7", StepEnded(seat, "discard"))


def end_step(game: Game, seat: int, command: EndStep, chance: Chance) -> Iterator[Happening]:
    """core-6: the seat goes on to what comes next."""
    yield StepEnded(seat, game.step)


# --- core-6 When a step is over ---------------------------------------------------------------------------------------


def is_over(game: Game, step: str) -> bool:
    """core-6: whether nothing is left to do in a step, by what everybody knows; a hand is never looked into."""
    check = _OVER.get(step)
    return check is not None and check(game, game.active)


def _nothing_in_daylight(game: Game, seat: int) -> bool:
    return not (effects.usable_in_daylight(game, seat) or may_activate(game, seat) or may_take(game, seat))


def _actions_over(game: Game, seat: int) -> bool:
    """6.5: no action is left, and no card that might be a bird."""
    assert game.marquise is not None
    return not game.marquise.actions_left and not game.hands[seat] and _nothing_in_daylight(game, seat)


def _conspiracies_over(game: Game, seat: int) -> bool:
    """10.4.3: no conspiracy is affordable and legal, and no effect is usable."""
    return not conspiracies.can_conspire(game) and not effects.usable_in_birdsong(game, seat)


def _rule_unchanged(game: Game, seat: int) -> bool:
    """7.4.3, core-6: a new roost changes what Royal Claim would score, so that is the window to ask again."""
    return effects.unused(game, seat, "royal-claim") is None


_OVER: dict[str, Callable[[Game, int], bool]] = {
    "birdsong": lambda game, seat: not effects.usable_in_birdsong(game, seat),
    "new_rule": _rule_unchanged,
    "adjust": lambda game, seat: not effects.usable_in_birdsong(game, seat),
    "bank": lambda game, seat: effects.unused(game, seat, "better-burrow-bank") is None,
    "warren": lambda game, seat: not effects.usable_warren(game, seat),
    "cobbler": lambda game, seat: not effects.usable_cobbler(game, seat),
    "conspiracies": _conspiracies_over,
    "rituals": lambda game, seat: not game.hands[seat] and _nothing_in_daylight(game, seat),
    "actions": _actions_over,
    "eyrie_craft": lambda game, seat: not can_craft(game, seat),
    "cult_craft": lambda game, seat: not can_craft(game, seat),
    "discard": lambda game, seat: not surplus(game, seat),
    **{column: lambda game, seat, column=column: not decree.remaining(game, column) for column in COLUMNS},
}

# --- The stages of each faction's turn --------------------------------------------------------------------------------


def adjust_outcast(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.4.1, 10.4.2."""
    yield from outcast.adjust_outcast(game)


def take_back(game: Game, chance: Chance) -> Iterator[Happening]:
    """10.6.1."""
    yield from cult.take_back(game)


def effects_before_orders(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.4.1, core-6: a card gained before Emergency Orders changes them, so effects are asked for where the hand is empty."""
    if not game.hands[game.active] and not is_over(game, "birdsong"):
        yield StepStarted(game.active, "birdsong")


_BIRDSONG: tuple[tuple[str, Stage], ...] = (("begin_turn", begin_turn), ("bank", use_the_bank))
_DAYLIGHT: tuple[tuple[str, Stage], ...] = (
    ("begin_daylight", begin_daylight),
    ("warren", window("warren", "card-command-warren")),
)
_EVENING: tuple[tuple[str, Stage], ...] = (
    ("begin_evening", begin_evening),
    ("cobbler", window("cobbler", "card-cobbler")),
)
_LAST: tuple[tuple[str, Stage], ...] = (
    ("draw", draw_cards),
    ("discard", window("discard", "core-5.7")),
    ("end_turn", end_turn),
)
_TAKE_BACK: tuple[tuple[str, Stage], ...] = (("take_back", take_back),)
_CULT_CRAFT: tuple[tuple[str, Stage], ...] = (("cult_craft", window("cult_craft", "10.6.2")),)


@cache
def turn_of(faction: str, evening_order: str) -> tuple[tuple[str, Stage], ...]:
    """core-6: what a faction's turn consists of, in its order: the steps (6.4 to 6.6, 7.4 to 7.6, 10.4 to 10.6) and between.

    10.6: the Cult takes back and then crafts; by option it crafts first (D1).
    """
    if faction == "marquise":
        return (
            *_BIRDSONG,
            ("birdsong", window("birdsong")),
            ("wood", produce_wood),
            *_DAYLIGHT,
            ("actions", window("actions", "6.5")),
            *_EVENING,
            *_LAST,
        )
    if faction == "eyrie":
        return (
            *_BIRDSONG,
            ("birdsong", effects_before_orders),
            ("orders", birdsong.emergency_orders),
            ("decree", birdsong.begin_decree),
            ("new_roost", birdsong.new_roost),
            ("new_rule", window("new_rule")),
            *_DAYLIGHT,
            ("eyrie_craft", window("eyrie_craft", "7.5.1")),
            *((column, decree.begin_column(column)) for column in COLUMNS),
            ("turmoil", no_stage),
            *_EVENING,
            ("roosts", evening.score_roosts),
            *_LAST,
        )
    in_numbers = evening_order == "numeric"
    return (
        *_BIRDSONG,
        ("adjust", window("adjust", "10.4")),
        ("outcast", adjust_outcast),
        ("conspiracies", window("conspiracies", "10.4.3")),
        *_DAYLIGHT,
        ("rituals", window("rituals", "10.5")),
        *_EVENING,
        *((*_TAKE_BACK, *_CULT_CRAFT) if in_numbers else (*_CULT_CRAFT, *_TAKE_BACK)),
        *_LAST,
    )


def no_stage(game: Game, chance: Chance) -> Iterator[Happening]:
    """7.7.4: where a turn goes on after turmoil; nothing of its own happens here."""
    yield from ()
