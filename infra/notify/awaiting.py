"""What is awaited of whom at a table: moves, consent, settlements, votes, rulings. Pure functions of a table."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter

import msgspec

from domain.table.clocks import deadlines
from domain.table.clocks.messages import TimeProposed, TimeRanOut
from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import (
    Appealed,
    ArbiterAccepted,
    GiveRuling,
    RecordContested,
    RefusalContested,
    SettlementProposed,
    VoteClosed,
    VoteOpened,
)
from domain.table.disputes.state import Contest
from domain.table.kernel import can_act_for
from domain.table.lifecycle import EditionProposed, GiveConsent, Phase, SeatTaken, TableResumed, Undone, UndoRequested
from domain.table.messages import ARBITER, HOST, Event
from domain.table.permissions import PERMISSIONS
from domain.table.seating import Request
from domain.table.table import Table
from domain.table.timing import deadline
from infra.notify.changes import details_of
from infra.posts import Poster

# An event behind which what was awaited before is awaited anew.
_AGAIN = (Undone, TableResumed)

# Since when a contest waits for its judge.
_TO_JUDGE = (RecordContested, RefusalContested, Appealed, ArbiterAccepted, VoteClosed)


class Decision(msgspec.Struct, frozen=True):
    """A decision that a person owes: as a seat, or as the host or the arbiter (-1, -2); of which kind; awaited since which
    version and time (microseconds), by which clause; what is to be done, in a sentence; until when, None for ever.

    `viewer` is whose knowledge the person may be told with it: a seat's, or a spectator's (None). `prompted`: the game itself
    waits for it. `contest` is 0 where it is about none. `acting` is the seat that the host acts for. `details` say more of
    what it is about, as the viewer may see that.
    """

    person: str
    seat: int
    kind: str
    version: int
    since: int
    clause: str
    sentence: str
    until: int | None = None
    viewer: int | None = None
    prompted: bool = False
    contest: int = 0
    acting: int | None = None
    details: tuple[str, ...] = ()

    def key(self, table_id: str) -> str:
        """The name of the message that tells of this decision, and of no other."""
        number = f".{self.contest}" if self.contest else ""
        return f"{table_id}/{self.seat}/{self.kind}{number}/{self.version}/{self.person}"

    @property
    def speaks(self) -> Poster:
        """As whom the person answers it."""
        return Poster(self.seat) if self.acting is None else Poster(HOST, self.acting)

    @property
    def identity(self) -> tuple[str, int, str, int, int]:
        """What stays the same as long as the decision is awaited without a break."""
        return (self.person, self.seat, self.kind, self.contest, self.since)


def taken_at(table: Table, seat: int) -> int:
    """The version at which a seat was taken last; 0 where it never was, and for the host and the arbiter."""
    for version in range(len(table.records), 0, -1):
        event = table.records[version - 1].event
        if isinstance(event, SeatTaken) and event.seat == seat:
            return version
    return 0


def decisions_of(table: Table) -> list[Decision]:
    """All that is awaited at a table, of whoever is there to be told."""
    return [*_lobby(table), *_prompts(table), *_overdue(table), *_consent(table), *_disputes(table)]


def _lobby(table: Table) -> Iterator[Decision]:
    if table.phase is Phase.SEATED and table.opened is not None:
        version = max(seat.since for seat in table.seats)
        at, what = table.records[version - 1].at, "All seats are taken: begin the game."
        yield Decision(table.opened.host, HOST, "begin", version, at, "T-4", what)


def _prompts(table: Table) -> Iterator[Decision]:
    clocks = deadlines(table)
    for prompt, since in table.awaited_since().items():
        person, acting = table.seats[prompt.seat].person, None
        viewer: int | None = prompt.seat
        sentence = table.catalogue.prompt(prompt)
        if person is None:
            # T-6: a vacant seat is the host's to play, who is told of it what everybody knows.
            assert table.opened is not None
            if not can_act_for(table, HOST, prompt.seat):
                yield _unplayable(table, prompt.seat, since)
                continue
            person, viewer, acting = table.opened.host, None, prompt.seat
            sentence = f"{table.catalogue.seat(prompt.seat)} is vacant, and the host plays it. {sentence}"
        version, clock = _since_version(table, since), clocks.get(prompt.seat)
        until = clock.until if clock is not None else None
        yield Decision(
            person,
            prompt.seat,
            prompt.kind,
            version,
            since,
            prompt.clause,
            _sentence(sentence),
            until,
            viewer,
            prompted=True,
            acting=acting,
        )


def _unplayable(table: Table, seat: int, since: int) -> Decision:
    """T-2: a host who plays lets a bot or somebody else take a vacant seat, where the game hides something."""
    assert table.opened is not None
    what = f"{table.catalogue.seat(seat)} is vacant, and the game waits for it: seat a bot or somebody else there."
    version = _since_version(table, since)
    return Decision(table.opened.host, HOST, f"vacant-{seat}", version, since, "T-2", _sentence(what))


def _overdue(table: Table) -> Iterator[Decision]:
    """T-72: where nothing else is arranged, the host decides for seats whose time is over."""
    if table.clocks.control.out != "waits" or table.phase is not Phase.BEGUN:
        return
    assert table.opened is not None
    late = [seat for seat, clock in deadlines(table).items() if clock.overdue and clock.awaited]
    for seat in late:
        version = _last(table, (TimeRanOut,), seat=seat) or table.version
        acts = can_act_for(table, HOST, seat)
        play = "play for the seat, " if acts else ""
        what = f"The time of {table.catalogue.seat(seat)} is over: {play}let the server answer, give it more time, or wait."
        at = table.records[version - 1].at
        yield Decision(
            table.opened.host, HOST, f"overdue-{seat}", version, at, "T-72", what, acting=seat if acts else None
        )


def _since_version(table: Table, since: int) -> int:
    """The version at which what is awaited since then came to be so, or came back last."""
    first = bisect_left(table.records, since, key=attrgetter("at")) + 1
    return _last(table, _AGAIN, first) or first


def _consent(table: Table) -> Iterator[Decision]:
    request = table.request
    if request is None or table.phase not in PERMISSIONS[GiveConsent][1]:
        return
    what = _request_sentence(table, request)
    version = _last(table, (UndoRequested, EditionProposed, TimeProposed)) or table.version
    until = deadline(table, request.since)
    yield from _asked(
        table, request.asked - request.agreed, "consent", version, request.since, request.clause, what, until
    )


def _request_sentence(table: Table, request: Request) -> str:
    name = table.catalogue.seat(request.by)
    if request.edition is not None:
        return f"{name} proposes the edition {request.edition} of the rules: agree or decline."
    if request.time is not None:
        return f"{name} proposes another time ({table.catalogue.part(request.time)}): agree or decline."
    later = ", later moves being made again" if request.reapply else ""
    return f"{name} asks to go back to version {request.to_version}{later}: agree or decline."


def _disputes(table: Table) -> Iterator[Decision]:
    if table.phase not in PERMISSIONS[GiveRuling][1]:
        return
    for contest in table.disputes.open():
        yield from _settling(table, contest)
        yield from _judging(table, contest)


def _settling(table: Table, contest: Contest) -> Iterator[Decision]:
    offered = contest.settlement
    if offered is None:
        return
    name = table.catalogue.seat(offered.by)
    # What a remedy corrects may be hidden from some: here it is only told that there is one.
    what = f"{name} proposes a settlement of contest {contest.number}: agree or decline."
    version = _last(table, (SettlementProposed,), contest=contest.number) or contest.opened
    until, waiting = deadline(table, offered.since), offered.asked - offered.agreed
    yield from _asked(table, waiting, "settlement", version, offered.since, "T-54", what, until, contest.number)


def _judging(table: Table, contest: Contest) -> Iterator[Decision]:
    missing = not_accepting(table, contest)
    version = _last(table, _TO_JUDGE, contest=contest.number) or contest.opened
    at, number = table.records[version - 1].at, contest.number
    ballot = contest.ballot
    if ballot is not None:
        name, opened = table.catalogue.seat(ballot.by), ballot.opened
        what = f"{name} puts to the vote that contest {number} be {opened.outcome}: vote yes, no or abstain."
        version = _last(table, (VoteOpened,), contest=number) or contest.opened
        until, waiting = deadline(table, ballot.since), ballot.missing
        yield from _asked(table, waiting, "vote", version, ballot.since, "T-58", what, until, number)
    elif judge_of(table, contest) != "arbiter":
        return
    elif missing:
        what = f"The arbiter is a party to contest {number}: accept the ruling of the arbiter, or put one to the vote."
        yield from _asked(table, missing, "accept", contest.opened, contest.at, "T-62", what, None, number)
    else:
        assert table.opened is not None
        assert table.opened.arbiter is not None
        about = f"Contest {number} by {table.catalogue.seat(contest.by)} under {contest.cited.clause} waits for your ruling."
        viewer = seat_of(table, table.opened.arbiter)
        yield Decision(
            table.opened.arbiter, ARBITER, "ruling", version, at, "T-55", about,
            viewer=viewer, contest=number, details=details_of(table, contest.opened, viewer),
        )  # fmt: skip


def _asked(
    table: Table,
    seats: Iterable[int],
    kind: str,
    version: int,
    since: int,
    clause: str,
    sentence: str,
    until: int | None,
    contest: int = 0,
) -> Iterator[Decision]:
    opened = table.disputes.contests[contest - 1].opened if contest else version
    for seat in sorted(seats):
        person = table.seats[seat].person
        if person is not None:
            about = dict.fromkeys((opened, version))
            yield Decision(
                person, seat, kind, version, since, clause, _sentence(sentence), until, seat, contest=contest,
                details=tuple(line for record in about for line in details_of(table, record, seat)),
            )  # fmt: skip


def seat_of(table: Table, person: str) -> int | None:
    """The first seat that a person holds, None where there is none."""
    return next((number for number, seat in enumerate(table.seats) if seat.person == person), None)


def _last(table: Table, kinds: Sequence[type[Event]], after: int = 0, **about: int) -> int | None:
    """The last version behind `after` whose event is of one of these kinds, and has these values of its fields."""
    for version in range(table.version, after, -1):
        event = table.records[version - 1].event
        if isinstance(event, tuple(kinds)) and all(getattr(event, name, 0) == value for name, value in about.items()):
            return version
    return None


def _sentence(words: str) -> str:
    return f"{words[:1].upper()}{words[1:]}" + ("" if words.endswith((".", "!", "?")) else ".")
