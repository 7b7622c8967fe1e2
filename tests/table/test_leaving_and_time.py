"""Who leaves and comes back, or is late at hours at which no time passes, gains no time by that (T-67, T-69, T-71)."""

from typing import Any

import pytest

from domain.table.clocks.messages import (
    EndVacation,
    GrantTime,
    ProposeTime,
    TakeVacation,
    TimeControl,
    TimeRanOut,
)
from domain.table.disputes.messages import CallTime
from domain.table.lifecycle import (
    GiveConsent,
    PauseTable,
    Resign,
    ResumeTable,
    SeatResigned,
    SetOrder,
    TakeSeat,
)
from domain.table.messages import HOST, SERVER
from tests.table.timed import (
    DAY,
    HOUR,
    ROUTINE,
    events,
    hours_left,
    leave_and_return,
    pass_time,
    same_by_the_log,
    time_of,
    timed,
)
from tests.table.toy import Nudge, RollDie

# --- Leaving and coming back ------------------------------------------------------------------------------------------


@pytest.mark.clause("T-67")
def test_who_resigns_and_sits_down_again_has_what_was_left_of_bank_and_vacation():
    play = timed(bank=100 * 60, vacation=10)
    play.do(0, TakeVacation(6))
    pass_time(play, 24)
    play.do(0, EndVacation())
    pass_time(play, 99)
    for _ in range(3):
        leave_and_return(play)
        assert (hours_left(play), time_of(play).vacation) == (1, 9 * DAY)
    assert same_by_the_log(play)


@pytest.mark.clause("T-67")
def test_a_decision_that_was_open_goes_on_where_it_was_when_its_seat_is_left_and_taken_again():
    play = timed(move=48 * 60)
    pass_time(play, 47)
    leave_and_return(play)
    assert hours_left(play) == 1


@pytest.mark.clause("T-67", "T-71")
def test_the_clock_of_a_seat_that_was_left_runs_on_but_nobody_is_late_there():
    play = timed(bank=100 * 60)
    pass_time(play, 10)
    play.do(0, Resign())
    pass_time(play, 30)
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    play.do(HOST, Nudge(1), seat=0)
    pass_time(play, 80)
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    twin = play.copy()
    twin.do(HOST, TakeSeat(0, "zoe"))
    assert hours_left(twin) == 100
    play.do(HOST, RollDie(), seat=0)
    play.do(1, RollDie())
    play.do(HOST, TakeSeat(0, "person0"))
    assert hours_left(play) == 0
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(0)]


@pytest.mark.clause("T-67")
def test_who_comes_back_after_somebody_else_sat_there_has_its_own_time_and_the_other_had_a_full_one():
    play = timed(bank=100 * 60, vacation=10)
    pass_time(play, 90)
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "zoe"))
    assert hours_left(play) == 100
    pass_time(play, 20)
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "person0"))
    assert hours_left(play) == 10
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "zoe"))
    assert hours_left(play) == 80
    assert same_by_the_log(play)


@pytest.mark.clause("T-67")
def test_a_decision_that_others_have_made_meanwhile_is_not_counted_against_who_comes_back():
    play = timed(move=48 * 60)
    pass_time(play, 47)
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "zoe"))
    twin = play.copy()
    twin.do(0, Resign())
    twin.do(0, TakeSeat(0, "person0"))
    assert hours_left(twin) == 1
    play.do(0, RollDie())
    play.do(1, RollDie())
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "person0"))
    assert hours_left(play) == 48


@pytest.mark.clause("T-67")
def test_at_another_seat_of_the_table_a_person_has_what_was_left_at_the_first():
    play = timed(3, move=60, bank=100 * 60)
    play.do(1, Resign())
    pass_time(play, 31)
    leave_and_return(play, 0, 1)
    assert time_of(play, 1).left == 71 * HOUR
    play.do(HOST, TakeSeat(0, "zoe"))
    assert time_of(play).left == 101 * HOUR
    play.do(1, Resign())
    play.do(HOST, TakeSeat(1, "person1"))
    assert time_of(play, 1).left == 101 * HOUR
    assert same_by_the_log(play)


