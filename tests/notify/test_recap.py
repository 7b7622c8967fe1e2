"""What is to be told of a table to whom: pure functions of a table."""

import random
from collections.abc import Callable

import msgspec
import pytest

from domain.root.rulebook import rulebook as root
from domain.table.disputes.messages import (
    ArrangeDisputes,
    ContestRecord,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
)
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    LeaveSeat,
    PauseTable,
    Redo,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST
from domain.table.table import Table, fold
from infra.notify.awaiting import Decision, decisions_of
from infra.notify.changes import MOST_MOVES, changes_since
from infra.notify.news import news_of
from infra.notify.recap import last_turn, recap_of
from infra.posts import Poster
from tests.infra.house import House
from tests.table.toy import CardsDrawn, DrawCard, Nudge, Plan, Planned, RollDie, Scored

HOURS = 3_600_000_000


def asked(table: Table) -> list[tuple[str, int, str]]:
    return [(one.person, one.seat, one.kind) for one in decisions_of(table)]


def only(table: Table, kind: str) -> Decision:
    return next(one for one in decisions_of(table) if one.kind == kind)


def test_a_seat_that_is_awaited_owes_a_decision_since_the_record_that_led_to_it(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, RollDie())
    table = house.ledger.current(table_id)
    (decision,) = decisions_of(table)
    assert (decision.person, decision.seat, decision.clause, decision.viewer) == ("person1", 1, "TOY-1", 1)
    assert decision.version == table.starts[-1]
    assert decision.sentence == "East takes a turn."
    assert decision.key(table_id) == f"{table_id}/1/{decision.kind}/{decision.version}/person1"


def test_the_host_is_asked_to_begin_when_all_seats_are_taken(house: House) -> None:
    table_id = house.opened()
    house.do(table_id, 0, TakeSeat(0, "person0"))
    assert asked(house.ledger.current(table_id)) == []
    house.do(table_id, 1, TakeSeat(1, "person1"))
    assert asked(house.ledger.current(table_id)) == [("hanna", HOST, "begin")]
    house.do(table_id, HOST, BeginGame())
    assert ("hanna", HOST, "begin") not in asked(house.ledger.current(table_id))


def test_what_a_vacant_seat_owes_its_host_is_told_without_its_secrets(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, Resign())
    (decision,) = decisions_of(house.ledger.current(table_id))
    assert (decision.person, decision.seat, decision.viewer) == ("hanna", 0, None)
    assert decision.sentence.startswith("North is vacant, and the host plays it.")


def test_a_host_who_plays_is_asked_to_seat_somebody_and_not_to_play_the_vacant_seat(house: House) -> None:
    table_id = house.seated(seats=3)
    house.do(table_id, 2, LeaveSeat(2))
    house.do(table_id, 2, TakeSeat(2, "hanna"))
    house.do(table_id, HOST, BeginGame())
    house.do(table_id, 0, Resign())
    (decision,) = decisions_of(house.ledger.current(table_id))
    assert (decision.person, decision.seat, decision.speaks) == ("hanna", HOST, Poster(HOST))
    assert decision.sentence == "North is vacant, and the game waits for it: seat a bot or somebody else there."


def test_consent_is_awaited_of_each_seat_that_was_asked_until_the_time_is_over(house: House) -> None:
    table_id = house.seated(seats=3)
    house.do(table_id, HOST, ArrangeDisputes(hours=24))
    house.do(table_id, HOST, BeginGame())
    start = house.ledger.current(table_id).version
    house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    request = house.do(table_id, 0, RequestUndo(start))
    table = house.ledger.current(table_id)
    consent = only(table, "consent")
    assert {who for who in asked(table) if who[2] == "consent"} == {(f"person{n}", n, "consent") for n in (1, 2)}
    assert (consent.version, consent.clause) == (request.first, "T-21")
    assert consent.until == request.records[0].at + 24 * HOURS


def test_settlements_votes_and_rulings_are_awaited_of_who_has_to_answer(house: House) -> None:
    table_id = house.begun(seats=3)
    rolled = house.do(table_id, 0, RollDie()).first
    contest = house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    ruling = only(house.ledger.current(table_id), "ruling")
    assert (ruling.person, ruling.seat, ruling.contest, ruling.version) == ("arno", ARBITER, 1, contest.first)
    house.do(table_id, 1, ProposeSettlement(1, Remedy(points=(0, 1, 0))))
    table = house.ledger.current(table_id)
    assert {who for who in asked(table) if who[2] == "settlement"} == {
        ("person0", 0, "settlement"),
        ("person2", 2, "settlement"),
    }


