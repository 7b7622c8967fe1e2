"""The rulebook: one game's rules, and all that the kernel, the projections and the tools need to know of a game.

A game subclasses `Rulebook`, sets its attributes and writes the abstract methods; everything else has a default that works.
Rulebooks never inherit from one another.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from copy import deepcopy
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Protocol

import msgspec

from domain.table.auditing import Audited
from domain.table.catalogue import Catalogue, load_texts
from domain.table.chance import Chance
from domain.table.clauses import Ambiguity, Edition, Law, load_law, load_register
from domain.table.generic_scene import generic_scene
from domain.table.least import least_of
from domain.table.lifecycle import GameFinished
from domain.table.messages import Command, Event, GameEvent
from domain.table.offers import Offer, Random
from domain.table.prompts import Prompt
from domain.table.ranking import ranking
from domain.table.refusals import Refusal
from domain.table.scene import Scene

if TYPE_CHECKING:
    from domain.table.recorded import RecordedPlay


class GameState(Protocol):
    """What the kernel reads of a game's state; the rest is the rulebook's own."""

    prompts: tuple[Prompt, ...]
    edition: Edition


class Under(NamedTuple):
    """An event that follows from another clause than its type's own."""

    clause: str
    event: Event


Happening = GameEvent | Under


def event_of(happening: Happening) -> Event:
    """The event itself, whatever clause it stands under."""
    return happening.event if isinstance(happening, Under) else happening


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of a game's table options: every field has a default."""


