"""What becomes of time when something is undone, redone, ruled on, or made again (T-74)."""

import pytest

from domain.table.clocks.messages import TimeRanOut
from domain.table.disputes.messages import CallTime, ContestRecord, GiveRuling, Reapplied, Remedy
from domain.table.lifecycle import GiveConsent, Redo, RequestUndo, Undo
from domain.table.messages import ARBITER, SERVER
from tests.table.play import digest
from tests.table.timed import bank, events, hours_left, pass_time, time_of, timed
from tests.table.toy import CallVote, Nudge, RollDie, Vote
from tests.table.whole_games import replayed

pytestmark = pytest.mark.clause("T-74")


def test_time_that_was_used_stays_used_whatever_is_undone():
    play = timed(bank=600)
    pass_time(play, 4)
    play.do(0, RollDie())
    back = play.table.command_span(play.version)[0] - 1
    pass_time(play, 1)
    play.do(ARBITER, Undo(back))
    assert (bank(play), bank(play, 1)) == (6, 9)
    assert hours_left(play) == 6
    pass_time(play, 2)
    play.do(ARBITER, Redo())
    assert (bank(play), hours_left(play, 1)) == (4, 9)
    assert digest(replayed(play.table)) == digest(play.table)


def test_a_decision_that_comes_back_by_consent_has_its_time_anew_and_so_has_one_that_is_open_all_the_while():
    play = timed(3, move=60)
    play.do(0, CallVote())
    play.do(0, Vote(True))
    before = play.version
    play.do(1, Vote(True))
    pass_time(play, 0.75)
    play.do(ARBITER, Undo(before))
    assert [hours_left(play, seat) for seat in (1, 2)] == [1, 1]


def test_after_a_free_undo_nobody_has_time_anew():
    play = timed(3, move=60)
    play.do(0, CallVote())
    before = play.version
    pass_time(play, 0.5)
    play.do(1, Vote(True))
    play.do(1, Undo(before))
    assert [hours_left(play, seat) for seat in (0, 1, 2)] == [0.5, 0.5, 0.5]
    play.do(1, Redo())
    assert [hours_left(play, seat) for seat in (0, 2)] == [0.5, 0.5]


def test_playing_and_undoing_again_and_again_gains_nothing_in_a_bank():
    play = timed(bank=600, increment=60)
    play.do(0, CallVote())
    called = play.version
    play.do(1, Vote(True))
    gained = bank(play, 1)
    for again in (Redo(), Vote(False)):
        play.do(1, Undo(called))
        assert bank(play, 1) == gained - 1
        play.do(1, again)
        assert bank(play, 1) == gained


def test_who_is_late_is_late_no_more_when_the_history_is_made_another():
    play = timed(move=60)
    before = play.version
    play.do(0, RollDie())
    pass_time(play, 2)
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(1)]
    play.do(ARBITER, Undo(before))
    assert not time_of(play, 1).overdue
    assert hours_left(play) == 1


def test_after_a_ruling_with_a_remedy_time_begins_anew_for_who_is_awaited():
    play = timed(move=60, bank=60)
    rolled = play.do(0, RollDie()).first
    pass_time(play, 1.5)
    play.do(1, ContestRecord(rolled, "TOY-4"))
    play.do(ARBITER, GiveRuling(1, "overturned", Remedy(rewind=rolled - 1)))
    assert hours_left(play) == 2
    assert bank(play, 1) == 0.5


def test_a_ruling_that_changes_nothing_gives_no_time():
    play = timed(move=60)
    rolled = play.do(0, RollDie()).first
    pass_time(play, 0.5)
    play.do(1, ContestRecord(rolled, "TOY-4"))
    play.do(ARBITER, GiveRuling(1, "upheld"))
    assert hours_left(play, 1) == 0.5
    play.do(1, ContestRecord(rolled, "TOY-5"))
    play.do(ARBITER, GiveRuling(2, "overturned", Remedy(points=(1, 0))))
    assert hours_left(play, 1) == 0.5


def test_moves_made_again_take_no_time_and_add_no_increment():
    play = timed(bank=600, increment=60)
    play.do(0, Nudge(1))
    before = play.version - 1
    play.do(0, RollDie())
    play.do(1, RollDie())
    banks = [bank(play, seat) for seat in (0, 1)]
    play.do(0, RequestUndo(before, True))
    result = play.do(1, GiveConsent())
    assert any(isinstance(event, Reapplied) for event in events(result))
    assert [bank(play, seat) for seat in (0, 1)] == banks


def test_what_the_server_answered_is_not_made_again():
    play = timed(3, move=60, out="skips")
    play.do(0, Nudge(1))
    before = play.version - 1
    play.do(0, RollDie())
    pass_time(play, 1)
    play.do(SERVER, CallTime())
    assert play.table.game.active == 2
    play.do(0, RequestUndo(before, True))
    while play.table.request is not None:
        play.do(min(play.table.request.asked - play.table.request.agreed), GiveConsent())
    assert (play.table.game.active, hours_left(play, 1)) == (1, 1)
