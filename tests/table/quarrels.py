"""Random games with quarrels, of whatever game: undos free, asked and kept later, contests, settlements, rulings, appeals."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from domain.table.chance import commitment_to
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.disputes.state import Contest
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    OpenTable,
    Redo,
    RefuseConsent,
    RequestUndo,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command, ScoringEvent
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from domain.table.timing import due
from domain.table.wire import command_text
from tests.table.play import SEED, Play

MOST_STEPS = 90


def quarrelling(rulebook: Rulebook, seats: int, rng: Random, options: str = "{}") -> Play:
    """A begun table of any game, with disputes arranged at random."""
    play = Play(rulebook, table=f"quarrel{rng.randrange(10**6)}")
    edition, arbiter = rulebook.editions[-1].name, any_arbiter(rng)
    play.do(HOST, OpenTable(rulebook.game, edition, seats, "hanna", commitment_to(SEED), options, "provable", arbiter))
    begin(play, rng)
    return play


def any_arbiter(rng: Random) -> str | None:
    """Somebody who does not play, a player, or nobody."""
    return rng.choice((None, "arno", "arno", "person0"))


def begin(play: Play, rng: Random) -> None:
    """Seat everybody at an open table, arrange disputes at random, and begin."""
    seats = len(play.table.seats)
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, ArrangeDisputes(
        rng.random() < 0.3, rng.choice(("arbiter", "vote")), rng.random() < 0.5, rng.randrange(seats + 1),
        rng.choice((0, 1)), rng.choice(("declines", "agrees")),
    ))  # fmt: skip
    play.do(HOST, BeginGame())


def quarrel(play: Play, rng: Random, steps: int = MOST_STEPS) -> Counter[str]:
    """Play on at random and quarrel about it; returns how often which command was accepted, and which refusal came."""
    seen: Counter[str] = Counter()
    for _ in range(steps):
        is_due = due(play.table, play.now) and rng.random() < 0.5
        by, command = (SERVER, CallTime()) if is_due else rng.choices(DEEDS, WEIGHTS)[0](play, rng)
        play.now += rng.choice((*[0] * 30, 4_000_000_000))
        seat = command[1] if isinstance(command, tuple) else None
        given = command[0] if isinstance(command, tuple) else command
        outcome = play.ask(by, given, seat=seat)
        seen[type(given).__name__ if isinstance(outcome, Accepted) else outcome.code] += 1
        if not isinstance(outcome, Accepted) and isinstance(given, Command) and rng.random() < 0.3 and by >= 0:
            play.ask(
                by, ContestRefusal(play.version, play.version, seat or by, command_text(given), _clause(play, rng))
            )
    return seen


def scored(table: Table) -> list[int]:
    """The sum of what each seat scored in the history."""
    sums = [0] * len(table.seats)
    for version in table.history.line():
        event = table.records[version - 1].event
        if isinstance(event, ScoringEvent):
            for seat in event.seats:
                sums[seat] += event.points
    return sums


def _move(play: Play, rng: Random) -> tuple[int, Any]:
    prompts = play.table.prompts
    if not prompts:
        return _dispute(play, rng)
    seat = rng.choice(prompts).seat
    offers = play.table.rulebook.legal(play.table.game, seat)
    if not offers:
        return SERVER, CallTime()
    return (HOST if play.table.seats[seat].vacant else seat), (rng.choice(offers).sample(rng), seat)


def _undo(play: Play, rng: Random) -> tuple[int, Any]:
    to_version = _point(play, rng)
    return _anybody(play, rng), rng.choice(
        (Undo(to_version), RequestUndo(to_version), RequestUndo(to_version, True), Redo())
    )


def _answer(play: Play, rng: Random) -> tuple[int, Any]:
    request = play.table.request
    if request is None:
        return _undo(play, rng)
    return rng.choice(sorted(request.asked - request.agreed)), GiveConsent() if rng.random() < 0.8 else RefuseConsent()


def _contest(play: Play, rng: Random) -> tuple[int, Any]:
    return _anybody(play, rng), ContestRecord(rng.randrange(1, play.version + 1), _clause(play, rng))


def _dispute(play: Play, rng: Random) -> tuple[int, Any]:
    contests = play.table.disputes.contests
    if not contests:
        return _contest(play, rng)
    contest = next((one for one in contests if one.is_open), None) or rng.choice(contests)
    return rng.choice(list(_about(play, contest, rng)))


def _about(play: Play, contest: Contest, rng: Random) -> Iterator[tuple[int, Any]]:
    """What may be done next about a contest, likely or not."""
    number, seats = contest.number, range(len(play.table.seats))
    if contest.ballot is not None:
        for seat in seats:
            yield seat, VoteOnRuling(number, rng.choice(("yes", "yes", "yes", "no", "abstain")))
    if contest.settlement is not None:
        for seat in seats:
            yield seat, AnswerSettlement(number, rng.random() < 0.9)
    if contest.rulings:
        yield _anybody(play, rng), Appeal(number)
    outcome = rng.choice(("upheld", "overturned", "overturned"))
    ruling = (number, outcome, Remedy() if outcome == "upheld" else _remedy(play, contest, rng))
    yield from ((ARBITER, GiveRuling(*ruling)), (_anybody(play, rng), PutToVote(*ruling)))
    yield from ((rng.choice(seats), AcceptArbiter(number)), (_anybody(play, rng), AddEvidence(number, versions=(1,))))
    yield contest.by, ProposeSettlement(number, _remedy(play, contest, rng))
    if rng.random() < 0.2:
        yield contest.by, WithdrawContest(number)


def _remedy(play: Play, contest: Contest, rng: Random) -> Remedy:
    points = tuple(rng.randrange(-2, 5) for _ in play.table.seats)
    first = play.table.command_span(contest.disputed)[0] - 1
    reapply = rng.random() < 0.6
    kinds = [
        Remedy(rewind=first, reapply=reapply),
        Remedy(points=points),
        Remedy(rewind=_point(play, rng), reapply=reapply),
    ]
    return rng.choice([*kinds, Remedy(rewind=first, points=points, reapply=reapply), Remedy()])


def _point(play: Play, rng: Random) -> int:
    starts = [start - 1 for start in play.table.starts if start - 1 >= play.table.setup_end]
    return rng.choice(starts[-8:] or [play.version])


def _anybody(play: Play, rng: Random) -> int:
    return rng.choice((HOST, ARBITER, *range(len(play.table.seats)), *range(len(play.table.seats))))


def _clause(play: Play, rng: Random) -> str:
    return rng.choice([clause.id for clause in play.table.rulebook.law])


DEEDS: tuple[Callable[[Play, Random], tuple[int, Any]], ...] = (_move, _undo, _answer, _contest, _dispute)
WEIGHTS = (60, 8, 8, 5, 30)
