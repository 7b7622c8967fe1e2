"""Settlements: what the parties agree on among themselves."""

from typing import Any

import pytest

from domain.table.chance import Dictated
from domain.table.disputes.messages import (
    AnswerSettlement,
    Appeal,
    CallTime,
    ContestRecord,
    GiveRuling,
    ProposeSettlement,
    Remedy,
    ScoreAdjusted,
    Settled,
    SettlementAnswered,
    SettlementLapsed,
    SettlementProposed,
)
from domain.table.lifecycle import (
    AbandonTable,
    CloseTable,
    Phase,
    Redo,
    RequestUndo,
    Resign,
    TableResumed,
    TakeSeat,
    Undo,
    Undone,
)
from domain.table.messages import ARBITER, HOST, SERVER
from tests.table.dispute_refusals import BROKEN
from tests.table.disputing import before, contest_of, contested, later, rolled
from tests.table.toy import Nudge, RollDie


def events(accepted: Any) -> list[Any]:
    return [record.event for record in accepted.records]


@pytest.mark.clause("T-54")
def test_the_parties_keep_what_happened():
    play = contested(pauses=True)
    assert events(play.do(0, ProposeSettlement(1))) == [SettlementProposed(1, Remedy(), (1,))]
    assert events(play.do(1, AnswerSettlement(1, True))) == [
        SettlementAnswered(1, 1, agrees=True), Settled(1, Remedy()), TableResumed(),
    ]  # fmt: skip
    assert contest_of(play).status == "settled"
    assert play.table.phase is Phase.BEGUN
    assert play.refused(0, Appeal(1)) == "NOT_RULED"
    assert play.refused(ARBITER, GiveRuling(1, "upheld")) == "CONTEST_OVER"


@pytest.mark.clause("T-54", "T-21")
def test_going_back_is_asked_of_all_whom_it_concerns():
    play = contested()
    there = before(play)
    # Everybody saw the roll.
    assert events(play.copy().do(1, ProposeSettlement(1, Remedy(rewind=there))))[0].asked == (0, 2)
    play.do(1, ProposeSettlement(1, Remedy(rewind=there)))
    play.do(0, AnswerSettlement(1, True))
    assert contest_of(play).is_open
    assert events(play.do(2, AnswerSettlement(1, True)))[1:] == [Settled(1, Remedy(rewind=there)), Undone(there)]
    assert play.table.game.scores == [0, 0, 0]


@pytest.mark.clause("T-54", "T-57")
def test_points_are_asked_of_everybody():
    play = contested()
    (event,) = events(play.do(0, ProposeSettlement(1, Remedy(points=(-1, 0, 0)))))
    assert event.asked == (1, 2)
    play.do(2, AnswerSettlement(1, True))
    assert isinstance(events(play.do(1, AnswerSettlement(1, True)))[-1], ScoreAdjusted)
    assert play.table.game.scores == [4, 0, 0]


@pytest.mark.clause("T-54")
def test_one_who_declines_ends_the_proposal_and_another_can_be_made():
    play = contested()
    play.do(0, ProposeSettlement(1))
    play.do(1, AnswerSettlement(1, False))
    assert play.refused(1, AnswerSettlement(1, True)) == "NOTHING_PROPOSED"
    play.do(1, ProposeSettlement(1))
    assert play.refused(2, AnswerSettlement(1, True)) == "NOT_ASKED"
    assert play.refused(1, AnswerSettlement(1, True)) == "NOT_ASKED"


@pytest.mark.clause("T-54")
def test_a_proposal_that_would_change_the_game_is_off_as_soon_as_the_game_moves():
    play = contested()
    play.do(0, ProposeSettlement(1, Remedy(points=(-1, 0, 0))))
    play.do(1, Nudge(1))
    assert play.refused(1, AnswerSettlement(1, True)) == "NOTHING_PROPOSED"
    play.do(0, ProposeSettlement(1))
    play.do(1, RollDie())
    play.do(1, AnswerSettlement(1, True))
    assert contest_of(play).status == "settled"


@pytest.mark.clause("T-54")
def test_where_nobody_else_is_to_be_asked_a_settlement_happens_at_once():
    play, score = rolled(seats=2)
    play.do(0, ContestRecord(score, "TOY-4"))
    assert events(play.do(0, ProposeSettlement(1)))[-1] == Settled(1, Remedy())
    left = contested(by=HOST, seats=2)
    assert left.refused(0, ProposeSettlement(1)) == "NOT_A_PARTY"
    left.do(0, Resign())
    assert left.refused(HOST, ProposeSettlement(1)) == "PARTY_GONE"


