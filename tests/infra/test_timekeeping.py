"""Keeping time at stored tables: everything that is due is done, once, whoever does it and however often."""

import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from domain.table.chance import Dictated
from domain.table.clocks.messages import ArrangeTime, SeatReminded, TimeControl, TimeRanOut
from domain.table.digest import digest
from domain.table.disputes.messages import (
    ContestRecord,
    ProposeSettlement,
    PutToVote,
    Remedy,
    RequestLapsed,
    VoteOnRuling,
)  # fmt: skip
from domain.table.lifecycle import AbandonTable, BeginGame, PauseTable, RequestUndo, TakeSeat
from domain.table.messages import HOST, SERVER
from domain.table.table import Table
from infra.bots import BOTS
from infra.exports import export_table
from infra.forks import WHOLE
from infra.rulebooks import Rulebooks
from infra.timekeeping import MOST_MOVES, keep_time
from infra.verification import verify
from projections.turns import due_at, read_turn
from tests.infra.house import House
from tests.infra.timed_house import HOUR, pass_hours, timed
from tests.table.toy import DrawCard, RollDie, toy

Houses = Callable[..., House]
RNG = random.Random(1)


@pytest.fixture
def house(new_house: Houses) -> House:
    return new_house()


def kept(house: House, table_id: str, **more: Any) -> list[str]:
    """What keeping time did: each thing by the names of its events, or by why it was turned down."""
    done = keep_time(house.ledger, table_id, RNG, **more)
    return [one.trouble.code if one.trouble else " ".join(type(r.event).__name__ for r in one.records) for one in done]


def test_what_is_due_is_done_once_and_nothing_before(house: House):
    table_id = timed(house, move=48 * 60, remind=(24 * 60,), out="skips")
    assert kept(house, table_id) == []
    pass_hours(house, 25)
    assert kept(house, table_id) == ["SeatReminded"]
    assert kept(house, table_id) == []
    pass_hours(house, 24)
    assert kept(house, table_id) == ["TimeRanOut CardsDrawn TurnPassed"]
    assert kept(house, table_id) == []
    assert house.ledger.current(table_id).game.active == 1


def test_what_was_asked_lapses_before_anybodys_time_is_called(house: House):
    table_id = timed(house, move=60, hours=1)
    first = house.do(table_id, 0, RollDie()).first
    house.do(table_id, 0, RequestUndo(first - 1))
    pass_hours(house, 3)
    (lapsed, out) = keep_time(house.ledger, table_id, RNG)
    assert (lapsed.what, lapsed.seat, type(lapsed.records[0].event)) == ("called", None, RequestLapsed)
    assert (out.what, out.seat, out.records[0].event) == ("called", 1, TimeRanOut(1))
    assert (out.first, out.last, out.records[0].by, out.more) == (lapsed.last + 1, lapsed.last + 1, SERVER, False)


def test_a_bot_moves_for_a_late_seat_until_it_is_anothers_turn_and_the_seat_keeps_its_holder(house: House):
    table_id = timed(house, move=60, out="bot")
    pass_hours(house, 1)
    done = keep_time(house.ledger, table_id, RNG)
    assert [one.what for one in done][:2] == ["called", "moved"]
    table = house.ledger.current(table_id)
    assert (table.game.active, table.seats[0].person) == (1, "ada")
    assert {record.by for one in done for record in one.records} == {SERVER}
    assert kept(house, table_id) == []


def test_bots_play_what_they_are_awaited_for_and_stop_where_a_person_is(house: House):
    table_id = timed(house, "random-bot-1", "ada", "greedy-bot-2", move=60)
    assert kept(house, table_id, bots=False) == []
    done = keep_time(house.ledger, table_id, RNG)
    assert {one.what for one in done} == {"moved"}
    assert {record.by for one in done for record in one.records} <= {0, 2}
    assert [prompt.seat for prompt in house.ledger.current(table_id).prompts if not prompt.optional] == [1]
    while [prompt.seat for prompt in house.ledger.current(table_id).prompts] == [1]:
        house.play_one(table_id, random.Random(2))
    assert kept(house, table_id)


