"""A post tried on a copy of its table, one command behind the other.

Nothing that is tried may tell what only its happening tells. So a command that leaves what follows to chance or to others must
be the last of its post: behind it no line is tried, whatever came out, and of itself nothing is told but what it does before
that. Whether another seat has ordered its answer in advance makes no difference to this: a decision of others ends a post
whether it waits for them or is answered at once.
"""

from collections.abc import Sequence

import msgspec

from domain.table.acts import ACTS
from domain.table.clocks.messages import ArrangeTime
from domain.table.disputes.messages import ArrangeDisputes
from domain.table.frontier import lesson
from domain.table.kernel import Accepted, can_act_for
from domain.table.lifecycle import (
    FreeSeat,
    GiveConsent,
    OrderFollowed,
    Redo,
    RefuseConsent,
    Resign,
    SetOrder,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import HOST, Command
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.notation import Notation, NotationError
from infra.posts.outcome import FOLLOWS, MUST_BE_LAST, LineOutcome, Since
from infra.trials import Trial

# After these of the table's own commands it is known what comes next; of the others other people's answers decide, which
# may lie ready or be sealed.
_CLOSED = (Undo, Redo, GiveConsent, RefuseConsent, WithdrawRequest, ArrangeTime, ArrangeDisputes)


class Poster(msgspec.Struct, frozen=True):
    """Who posts: who speaks (a seat, the host, the arbiter), and for which seat where that is another."""

    by: int
    seat: int | None = None

    @property
    def reads_as(self) -> int:
        """The seat whose words are read, or who speaks where it is none."""
        return self.by if self.seat is None else self.seat

    @property
    def viewer(self) -> int | None:
        """Whose eyes what happened is told for: who may act for a seat sees what that seat sees."""
        return self.reads_as if self.reads_as >= 0 else None

    def seat_for(self, command: Command) -> int | None:
        """The seat that a command is asked for, where that is another than who speaks: the table's own are asked for none."""
        return None if type(command) in ACTS else self.seat

    def may_speak(self, table: Table) -> bool:
        """Whether who speaks may do so for the seat, if that is another."""
        return self.seat is None or self.seat == self.by or can_act_for(table, self.by, self.seat)


class Tried(msgspec.Struct, frozen=True):
    """A post that was tried: its commands as far as they could be, what became of each line, and the code of what is wrong
    with the whole, if anything is."""

    commands: tuple[Command, ...]
    lines: tuple[LineOutcome, ...]
    code: str = ""
    sentence: str = ""


def tried(trial: Trial, notation: Notation, poster: Poster, lines: Sequence[str]) -> Tried:
    """Try the lines of a post at a copy of the table, and stop at the first that cannot be."""
    commands, told = list[Command](), list[LineOutcome]()
    for number, line in enumerate(lines, 1):
        if told and told[-1].open:
            before = msgspec.structs.replace(told[-1], code=MUST_BE_LAST, sentence=FOLLOWS)
            sentence = f"Line {number - 1} must be the last command of its post: {FOLLOWS[0].lower()}{FOLLOWS[1:]}"
            return _stopped(commands, [*told[:-1], before], lines, MUST_BE_LAST, sentence)
        try:
            command = notation.read(trial.table, poster.reads_as, line)
        except NotationError as error:
            told.append(LineOutcome(line, "unread", code="NOT_UNDERSTOOD", sentence=str(error)))
            return _stopped(commands, told, lines, "NOT_UNDERSTOOD", f"Line {number} is not understood: {error}")
        commands.append(command)
        written = notation.write(trial.table, poster.reads_as, command)
        before_it = trial.table.version
        outcome = trial.submit(poster.by, command, poster.seat_for(command))
        if isinstance(outcome, Refusal):
            sentence = notation.refused(trial.table, poster.reads_as, outcome)
            told.append(refused(line, written, outcome, sentence))
            return _stopped(commands, told, lines, outcome.code, f"Line {number} is refused: {sentence}")
        told.append(_would(trial.table, poster, line, command, written, outcome, before_it))
    return Tried(tuple(commands), tuple(told))


def refused(line: str, written: str, refusal: Refusal, sentence: str) -> LineOutcome:
    """A line whose command was turned down."""
    return LineOutcome(line, "refused", written, code=refusal.code, clause=refusal.clause, sentence=sentence)


def sentences(table: Table, versions: Sequence[int], viewer: int | None) -> tuple[Since, ...]:
    """What these records say, as far as the viewer may see it."""
    seen = ((version, seen_record(table, table.records[version - 1], viewer)) for version in versions)
    counts, now, before = set(table.history.line()), table.catalogue, table.plain_catalogue
    return tuple(
        Since(version, f"{(now if version in counts else before).event(record.event)} [{record.law}]")
        for version, record in seen
        if record is not None and not table.rulebook.is_aside(record.event)
    )


def _stopped(
    commands: Sequence[Command], told: Sequence[LineOutcome], lines: Sequence[str], code: str, sentence: str
) -> Tried:
    left = [LineOutcome(line, "untried") for line in lines[len(told) :]]
    return Tried(tuple(commands), (*told, *left), code, sentence)


def _would(
    table: Table, poster: Poster, line: str, command: Command, written: str, done: Accepted, before: int
) -> LineOutcome:
    """What a command would do, up to where chance or others decide."""
    versions = range(before + 1, done.last + 1)
    surely = _surely(table, poster, command, versions)
    is_open = _leaves_open(table, poster, command) or any(_shows(table, one, poster.viewer) for one in versions)
    did = tuple(one.sentence for one in sentences(table, surely, poster.viewer))
    return LineOutcome(line, "would", written, did, is_open)


def _surely(table: Table, poster: Poster, command: Command, versions: range) -> range:
    """The records of a command that tell nothing that only its happening may tell."""
    if type(command) in ACTS:
        # What others have ordered or voted in secret may be in those behind the first; if others decide, even in it.
        return versions[: 1 if isinstance(command, (*_CLOSED, SetOrder, Resign, FreeSeat)) else 0]
    if _is_sealed(table, poster, command):
        return versions[:1]
    for n, version in enumerate(versions):
        if _shows(table, version, poster.viewer):
            return versions[:n]
    return versions


def _shows(table: Table, version: int, viewer: int | None) -> bool:
    """Whether a record has something that chance, others, or what is hidden has decided."""
    record = table.records[version - 1]
    return bool(record.draws or isinstance(record.event, OrderFollowed) or lesson(table, version, viewer))


def _is_sealed(table: Table, poster: Poster, command: Command) -> bool:
    """Whether others do not see what a command says: as in a vote, what follows may be what others have said so."""
    seat = poster.reads_as
    viewers = (None, *(other for other in range(len(table.seats)) if other != seat))
    return any(table.rulebook.redact_command(command, viewer, seat) != command for viewer in viewers)


def _leaves_open(table: Table, poster: Poster, command: Command) -> bool:
    """Whether others decide what comes next."""
    if isinstance(command, _CLOSED):
        return False
    if type(command) in ACTS and not isinstance(command, SetOrder):
        return True
    if type(command) not in ACTS and _is_sealed(table, poster, command):
        return True
    own = poster.reads_as if poster.reads_as >= 0 else HOST
    return any(prompt.seat != own and not prompt.optional for prompt in table.prompts)