def test_a_vote_is_awaited_of_those_who_have_not_voted(house: House) -> None:
    table_id = house.seated(seats=3)
    house.do(table_id, HOST, ArrangeDisputes(judge="vote"))
    house.do(table_id, HOST, BeginGame())
    rolled = house.do(table_id, 0, RollDie()).first
    house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    assert not [who for who in asked(house.ledger.current(table_id)) if who[2] in ("ruling", "vote")]
    house.do(table_id, 1, PutToVote(1, "upheld"))
    house.do(table_id, 2, VoteOnRuling(1, "no"))
    voting = {who for who in asked(house.ledger.current(table_id)) if who[2] == "vote"}
    assert voting == {("person0", 0, "vote"), ("person1", 1, "vote")}


def test_an_arbiter_who_is_a_party_waits_for_the_others_to_accept(house: House) -> None:
    table_id = house.begun(arbiter="person0")
    rolled = house.do(table_id, 0, RollDie()).first
    house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    kinds = [who for who in asked(house.ledger.current(table_id)) if who[2] in ("ruling", "accept")]
    assert kinds == [("person1", 1, "accept")]


def test_nothing_is_awaited_while_the_table_is_paused_and_then_anew(house: House) -> None:
    table_id = house.begun()
    (before,) = decisions_of(house.ledger.current(table_id))
    house.do(table_id, HOST, PauseTable())
    assert decisions_of(house.ledger.current(table_id)) == []
    resumed = house.do(table_id, HOST, ResumeTable())
    (after,) = decisions_of(house.ledger.current(table_id))
    assert before.version < after.version
    assert after.version == resumed.first


def test_what_an_undo_brings_back_is_awaited_anew(house: House) -> None:
    table_id = house.begun()
    (before,) = decisions_of(house.ledger.current(table_id))
    start = house.ledger.current(table_id).version
    house.do(table_id, 0, RollDie())
    undone = house.do(table_id, ARBITER, Undo(start))
    (after,) = decisions_of(house.ledger.current(table_id))
    assert after.since == before.since
    assert after.version == undone.first
    assert after.key(table_id) != before.key(table_id)


def test_a_recap_tells_what_changed_since_ones_own_last_command(house: House) -> None:
    table_id = house.begun(seats=3)
    house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    own = house.do(table_id, 2, RollDie())
    house.do(table_id, 0, RollDie())
    table = house.ledger.current(table_id)
    assert last_turn(table, "person2", 2) == own.last
    recap = recap_of(table, "person2", 2)
    assert [change.version for change in recap.changes] == list(range(own.last + 1, table.version + 1))
    assert all(change.clause for change in recap.changes)
    (north,) = [score for score in recap.scores if score.gained]
    assert north.name == "north"
    scored = next(record.event for record in table.records[own.last :] if isinstance(record.event, Scored))
    assert north.gained[0].startswith(f"+{scored.points}: ")
    assert "[TOY-" in north.gained[0]


def test_a_recap_is_bounded_and_says_how_much_it_leaves_out(house: House) -> None:
    table_id = house.begun(seats=3)
    house.do(table_id, 0, RollDie())
    own = last_turn(house.ledger.current(table_id), "person0", 0)
    house.do(table_id, 1, RollDie())
    house.do(table_id, 2, RollDie())
    table = house.ledger.current(table_id)
    changed = list(changes_since(table, 0, own))
    recap = recap_of(table, "person0", 0, most=2)
    assert len(changed) > 2
    assert (recap.changes, recap.more) == (tuple(changed[-2:]), len(changed) - 2)


def test_what_was_taken_back_is_no_news_but_that_it_was(house: House) -> None:
    table_id = house.begun()
    start = house.ledger.current(table_id).version
    rolled = house.do(table_id, 0, RollDie())
    house.do(table_id, ARBITER, Undo(start))
    versions = [change.version for change in recap_of(house.ledger.current(table_id), "person1", 1).changes]
    assert rolled.first not in versions
    assert versions[-1] == house.ledger.current(table_id).version


