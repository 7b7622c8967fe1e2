"""Undo, finished: later moves that are kept, consent in advance, time to answer, and why an undo is not free."""

from typing import Any

import pytest

from domain.table.chance import Dictated
from domain.table.consent import orders_of
from domain.table.disputes.messages import CallTime, Reapplied, RequestLapsed
from domain.table.frontier import Lesson, lesson, lessons, viewers_of
from domain.table.lifecycle import (
    BeginGame,
    ConsentGiven,
    ConsentRefused,
    GiveConsent,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RequestUndo,
    Resign,
    SetOrder,
    TakeSeat,
    Undo,
    Undone,
    UndoRequested,
)
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import fold
from tests.table.disputing import arranged, later
from tests.table.play import Play, digest, game_digest, seated
from tests.table.toy import CallVote, DrawCard, Nudge, Plan, PlayCards, RollDie, Vote


def events(accepted: Any) -> list[Any]:
    return [record.event for record in accepted.records]


def voting() -> tuple[Play, dict[int, int]]:
    """A table at which all of three seats vote at once, and two have: the versions before their votes."""
    play = arranged()
    play.do(0, CallVote())
    before = {}
    for seat in (0, 1):
        before[seat] = play.version
        play.do(seat, Vote(seat == 0))
    return play, before


@pytest.mark.clause("T-28", "T-21")
def test_only_one_command_is_taken_back_and_independent_moves_are_made_again():
    play, before = voting()
    asked = play.copy()
    assert events(asked.do(0, RequestUndo(before[0])))[0].asked == (1,)
    done = events(play.do(0, RequestUndo(before[0], reapply=True)))
    # Nobody depends on a vote that nobody saw; where only the own seat is concerned, the others are asked all the same.
    assert done == [UndoRequested(before[0], (1, 2), True)]
    play.do(1, GiveConsent())
    assert events(play.do(2, GiveConsent()))[1:3] == [Undone(before[0]), Reapplied(1, before[1] + 1)]
    assert play.table.game.votes == {1: False}
    assert [prompt.seat for prompt in play.table.prompts] == [0, 2]


@pytest.mark.clause("T-28")
def test_what_depends_on_it_goes_with_it_and_its_seat_is_asked():
    play = arranged()
    there = play.version
    play.do(0, RollDie())
    play.do(1, RollDie())
    asked = events(play.do(0, RequestUndo(there, reapply=True)))[0].asked
    assert asked == (1, 2)
    for seat in asked:
        done = events(play.do(seat, GiveConsent()))
    assert [event for event in done if isinstance(event, Reapplied)] == []
    assert play.table.game.scores == [0, 0, 0]


@pytest.mark.clause("T-28")
def test_moves_made_again_belong_to_their_seats():
    play, before = voting()
    play.do(0, RequestUndo(before[0], reapply=True))
    for seat in (1, 2):
        play.do(seat, GiveConsent())
    again = play.version
    play.do(0, Vote(False))
    play.do(2, Vote(True))
    # The vote that was made again is east's, though south was the last to agree: who takes it back asks east too.
    assert 1 in events(play.copy().do(0, RequestUndo(before[0])))[0].asked
    refusal = play.ask(2, Undo(again))
    assert isinstance(refusal, Refusal)
    assert refusal.arguments["acted"] == (0,)


@pytest.mark.clause("T-28")
def test_a_table_with_moves_made_again_folds_to_itself_and_can_be_undone_and_redone():
    play, before = voting()
    play.do(0, RequestUndo(before[0], reapply=True))
    for seat in (1, 2):
        play.do(seat, GiveConsent())
    again = fold(play.table.id, play.table.rulebook, play.table.records)
    assert digest(again) == digest(play.table)
    was = game_digest(play.table)
    play.do(ARBITER, Undo(before[0]))
    play.do(ARBITER, Redo())
    assert game_digest(play.table) == was
    # A second time: the move is found at its first place.
    play.do(2, Vote(True))
    play.do(0, RequestUndo(before[0], reapply=True))
    assert play.table.request is not None


