"""A seat for which a game waits in vain is freed by the host, where no time control runs (T-3)."""

import pytest

from domain.table.lifecycle import (
    FreeSeat,
    PauseTable,
    RequestUndo,
    Resign,
    ResumeTable,
    SeatFreed,
    SeatResigned,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST
from domain.table.refusals import Refusal
from tests.table.play import Play, begun, digest, finish
from tests.table.timed import ROUTINE, StillPlay, events, pass_time, same_by_the_log, timed
from tests.table.toy import CallVote, HandGone, Nudge, RollDie, Vote, Voted
from tests.table.whole_games import decided_again

pytestmark = pytest.mark.clause("T-3")

DAYS = 24


def waiting(seats: int = 3) -> StillPlay:
    """A game that waits for seat 0."""
    return StillPlay(begun(seats))


def left(play: Play, seat: int = 0) -> int:
    """How many days the host is told to go on waiting for a seat, 0 where it may free it."""
    told = play.copy().ask(HOST, FreeSeat(seat))
    if not isinstance(told, Refusal):
        return 0
    assert told.code == "AWAITED_TOO_SHORTLY"
    return int(told.arguments["days"])  # type: ignore[arg-type]


def test_after_fourteen_days_the_host_frees_the_seat_and_somebody_else_plays_on():
    play = waiting()
    pass_time(play, 14 * DAYS - 1)
    assert left(play) == 1
    pass_time(play, 1)
    hand = tuple(play.table.game.hands[0])
    done = play.do(HOST, FreeSeat(0))
    assert events(done) == [SeatFreed(0, 14), SeatResigned(0), HandGone(0, hand)]
    assert [record.law for record in done.records[:2]] == ["T-3", "T-3"]
    assert play.table.seats[0].resigned
    play.do(0, TakeSeat(0, "zoe"))
    play.do(0, Nudge(1))
    assert same_by_the_log(play)
    assert digest(decided_again(play.table)) == digest(play.table)


def test_without_anybody_who_sits_down_the_host_plays_on_to_the_end():
    play = waiting(2)
    pass_time(play, 20 * DAYS)
    play.do(HOST, FreeSeat(0))
    finish(play)
    assert play.table.finished is not None
    assert same_by_the_log(play)


@pytest.mark.parametrize("by", [0, 1, ARBITER])
def test_only_the_host_frees_a_seat(by: int):
    play = waiting()
    pass_time(play, 15 * DAYS)
    assert play.refused(by, FreeSeat(0)) == "NOT_PERMITTED"


def test_a_seat_that_the_game_does_not_wait_for_is_not_freed():
    play = waiting()
    pass_time(play, 50 * DAYS)
    assert left(play, 1) == 14
    assert play.refused(HOST, FreeSeat(9)) == "NO_SUCH_SEAT"
    play.do(0, Resign())
    assert play.refused(HOST, FreeSeat(0)) == "SEAT_VACANT"


def test_whoever_does_something_is_waited_for_anew():
    play = waiting()
    pass_time(play, 10 * DAYS)
    play.do(0, Nudge(1))
    pass_time(play, 10 * DAYS)
    assert left(play) == 4
    play.do(0, SetOrder("vote", ROUTINE))
    assert left(play) == 14


def test_what_others_do_meanwhile_ends_no_waiting():
    play = waiting()
    play.do(0, CallVote())
    pass_time(play, 10 * DAYS)
    play.do(1, Vote(True))
    pass_time(play, 4 * DAYS)
    assert (left(play), left(play, 2), left(play, 1)) == (0, 0, 14)


def test_who_sits_down_has_all_of_the_time():
    play = waiting()
    pass_time(play, 13 * DAYS)
    play.do(0, Resign())
    play.do(HOST, TakeSeat(0, "zoe"))
    pass_time(play, 2 * DAYS)
    assert left(play) == 12


def test_a_pause_is_no_waiting():
    play = waiting()
    play.do(HOST, PauseTable())
    pass_time(play, 50 * DAYS)
    assert play.refused(HOST, FreeSeat(0)) == "WRONG_LIFE_PHASE"
    play.do(HOST, ResumeTable())
    assert left(play) == 14


def test_after_an_undo_the_days_begin_anew():
    play = waiting(2)
    play.do(0, RollDie())
    while play.table.game.active == 0:
        play.do(0, RollDie())
    pass_time(play, 30 * DAYS)
    play.do(ARBITER, Undo(play.table.setup_end))
    assert [prompt.seat for prompt in play.table.prompts] == [0]
    assert left(play) == 14


def test_where_time_runs_it_decides():
    play = timed(move=60)
    pass_time(play, 50 * DAYS)
    assert play.refused(HOST, FreeSeat(0)) == "CLOCK_RUNS"


def test_orders_answer_when_a_seat_is_freed():
    play = waiting()
    play.do(0, CallVote())
    before = play.version
    play.do(2, SetOrder("vote", ROUTINE))
    play.do(ARBITER, Undo(before))
    pass_time(play, 14 * DAYS)
    assert Voted(2, True) in events(play.do(HOST, FreeSeat(1)))
    assert same_by_the_log(play)


def test_what_was_asked_ends_and_only_the_arbiter_goes_behind_it():
    play = waiting()
    play.do(0, Nudge(1))
    play.do(0, CallVote())
    play.do(1, Vote(True))
    play.do(1, RequestUndo(play.table.setup_end))
    pass_time(play, 14 * DAYS)
    play.do(HOST, FreeSeat(2))
    assert play.table.request is None
    assert play.refused(1, RequestUndo(play.table.setup_end)) == "RESIGNED_SINCE"
    play.do(ARBITER, Undo(play.table.setup_end))
    assert play.table.seats[2].vacant
    assert same_by_the_log(play)
