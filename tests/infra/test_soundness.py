"""What is wrong with a rulebook is said in sentences, before anything is played by it."""

import time
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

import msgspec
import pytest
from msgspec import Meta

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.chance import Chance
from domain.table.clauses import Clause, Edition, Law
from domain.table.lifecycle import Resign
from domain.table.messages import Command, GameEvent
from domain.table.offers import Offer
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Options, Rulebook
from infra.bounds import unbounded
from infra.soundness import check_rulebook
from tests.docs.test_tic_tac_toe import example
from tests.table.toy import DECIDE, Ballot, Nudged, RollDie, Toy, ToyOptions, Trumps, toy


class Lawless(Rulebook):
    """A rulebook as somebody begins it: what must be written, and no law, sentences or data."""

    game = "lawless"
    title = "Lawless"
    seats = range(1, 3)
    seat_names = ("one", "two")
    editions = (Edition("1"),)
    commands = (RollDie,)
    events = (Nudged,)

    def start(self, options: Any, seats: int, edition: Edition) -> Any:
        return toy.start(ToyOptions(), seats, edition)

    def decide(self, state: Any, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        return iter(())

    def evolve(self, state: Any, event: Any) -> None:
        state.over = True

    def legal(self, state: Any, seat: int) -> list[Offer]:
        return []

    def view(self, state: Any, seat: int | None) -> msgspec.Struct:
        return toy.view(state, seat)


lawless = Lawless()


def like_toy(**members: Any) -> Rulebook:
    """The toy with some of its members as given."""
    book: Rulebook = type("Other", (Toy,), members)()
    return book


@pytest.mark.parametrize(
    "rulebook", [carcassonne, root, flick_of_faith, toy, example()], ids=lambda rulebook: str(rulebook.game)
)
def test_our_rulebooks_are_sound(rulebook: Rulebook) -> None:
    began = time.perf_counter()
    assert check_rulebook(rulebook) == []
    assert time.perf_counter() - began < 1


class Unlawful(Command, frozen=True):
    clause = "TOY-99"


class Nameless(Command, frozen=True):
    pass


class Free(Command, frozen=True):
    clause = "TOY-4"
    number: int
    text: str
    cards: tuple[Annotated[int, Meta(ge=0)], ...]


class Untagged(GameEvent, frozen=True):
    clause = "TOY-4"


class Wordy(GameEvent, frozen=True, tag="a-tag-that-is-far-too-long"):
    clause = "TOY-4"


class Again(GameEvent, frozen=True, tag="nudged"):
    clause = "TOY-4"


class Opening(GameEvent, frozen=True, tag="T.open"):
    clause = "TOY-4"


class Vague(GameEvent, frozen=True, tag="vague"):
    clause = "T-1"
    steps: int
    said: str = ""


class Needy(Options, frozen=True):
    cards: int


class Reaching(Toy):
    """Its first prompt has everything wrong that a prompt can have."""

    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Trumps:
        state = super().start(options, seats, edition)
        state.prompts = (Prompt(0, "consent", "TOY-99", ("Fly",)),)
        return state


class Stateless(Toy):
    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Any:
        return object()


class Pointless(Toy):
    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Trumps:
        state = super().start(options, seats, edition)
        state.scores = [0]
        return state


class Failing(Toy):
    def start(self, options: ToyOptions, seats: int, edition: Edition) -> Trumps:
        raise KeyError("deck")


class Illiterate(Toy):
    @property
    def law(self) -> Law:
        return Law([Clause("X", "", ""), Clause("X", "", "")])


HAND = "Annotated[…, Meta(ge=…, le=…)], or max_length=… for a text or a list."


@pytest.mark.parametrize(
    ("rulebook", "said"),
    [
        *((like_toy(**{name: None}), [f"It has no `{name}`."]) for name in ("game", "seats", "events")),
        (like_toy(game=""), ["Its `game` is empty."]),
        *(
            (like_toy(game=name), [f"'{name}' cannot be the name of a game: letters, digits, '.', '_', '-'."])
            for name in ("a:b", "two words", "x" * 65, "ä", "-a", "a\n")
        ),
        (like_toy(commands=()), ["Its `commands` is empty."]),
        (like_toy(commands=RollDie), [f"Its `commands` must be a tuple, not {RollDie!r}."]),
        (like_toy(commands=(RollDie, Nudged)), [f"Its `commands` have {Nudged!r}, which is no subclass of Command."]),
        (like_toy(events=(RollDie,)), [f"Its `events` have {RollDie!r}, which is no subclass of GameEvent."]),
        (like_toy(seat_names=("north")), ["Its `seat_names` must be a tuple, not 'north'."]),
        (like_toy(editions=("1",)), ["Its `editions` have '1', which is no Edition."]),
        (like_toy(seats=range(3)), ["Its `seats` must be within 1 and 12, not range(0, 3)."]),
        (like_toy(seats=range(2, 14)), ["Its `seats` must be within 1 and 12, not range(2, 14)."]),
        (like_toy(seats=range(2, 2)), ["Its `seats` is empty."]),
        (
            lawless,
            [
                "It has neither a `law` of its own nor `data`, the package of its data files.",
                "It has neither a `catalogue` of its own nor `data`, the package of its data files.",
            ],
        ),
        (
            like_toy(law=Rulebook.law, data="no.such.package"),
            ["Its law cannot be read: No module named 'no'."],
        ),
        (Illiterate(), ["Its law cannot be read: a clause id stands twice in the law."]),
        (like_toy(law=[]), ["Its `law` must be a Law, not []."]),
        (like_toy(commands=(*DECIDE, Unlawful)), ["Unlawful names the clause 'TOY-99', which its law does not have."]),
        (like_toy(commands=(*DECIDE, Nameless)), ["Nameless names no `clause`."]),
        (like_toy(commands=(*DECIDE, Resign)), ["Two commands are called Resign; the table's own count too."]),
        (
            like_toy(commands=(*DECIDE, Free)),
            [f"Free.{field} has no bounds: write {HAND}" for field in ("number", "text", "cards")],
        ),
        (
            like_toy(events=(*Toy.events, Untagged)),
            ['Untagged has no tag of its own: write tag="…", which is stored and never changes.'],
        ),
        (
            like_toy(events=(*Toy.events, Wordy)),
            ["The tag of Wordy must be a text of at most 16 characters, not 'a-tag-that-is-far-too-long'."],
        ),
        (like_toy(events=(*Toy.events, Again)), ["Two events have the tag 'nudged'; the table's own count too."]),
        (like_toy(events=(*Toy.events, Opening)), ["Two events have the tag 'T.open'; the table's own count too."]),
        (like_toy(upcasters={Again: Again}), ["Two events have the tag 'nudged'; the table's own count too."]),
        (like_toy(events=(*Toy.events, Vague)), [f"Vague.steps has no bounds: write {HAND}"]),
        (
            like_toy(orders={"consent": Ballot}),
            ["Its `orders` have 'consent', which is the table's own: consent to an undo (T-27)."],
        ),
        (
            like_toy(options=Needy),
            ["Its `options` need a default for every field: Missing required argument 'cards'."],
        ),
        (
            like_toy(seat_names=("north", "east")),
            ["4 seats need as many names, each another, not north, east."],
        ),
        (
            like_toy(seat_names=("north",) * 4),
            ["4 seats need as many names, each another, not north, north, north, north."],
        ),
        (Stateless(), ["Its state has no `prompts`."] * 2),
        (Pointless(), ["It has 1 scores for 4 seats."]),
        (Failing(), ["No game of 1 seats can be started: 'deck'."]),
        (
            Reaching(),
            [
                "A prompt of kind 'consent' is the table's own: consent to an undo (T-27).",
                "The prompt 'consent' names the clause 'TOY-99', which its law does not have.",
                "The prompt 'consent' names Fly, which is no command of the game.",
            ]
            * 2,
        ),
    ],
)
def test_what_is_wrong_is_said_in_a_sentence(rulebook: Rulebook, said: list[str]) -> None:
    assert check_rulebook(rulebook) == said


def test_where_the_default_options_do_not_fit_nothing_is_started() -> None:
    class Choosy(Failing):
        def check_options(self, options: Options, seats: int) -> None:
            raise Refusal("TOO_FEW_CARDS", "TOY-1", cards=0)

    assert check_rulebook(Choosy()) == []


class Part(msgspec.Struct):
    deep: int
    near: Literal["a", "b"] = "a"


class Whole(msgspec.Struct):
    parts: tuple[Part, Part]
    again: Part | None
    low: Annotated[int, Meta(gt=0)]
    high: Annotated[int, Meta(lt=9)]
    both: Annotated[int, Meta(gt=0, lt=9)]
    maybe: Annotated[int, Meta(ge=0, le=9)] | None
    flag: bool
    text: Annotated[str, Meta(max_length=3)] | None
    letters: Annotated[str, Meta(pattern="^a*$")]
    table: dict[str, int]
    kept: Annotated[dict[Annotated[str, Meta(max_length=1)], bool], Meta(max_length=3)]
    any: Any
    real: float
    of: ClassVar[int] = 3


def test_fields_without_bounds_are_found_however_deep_they_are() -> None:
    whole = ["Part.deep", "Whole.low", "Whole.high", "Whole.letters", "Whole.table", "Whole.any", "Whole.real"]
    assert unbounded([Whole], []) == whole
    assert unbounded([], [Whole]) == [path for path in whole if path != "Whole.letters"]


def test_a_struct_within_itself_is_looked_into_once() -> None:
    assert unbounded([Nest], []) == ["Nest.inner"]


class Nest(msgspec.Struct):
    inner: tuple["Nest", ...]
