"""The ledger for one event loop: exactly once, together, beside others at the same log."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from eventsourcing.persistence import IntegrityError, StoredEvent

from domain.table.kernel import Accepted
from domain.table.messages import HOST, Command
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.ledger import TableNotFoundError
from infra.live import Herald, LiveLedger, News
from infra.live.committer import Committer
from infra.opened import new_command_id
from tests.infra.house import House
from tests.streams.conftest import Server
from tests.table.toy import Nudge, RollDie


def alive(house: House, work: Callable[[LiveLedger], Awaitable[Any]]) -> Any:
    """What comes of work with a live ledger on the house's log."""

    async def run() -> Any:
        live = LiveLedger(house.ledger, house.url)
        try:
            return await work(live)
        finally:
            await live.close()

    return asyncio.run(run())


async def ask(live: LiveLedger, table_id: str, command: Command, *, id: str = "", expected: int | None = None) -> Any:  # noqa: A002
    """Give a command for whose turn it is."""
    seat, version = await live.look(table_id, lambda table: (table.prompts[0].seat, table.version))
    at = version if expected is None else expected
    return await live.submit(table_id, Submission(id or new_command_id(), seat, at, command))


def test_what_is_done_here_and_in_threads_is_one_log(house: House) -> None:
    table_id = house.begun()

    async def work(live: LiveLedger) -> None:
        for number in range(6):
            if number % 2:
                assert isinstance(await ask(live, table_id, RollDie()), Accepted)
            else:
                seat = house.ledger.current(table_id).prompts[0].seat
                await asyncio.to_thread(house.do, table_id, seat, RollDie())

    alive(house, work)
    assert len([one for one in house.ledger.table(table_id).commands if one]) >= 6
    assert house.ledger.table(table_id).version == house.ledger.current(table_id).version


def test_a_command_that_is_asked_many_times_at_once_is_done_once(house: House) -> None:
    table_id = house.begun()

    async def work(live: LiveLedger) -> list[Any]:
        return await asyncio.gather(*(ask(live, table_id, RollDie(), id="once") for _ in range(20)))

    outcomes = alive(house, work)
    assert {(one.first, one.last) for one in outcomes} == {(outcomes[0].first, outcomes[0].last)}
    assert sorted(one.repeated for one in outcomes) == [False, *[True] * 19]


def test_two_event_loops_of_one_log_lose_and_double_nothing(house: House, new_house: Callable[..., House]) -> None:
    table_id, other = house.begun(options='{"rounds": 60}'), new_house()

    async def contend(live: LiveLedger, name: str) -> list[str]:
        done = []
        for number in range(40):
            while True:
                outcome = await ask(live, table_id, Nudge(1) if number % 2 else RollDie(), id=f"{name}-{number}")
                if isinstance(outcome, Accepted):
                    done.append(f"{name}-{number}")
                    break
                if outcome.code != "STALE_VERSION":
                    break
        return done

    async def both() -> list[str]:
        lives = [LiveLedger(house.ledger, house.url), LiveLedger(other.ledger, other.url)]
        try:
            found = await asyncio.gather(*(contend(live, name) for live, name in zip(lives, "ab", strict=True)))
        finally:
            for live in lives:
                await live.close()
        return [name for names in found for name in names]

    done = asyncio.run(both())
    table = house.ledger.table(table_id)
    told = [name for name in table.commands if name[0] in "ab" and name[1] == "-"]
    assert sorted(told) == sorted(done)
    assert len(done) > 40


def test_who_goes_away_in_the_middle_has_asked_all_the_same(house: House) -> None:
    table_id = house.begun()

    async def work(live: LiveLedger) -> None:
        asking = asyncio.create_task(ask(live, table_id, RollDie(), id="gone"))
        (committer,) = live._committers
        while committer._sending is None:
            await asyncio.sleep(0)
        asking.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asking

    alive(house, work)
    assert "gone" in house.ledger.table(table_id).commands


def test_a_conflict_fails_no_other_append_that_goes_with_it(house: House) -> None:
    ids = [house.begun() for _ in range(3)]
    partition = house.ledger.partitions[0]
    tables = [house.ledger.table(one) for one in ids]
    topic, state = house.bytes_of(ids[0])[-1]

    async def work(live: LiveLedger) -> list[Any]:
        committer = Committer(live.client, partition.recorder.keys)
        versions = [tables[0].version + 1, 1, tables[2].version + 1]
        appends = (
            committer.append([StoredEvent(one, version, topic, state)])
            for one, version in zip(ids, versions, strict=True)
        )
        return await asyncio.gather(*appends, return_exceptions=True)

    first, second, third = alive(house, work)
    assert (first, third) == (None, None)
    assert isinstance(second, IntegrityError)


def test_a_server_that_has_forgotten_the_script_is_told_it_again(house: House) -> None:
    table_id = house.begun()
    house.client.script_flush()
    assert isinstance(alive(house, lambda live: ask(live, table_id, RollDie())), Accepted)


def test_a_refusal_is_kept_and_what_is_stale_is_found_out(house: House) -> None:
    table_id = house.begun()

    async def work(live: LiveLedger) -> tuple[Any, Any]:
        early = await ask(live, table_id, RollDie(), expected=1)
        seat = await live.look(table_id, lambda table: table.prompts[0].seat)
        # Somebody else moves, which the table in memory here does not know of.
        await asyncio.to_thread(house.do, table_id, seat, RollDie())
        present = house.ledger.table(table_id)
        late = await live.submit(table_id, Submission("late", present.prompts[0].seat, present.version, RollDie()))
        return early, late

    early, late = alive(house, work)
    assert isinstance(early, Refusal)
    assert early.code == "STALE_VERSION"
    assert isinstance(late, Accepted)
    assert [one.code for one in house.ledger.refusals(table_id)] == ["STALE_VERSION"]


def test_there_is_nothing_to_look_at_where_there_is_no_table(house: House) -> None:
    async def work(live: LiveLedger) -> None:
        with pytest.raises(TableNotFoundError):
            await live.look("aaaaaaaaaaaa", Table.copy)
        with pytest.raises(TableNotFoundError):
            await live.submit("aaaaaaaaaaaa", Submission("x", HOST, 0, RollDie()))

    alive(house, work)


def test_the_herald_tells_of_everything_once_and_in_order(house: House, server: Server) -> None:
    table_id, other = house.begun(), house.begun()

    async def run() -> list[News]:
        herald, heard = Herald(house.ledger, house.url), list[News]()
        await herald.start()
        try:
            async with herald.listening(heard.append), herald.watching(table_id) as moved:
                before = house.ledger.partitions[0].recorder.max_notification_id() or 0
                for one in (other, table_id, table_id):
                    seat = house.ledger.current(one).prompts[0].seat
                    await asyncio.to_thread(house.do, one, seat, RollDie())
                await asyncio.wait_for(moved.wait(), 10)
                last = house.ledger.partitions[0].recorder.max_notification_id() or 0
                while not heard or heard[-1].notification < last:
                    await asyncio.sleep(0.01)
                assert [news.notification for news in heard] == list(range(before + 1, last + 1))
        finally:
            await herald.stop()
        return heard

    assert {news.table for news in asyncio.run(run())} == {table_id, other}
