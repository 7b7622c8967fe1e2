"""Whose clock runs, when, and what is left on it (T-65 to T-69, T-73)."""

from typing import Any

import pytest

from domain.table.clocks import deadlines, next_due
from domain.table.clocks.messages import (
    ArrangeTime,
    EndVacation,
    GrantTime,
    ProposeTime,
    TakeVacation,
    TimeArranged,
    TimeControl,
    TimeProposed,
    VacationEnded,
    VacationTaken,
)
from domain.table.disputes.messages import ArrangeDisputes, CallTime, ContestRecord
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    PauseTable,
    RefuseConsent,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    WithdrawRequest,
)
from domain.table.messages import HOST, SERVER
from domain.table.table import fold
from tests.table.play import Play, begun, digest, finish, seated
from tests.table.timed import DAY, HOUR, bank, events, hours_left, pass_time, time_of, timed
from tests.table.toy import CallVote, Nudge, Plan, RollDie, Vote


@pytest.mark.clause("T-65")
@pytest.mark.parametrize(
    "how",
    [
        {"out": "bot"}, {"vacation": 3}, {"move": 60, "increment": 5}, {"move": 60, "cap": 5}, {"bank": 60, "cap": 50},
        {"move": 60, "weekends": (6, 5)}, {"move": 60, "weekends": (5, 5)}, {"move": 60, "night": (5, 5)},
        {"move": 60, "remind": (5, 10)}, {"move": 60, "remind": (5, 5)}, {"move": 60, "longest": 2},
    ],
    ids=repr,
)  # fmt: skip
def test_what_contradicts_itself_is_not_arranged(how: dict[str, Any]):
    assert seated().refused(HOST, ArrangeTime(TimeControl(**how))) == "BAD_TIME"
    assert begun().refused(HOST, ProposeTime(TimeControl(**how))) == "BAD_TIME"


@pytest.mark.clause("T-65")
def test_time_is_arranged_before_the_game_and_can_be_arranged_anew_and_away():
    play = seated()
    assert deadlines(play.table) == {}
    for time in (TimeControl(60), TimeControl(bank=30), TimeControl()):
        assert events(play.do(HOST, ArrangeTime(time))) == [TimeArranged(time)]
    play.do(HOST, BeginGame())
    assert deadlines(play.table) == {}
    assert next_due(play.table) is None


@pytest.mark.clause("T-66")
def test_in_the_midst_of_the_game_time_runs_otherwise_when_all_who_sit_there_agree():
    play = timed(3, move=60, vacation=4)
    play.do(0, TakeVacation(1))
    new = TimeControl(bank=600, increment=60)
    assert events(play.do(HOST, ProposeTime(new))) == [TimeProposed(new, (0, 1, 2))]
    assert play.refused(HOST, ProposeTime(new)) == "REQUEST_OPEN"
    play.do(0, GiveConsent())
    play.do(1, GiveConsent())
    pass_time(play, 0.5)
    last = play.do(2, GiveConsent())
    assert [(record.law, record.event) for record in last.records][1] == ("T-66", TimeArranged(new))
    assert hours_left(play) == 10
    assert time_of(play).away is None
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)


@pytest.mark.clause("T-66")
@pytest.mark.parametrize("by", [1, HOST])
def test_who_declines_or_takes_it_back_leaves_time_as_it_was(by: int):
    play = timed(move=60)
    play.do(HOST, ProposeTime(TimeControl()))
    play.do(by, RefuseConsent() if by >= 0 else WithdrawRequest())
    assert play.table.request is None
    assert hours_left(play) == 1


@pytest.mark.clause("T-66", "T-29")
def test_silence_does_not_agree_to_other_time():
    play = seated()
    play.do(HOST, ArrangeDisputes(hours=2, silence="agrees"))
    play.do(HOST, BeginGame())
    play.do(HOST, ProposeTime(TimeControl(60)))
    play.now += 3 * HOUR
    (lapsed,) = events(play.do(SERVER, CallTime()))
    assert not lapsed.agreed
    assert deadlines(play.table) == {}