class Rulebook(ABC):
    """One game's rules. State is mutable, owned by the kernel and written only by `evolve`."""

    game: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[range]
    # How many of them a table has where nobody says; where the game cannot be played so, as near to it as it can.
    usual_seats: ClassVar[int] = 2
    seat_names: ClassVar[tuple[str, ...]]
    editions: ClassVar[tuple[Edition, ...]]
    options: ClassVar[type[Options]] = Options
    # The package of the game's data files: `clauses.json`, `texts-en.json`, `ambiguities.json`.
    data: ClassVar[str] = ""
    commands: ClassVar[tuple[type[Command], ...]]
    events: ClassVar[tuple[type[GameEvent], ...]]
    # By kind of prompt: the type of the orders that may be given for it in advance, or a union of such types.
    orders: ClassVar[Mapping[str, Any]] = {}
    # Commands by which a seat must part with things that others do not see, or chooses under seal: where the server answers for
    # it, chance says with which (T-72), since the first of a list would tell what is not in the hand, or be known beforehand.
    left_to_chance: ClassVar[tuple[type[Command], ...]] = ()
    # How many positions a bot looks at for one decision, so that its time stays bounded.
    looks: ClassVar[int] = 3_000
    # Event types that can be shown in motion.
    moving: ClassVar[tuple[type[GameEvent], ...]] = ()
    # Event types that only say how far the game has come, such as that a phase begins: where people are told what has changed
    # for them, these are left out.
    steps: ClassVar[tuple[type[GameEvent], ...]] = ()
    # Event types that an arbiter may give as a correction; None: all of the game's (T-56).
    corrections: ClassVar[tuple[type[GameEvent], ...] | None] = None
    # Event types that are only read, each with what it stands for now.
    upcasters: ClassVar[Mapping[type[GameEvent], Callable[[Any], GameEvent]]] = {}

    @cached_property
    def law(self) -> Law:
        """The game's clauses. By default those of its data files."""
        return load_law(self.data)

    @cached_property
    def catalogue(self) -> Catalogue:
        """The game's sentences. By default those of its data files."""
        return Catalogue(load_texts(self.data), self.seat_names)

    @cached_property
    def register(self) -> tuple[Ambiguity, ...]:
        """The points that the game's texts leave open, with our readings. By default those of its data files, if it has any."""
        return load_register(self.data) if self.data else ()

    def check_options(self, options: Options, seats: int) -> None:  # noqa: B027 - most games have nothing to check
        """Raise a Refusal where options contradict each other or the number of seats. By default nothing does."""

    def unreadable(self, where: str, what: str) -> Refusal | None:
        """The game's own refusal of options that cannot be read, by what is wrong where in them, in plain words. For a game
        whose law has a clause of its own for an option, such as for a file of a group's own; by default the kernel's."""
        return None

    def names(self, options: Any, seats: int) -> tuple[str, ...]:
        """The names of a table's seats, in the seats' order; its options may decide them. By default the first of
        `seat_names`."""
        return self.seat_names[:seats]

    @abstractmethod
    def start(self, options: Any, seats: int, edition: Edition) -> Any:
        """The state before the first event."""

    def setup(self, state: Any, chance: Chance) -> Iterator[Happening]:
        """Yield the events that set the game up. By default none: it begins from the state of `start`."""
        return iter(())

    @abstractmethod
    def decide(self, state: Any, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        """Check a command, then yield what happens; each event is applied before the next is asked for.

        All checks come before the first yield: they raise a Refusal.
        """

    def answer(self, state: Any, prompt: Prompt, order: Any) -> Command | None:
        """What a seat's standing order answers to its prompt (T-26); None where it leaves the decision to the seat. By
        default None.

        *Whether* it answers, and whether what it answers is offered, may depend on public knowledge and the order alone:
        else the time that a prompt stays would tell what is hidden. *What* it answers may depend on what the seat knows.
        It draws nothing and changes nothing. A command that is not offered leaves the decision to the seat as well.
        """
        return None

    def least(self, state: Any, prompt: Prompt) -> Command | None:
        """What the server answers to a prompt for a seat whose time is over (T-72): the least that the seat can do. By default
        to forgo what it is asked for, to say no, or the first of what is offered (`domain.table.least`).

        It draws nothing, changes nothing, and gives for a state what it always gives. None where the host is to decide; that
        may depend on what everybody knows alone.
        """
        return least_of(self.legal(state, prompt.seat), prompt)

    def orders_for(self, state: Any, seat: int) -> Mapping[str, Any]:
        """Those of `orders` whose kind of prompt this seat can ever meet (T-25). By default all of them.

        The state may be the one before the first event. It may depend on what everybody knows; so may `check_order`.
        """
        return self.orders

    def check_order(self, state: Any, seat: int, kind: str, order: Any) -> None:  # noqa: B027 - most have nothing to check
        """Raise a Refusal where a seat's order could never answer a prompt of that kind as it says, such as one that names
        what there is not (T-25). By default nothing does."""

    def unawaited(self, state: Any, seat: int, command: Any) -> Refusal | None:
        """Why a seat cannot give a command that no prompt of its awaits, where the game can say more than whose turn it
        is or what is awaited (T-14, T-15). By default None.

        It may depend on what everybody knows, and on what the seat knows itself.
        """
        return None

    def called(self, state: Any, *thing: Any) -> str | None:
        """What people call something of this table in a sentence, such as where on the board it lies (`called` in
        `domain.table.phrases`); None where the texts have the word for it. By default None.

        It may depend on what everybody knows; before the first event there is no state.
        """
        return None

    def binds(self, event: Any, seat: int) -> bool:
        """Whether, by the game's own rules, a seat cannot take back alone what it did once this event has followed from it
        (T-20). By default nothing binds but what was shown and what others did since."""
        return False

    @abstractmethod
    def evolve(self, state: Any, event: Any) -> None:
        """Apply one event to the state. It never refuses and consults no rule."""

    @abstractmethod
    def legal(self, state: Any, seat: int) -> list[Offer]:
        """What the seat may do now. The law: an offered command is accepted, one that is not is refused."""

    @abstractmethod
    def view(self, state: Any, seat: int | None) -> msgspec.Struct:
        """What a seat may see, or a spectator (None): frozen, plain data."""

    def copy(self, state: Any) -> Any:
        """A state that shares nothing mutable with this one. By default found by looking into it, which is slow: bots copy a
        state for each position that they look at."""
        return deepcopy(state)

    def meaning(self, event: Any) -> Any:
        """What an event says of the game: two of the same meaning have done the same (T-28). By default all that it says."""
        return event

    def is_aside(self, event: Any) -> bool:
        """Whether an event only tells of a right that nobody waits for: what is told to people leaves it out."""
        return False

    def redact(self, event: Any, seat: int | None) -> Any:
        """The event as a seat or a spectator may see it, or None where they may not even know of it."""
        return event

    def redact_command(self, command: Any, seat: int | None, by: int) -> Any:
        """The stored command of seat `by` as another may see it, or None."""
        return command

    def retire(self, state: Any, seat: int, chance: Chance) -> Iterator[Happening]:
        """Yield what a seat's leaving does to the game. By default nothing: host or bot play on for it."""
        return iter(())

    def scores(self, state: Any) -> tuple[int, ...]:
        """The score of each seat, as the state holds it."""
        return tuple(state.scores)

    def aims(self, state: Any) -> tuple[str | None, ...]:
        """What each seat plays for where it is not points: a word of the catalogue. By default all play for points."""
        return (None,) * len(self.scores(state))

    def scene(self, view: Any) -> Scene:
        """The view as a drawing. By default a table of its fields."""
        return generic_scene(view)

    def imagined(self, state: Any, seat: int | None, rng: Random) -> Any:
        """The state as a seat, or a spectator (None), may imagine it: all that it may not know is guessed anew, whatever it is,
        and the law of offers holds. Bots look at nothing else. By default the state itself, where nothing is hidden but chance.

        Forks are folded with it (T-64): what it once gave for a state and a row of random integers, it gives for ever.
        """
        return state

    def animation(self, state: Any, event: Any) -> Scene | None:
        """One of the `moving` events as a drawing that moves, by the state before it; as everybody may see it, with nothing of
        the state that is hidden from anybody. None where there is nothing to show; by default there never is."""
        return None

    def unmoving(self, state: Any) -> str:
        """Why nothing at this table is ever shown in motion, in a sentence, where the game otherwise has such moves."""
        return ""

    def estimate(self, state: Any, seat: int) -> int:
        """How good the state looks for a seat, in any unit; a greedy bot raises it. By default its lead in points."""
        scores = self.scores(state)
        return scores[seat] - max((s for i, s in enumerate(scores) if i != seat), default=0)

    def audit(self, state: Any, event: Any) -> Iterator[Audited]:
        """Compute anew what an event says was computed in the state before it, and yield what was found. By default nothing.

        A verification asks for it; no game is changed by it.
        """
        return iter(())

    def evolve_seen(self, state: Any, event: Any) -> bool:
        """Apply an event whose secrets may be hidden, as far as later audits need it; False where they cannot go on
        without what is hidden. By default they cannot."""
        return False

    def invariants(self, state: Any) -> Iterator[Refusal]:
        """Everything that is wrong with a state and never may be, whoever brought it about: each as a refusal of its clause
        (T-56). By default nothing is."""
        return iter(())

    def adjust(self, state: Any, seat: int, points: int) -> None:
        """Apply to the state that a ruling or a settlement gave a seat points, or took them (T-57)."""
        state.scores[seat] += points

    def standings(self, state: Any) -> tuple[int, ...]:
        """The rank of each seat if the game ended so (T-8). By default by points."""
        return ranking(self.scores(state))

    def result(self, state: Any) -> GameFinished:
        """The end of the game as the state stands, for the last `yield` of a decision (T-8)."""
        return GameFinished(self.scores(state), self.standings(state))

    def after_remedy(self, state: Any, chance: Chance) -> Iterator[Happening]:
        """Yield what follows at once from a state that a remedy has made, such as that a seat has the points to win (T-55).
        The state is one that the game is played in. By default nothing follows."""
        return iter(())

    def recorded(self, data: bytes) -> "RecordedPlay":
        """The recorded game in a file, to be played again; RecordedGameError where it is none. By default refused."""
        raise Refusal("NO_RECORDED_FORMAT", "T-34", game=self.game)

    def edition(self, name: str) -> Edition | None:
        """The edition of that name, if there is one."""
        return next((edition for edition in self.editions if edition.name == name), None)

    @cached_property
    def command_types(self) -> Mapping[str, type[Command]]:
        """The game's command types by name."""
        return {command.__name__: command for command in self.commands}