@pytest.mark.clause("T-28", "T-16")
def test_that_a_hidden_move_is_made_again_is_hidden_from_the_same():
    play = arranged()
    nudged = play.version
    play.do(0, Nudge(1))
    play.do(0, Plan(play.table.game.hands[0][0]))
    play.do(0, RollDie())
    play.do(1, Nudge(1))
    play.do(0, RequestUndo(nudged, reapply=True))
    for seat in sorted(play.table.request.asked if play.table.request else ()):
        play.do(seat, GiveConsent())
    again = [record for record in play.table.records if isinstance(record.event, Reapplied)]
    assert len(again) == 3
    assert [seen_record(play.table, record, 0) is not None for record in again] == [True, True, True]
    for viewer in (None, 1, 2):
        assert [seen_record(play.table, record, viewer) is not None for record in again] == [False, True, True]


# --- Consent in advance, and time -------------------------------------------------------------------------------------


@pytest.mark.clause("T-27")
@pytest.mark.parametrize(
    ("order", "commands", "answer"),
    [
        ('{"order":"AgreeToUndo"}', 1, ConsentGiven(1)),
        ('{"order":"AgreeToUndo","commands":2}', 2, ConsentGiven(1)),
        ('{"order":"AgreeToUndo"}', 2, None),
        ('{"order":"DeclineUndo"}', 1, ConsentRefused(1)),
    ],
)
def test_consent_is_given_in_advance(order: str, commands: int, answer: object):
    play = arranged()
    play.do(1, SetOrder("consent", order))
    there = play.version
    for command in (Nudge(1), RollDie())[-commands:]:
        play.do(0, command)
    done = play.do(0, RequestUndo(there))
    assert events(done)[1:] == ([answer] if answer else [])
    if answer:
        assert done.records[1].law == "T-27"
    assert (play.table.request is None) == isinstance(answer, ConsentRefused)


@pytest.mark.clause("T-27")
def test_where_all_have_agreed_in_advance_it_is_done_at_once():
    play = arranged()
    for seat in (1, 2):
        play.do(seat, SetOrder("consent", '{"order":"AgreeToUndo"}'))
    there = play.version
    play.do(0, RollDie())
    assert events(play.do(0, RequestUndo(there)))[1:] == [ConsentGiven(1), ConsentGiven(2), Undone(there)]
    play.do(0, Redo())


@pytest.mark.clause("T-27")
def test_nobody_agrees_in_advance_to_lose_an_own_move_nor_to_what_is_brought_back():
    play = arranged()
    for seat in (1, 2):
        play.do(seat, SetOrder("consent", '{"order":"AgreeToUndo","commands":9}'))
    there = play.version
    play.do(0, RollDie())
    play.do(1, RollDie())
    assert events(play.do(0, RequestUndo(there)))[1:] == [ConsentGiven(2)]
    play.do(1, GiveConsent())
    play.do(0, Nudge(1))
    play.do(ARBITER, Undo(there))
    assert events(play.do(1, RequestUndo(there + 3)))[1:] == []


@pytest.mark.clause("T-25", "T-27")
@pytest.mark.parametrize(
    "order", ["{}", '{"order":"Ballot","yes":true}', '{"order":"AgreeToUndo","commands":0}', "[", "7"]
)
def test_an_order_about_consent_is_checked_like_any_other(order: str):
    play = arranged()
    assert play.refused(0, SetOrder("consent", order)) == "BAD_ORDER"
    assert list(orders_of(play.table, 0)) == ["vote", "turn", "consent"]


