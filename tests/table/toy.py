"""Trumps: a toy game that has everything the kernel promises to carry, and nothing else.

Cards 1 to N lie in a hidden deck, hands are hidden. A turn: at most one nudge of the own marker (shows nothing) and one
secret plan, then one of draw, play one or two cards, roll a die, or call a vote in which all seats speak at once. After
`rounds` rounds the game ends. Seats can order in advance how they vote, and what they do in their turns.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, ClassVar

import msgspec
from msgspec import Meta

from domain.table.catalogue import Catalogue, Texts
from domain.table.chance import Chance
from domain.table.clauses import Clause, Edition, Law
from domain.table.lifecycle import GameFinished
from domain.table.messages import Command, GameEvent, ScoringEvent, SeatNumber, Term
from domain.table.offers import Between, Offer, OneOf, Random, SomeOf
from domain.table.prompts import Prompt, StandingOrder
from domain.table.ranking import ranking
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Options, Rulebook, Under

Card = Annotated[int, Meta(ge=1, le=99)]
Cards = Annotated[tuple[Card, ...], Meta(max_length=99)]


class ToyOptions(Options, frozen=True):
    cards: Annotated[int, Meta(ge=4, le=99)] = 12
    hand: Annotated[int, Meta(ge=0, le=9)] = 2
    rounds: Annotated[int, Meta(ge=1, le=99)] = 4
    marks: frozenset[str] = frozenset()


# --- Commands and events ----------------------------------------------------------------------------------------------


class DrawCard(Command, frozen=True):
    clause = "TOY-2"


class PlayCards(Command, frozen=True):
    clause = "TOY-3"
    cards: Cards


class RollDie(Command, frozen=True):
    clause = "TOY-4"


class Nudge(Command, frozen=True):
    clause = "TOY-5"
    steps: Annotated[int, Meta(ge=-99, le=99)] = 1


class Plan(Command, frozen=True):
    clause = "TOY-6"
    card: Card


class CallVote(Command, frozen=True):
    clause = "TOY-7"


class Vote(Command, frozen=True):
    clause = "TOY-7"
    yes: bool


class CardsDrawn(GameEvent, frozen=True, tag="drawn"):
    clause = "TOY-2"
    secrets: ClassVar[tuple[str, ...]] = ("cards",)
    seat: SeatNumber
    cards: Cards


class CardsPlayed(GameEvent, frozen=True, tag="played"):
    clause = "TOY-3"
    secrets: ClassVar[tuple[str, ...]] = ("cards",)
    seat: SeatNumber
    cards: Cards


class DieRolled(GameEvent, frozen=True, tag="rolled"):
    """Declares no secrets: that chance decided it is enough for its having been hidden before."""

    clause = "TOY-4"
    seat: SeatNumber
    pips: Annotated[int, Meta(ge=1, le=6)]


class Nudged(GameEvent, frozen=True, tag="nudged"):
    clause = "TOY-5"
    seat: SeatNumber
    steps: Annotated[int, Meta(ge=-99, le=99)]


class Planned(GameEvent, frozen=True, tag="planned"):
    """Others may not even know of it."""

    clause = "TOY-6"
    secrets: ClassVar[tuple[str, ...]] = ("card",)
    seat: SeatNumber
    card: Card


class VoteCalled(GameEvent, frozen=True, tag="call"):
    clause = "TOY-7"
    seat: SeatNumber


class Voted(GameEvent, frozen=True, tag="voted"):
    clause = "TOY-7"
    secrets: ClassVar[tuple[str, ...]] = ("yes",)
    seat: SeatNumber
    yes: bool | None


class VotesShown(GameEvent, frozen=True, tag="votes"):
    clause = "TOY-7"
    secrets: ClassVar[tuple[str, ...]] = ("votes",)
    votes: tuple[bool, ...]


class Scored(ScoringEvent, frozen=True, tag="scored"):
    clause = "TOY-8"


class HandGone(GameEvent, frozen=True, tag="gone"):
    clause = "TOY-9"
    secrets: ClassVar[tuple[str, ...]] = ("cards",)
    seat: SeatNumber
    cards: Cards


class TurnPassed(GameEvent, frozen=True, tag="turn"):
    clause = "TOY-1"
    seat: SeatNumber


# --- Standing orders --------------------------------------------------------------------------------------------------


class Ballot(StandingOrder, frozen=True):
    """Vote so."""

    yes: bool


class Hunch(StandingOrder, frozen=True):
    """Vote yes with an even sum in the hand, else no: what is answered, not whether, depends on what is hidden."""


class Routine(StandingOrder, frozen=True):
    """Nudge by so many steps first, then roll; each where it is wanted."""

    nudge: int = 0
    roll: bool = False


# --- State ------------------------------------------------------------------------------------------------------------

COLOURS = ("Deep Red", "Deep Blue", "Pale Sea-Green", "Sea Blue")
TURN_COMMANDS = ("DrawCard", "PlayCards", "RollDie", "Nudge", "Plan", "CallVote")


@dataclass(slots=True)
class Trumps:
    options: ToyOptions
    edition: Edition
    deck: list[int]
    hands: list[list[int]]
    markers: list[int]
    scores: list[int]
    prompts: tuple[Prompt, ...] = ()
    active: int = 0
    turns: int = -1
    played: list[int] = field(default_factory=list)
    plans: dict[int, int] = field(default_factory=dict)
    votes: dict[int, bool] = field(default_factory=dict)
    nudged: bool = False
    over: bool = False

    @property
    def voting(self) -> bool:
        return any(prompt.kind == "vote" for prompt in self.prompts)


def turn_of(seat: int) -> tuple[Prompt, ...]:
    return (Prompt(seat, "turn", "TOY-1", TURN_COMMANDS),)


class ToyView(msgspec.Struct, frozen=True):
    deck: int
    hands: tuple[int, ...]
    own: tuple[int, ...]
    markers: tuple[int, ...]
    scores: tuple[int, ...]
    played: tuple[int, ...]
    plan: int | None
    vote: bool | None
    awaited: tuple[int, ...]


# --- Decisions --------------------------------------------------------------------------------------------------------


def draw_card(game: Trumps, seat: int, command: DrawCard, chance: Chance) -> Iterator[Happening]:
    if not game.deck:
        raise Refusal("DECK_EMPTY", "TOY-2")
    yield CardsDrawn(seat, (chance.pick("deck", game.deck),))
    yield from pass_turn(game)


def play_cards(game: Trumps, seat: int, command: PlayCards, chance: Chance) -> Iterator[Happening]:
    if command.cards not in SomeOf(tuple(game.hands[seat]), 1, 2):
        raise Refusal("CARDS_NOT_IN_HAND", "TOY-3", cards=command.cards)
    yield CardsPlayed(seat, command.cards)
    yield Scored((seat,), tuple(Term("card", 1, card, "TOY-3") for card in command.cards))
    yield from pass_turn(game)


def roll_die(game: Trumps, seat: int, command: RollDie, chance: Chance) -> Iterator[Happening]:
    pips = 1 + chance.below("die", 6)
    yield DieRolled(seat, pips)
    factor = 2 if game.edition.has("double-sixes") and pips == 6 else 1
    yield Under("TOY-4", Scored((seat,), (Term("pip", pips, factor, "TOY-4"),)))
    yield from pass_turn(game)


def nudge(game: Trumps, seat: int, command: Nudge, chance: Chance) -> Iterator[Happening]:
    if game.nudged:
        raise Refusal("NUDGED_ALREADY", "TOY-5")
    if command.steps not in Between(1, 3):
        raise Refusal("TOO_FAR", "TOY-5", steps=command.steps)
    yield Nudged(seat, command.steps)


def plan(game: Trumps, seat: int, command: Plan, chance: Chance) -> Iterator[Happening]:
    if command.card not in game.hands[seat] or seat in game.plans:
        raise Refusal("CARDS_NOT_IN_HAND", "TOY-6", cards=(command.card,))
    yield Planned(seat, command.card)


def call_vote(game: Trumps, seat: int, command: CallVote, chance: Chance) -> Iterator[Happening]:
    yield VoteCalled(seat)


def vote(game: Trumps, seat: int, command: Vote, chance: Chance) -> Iterator[Happening]:
    yield Voted(seat, command.yes)
    if game.prompts:
        return
    votes = tuple(game.votes[voter] for voter in range(len(game.hands)))
    yield VotesShown(votes)
    if any(votes):
        yield Scored(tuple(n for n, yes in enumerate(votes) if yes), (Term("vote", sum(votes), 1, "TOY-7"),))
    yield from pass_turn(game)


def pass_turn(game: Trumps) -> Iterator[Happening]:
    if game.turns + 1 == game.options.rounds * len(game.hands):
        yield GameFinished(tuple(game.scores), ranking(game.scores))
    else:
        yield TurnPassed((game.active + 1) % len(game.hands))


DECIDE: dict[type, Callable[..., Iterator[Happening]]] = {
    DrawCard: draw_card, PlayCards: play_cards, RollDie: roll_die, Nudge: nudge, Plan: plan, CallVote: call_vote,
    Vote: vote,
}  # fmt: skip


class Toy(Rulebook):
    game = "trumps"
    title = "Trumps"
    seats = range(1, 5)
    seat_names = ("north", "east", "south", "west")
    editions = (Edition("1"), Edition("2", frozenset({"double-sixes"})))
    options = ToyOptions
    commands = tuple(DECIDE)
    events = (
        CardsDrawn, CardsPlayed, DieRolled, Nudged, Planned, VoteCalled, Voted, VotesShown, Scored, HandGone, TurnPassed,
    )  # fmt: skip

    orders: ClassVar[Mapping[str, Any]] = {"vote": Ballot | Hunch, "turn": Routine}

    @property
    def law(self) -> Law:
        return LAW

    @property
    def catalogue(self) -> Catalogue:
        return Catalogue(TEXTS, self.seat_names)

    def names(self, options: ToyOptions, seats: int) -> tuple[str, ...]:
        return (COLOURS if "colours" in options.marks else self.seat_names)[:seats]

    def check_options(self, options: Options, seats: int) -> None:
        assert isinstance(options, ToyOptions)
        if options.hand * seats > options.cards:
            raise Refusal("TOO_FEW_CARDS", "TOY-1", cards=options.cards)

    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Trumps:
        deck = list(range(1, options.cards + 1))
        return Trumps(options, edition, deck, [[] for _ in range(seats)], [0] * seats, [0] * seats)

    def setup(self, state: Trumps, chance: Chance) -> Iterator[Happening]:
        for seat in range(len(state.hands)):
            for _ in range(state.options.hand):
                yield CardsDrawn(seat, (chance.pick("deck", state.deck),))
        yield TurnPassed(0)

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        return DECIDE[type(command)](state, seat, command, chance)

    def answer(self, state: Trumps, prompt: Prompt, order: Any) -> Command | None:
        match order:
            case Ballot(yes):
                return Vote(yes)
            case Hunch():
                return Vote(sum(state.hands[prompt.seat]) % 2 == 0)
            case Routine(steps) if steps and not state.nudged:
                return Nudge(steps)
            case Routine(roll=True):
                return RollDie()
        return None

    def invariants(self, state: Trumps) -> Iterator[Refusal]:
        cards = [*state.deck, *state.played, *(card for hand in state.hands for card in hand)]
        if len(set(cards)) != len(cards):
            yield Refusal(
                "CARD_TWICE", "TOY-2", cards=tuple(sorted(card for card in set(cards) if cards.count(card) > 1))
            )
        if any(score < 0 for score in state.scores):
            yield Refusal("SCORE_BELOW_ZERO", "TOY-8", scores=tuple(state.scores))

    def unawaited(self, state: Trumps, seat: int, command: Any) -> Refusal | None:
        return Refusal("PLAN_IN_TURN", "TOY-6") if isinstance(command, Plan) else None

    def retire(self, state: Trumps, seat: int, chance: Chance) -> Iterator[Happening]:
        yield HandGone(seat, tuple(state.hands[seat]))

    def evolve(self, state: Trumps, event: Any) -> None:
        match event:
            case CardsDrawn(seat, cards):
                state.deck = [card for card in state.deck if card not in cards]
                state.hands[seat] = sorted([*state.hands[seat], *cards])
            case CardsPlayed(seat, cards) | HandGone(seat, cards):
                state.hands[seat] = [card for card in state.hands[seat] if card not in cards]
                state.played += cards if isinstance(event, CardsPlayed) else ()
            case Nudged(seat, steps):
                state.markers[seat] += steps
                state.nudged = True
            case Planned(seat, card):
                state.plans[seat] = card
            case VoteCalled():
                state.prompts = tuple(Prompt(seat, "vote", "TOY-7", ("Vote",)) for seat in range(len(state.hands)))
            case Voted(seat, yes):
                state.votes[seat] = yes
                state.prompts = tuple(prompt for prompt in state.prompts if prompt.seat != seat)
            case Scored():
                for seat in event.seats:
                    state.scores[seat] += event.points
            case TurnPassed(seat):
                state.turns += 1
                state.active, state.prompts, state.nudged = seat, turn_of(seat), False
                state.votes, state.plans = {}, {}
            case GameFinished():
                state.prompts, state.over = (), True

    def legal(self, state: Trumps, seat: int) -> list[Offer]:
        if not any(prompt.seat == seat for prompt in state.prompts):
            return []
        if state.voting:
            return [Offer(Vote, free={"yes": OneOf((False, True))})]
        hand = tuple(state.hands[seat])
        offers = [Offer(RollDie), Offer(CallVote)]
        offers += [Offer(DrawCard)] if state.deck else []
        offers += [Offer(PlayCards, free={"cards": SomeOf(hand, 1, 2)})] if hand else []
        offers += [] if state.nudged else [Offer(Nudge, free={"steps": Between(1, 3)})]
        return offers + (
            [Offer(Plan, ("card",), [(card,) for card in hand])] if hand and seat not in state.plans else []
        )

    def view(self, state: Trumps, seat: int | None) -> ToyView:
        own = () if seat is None else tuple(state.hands[seat])
        return ToyView(
            len(state.deck), tuple(map(len, state.hands)), own, tuple(state.markers), tuple(state.scores),
            tuple(state.played), None if seat is None else state.plans.get(seat),
            None if seat is None else state.votes.get(seat), tuple(prompt.seat for prompt in state.prompts),
        )  # fmt: skip

    def redact(self, event: Any, seat: int | None) -> Any:
        match event:
            case CardsDrawn(owner) | HandGone(owner) if owner != seat:
                return msgspec.structs.replace(event, cards=())
            case Voted(owner) if owner != seat:
                return msgspec.structs.replace(event, yes=None)
            case Planned(owner) if owner != seat:
                return None
        return event

    def redact_command(self, command: Any, seat: int | None, by: int) -> Any:
        return None if isinstance(command, Plan | Vote) and seat != by else command

    def imagined(self, state: Trumps, seat: int | None, rng: Random) -> Trumps:
        guess = self.copy(state)
        others = [other for other in range(len(state.hands)) if other != seat]
        unknown = sorted(sum((state.hands[other] for other in others), state.deck))
        for other in others:
            guess.hands[other] = sorted(unknown.pop(rng.randrange(len(unknown))) for _ in state.hands[other])
        guess.deck = unknown
        guess.plans = {planner: card for planner, card in state.plans.items() if planner == seat}
        guess.votes = {voter: yes if voter == seat else rng.randrange(2) == 1 for voter, yes in state.votes.items()}
        return guess

    def copy(self, state: Trumps) -> Trumps:
        return replace(
            state, deck=state.deck.copy(), hands=[hand.copy() for hand in state.hands], markers=state.markers.copy(),
            scores=state.scores.copy(), played=state.played.copy(), plans=state.plans.copy(), votes=state.votes.copy(),
        )  # fmt: skip


LAW = Law([
    Clause("TOY-1", "Turns", "Seats take turns; after the last round the game ends."),
    Clause("TOY-2", "Draw", "A card is drawn from the deck to the hand."),
    Clause("TOY-3", "Play", "One or two cards are played and score their numbers."),
    Clause("TOY-4", "Roll", "A die is rolled and scores its pips.", source="Trumps, page 2"),
    Clause("TOY-5", "Nudge", "Once a turn a marker goes one to three steps."),
    Clause("TOY-6", "Plan", "Once a turn a card of the hand is planned in secret."),
    Clause("TOY-7", "Vote", "All seats vote at once; votes are shown when all are in."),
    Clause("TOY-8", "Scores", "A score is a sum of terms."),
    Clause("TOY-9", "Retiring", "Who leaves takes the hand out of the game."),
])  # fmt: skip

TEXTS = Texts(
    language="en",
    refusals={
        "DECK_EMPTY": "The deck is empty.",
        "CARDS_NOT_IN_HAND": "Your hand does not hold {cards:list}.",
        "NUDGED_ALREADY": "Your marker has moved in this turn.",
        "TOO_FAR": "A marker goes one to three steps, not {steps}.",
        "PLAN_IN_TURN": "A card is planned in the own turn.",
        "TOO_FEW_CARDS": "{cards} cards are too few.",
        "CARD_TWICE": "{cards:list} would be there twice.",
        "SCORE_BELOW_ZERO": "A score would be below zero: {scores:by_seat}.",
    },
    events={
        "CardsDrawn": "{seat:seat} draws", "CardsPlayed": "{seat:seat} plays {cards:list}",
        "DieRolled": "{seat:seat} rolls {pips}", "Nudged": "{seat:seat} nudges by {steps}",
        "Planned": "{seat:seat} plans {card}", "VoteCalled": "{seat:seat} calls a vote",
        "Voted": "{seat:seat} votes", "VotesShown": "The votes are {votes:list}",
        "Scored": "{seats:seats} score {points}: {terms:terms}", "HandGone": "{seat:seat} takes the hand away",
        "TurnPassed": "It is the turn of {seat:seat}",
    },
    prompts={"turn": "{seat:seat} takes a turn", "vote": "{seat:seat} votes"},
    words={"pip": "pips", "card": "card", "vote": "votes"},
    orders={"vote": "Vote so (Ballot), or by the hand (Hunch).", "turn": "Nudge, then roll."},
)  # fmt: skip

toy = Toy()