def test_a_bot_that_nobody_has_let_play_is_not_late_by_that(house: House):
    table_id = timed(house, "random-bot-1", "ada", move=60, out="forfeits")
    pass_hours(house, 100)
    assert "TimeRanOut" not in " ".join(kept(house, table_id, bots=True))
    assert not house.ledger.current(table_id).seats[0].vacant


def test_where_bots_are_not_to_play_their_time_is_called_like_anybodys(house: House):
    table_id = timed(house, "random-bot-1", "ada", move=60, out="forfeits")
    pass_hours(house, 100)
    assert kept(house, table_id, bots=False) == ["TimeRanOut SeatResigned HandGone"]


def test_bots_among_themselves_play_so_many_moves_at_a_time_and_then_go_on(house: House):
    table_id = timed(house, "random-bot-1", "random-bot-2", options='{"rounds":30,"cards":99}', move=60)
    done = keep_time(house.ledger, table_id, RNG, most_moves=5)
    assert [one.more for one in done] == [False] * 4 + [True]
    calls = 1
    while done and done[-1].more:
        done = keep_time(house.ledger, table_id, RNG)
        assert len(done) <= MOST_MOVES
        calls += 1
    assert house.ledger.current(table_id).finished
    assert calls > 2
    assert kept(house, table_id) == []


def contested(house: House, judge: str = "arbiter") -> str:
    """A table at which a person contests what a bot did, as contest 1."""
    table_id = timed(house, "random-bot-1", "ada", judge=judge, move=6000)
    kept(house, table_id)
    house.do(table_id, 1, ContestRecord(house.ledger.current(table_id).version, "TOY-4"))
    return table_id


def test_bots_agree_to_an_undo(house: House):
    table_id = timed(house, "ada", "random-bot-1", move=6000)
    rolled = house.do(table_id, 0, RollDie()).first
    house.do(table_id, 0, RequestUndo(rolled - 1))
    assert kept(house, table_id) == ["ConsentGiven Undone"]


def test_bots_agree_to_a_settlement_and_have_no_opinion_in_a_vote(house: House):
    table_id = contested(house)
    house.do(table_id, 1, ProposeSettlement(1, Remedy(points=(1, 0))))
    assert kept(house, table_id) == ["SettlementAnswered Settled ScoreAdjusted"]
    other = contested(house, judge="vote")
    house.do(other, 1, PutToVote(1, "upheld"))
    house.do(other, 1, VoteOnRuling(1, "yes"))
    assert kept(house, other) == ["VoteGiven VoteClosed"]


@pytest.mark.parametrize("meanwhile", [PauseTable(), AbandonTable()])
def test_where_the_table_has_gone_on_while_a_bot_thought_nothing_is_wrong(
    house: House, monkeypatch: pytest.MonkeyPatch, meanwhile: Any
):
    table_id = timed(house, "ada", "greedy-bot-1111", out="waits")
    house.do(table_id, 0, RollDie())
    usual = BOTS["greedy"]

    def slow(table: Table, seat: int, rng: random.Random) -> Any:
        house.do(table_id, HOST, meanwhile)
        return usual(table, seat, rng)

    monkeypatch.setitem(BOTS, "greedy", slow)
    assert kept(house, table_id) == []


@pytest.mark.parametrize("how", [PauseTable(), AbandonTable()], ids=repr)
def test_at_a_table_that_stands_still_nothing_is_done(house: House, how: Any):
    table_id = timed(house, "random-bot-1", "ada", move=60)
    house.do(table_id, HOST, how)
    pass_hours(house, 9)
    assert kept(house, table_id) == []


def test_before_the_game_begins_and_where_no_time_counts_nothing_is_done(house: House):
    table_id = house.opened()
    assert kept(house, table_id) == []
    for seat, person in enumerate(("ada", "bob")):
        house.do(table_id, seat, TakeSeat(seat, person))
    house.do(table_id, HOST, BeginGame())
    pass_hours(house, 9_999)
    assert kept(house, table_id) == []