@pytest.mark.clause("T-29")
@pytest.mark.parametrize("silence", ["declines", "agrees"])
def test_when_time_is_called_silence_means_what_the_table_has_arranged(silence: str):
    play = arranged(hours=48, silence=silence)
    there = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(there))
    play.do(1, GiveConsent())
    later(play, 47)
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    later(play, 2)
    assert play.refused(2, GiveConsent()) == "TIME_IS_OVER"
    assert play.refused(2, RefuseConsent()) == "TIME_IS_OVER"
    lapsed = RequestLapsed((2,), silence == "agrees")
    assert events(play.do(2, CallTime())) == ([lapsed, Undone(there)] if silence == "agrees" else [lapsed])
    assert play.table.request is None
    if silence == "agrees":
        assert play.refused(1, Redo()) == "NOT_YOUR_UNDO"
        play.do(0, Redo())


@pytest.mark.clause("T-29", "T-24")
def test_nobodys_silence_agrees_to_another_edition():
    play = arranged(hours=1, silence="agrees")
    play.do(HOST, ProposeEdition("2"))
    later(play, 1.1)
    assert events(play.do(HOST, CallTime())) == [RequestLapsed((0, 1, 2), agreed=False)]
    assert play.table.edition.name == "1"


@pytest.mark.clause("T-29")
def test_where_nothing_is_arranged_what_is_asked_can_be_answered_for_ever():
    play = arranged()
    there = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(there))
    later(play, 10_000)
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    for seat in (1, 2):
        play.do(seat, GiveConsent())


# --- The frontier -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-23")
def test_who_learned_what_by_each_record_follows_from_what_it_shows():
    play = arranged()
    drawn = play.do(0, DrawCard()).first
    rolled = play.do(1, RollDie()).first
    planned = play.do(2, Plan(play.table.game.hands[2][0])).first
    viewers = viewers_of(play.table)
    assert list(lessons(play.table, [drawn], viewers)) == [Lesson(drawn, 0, ("cards",))]
    assert [one.viewer for one in lessons(play.table, [rolled], viewers)] == [None, 0, 1, 2]
    assert lesson(play.table, rolled, 0) == Lesson(rolled, 0, ("chance",))
    # What a seat has said itself it has not learned, and the others do not even know of it.
    assert list(lessons(play.table, [planned], viewers)) == []


@pytest.mark.clause("T-20", "T-23")
def test_a_refused_undo_says_who_acted_who_saw_what_and_where():
    play = arranged()
    there = play.version
    rolled = play.do(0, RollDie()).first
    play.do(1, Nudge(1))
    refusal = play.ask(0, Undo(there))
    assert isinstance(refusal, Refusal)
    assert refusal.arguments == {
        "asked": (1, 2), "acted": (1,), "seen": (1, 2), "what": ("chance",), "shown": rolled, "bound": False,
    }  # fmt: skip
    assert play.table.catalogue.refusal(refusal) == (
        "This undo needs the consent of east and south; east acted since; east and south saw what chance decided"
        f" at version {rolled}."
    )
    hand = arranged()
    there = hand.version
    hand.do(0, DrawCard())
    refusal = hand.ask(0, Undo(there))
    assert isinstance(refusal, Refusal)
    assert (refusal.arguments["seen"], refusal.arguments["what"]) == ((0,), ("cards",))


@pytest.mark.clause("T-23")
def test_what_is_hidden_never_decides_who_learned_something():
    found = []
    for first in (1, 12):
        deck = (first, *(card for card in range(1, 13) if card != first))
        play = seated(3, source=Dictated({"deck": deck, "die": (1, 2)}))
        play.do(HOST, BeginGame())
        play.do(0, DrawCard())
        play.do(1, PlayCards((play.table.game.hands[1][0],)))
        found.append(list(lessons(play.table, play.table.history.line(), (None, 2))))
    assert found[0] == found[1]


@pytest.mark.clause("T-2", "T-28")
def test_whoever_takes_a_seat_over_has_not_made_its_moves():
    play, before = voting()
    play.do(0, RequestUndo(before[0], reapply=True))
    for seat in (1, 2):
        play.do(seat, GiveConsent())
    play.do(1, Resign())
    play.do(1, TakeSeat(1, "zoe"))
    assert play.refused(1, Undo(play.table.setup_end)) in ("UNDO_NOT_FREE", "RESIGNED_SINCE")