def test_who_is_asked_to_agree_to_an_undo_reads_what_it_takes_back(house: House) -> None:
    table_id = house.begun(options='{"rounds":8,"cards":20}')
    start = house.ledger.current(table_id).version
    house.do(table_id, 0, Plan(house.ledger.current(table_id).game.hands[0][0]))
    house.do(table_id, 0, Nudge(2))
    house.do(table_id, 0, DrawCard())
    house.do(table_id, 1, RollDie())
    house.do(table_id, 0, RequestUndo(start))
    table = house.ledger.current(table_id)
    consent = only(table, "consent")
    assert consent.details[0].startswith("would be taken back: North nudges")
    assert [line.partition(" back: ")[2].split()[0] for line in consent.details] == ["North", "North", "East"]
    assert not [line for line in consent.details if "plan" in line.lower()], "nobody else knows of that"
    house.do(table_id, 1, GiveConsent())
    table = house.ledger.current(table_id)
    (undone,) = [change for change in changes_since(table, 1, start) if "history" in change.sentence]
    assert undone.details == tuple(line.removeprefix("would be ") for line in consent.details)
    own = next(change for change in changes_since(table, 0, start) if "history" in change.sentence)
    assert any("plan" in line.lower() for line in own.details)
    for _ in range(2):
        house.do(table_id, 0, Redo())
    *_, planned, nudged = changes_since(house.ledger.current(table_id), 1, start)
    assert (planned.details, nudged.details) == ((), ("counts again: North nudges by 2",))


def test_of_a_long_undo_a_few_moves_are_told_and_how_many_more(house: House) -> None:
    table_id = house.begun(options='{"rounds":20}')
    start = house.ledger.current(table_id).version
    for turn in range(MOST_MOVES + 2):
        house.do(table_id, turn % 2, RollDie())
    house.do(table_id, 0, RequestUndo(start))
    details = only(house.ledger.current(table_id), "consent").details
    assert len(details) == MOST_MOVES + 1
    assert details[-1] == "… and 2 more behind these."


def test_where_later_moves_are_kept_only_the_one_is_told_that_is_taken_back(house: House) -> None:
    table_id = house.begun(options='{"rounds":8}')
    start = house.ledger.current(table_id).version
    house.do(table_id, 0, Nudge(2))
    house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    house.do(table_id, 0, RequestUndo(start, reapply=True))
    (detail,) = only(house.ledger.current(table_id), "consent").details
    assert detail.startswith("would be taken back: North nudges")
    house.do(table_id, 1, GiveConsent())
    table = house.ledger.current(table_id)
    (undone,) = [change for change in changes_since(table, 1, start) if "history" in change.sentence]
    assert undone.details[0].startswith("taken back: North nudges")


def test_who_is_asked_to_bring_something_back_reads_what(house: House) -> None:
    table_id = house.begun(options='{"rounds":8}')
    start = house.ledger.current(table_id).version
    rolled = house.do(table_id, 0, RollDie()).last
    house.do(table_id, ARBITER, Undo(start))
    house.do(table_id, 1, RequestUndo(rolled))
    (detail,) = only(house.ledger.current(table_id), "consent").details
    assert detail.startswith("would count again: North rolls")


def test_who_answers_a_settlement_or_a_vote_reads_what_is_contested_and_what_would_go(house: House) -> None:
    table_id = house.seated(seats=3)
    house.do(table_id, HOST, ArrangeDisputes(judge="vote"))
    house.do(table_id, HOST, BeginGame())
    start = house.ledger.current(table_id).version
    rolled = house.do(table_id, 0, RollDie()).first
    house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    house.do(table_id, 1, ProposeSettlement(1, Remedy(rewind=start)))
    contested, gone = only(house.ledger.current(table_id), "settlement").details
    assert contested.startswith(f"record {rolled}: North rolls")
    assert gone.startswith("would be taken back: North rolls")
    house.do(table_id, 1, PutToVote(1, "overturned", Remedy(rewind=start)))
    assert only(house.ledger.current(table_id), "vote").details == (contested, gone)


def test_who_judges_a_contest_and_who_hears_of_it_reads_what_is_contested(house: House) -> None:
    table_id = house.begun()
    rolled = house.do(table_id, 0, RollDie()).first
    before = house.ledger.current(table_id).version
    house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    table = house.ledger.current(table_id)
    (detail,) = only(table, "ruling").details
    assert detail.startswith(f"record {rolled}: North rolls")
    (change,) = [one for one in changes_since(table, 0, before) if "contested" in one.sentence]
    assert change.details == (detail,)


