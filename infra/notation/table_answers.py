"""What a speaker is asked by the table itself, or may do by an office, and what that does in words."""

from collections.abc import Iterator

from domain.table.clocks import deadlines
from domain.table.clocks.messages import AnswerForSeat, GrantTime
from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import AcceptArbiter, AnswerSettlement, GiveRuling, VoteOnRuling
from domain.table.disputes.state import Contest
from domain.table.freeing import can_be_freed
from domain.table.lifecycle import (
    AbandonTable,
    BeginGame,
    FreeSeat,
    GiveConsent,
    PauseTable,
    Phase,
    RefuseConsent,
    ResumeTable,
)
from domain.table.messages import ARBITER, HOST, Command
from domain.table.permissions import PERMISSIONS, SEAT
from domain.table.phrases import joined
from domain.table.table import Table

# What is offered where a seat's time is over, in minutes.
MORE_TIME = 24 * 60
_BY_OFFICE = (PauseTable(), ResumeTable(), AbandonTable())


def answers(table: Table, speaker: int) -> Iterator[Command]:
    """What a speaker can answer to what the table itself asks: to a request, to a settlement, in a vote. The host is asked to
    begin a game whose seats are taken, and where a seat's time is over and nothing else is arranged; the arbiter to rule."""
    if speaker == HOST:
        yield from _of_host(table)
    request = table.request
    if request is not None and speaker in request.asked and speaker not in request.agreed:
        yield GiveConsent()
        yield RefuseConsent()
    if table.phase not in PERMISSIONS[GiveRuling][1]:
        return
    for contest in table.disputes.open():
        yield from _on(table, contest, speaker)


def offices(table: Table, speaker: int, at: int) -> Iterator[Command]:
    """What the host or the arbiter may do by their office at a time (microseconds), though nobody asks for it."""
    if may_ask(table, speaker, FreeSeat):
        yield from (FreeSeat(seat) for seat in range(len(table.seats)) if can_be_freed(table, seat, at))
    yield from (command for command in _BY_OFFICE if speaker < 0 and may_ask(table, speaker, type(command)))


def may_ask(table: Table, speaker: int, command: type[Command]) -> bool:
    """T-10: whether the speaker may ask such a thing of the table in the phase that it is in."""
    who, when = PERMISSIONS[command]
    return (speaker in who or (speaker >= 0 and SEAT in who)) and table.phase in when


def told(table: Table, command: Command) -> str | None:
    """What one of these does, in words; None for other commands."""
    match command:
        case BeginGame():
            return "begin the game"
        case GrantTime(seat=seat, minutes=minutes):
            return f"give {table.catalogue.seat(seat)} {table.catalogue.span(minutes)} more"
        case AnswerForSeat(seat=seat):
            return f"let the server answer for {table.catalogue.seat(seat)}"
        case FreeSeat(seat=seat):
            return f"free the seat {table.catalogue.seat(seat)}, which has resigned by that"
        case PauseTable():
            return "let nobody play until it is resumed"
        case ResumeTable():
            return "let the game go on"
        case AbandonTable():
            return "end the table without a result, for ever"
        case GiveConsent():
            return "agree to what was asked"
        case RefuseConsent():
            return "decline what was asked"
        case AnswerSettlement(contest=number, agrees=agrees):
            return f"{'agree to' if agrees else 'decline'} the settlement of contest {number}"
        case AcceptArbiter(contest=number):
            return f"let the arbiter rule on contest {number}"
        case GiveRuling(contest=number, outcome=outcome):
            return f"rule on contest {number}: what was decided is {outcome}"
        case VoteOnRuling(contest=number, choice=choice):
            return f"vote {choice} on the ruling of contest {number}"
    return None


def standing(table: Table) -> str:
    """Why nothing is awaited of somebody, in a sentence: whose turn it is, or that nobody can play."""
    match table.phase:
        case Phase.BEGUN:
            awaited = dict.fromkeys(prompt.seat for prompt in table.prompts if not prompt.optional)
            return f"The game waits for {joined(map(table.catalogue.seat, awaited)) or 'nobody'}."
        case Phase.PAUSED:
            return "The table is paused."
        case Phase.ABANDONED:
            return "The game is over: the table was abandoned."
        case Phase.FINISHED | Phase.CLOSED:
            return "The game is over."
    return "The game has not begun."


def _of_host(table: Table) -> Iterator[Command]:
    if table.phase is Phase.SEATED:
        yield BeginGame()
    if table.phase is Phase.BEGUN and table.clocks.control.out == "waits":
        late = sorted(seat for seat, clock in deadlines(table).items() if clock.overdue and clock.awaited)
        for seat in late:
            yield from (GrantTime(seat, MORE_TIME), AnswerForSeat(seat))


def _on(table: Table, contest: Contest, speaker: int) -> Iterator[Command]:
    settlement, ballot = contest.settlement, contest.ballot
    if settlement is not None and speaker in settlement.asked and speaker not in settlement.agreed:
        yield AnswerSettlement(contest.number, True)
        yield AnswerSettlement(contest.number, False)
    if ballot is not None:
        if speaker in ballot.missing:
            yield from (VoteOnRuling(contest.number, choice) for choice in ("yes", "no", "abstain"))
    elif judge_of(table, contest) == "arbiter":
        missing = not_accepting(table, contest)
        if speaker in missing:
            yield AcceptArbiter(contest.number)
        if speaker == ARBITER and not missing:
            yield GiveRuling(contest.number, "upheld")
            yield GiveRuling(contest.number, "overturned")