def test_what_cannot_be_done_is_told_and_nothing_else_is_tried(house: House):
    table_id = house.opened("trumps", 2, chance="dictated")
    for seat, person in enumerate(("ada", "bob")):
        house.do(table_id, seat, TakeSeat(seat, person))
    house.do(table_id, HOST, ArrangeTime(TimeControl(60, out="skips")))
    house.do(table_id, HOST, BeginGame(), dictated=Dictated({"deck": tuple(range(1, 5))}))
    pass_hours(house, 1)
    version = house.ledger.current(table_id).version
    assert kept(house, table_id) == ["NO_CHANCE"]
    assert house.ledger.current(table_id).version == version


@pytest.mark.parametrize("how", ["skips", "bot", "forfeits", "waits"])
def test_many_at_once_do_each_thing_once(new_house: Houses, how: str):
    houses = [new_house() for _ in range(3)]
    table_id = timed(houses[0], "ada", "random-bot-1", "bob", move=60, remind=(30,), out=how)
    for hours, wanted in ((0.75, SeatReminded(0, 30)), (1, TimeRanOut(0))):
        for one in houses:
            pass_hours(one, hours)
        with ThreadPoolExecutor(6) as pool:
            keeping = [pool.submit(keep_time, houses[n % 3].ledger, table_id, random.Random(n)) for n in range(6)]
            assert [one for future in keeping for one in future.result() if one.trouble] == []
        events = [record.event for record in houses[0].ledger.table(table_id).records]
        assert events.count(wanted) == 1
    table = houses[0].ledger.table(table_id)
    assert digest(table) == digest(houses[1].ledger.current(table_id))
    assert sum(isinstance(record.event, TimeRanOut) for record in table.records) == 1
    awaited = {prompt.seat for prompt in table.prompts}
    assert awaited == {0} if how in ("waits", "forfeits") else 1 not in awaited


def test_a_scheduler_finds_what_is_due_in_one_view(house: House):
    late = timed(house, move=60)
    early = timed(house, move=30)
    never = house.begun()
    bots = timed(house, "random-bot-1", "ada", move=60)
    house.catch_up()
    turns = [read_turn(row) for row in house.rows()["turns"].values()]
    assert due_at(turns, house.clock.now) == [bots]
    assert due_at(turns, house.clock.now + HOUR) == [bots, early, late]
    by_table = {turn.table: turn for turn in turns}
    (ada, bob) = by_table[late].times
    assert (ada.seat, ada.awaited, ada.until) == (0, True, by_table[late].due)
    assert (bob.seat, bob.awaited, bob.until) == (1, False, None)
    assert (by_table[never].times, by_table[never].due) == ((), None)


@pytest.mark.parametrize("how", ["skips", "bot", "forfeits", "waits"])
def test_tables_with_time_are_exported_verified_forked_and_made_anew(house: House, how: str):
    table_id = timed(
        house, "ada", "random-bot-1", "bob", move=60, bank=30, remind=(30,), out=how, options='{"rounds":3}'
    )
    for _ in range(12):
        pass_hours(house, 2)
        kept(house, table_id)
        table = house.ledger.current(table_id)
        if table.prompts:
            seat = table.prompts[0].seat
            held = not table.seats[seat].vacant
            house.ask(table_id, seat if held else HOST, DrawCard() if table.game.deck else RollDie(), seat=seat)
    table = house.ledger.table(table_id)
    assert any(isinstance(record.event, TimeRanOut) for record in table.records)
    house.catch_up()
    live = house.rows()
    house.rebuild()
    assert house.rows() == live
    for viewer in (-1, 0):
        report = verify(
            export_table(house.ledger, house.signer, table_id, viewer=viewer, raw=viewer < 0), Rulebooks([toy])
        )
        assert (report.faults, report.differences) == ([], [])
    fork = house.ledger.fork(table_id, table.setup_end, host="ada", viewer=WHOLE if table.finished else None)
    assert isinstance(fork, Table), fork
    assert fork.clocks.seats == []
