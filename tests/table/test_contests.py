"""Contests: who may open one of what, what everybody sees of it, and what it does to the table."""

from typing import Any

import msgspec
import pytest

from domain.table.disputes.messages import (
    AddEvidence,
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    ContestWithdrawn,
    EvidenceAdded,
    GiveRuling,
    PutToVote,
    RecordContested,
    RefusalContested,
    Remedy,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.lifecycle import Phase, ResumeTable, SetOrder, TablePaused, TableResumed
from domain.table.messages import ARBITER, HOST
from domain.table.refusals import Refusal
from domain.table.seeing import seen_record
from domain.table.table import fold
from domain.table.wire import command_text
from tests.table.disputing import arranged, contest_of, contested, correction, rolled
from tests.table.play import Play, begun, digest, stored
from tests.table.toy import LAW, CardsDrawn, Nudge, Plan, RollDie


def events(accepted: Any) -> list[Any]:
    return [record.event for record in accepted.records]


def refused_at(play: Play, by: int, command: Any) -> ContestRefusal:
    """The contest of a refusal that the command meets now."""
    assert isinstance(play.ask(by, command), Refusal)
    return ContestRefusal(play.version, play.version, by, command_text(command), "TOY-3")


@pytest.mark.clause("T-51")
@pytest.mark.parametrize("by", [0, 1, 2, HOST])
def test_a_record_is_contested_by_a_seat_or_the_host_with_its_citation(by: int):
    play, score = rolled()
    (event,) = events(play.do(by, ContestRecord(score, "TOY-4", "ab" * 32)))
    assert event == RecordContested(1, score, 0, "TOY-4", "1", LAW["TOY-4"].hash, "ab" * 32)
    contest = contest_of(play)
    assert (contest.by, contest.disputed, contest.respondent, contest.status) == (by, score, 0, "open")
    assert contest.parties == {seat for seat in (by, 0) if seat >= 0}


@pytest.mark.clause("T-51")
def test_any_record_can_be_contested_also_of_the_table_and_under_its_own_law():
    play, _ = rolled()
    for number, version in enumerate(range(1, play.version + 1), 1):
        if number > 20:
            break
        play.do(1, ContestRecord(version, "T-1"))
    assert [contest.disputed for contest in play.table.disputes.contests][:3] == [1, 2, 3]


@pytest.mark.clause("T-51", "T-63")
def test_the_same_record_is_contested_once_under_a_clause_but_for_what_was_withdrawn():
    play, score = rolled()
    play.do(1, ContestRecord(score, "TOY-4"))
    assert play.refused(0, ContestRecord(score, "TOY-4")) == "CONTESTED_ALREADY"
    play.do(0, ContestRecord(score, "TOY-8"))
    assert events(play.do(1, WithdrawContest(1))) == [ContestWithdrawn(1)]
    play.do(2, ContestRecord(score, "TOY-4"))
    assert [contest.status for contest in play.table.disputes.contests] == ["withdrawn", "open", "open"]


@pytest.mark.clause("T-51")
@pytest.mark.parametrize("version", [0, 2**40])
def test_what_is_no_record_cannot_be_contested(version: int):
    play, _ = rolled()
    assert play.refused(1, ContestRecord(version, "TOY-4")) == "NO_SUCH_RECORD"


@pytest.mark.clause("T-50")
def test_the_game_goes_on_while_a_contest_is_open_unless_the_table_has_arranged_a_pause():
    play = contested()
    play.do(1, Nudge(1))
    assert play.table.phase is Phase.BEGUN
    paused = contested(pauses=True)
    assert paused.table.phase is Phase.PAUSED
    assert paused.refused(1, Nudge(1)) == "GAME_NOT_ACTIVE"


@pytest.mark.clause("T-50")
@pytest.mark.parametrize("end", ["withdrawn", "ruled"])
def test_a_table_that_contests_have_paused_goes_on_with_the_end_of_the_last_one(end: str):
    play, score = rolled(pauses=True)
    opened = play.do(1, ContestRecord(score, "TOY-4"))
    assert [(type(record.event), record.law) for record in opened.records][1:] == [(TablePaused, "T-50")]
    play.do(2, ContestRecord(score, "TOY-8"))
    ends = {1: (1, WithdrawContest(1)), 2: (2, WithdrawContest(2))}
    if end == "ruled":
        ends = {n: (ARBITER, GiveRuling(n, "upheld")) for n in (1, 2)}
    play.do(*ends[2])
    assert play.table.phase is Phase.PAUSED
    assert isinstance(events(play.do(*ends[1]))[-1], TableResumed)
    assert play.table.phase is Phase.BEGUN


@pytest.mark.clause("T-50")
def test_what_host_or_arbiter_have_paused_no_contest_resumes():
    play, score = rolled(pauses=True)
    play.do(1, ContestRecord(score, "TOY-4"))
    play.do(ARBITER, ResumeTable())
    play.do(1, Nudge(1))
    assert events(play.do(1, WithdrawContest(1))) == [ContestWithdrawn(1)]


@pytest.mark.clause("T-50")
def test_disputes_are_arranged_before_the_game_begins_and_by_nobody_but_the_host():
    play = begun()
    assert play.refused(HOST, ArrangeDisputes(pauses=True)) == "WRONG_LIFE_PHASE"
    assert arranged(judge="vote", hours=5).table.disputes.arranged.hours == 5


# --- Refusals ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-52")
def test_a_refusal_comes_into_the_log_as_it_is_decided_again():
    play = arranged()
    play.do(0, Nudge(1))
    asked = refused_at(play, 0, Nudge(2))
    play.do(0, RollDie())
    (event,) = events(play.do(0, asked))
    assert isinstance(event, RefusalContested)
    assert (event.code, event.of, event.arguments, event.seat) == ("NUDGED_ALREADY", "TOY-5", "{}", 0)
    assert contest_of(play).respondent == -1
    assert contest_of(play).parties == {0}


@pytest.mark.clause("T-52")
def test_a_refusal_that_never_was_cannot_be_contested():
    play = arranged()
    asked = ContestRefusal(play.version, play.version, 0, command_text(Nudge(2)), "TOY-5")
    assert play.refused(0, asked) == "NOT_REFUSED"
    assert play.refused(0, msgspec.structs.replace(asked, version=play.version - 1)) == "NOT_REFUSED"
    assert play.refused(0, msgspec.structs.replace(asked, version=2**40)) == "NOT_REFUSED"
    assert play.refused(0, msgspec.structs.replace(asked, version=0)) == "NOT_REFUSED"
    # What chance would decide was never refused.
    assert play.refused(0, msgspec.structs.replace(asked, refused=command_text(RollDie()))) == "NOT_REFUSED"


@pytest.mark.clause("T-52")
def test_what_others_were_refused_is_not_ones_own_to_contest():
    play = arranged()
    assert isinstance(play.ask(1, Nudge(1)), Refusal)
    asked = ContestRefusal(play.version, play.version, 1, command_text(Nudge(1)), "TOY-1")
    (event,) = events(play.copy().do(2, asked))
    assert event.code == "NOT_YOUR_SEAT"
    (event,) = events(play.do(1, asked))
    assert event.code == "NOT_YOUR_TURN"


@pytest.mark.clause("T-52", "T-13")
def test_a_refusal_of_the_tables_own_law_can_be_contested():
    play, _ = rolled()
    asked = ContestRefusal(play.version, 3, 1, command_text(Nudge(1)), "T-13")
    (event,) = events(play.do(1, asked))
    assert (event.code, msgspec.json.decode(event.arguments)) == ("STALE_VERSION", {"expected": 3, "version": 16})


@pytest.mark.clause("T-52", "T-16")
def test_a_refused_command_with_a_secret_is_shown_to_its_seat_alone():
    for card in (11, 12):
        play = arranged()
        play.do(0, refused_at(play, 0, Plan(card)))
        record = play.table.records[-1]
        assert seen_record(play.table, record, 0) == record
        for viewer in (None, 1, 2):
            seen = seen_record(play.table, record, viewer)
            assert (seen.event.refused, seen.event.code, seen.event.arguments, seen.cause) == ("", "", "{}", None)
    play = arranged()
    play.do(1, refused_at(play, 1, SetOrder("vote", "{}")))
    assert seen_record(play.table, play.table.records[-1], 0).event.refused == ""
    assert seen_record(play.table, play.table.records[-1], 1).event.refused


# --- Evidence, and what is seen ---------------------------------------------------------------------------------------


@pytest.mark.clause("T-53")
def test_evidence_is_added_by_anybody_as_long_as_a_contest_is_open():
    play = contested()
    for by in (0, 1, 2, HOST, ARBITER):
        assert events(play.do(by, AddEvidence(1, versions=(13,)))) == [EvidenceAdded(1, None, (13,))]
    play.do(0, AddEvidence(1, "cd" * 32))
    assert [(one.by, one.text) for one in contest_of(play).evidence][-1] == (0, "cd" * 32)
    assert play.refused(0, AddEvidence(1, versions=(play.version + 1,))) == "NO_SUCH_RECORD"
    play.do(ARBITER, GiveRuling(1, "upheld"))
    assert play.refused(0, AddEvidence(1, versions=(13,))) == "CONTEST_OVER"


@pytest.mark.clause("T-58", "T-16")
@pytest.mark.parametrize("sealed", [False, True])
def test_a_vote_is_seen_by_all_unless_votes_are_sealed(sealed: bool):
    seen = []
    for choice in ("yes", "no"):
        play = contested(judge="vote", sealed=sealed)
        play.do(0, PutToVote(1, "upheld"))
        play.do(1, VoteOnRuling(1, choice))
        record = play.table.records[-1]
        assert seen_record(play.table, record, 1) == record
        seen.append([seen_record(play.table, record, viewer) for viewer in (None, 0, 2)])
    assert (seen[0] == seen[1]) is sealed


@pytest.mark.clause("T-56", "T-16")
def test_a_correction_shows_nobody_what_its_events_hide():
    play = contested()
    card = play.table.game.deck[0]
    play.do(ARBITER, GiveRuling(1, "overturned", correction(CardsDrawn(0, (card,)))))
    ruled = next(record for record in play.table.records if record.law == "T-55")
    assert seen_record(play.table, ruled, 0) == ruled
    for viewer in (None, 1):
        seen = seen_record(play.table, ruled, viewer)
        assert seen.event.remedy.events == '[["drawn",0,[]]]'
        assert seen.cause is None


@pytest.mark.clause("T-51")
def test_a_table_with_disputes_folds_to_itself():
    play = contested(pauses=True, hours=3)
    play.do(2, AddEvidence(1, versions=(1, 2)))
    again = fold(play.table.id, play.table.rulebook, play.table.records)
    assert digest(again) == digest(play.table)
    assert stored(again) == stored(play.table)
    twin = play.copy()
    twin.do(ARBITER, GiveRuling(1, "overturned", Remedy(points=(1, 0, 0))))
    assert contest_of(play).status == "open"
    assert digest(again) == digest(play.table)