@pytest.mark.clause("T-54")
def test_a_hosts_contest_is_settled_as_the_host_proposes_and_the_other_party_agrees():
    play = contested(by=HOST)
    assert play.refused(0, ProposeSettlement(1)) == "NOT_A_PARTY"
    play.do(HOST, ProposeSettlement(1))
    play.do(0, AnswerSettlement(1, True))
    assert contest_of(play).status == "settled"


@pytest.mark.clause("T-54", "T-58", "T-62")
def test_what_was_asked_of_the_seats_is_off_when_somebody_sits_down_or_leaves():
    play = contested()
    play.do(1, ProposeSettlement(1, Remedy(points=(-1, 0, 0))))
    play.do(0, AnswerSettlement(1, True))
    play.do(2, Resign())
    assert play.refused(2, AnswerSettlement(1, True)) == "SEAT_VACANT"
    assert contest_of(play).settlement is None
    play.do(1, ProposeSettlement(1))
    play.do(2, TakeSeat(2, "zoe"))
    assert contest_of(play).settlement is None


@pytest.mark.clause("T-54", "T-55")
def test_nothing_that_was_undone_comes_back_by_a_settlement_or_a_ruling():
    play, score = rolled()
    nudged = play.do(1, Nudge(3)).last
    play.do(1, Undo(nudged - 1))
    play.do(2, ContestRecord(score, "TOY-4"))
    assert play.refused(2, ProposeSettlement(1, Remedy(rewind=nudged))) == "NOT_IN_HISTORY"
    assert play.refused(ARBITER, GiveRuling(1, "overturned", Remedy(rewind=nudged))) == "NOT_IN_HISTORY"


@pytest.mark.clause("T-54", "T-56")
@pytest.mark.parametrize(
    ("remedy", "code"),
    [
        (BROKEN["SCORE_BELOW_ZERO"], "SCORE_BELOW_ZERO"),
        (Remedy(rewind=3), "NO_SUCH_POINT"),
        (Remedy(points=(1,)), "WRONG_POINTS"),
        (Remedy(events='[["nudged",0,1]]'), "NO_CORRECTION_HERE"),
    ],
)
def test_what_cannot_be_done_is_not_proposed(remedy: Remedy, code: str):
    assert contested().refused(1, ProposeSettlement(1, remedy)) == code


@pytest.mark.clause("T-54", "T-61")
def test_a_settlement_does_not_go_back_behind_a_ruling():
    play = contested()
    there = before(play)
    play.do(1, ContestRecord(3, "T-2"))
    play.do(ARBITER, GiveRuling(2, "upheld"))
    assert play.refused(1, ProposeSettlement(1, Remedy(rewind=there))) == "RULED_SINCE"


@pytest.mark.clause("T-29", "T-54")
def test_a_proposal_that_is_not_answered_in_time_lapses():
    play = contested(hours=12)
    play.do(0, ProposeSettlement(1))
    later(play, 12.5)
    assert play.refused(1, AnswerSettlement(1, True)) == "TIME_IS_OVER"
    assert events(play.do(SERVER, CallTime())) == [SettlementLapsed(1)]
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    assert contest_of(play).is_open


@pytest.mark.clause("T-54", "T-20", "T-22")
def test_what_was_settled_is_not_the_last_ones_to_take_back_or_to_bring_back():
    play = contested()
    there = play.version
    play.do(0, ProposeSettlement(1, Remedy(points=(-1, 0, 0))))
    play.do(1, AnswerSettlement(1, True))
    play.do(2, AnswerSettlement(1, True))
    assert play.refused(2, Undo(play.table.starts[-1] - 1)) == "UNDO_NOT_FREE"
    play.do(2, RequestUndo(there))
    assert play.table.request.asked == {0, 1}
    back = contested()
    back.do(1, ProposeSettlement(1, Remedy(rewind=before(back))))
    for seat in (0, 2):
        back.do(seat, AnswerSettlement(1, True))
    assert back.refused(2, Redo()) == "NOT_YOUR_UNDO"


@pytest.mark.clause("T-54", "T-21", "T-61")
def test_a_ruling_ends_what_was_asked_before_it():
    play = contested()
    play.do(2, ContestRecord(3, "T-2"))
    play.do(1, ProposeSettlement(1, Remedy(rewind=before(play))))
    play.do(0, RequestUndo(before(play)))
    play.do(ARBITER, GiveRuling(2, "upheld"))
    assert play.table.request is None
    assert play.refused(0, AnswerSettlement(1, True)) == "NOTHING_PROPOSED"


@pytest.mark.clause("T-7", "T-9")
def test_an_abandoned_table_is_closed_with_contests_that_nobody_will_rule_on():
    play = contested()
    play.do(HOST, AbandonTable())
    play.source = Dictated({})
    play.do(HOST, CloseTable())
    assert play.table.phase is Phase.CLOSED