@pytest.mark.clause("T-66")
def test_at_a_table_that_nobody_sits_at_other_time_runs_at_once():
    play = begun(1)
    play.do(0, Resign())
    play.do(HOST, ProposeTime(TimeControl(60)))
    assert play.table.clocks.control == TimeControl(60)
    assert deadlines(play.table) == {}
    play.do(HOST, TakeSeat(0, "zoe"))
    assert time_of(play).left == HOUR


@pytest.mark.clause("T-67")
def test_each_decision_has_its_own_time_from_when_it_is_awaited():
    play = timed(move=48 * 60)
    assert hours_left(play) == 48
    assert time_of(play, 1).until is None
    pass_time(play, 40)
    assert hours_left(play) == 8
    play.do(0, RollDie())
    assert (time_of(play).awaited, time_of(play, 1).awaited) == (False, True)
    assert hours_left(play, 1) == 48
    pass_time(play, 47)
    play.do(1, RollDie())
    assert hours_left(play) == 48


@pytest.mark.clause("T-67")
def test_who_does_something_in_its_turn_has_its_time_anew_but_not_by_what_nobody_may_know_of():
    play = timed(move=60)
    pass_time(play, 0.75)
    play.do(0, Plan(play.table.game.hands[0][0]))
    assert hours_left(play) == 0.25
    play.do(0, Nudge(1))
    assert hours_left(play) == 1


@pytest.mark.clause("T-67")
def test_what_others_do_meanwhile_gives_nobody_time():
    play = timed(3, move=60)
    play.do(0, CallVote())
    pass_time(play, 0.5)
    play.do(1, Vote(True))
    assert [hours_left(play, seat) for seat in (0, 2)] == [0.5, 0.5]


@pytest.mark.clause("T-67")
def test_a_bank_runs_while_the_seat_is_awaited_and_gets_its_increment_up_to_the_cap():
    play = timed(bank=10 * 60, increment=6 * 60, cap=12 * 60)
    pass_time(play, 7)
    play.do(0, Nudge(1))  # no increment as long as the seat is awaited
    pass_time(play, 2)
    play.do(0, RollDie())
    assert (bank(play), bank(play, 1)) == (7, 10)
    pass_time(play, 1)
    play.do(1, RollDie())
    assert bank(play, 1) == 12
    assert hours_left(play) == 7


@pytest.mark.clause("T-67")
def test_where_both_count_the_bank_is_used_when_the_decisions_time_is_over():
    play = timed(move=60, bank=3 * 60)
    assert hours_left(play) == 4
    pass_time(play, 0.5)
    play.do(0, RollDie())
    assert bank(play) == 3
    pass_time(play, 2)
    play.do(1, RollDie())
    assert bank(play, 1) == 2
    pass_time(play, 3.5)
    play.do(0, RollDie())
    assert bank(play) == 0.5