@pytest.mark.clause("T-67")
def test_going_from_seat_to_seat_gives_a_decision_no_time_anew():
    play = timed(3, move=48 * 60)
    play.do(1, Resign())
    pass_time(play, 47)
    leave_and_return(play, 0, 1)
    leave_and_return(play, 1, 0)
    assert hours_left(play) == 1


@pytest.mark.clause("T-72", "T-67")
def test_who_has_forfeited_and_sits_down_again_has_nothing_left_until_it_is_given_time():
    play = timed(bank=100 * 60, out="forfeits")
    pass_time(play, 100)
    assert events(play.do(SERVER, CallTime()))[:2] == [TimeRanOut(0), SeatResigned(0)]
    play.do(HOST, TakeSeat(0, "person0"))
    assert (hours_left(play), time_of(play).overdue) == (0, False)
    assert events(play.do(SERVER, CallTime()))[:2] == [TimeRanOut(0), SeatResigned(0)]
    play.do(HOST, PauseTable())
    play.do(HOST, TakeSeat(0, "person0"))
    play.do(HOST, GrantTime(0, 120))
    play.do(HOST, ResumeTable())
    assert hours_left(play) == 2
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"


@pytest.mark.clause("T-69")
def test_leaving_a_seat_ends_its_vacation_and_what_is_left_of_it_is_not_used_up():
    play = timed(move=60, vacation=10)
    play.do(0, TakeVacation(6))
    pass_time(play, 48)
    leave_and_return(play)
    assert (time_of(play).away, time_of(play).vacation) == (None, 8 * DAY)
    assert hours_left(play) == 1


@pytest.mark.clause("T-66", "T-67")
def test_where_all_have_agreed_to_other_time_who_had_left_before_has_a_full_bank_like_everybody():
    play = timed(bank=100 * 60)
    pass_time(play, 99)
    play.do(0, Resign())
    play.do(HOST, ProposeTime(TimeControl(bank=50 * 60)))
    play.do(1, GiveConsent())
    pass_time(play, 20)
    play.do(HOST, TakeSeat(0, "person0"))
    assert hours_left(play) == 50


# --- Time that is over ------------------------------------------------------------------------------------------------

STOPS: list[dict[str, Any]] = [{"weekends": (4, 5)}, {"night": (0, 8 * 60)}]  # it is Thursday, the 1st of January 1970


@pytest.mark.clause("T-71", "T-69")
@pytest.mark.parametrize("stop", STOPS, ids=str)
@pytest.mark.parametrize("grace", [0, 360])
def test_time_that_is_over_stays_over_whatever_record_comes_at_hours_at_which_no_time_passes(
    stop: dict[str, Any], grace: int
):
    play = timed(bank=15 * 60, vacation=14, grace=grace, utc=8 * 60, **stop)
    pass_time(play, 17 if "night" in stop else 16.5)  # it is past midnight there
    for _ in range(3):
        assert play.refused(0, TakeVacation(7)) == "TIME_HAS_RUN_OUT"
        assert (play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE") if grace else play.copy().do(SERVER, CallTime())
        play.do(0, SetOrder("vote", ROUTINE))
        play.do(1, SetOrder("vote", ROUTINE))
        leave_and_return(play)
    pass_time(play, 56)
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(0)]


@pytest.mark.clause("T-71", "T-68")
def test_time_that_is_not_over_is_not_over_at_hours_at_which_no_time_passes():
    play = timed(bank=16 * 60, vacation=14, utc=8 * 60, weekends=(4, 5))
    pass_time(play, 20)
    play.do(0, SetOrder("vote", ROUTINE))
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    play.do(0, TakeVacation(7))