def test_what_only_moves_the_game_on_is_no_news(new_house: Callable[..., House]) -> None:
    house = new_house(rulebooks=[root])
    table_id, rng = house.begun("root", 3), random.Random(3)
    for _ in range(40):
        house.play_one(table_id, rng)
    table = house.ledger.current(table_id)
    changes = list(changes_since(table, None, table.setup_end))
    assert not [
        one for one in changes if one.sentence.endswith((" begins", "ends the turn")) and "Turn" not in one.sentence
    ]
    assert len(recap_of(table, "arno", None, most=40).changes) == min(40, len(changes))


def test_news_are_told_to_whom_they_concern_and_not_to_who_made_them(house: House) -> None:
    table_id = house.begun(seats=3)
    table = house.ledger.current(table_id)
    begun = {one.person for one in news_of(table, 0, 0) if one.kind == "begun"}
    assert begun == {"person0", "person1", "person2", "arno"}
    rolled = house.do(table_id, 0, RollDie()).first
    at = house.ledger.current(table_id).version
    house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    house.do(table_id, ARBITER, GiveRuling(1, "upheld"))
    told = [(one.kind, one.person) for one in news_of(house.ledger.current(table_id), at, 0)]
    assert sorted(told) == [
        ("contested", "hanna"), ("contested", "person0"), ("contested", "person2"),
        ("judged", "hanna"), ("judged", "person0"), ("judged", "person1"),
    ]  # fmt: skip


def test_news_that_are_old_are_news_no_more(house: House) -> None:
    table_id = house.begun()
    table = house.ledger.current(table_id)
    assert list(news_of(table, 0, table.records[-1].at + 1)) == []
    assert list(news_of(table, table.version, 0)) == []


def test_a_finished_game_is_told_once_it_counts(house: House) -> None:
    table_id = house.begun(options='{"rounds":1}')
    house.finish(table_id, random.Random(1))
    table = house.ledger.current(table_id)
    assert {one.person for one in news_of(table, 0, 0) if one.kind == "finished"} >= {"person0", "hanna", "arno"}
    house.do(table_id, ARBITER, Undo(table.setup_end))
    assert not [one for one in news_of(house.ledger.current(table_id), 0, 0) if one.kind == "finished"]


def swapped(table: Table, seat: int) -> Table:
    """The table as it would be if a seat had drawn another card, and planned another: the same shape, another secret."""
    records, left = [], 1
    for record in table.records:
        event = record.event
        if isinstance(event, CardsDrawn) and event.seat == seat and left:
            left = 0
            drawn = [table.game.deck[0] if card == event.cards[0] else card for card in event.cards]
            event = msgspec.structs.replace(event, cards=tuple(drawn))
        if isinstance(event, Planned) and event.seat == seat:
            other = next(card for card in table.game.hands[seat] if card != event.card)
            event = msgspec.structs.replace(event, card=other)
        records.append(msgspec.structs.replace(record, event=event))
    return fold(table.id, table.rulebook, records)


def test_what_a_seat_hides_changes_no_byte_of_what_others_are_told(house: House) -> None:
    table_id = house.begun(options='{"rounds":8,"cards":20}')
    house.do(table_id, 0, Nudge(2))
    house.do(table_id, 0, Plan(house.ledger.current(table_id).game.hands[0][0]))
    house.do(table_id, 0, DrawCard())
    house.do(table_id, 1, RollDie())
    house.do(table_id, 0, RequestUndo(house.ledger.current(table_id).setup_end))
    table = house.ledger.current(table_id)
    other = swapped(table, 0)
    assert [record.event for record in table.records] != [record.event for record in other.records]
    for person, viewer in (("person1", 1), ("hanna", None), ("arno", None)):
        assert msgspec.json.encode(recap_of(table, person, viewer)) == msgspec.json.encode(
            recap_of(other, person, viewer)
        )
    own = recap_of(table, "person0", 0)
    assert any("plans" in change.sentence.lower() for change in changes_since(table, 0, 0))
    assert own.seat == "north"
    assert not any("plan" in change.sentence.lower() for change in changes_since(table, 1, 0))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_a_recap_of_a_table_that_has_not_begun_says_so_by_saying_nothing(house: House, viewer: int | None) -> None:
    table = house.ledger.current(house.seated())
    recap = recap_of(table, "person0", viewer)
    assert (recap.scores, recap.forms) == ((), ())