@pytest.mark.clause("T-68")
def test_clocks_stand_while_the_table_is_paused():
    play = timed(move=60)
    pass_time(play, 0.5)
    play.do(HOST, PauseTable())
    assert (time_of(play).until, time_of(play).left) == (None, HOUR // 2)
    assert next_due(play.table) is None
    pass_time(play, 30)
    play.do(HOST, ResumeTable())
    assert hours_left(play) == 0.5


@pytest.mark.clause("T-68")
@pytest.mark.parametrize("pauses", [False, True])
def test_a_contest_stops_clocks_only_where_it_pauses_the_table_and_a_request_never_does(pauses: bool):
    play = seated()
    play.do(HOST, ArrangeDisputes(pauses=pauses))
    play.do(HOST, ArrangeTime(TimeControl(60)))
    play.do(HOST, BeginGame())
    rolled = play.do(0, RollDie()).first
    play.do(0, RequestUndo(rolled - 1))
    assert hours_left(play, 1) < 1
    play.do(0, ContestRecord(rolled, "TOY-4"))
    assert (time_of(play, 1).until is None) == pauses


@pytest.mark.clause("T-68")
def test_at_a_finished_table_no_time_passes():
    play = timed(move=60, options='{"rounds":1}')
    finish(play)
    assert all(time.until is None for time in deadlines(play.table).values())
    assert next_due(play.table) is None


@pytest.mark.clause("T-68")
def test_weekends_and_nights_stretch_a_deadline():
    play = timed(move=24 * 60, weekends=(3, 4), night=(0, 12 * 60))  # it is Thursday, the 1st of January 1970
    assert time_of(play).until == 2 * DAY + DAY + DAY  # on Saturday and Sunday, from noon to midnight


@pytest.mark.clause("T-69")
def test_on_vacation_a_clock_stands_and_goes_on_by_itself_behind_it():
    play = timed(move=60, vacation=10, longest=4)
    pass_time(play, 0.5)
    assert events(play.do(0, TakeVacation(3))) == [VacationTaken(0, 3)]
    assert hours_left(play) == 72.5
    assert time_of(play).away == play.now + 3 * DAY
    pass_time(play, 72.25)
    play.do(HOST, GrantTime(1, 60))
    assert time_of(play).away is None
    assert hours_left(play) == 0.25
    assert time_of(play).vacation == 7 * DAY
    assert play.refused(0, TakeVacation(5)) == "NO_VACATION_LEFT"


@pytest.mark.clause("T-69")
def test_who_is_back_early_has_used_only_the_days_that_it_was_away():
    play = timed(move=60, vacation=10)
    play.do(1, TakeVacation(6))
    pass_time(play, 24)
    assert events(play.do(1, EndVacation())) == [VacationEnded(1)]
    assert play.refused(1, EndVacation()) == "NOT_AWAY"
    assert time_of(play, 1).vacation == 9 * DAY


@pytest.mark.clause("T-69")
def test_who_is_away_may_play_all_the_same_and_stays_away():
    play = timed(move=60, vacation=10)
    play.do(0, TakeVacation(2))
    play.do(0, Nudge(1))
    assert hours_left(play) == 49


@pytest.mark.clause("T-73")
def test_the_host_gives_a_seat_more_time_also_where_there_are_no_banks():
    play = timed(move=60)
    play.do(HOST, GrantTime(0, 120))
    play.do(HOST, GrantTime(1, 30))
    assert (hours_left(play), bank(play, 1)) == (3, 0.5)
    assert play.refused(HOST, GrantTime(2, 30)) == "NO_SUCH_SEAT"
    pass_time(play, 2)
    play.do(0, RollDie())
    assert bank(play) == 1


@pytest.mark.clause("T-67", "T-73")
def test_a_vacant_seat_has_no_time_and_whoever_takes_it_a_full_bank():
    play = timed(bank=120)
    pass_time(play, 1)
    play.do(0, Resign())
    assert list(deadlines(play.table)) == [1]
    assert play.refused(HOST, GrantTime(0, 30)) == "SEAT_VACANT"
    pass_time(play, 10)
    play.do(HOST, TakeSeat(0, "zoe"))
    assert hours_left(play) == 2


def test_a_table_where_time_counts_for_nothing_has_no_clocks():
    play = begun()
    play.do(0, RollDie())
    assert deadlines(play.table) == {}
    assert play.table.clocks.seats == []
    assert play.refused(0, TakeVacation(1)) == "NO_TIME_CONTROL"


def test_what_a_copy_of_a_table_does_leaves_its_clocks_alone():
    play = timed(bank=120)
    twin: Play = play.copy()
    pass_time(twin, 1)
    twin.do(0, RollDie())
    assert bank(play) == 2
