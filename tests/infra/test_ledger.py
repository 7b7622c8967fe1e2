"""The ledger at a real server: commands go in, tables come out."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from threading import Event
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import DatabaseError, IntegrityError, OperationalError, StoredEvent

from domain.table.chance import Derived, Dictated, chance_key, commitment_to
from domain.table.digest import digest
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    CloseTable,
    GiveConsent,
    LeaveSeat,
    PauseTable,
    Phase,
    ProposeEdition,
    ResumeTable,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra import opened as opened_module
from infra.ledger import SecretsLostError, TableNotFoundError
from infra.opened import new_table_id
from infra.refusals import DamagedRefusalError
from infra.rulebooks import UnknownGameError
from infra.streams import TableSecret
from infra.verification import verify
from tests.infra.house import GAMES, House
from tests.table.toy import CallVote, DrawCard, Nudge, PlayCards, RollDie

Houses = Callable[..., House]


def intact(house: House, table_id: str) -> Table:
    """The table, once all that can be said against its log has not been."""
    events = house.ledger.stored(table_id)
    assert [event.originator_version for event in events] == list(range(1, len(events) + 1))
    secret = house.ledger.secret(table_id)
    assert secret
    report = verify(house.export(table_id), house.ledger.rulebooks, seed=secret.seed)
    assert not report.faults
    assert not report.differences
    table = house.ledger.table(table_id)
    assert digest(table) == digest(house.ledger.current(table_id))
    return table


# --- Opening and playing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_opened_seated_begun_played_finished_and_closed(house: House, game: str) -> None:
    table_id = house.opened(game)
    assert house.ledger.table(table_id).phase is Phase.OPEN
    for seat in (0, 1):
        house.do(table_id, seat, TakeSeat(seat, f"person{seat}"))
    assert house.ledger.table(table_id).phase is Phase.SEATED
    house.do(table_id, HOST, BeginGame())
    house.finish(table_id, random.Random(1))
    assert house.ledger.table(table_id).phase is Phase.FINISHED
    house.close_table(table_id)
    assert intact(house, table_id).phase is Phase.CLOSED


def test_a_table_as_it_was_is_the_table_that_its_first_records_make(house: House) -> None:
    table_id = house.wild(1, 20)
    now = house.ledger.table(table_id)
    for version in range(1, now.version + 1):
        earlier = house.ledger.table(table_id, version)
        assert earlier.version == version
        assert earlier.records == now.records[:version]
    assert digest(house.ledger.table(table_id, now.version)) == digest(now)


def test_what_a_caller_does_to_a_table_changes_nobody_elses(house: House) -> None:
    table_id = house.begun()
    mine = house.ledger.table(table_id)
    mine.game.hands[0].clear()
    mine.records.clear()
    house.do(table_id, 0, RollDie())
    intact(house, table_id)


@pytest.mark.parametrize("version", [0, -1, -5, 8, 2**70])
def test_a_version_that_a_table_never_had_is_not_found(house: House, version: int) -> None:
    table_id = house.seated(seats=4)
    house.do(table_id, 0, LeaveSeat(0))
    house.do(table_id, 0, TakeSeat(0, "again"))
    with pytest.raises(TableNotFoundError, match=f"Table '{table_id}' has the versions 1 to 7, not {version}."):
        house.ledger.table(table_id, version)


@pytest.mark.parametrize("table_id", ["nosuchtable2", "", "x" * 1000, "ä/..", "\x00"])
def test_a_table_that_is_not_there_is_not_found(house: House, table_id: str) -> None:
    for look in (
        house.ledger.table,
        house.ledger.stored,
        house.ledger.current,
        house.export,
        house.ledger.renew_chance,
        house.ledger.close_table,
        house.ledger.disclose_log,
    ):
        with pytest.raises(TableNotFoundError, match="There is no table "):
            look(table_id)
    with pytest.raises(TableNotFoundError):
        house.ledger.submit(table_id, Submission("c", 0, 1, RollDie()))
    assert house.ledger.secret(table_id) is None
    assert list(house.ledger.table_ids()) == []


def test_a_game_that_nobody_knows_is_not_opened(house: House) -> None:
    with pytest.raises(
        UnknownGameError, match=r"No rulebook for the game 'chess' is installed \(there is: carcassonne, trumps\)"
    ):
        house.ledger.open_table("chess", 2, host="hanna")


@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ({"seats": 5}, "WRONG_SEAT_COUNT"),
        ({"edition": "9"}, "UNKNOWN_EDITION"),
        ({"options": '{"cards":3}'}, "BAD_OPTIONS"),
        ({"options": "no"}, "BAD_OPTIONS"),
        ({"options": '{"hand":9}'}, "TOO_FEW_CARDS"),
        ({"command_id": "an id with blanks"}, "BAD_COMMAND_ID"),
    ],
    ids=str,
)
def test_a_table_that_cannot_be_opened_leaves_nothing_behind(house: House, wrong: dict[str, object], code: str) -> None:
    arguments: dict[str, object] = {"seats": 2, "host": "hanna", **wrong}
    outcome = house.ledger.open_table("trumps", **arguments)  # type: ignore[arg-type]
    assert isinstance(outcome, Refusal)
    assert outcome.code == code
    assert list(house.client.scan_iter(f"*{house.namespace}:p*")) == []


@pytest.mark.parametrize(
    "wrong", [{"host": "a host"}, {"host": ""}, {"chance": "rigged"}, {"arbiter": "x" * 65}, {"seats": True}], ids=str
)
def test_a_command_out_of_its_own_bounds_is_never_stored(house: House, wrong: dict[str, object]) -> None:
    arguments: dict[str, object] = {"seats": 2, "host": "hanna", **wrong}
    with pytest.raises(msgspec.ValidationError):
        house.ledger.open_table("trumps", **arguments)  # type: ignore[arg-type]
    assert list(house.ledger.table_ids()) == []
    table_id = house.opened()
    with pytest.raises(msgspec.ValidationError, match=r"matching regex .* at `\$.person`"):
        house.ask(table_id, 0, TakeSeat(0, "a person"))
    house.do(table_id, 0, TakeSeat(0, "ada"))
    assert intact(house, table_id).version == 2


def test_ids_of_tables_are_twelve_characters_and_never_the_same() -> None:
    ids = {new_table_id() for _ in range(2000)}
    assert len(ids) == 2000
    assert all(len(one) == 12 and set(one) <= set("abcdefghijklmnopqrstuvwxyz234567") for one in ids)


# --- Repeating --------------------------------------------------------------------------------------------------------


def test_a_command_that_is_sent_twice_is_done_once(house: House) -> None:
    table_id = house.begun()
    submission = Submission("roll-1", 0, house.ledger.current(table_id).version, RollDie())
    first = house.ledger.submit(table_id, submission)
    second = house.ledger.submit(table_id, submission)
    assert isinstance(first, Accepted)
    assert second == Accepted(first.first, first.last, first.records, repeated=True)
    assert intact(house, table_id).version == first.last


def test_a_command_that_is_sent_again_through_another_ledger_is_done_once(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    version = other.ledger.current(table_id).version  # so that the other one has it in memory
    submission = Submission("roll-1", 0, version, RollDie())
    first = one.ledger.submit(table_id, submission)
    assert isinstance(first, Accepted)
    second = other.ledger.submit(table_id, submission)
    assert second == Accepted(first.first, first.last, first.records, repeated=True)
    assert other.ask(table_id, 0, DrawCard(), command_id="roll-1", expected=version) == Refusal(
        "COMMAND_ID_REUSED", "T-11", id="roll-1", version=first.first
    )
    assert intact(other, table_id).version == first.last


def test_an_id_used_at_one_table_is_free_at_another(house: House) -> None:
    for table_id in (house.begun(), house.begun()):
        house.do(table_id, 0, RollDie(), command_id="roll-1")
        intact(house, table_id)


# --- Two ledgers ------------------------------------------------------------------------------------------------------


def test_two_ledgers_that_write_in_turn_see_each_others_writes(new_house: Houses) -> None:
    houses = new_house(), new_house()
    table_id = houses[0].begun("carcassonne")
    rng = random.Random(5)
    for n in range(40):
        house = houses[n % 2]
        table = house.ledger.table(table_id)  # not through memory: the ledger is to find out by itself
        seat = table.prompts[0].seat
        offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
        outcome = house.ledger.submit(
            table_id, Submission(f"c{n}", seat, table.version, rng.choice(offers).sample(rng))
        )
        assert isinstance(outcome, Accepted), outcome
        assert outcome.first == table.version + 1
    assert digest(intact(houses[0], table_id)) == digest(intact(houses[1], table_id))


def test_a_refusal_is_said_of_the_newest_state(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    seen = other.ledger.current(table_id).version
    one.do(table_id, HOST, PauseTable())

    refusal = other.ledger.submit(table_id, Submission("c1", 1, seen, RollDie()))
    assert refusal == Refusal("GAME_NOT_ACTIVE", "T-12", phase="paused")
    one.do(table_id, HOST, ResumeTable())
    last = one.do(table_id, 0, RollDie()).last
    refusal = other.ledger.submit(table_id, Submission("c2", 1, seen, RollDie()))
    assert refusal == Refusal("STALE_VERSION", "T-13", expected=seen, version=last)
    assert isinstance(other.ledger.submit(table_id, Submission("c3", 1, last, RollDie())), Accepted)


def test_a_command_that_was_overtaken_is_refused_and_not_stored(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    seen = other.ledger.current(table_id).version
    last = one.do(table_id, 0, Nudge(1)).last
    assert other.ledger.submit(table_id, Submission("c", 0, seen, RollDie())) == Refusal(
        "STALE_VERSION", "T-13", expected=seen, version=last
    )
    assert intact(other, table_id).version == last


def test_a_table_in_memory_is_brought_up_to_date_before_it_is_shown(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    other.ledger.current(table_id)
    one.do(table_id, 0, RollDie())
    assert digest(other.ledger.current(table_id)) == digest(one.ledger.current(table_id))


# --- Memory, partitions, time -----------------------------------------------------------------------------------------


def test_tables_that_memory_lets_go_are_read_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opened_module, "CACHED_TABLES", 3)
    tables = [house.begun() for _ in range(8)]
    rng = random.Random(3)
    for _ in range(60):
        table_id = rng.choice(tables)
        if house.ledger.current(table_id).prompts:
            house.play_one(table_id, rng)
    for table_id in tables:
        intact(house, table_id)


def test_a_table_that_is_played_at_stays_in_memory_while_others_come_and_go(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opened_module, "CACHED_TABLES", 3)
    table_id = house.begun()
    reads: list[str] = []
    read = house.ledger.read
    monkeypatch.setattr(house.ledger, "read", lambda table_id: reads.append(table_id) or read(table_id))
    for _ in range(6):
        house.opened()
        house.ledger.current(table_id)
    assert reads == []


@pytest.mark.parametrize("partitions", [1, 16])
def test_tables_are_found_again_in_any_number_of_partitions(new_house: Houses, partitions: int) -> None:
    house = new_house(partitions=partitions)
    tables = [house.begun(GAMES[n % 2]) for n in range(24)]
    again = new_house()
    assert len(again.ledger.partitions) == partitions
    assert sorted(again.ledger.table_ids()) == sorted(tables)
    used = {id(again.ledger.partition(table_id)) for table_id in tables}
    assert len(used) == (1 if partitions == 1 else len(used))
    assert len(used) > partitions // 3
    for table_id in tables:
        again.play_one(table_id, random.Random(1))
        intact(again, table_id)
    assert sum(len(list(p.recorder.scan_tables())) for p in again.ledger.partitions) == 24


def test_a_clock_that_goes_back_never_makes_a_record_older_than_the_last_one(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).records[-1].at
    house.clock.now = 5
    house.do(table_id, 0, RollDie())
    house.do(table_id, 1, RollDie())
    times = [record.at for record in intact(house, table_id).records]
    assert times == sorted(times)
    assert times[-1] == before
    house.clock.now = 10**12
    house.do(table_id, 0, RollDie())
    assert intact(house, table_id).records[-1].at == 10**12 + 1_000_000


# --- What is in memory ------------------------------------------------------------------------------------------------


def test_what_a_caller_does_to_the_present_table_changes_nobody_elses(house: House) -> None:
    table_id = house.begun()
    mine = house.ledger.current(table_id)
    mine.game.hands[0].clear()
    mine.records.clear()
    mine.seats[0].person = None
    mine.commands.clear()
    house.do(table_id, 0, RollDie())
    intact(house, table_id)


def test_what_was_handed_out_stays_as_it_was(house: House) -> None:
    table_id = house.begun()
    mine = house.ledger.current(table_id)
    before, version = digest(mine), mine.version
    house.do(table_id, 0, RollDie())
    assert (digest(mine), mine.version) == (before, version)


def test_an_append_that_fails_leaves_no_trace_in_what_was_handed_out(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table_id = house.begun()
    mine = house.ledger.current(table_id)
    before = digest(mine)
    recorder = type(house.ledger.partition(table_id).recorder)
    with monkeypatch.context() as patch:
        patch.setattr(recorder, "insert_events", full)
        with pytest.raises(OperationalError, match="full"):
            house.ledger.submit(table_id, Submission("c", 0, mine.version, RollDie()))
    assert digest(mine) == before
    assert digest(house.ledger.current(table_id)) == before
    house.do(table_id, 0, RollDie())
    intact(house, table_id)


def full(*_: object) -> None:
    raise OperationalError("the disk is full")


def test_nobody_sees_half_a_command(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thread is about to store a command, others see the table before it or behind it, and wait for that."""
    table_id = house.begun()
    before = house.ledger.current(table_id)
    storing, seen = Event(), Event()
    ledger_append = house.ledger._append

    def slow(at: str, stored: Sequence[StoredEvent]) -> None:
        storing.set()
        seen.wait(0.3)
        ledger_append(at, stored)

    monkeypatch.setattr(house.ledger, "_append", slow)
    with ThreadPoolExecutor(2) as pool:
        playing = pool.submit(house.ledger.submit, table_id, Submission("c", 0, before.version, RollDie()))
        assert storing.wait(10)
        looking = pool.submit(house.ledger.current, table_id)
        table = looking.result(10)
        seen.set()
        outcome = playing.result(10)
    assert isinstance(outcome, Accepted)
    assert table.version in (before.version, outcome.last)
    assert before.version + 1 < outcome.last


def test_a_table_whose_secrets_are_gone_can_be_looked_at_and_does_not_go_on(house: House) -> None:
    table_id = house.begun()
    version = house.ledger.table(table_id).version
    house.client.hdel(house.ledger.partition(table_id).recorder.keys.secrets, table_id)
    house.ledger._forget(table_id)
    for by, command in ((0, Nudge(1)), (HOST, PauseTable())):
        with pytest.raises(SecretsLostError, match=f"The secrets of table '{table_id}' are not here"):
            house.do(table_id, by, command)
    with pytest.raises(SecretsLostError):
        house.ledger.disclose_log(table_id)
    assert house.refused(table_id, 1, Nudge(1)) == "NOT_YOUR_TURN"
    assert house.ledger.current(table_id).version == house.ledger.table(table_id).version == version


def test_records_that_are_missing_at_the_end_are_noticed(house: House) -> None:
    table_id = house.begun()
    version = house.ledger.table(table_id).version
    stream = house.ledger.partition(table_id).recorder.keys.stream(table_id)
    ((entry, _),) = house.client.execute_command("XREVRANGE", stream, "+", "-", "COUNT", "1")
    house.client.xdel(stream, entry)
    house.ledger._forget(table_id)
    said = f"Table '{table_id}' ends at record {version - 1}, and its last one was {version}: some are missing."
    for look in (house.ledger.table, house.ledger.current, house.export):
        with pytest.raises(DatabaseError, match=said):
            look(table_id)


# --- Closing ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("more", [{}, {"chance": "seeded", "seed": b"s" * 32}, {"chance": "dictated"}], ids=str)
def test_closing_publishes_the_seed_of_any_chance(house: House, more: dict[str, Any]) -> None:
    table_id = house.opened(**more)
    assert house.ledger.close_table(table_id) == Refusal("WRONG_LIFE_PHASE", "T-10", command="CloseTable", phase="open")
    house.do(table_id, HOST, AbandonTable())
    secret = house.ledger.secret(table_id)
    assert secret
    assert isinstance(house.ledger.close_table(table_id), Accepted)
    table = intact(house, table_id)
    assert table.closed
    assert table.closed.seed == secret.seed.hex()
    assert commitment_to(bytes.fromhex(table.closed.seed)) == table.commitment
    assert table.records[-1].by == HOST


@pytest.mark.parametrize("more", [{}, {"chance": "seeded", "seed": b"s" * 32}], ids=str)
def test_a_table_that_has_its_seed_is_not_closed_without_it(house: House, more: dict[str, Any]) -> None:
    table_id = house.begun(**more)
    house.finish(table_id, random.Random(1))
    for by in (HOST, ARBITER, SERVER):
        assert house.refused(table_id, by, CloseTable()) == "SEED_REQUIRED"
    house.close_table(table_id)


def test_a_table_whose_seed_is_lost_is_closed_without_one(house: House) -> None:
    table_id = house.begun()
    house.finish(table_id, random.Random(1))
    house.lose_seed(table_id)
    house.close_table(table_id)
    closed = house.ledger.table(table_id).closed
    assert closed
    assert closed.seed is None


# --- Chance -----------------------------------------------------------------------------------------------------------


def test_the_same_seed_gives_the_same_seeded_game_at_two_tables(house: House) -> None:
    seed = bytes(range(32))
    hands = []
    for _ in range(2):
        table_id = house.begun(chance="seeded", seed=seed)
        for _ in range(3):
            house.do(table_id, house.ledger.current(table_id).prompts[0].seat, DrawCard())
        hands.append(house.ledger.table(table_id).game.hands)
    assert hands[0] == hands[1]


def test_the_same_seed_gives_different_provable_games_at_two_tables(house: House) -> None:
    tables = [house.begun(options='{"cards":99,"hand":9}') for _ in range(2)]
    one, other = (house.ledger.table(table_id).game.hands for table_id in tables)
    assert one != other


def test_a_dictated_table_has_nothing_to_draw_from_but_what_is_dictated_and_stays_usable(house: House) -> None:
    table_id = house.seated(chance="dictated")
    assert house.refused(table_id, HOST, BeginGame()) == "NO_CHANCE"
    assert house.ledger.current(table_id).version == 3
    house.do(table_id, HOST, BeginGame(), dictated=Dictated({"deck": [3, 5, 7, 9]}))
    assert house.ledger.current(table_id).game.hands == [[3, 5], [7, 9]]
    assert house.refused(table_id, 0, RollDie()) == "NO_CHANCE"
    assert house.refused(table_id, 0, RollDie(), dictated=Dictated({"die": [6]})) == "NO_CHANCE"
    house.do(table_id, 0, PlayCards((3, 5)))
    house.do(table_id, 1, RollDie(), dictated=Dictated({"die": [5]}))
    assert house.ledger.table(table_id).game.scores == [8, 12]  # edition 2: a six counts twice
    assert intact(house, table_id).version == house.ledger.current(table_id).version


@pytest.mark.parametrize("more", [{}, {"chance": "seeded", "seed": b"s" * 32}], ids=str)
def test_no_value_is_dictated_at_a_table_that_was_opened_for_other_chance(house: House, more: dict[str, Any]) -> None:
    table_id = house.begun(**more)
    before = house.bytes_of(table_id)
    for command in (RollDie(), Nudge(1)):
        with pytest.raises(ValueError, match=f"the chance of table '{table_id}' is not dictated"):
            house.do(table_id, 0, command, dictated=Dictated({"die": [5]}))
    assert house.bytes_of(table_id) == before
    house.do(table_id, 0, RollDie())
    intact(house, table_id)


@pytest.mark.parametrize(
    "more",
    [{"seed": b"s" * 32}, {"chance": "provable", "seed": b"s" * 32}, {"chance": "dictated", "seed": b"s" * 32},
     {"chance": "seeded"}, {"chance": "seeded", "seed": None}],
    ids=str,
)  # fmt: skip
def test_a_seed_is_given_for_seeded_chance_and_for_no_other(house: House, more: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="a seed is given for seeded chance, and for no other"):
        house.opened(**more)
    assert list(house.ledger.table_ids()) == []


@pytest.mark.parametrize("seed", [b"", bytes(32)], ids=["lost", "another"])
def test_only_the_seed_that_was_committed_to_is_drawn_from(house: House, seed: bytes) -> None:
    table_id = house.begun()
    secret = house.ledger.secret(table_id)
    assert secret
    assert house.ledger.renew_chance(table_id) == Refusal("CHANCE_NOT_LOST", "T-35")
    keys = house.ledger.partition(table_id).recorder.keys
    house.client.hset(keys.secrets, table_id, msgspec.msgpack.encode(TableSecret(seed, secret.salt)))
    house.ledger._forget(table_id)
    assert house.refused(table_id, 0, RollDie()) == "NO_CHANCE"
    house.do(table_id, 0, Nudge(1))
    assert isinstance(house.ledger.renew_chance(table_id), Accepted)
    assert house.ledger.renew_chance(table_id) == Refusal("CHANCE_NOT_LOST", "T-35")
    house.do(table_id, 0, RollDie())
    assert house.ledger.table(table_id).epoch == 1


def test_a_seat_that_adds_last_is_told_nothing_of_what_comes(house: House) -> None:
    """What the store holds in the open, and what goes over the line, gives none of the values."""
    table_id = house.seated(options='{"cards":99,"hand":9}')
    for seat in (0, 1):
        house.do(table_id, seat, AddEntropy(f"{seat}5" * 32))
    table = house.ledger.table(table_id)
    entropy = [bytes.fromhex(table.entropy[seat]) for seat in (0, 1)]
    public = bytes.fromhex(table.commitment)
    old = sha256(public + b"".join(sha256(part).digest() for part in entropy)).digest()
    house.do(table_id, HOST, BeginGame())
    draws = [draw for record in house.ledger.table(table_id).records for draw in record.draws]
    secret = house.ledger.secret(table_id)
    assert secret

    def values(key: bytes) -> list[int]:
        source = Derived(key, table_id, 0)
        return [source.value(draw.label, draw.number, draw.bound) for draw in draws]

    real = [draw.value for draw in draws]
    assert values(chance_key(secret.seed, entropy)) == real
    for guess in (old, chance_key(public, entropy), chance_key(b"", [public, *entropy])):
        assert values(guess) != real


def test_undoing_and_drawing_again_draws_the_same(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.current(table_id).version
    house.do(table_id, 0, DrawCard())
    hand = house.ledger.table(table_id).game.hands[0]
    house.do(table_id, ARBITER, Undo(before))
    house.do(table_id, 0, Nudge(1))
    house.do(table_id, 0, DrawCard())
    assert house.ledger.table(table_id).game.hands[0] == hand
    intact(house, table_id)


def test_renewed_chance_goes_on_from_another_seed_and_can_be_proved(house: House) -> None:
    table_id = house.begun()
    house.do(table_id, 0, RollDie())
    seeds = [house.ledger.secret(table_id)]
    for epoch in range(2):
        house.lose_seed(table_id, epoch)
        assert isinstance(house.ledger.renew_chance(table_id), Accepted)
        seeds.append(house.ledger.secret(f"{table_id}/{epoch + 1}"))
        house.do(table_id, house.ledger.current(table_id).prompts[0].seat, RollDie())
    table = house.ledger.table(table_id)
    assert table.epoch == 2
    for epoch, secret in enumerate(seeds):
        assert secret
        report = verify(house.export(table_id), house.ledger.rulebooks, seed=secret.seed)
        assert report.good
        values = 5 if epoch == 0 else 1
        assert f"{values} values of chance follow from the seed that was committed to." in report.proved
        assert len([line for line in report.unproved if line.startswith("The seed of epoch ")]) == 2


def test_a_table_with_renewed_chance_is_closed_with_its_last_seed(house: House) -> None:
    table_id = house.begun()
    first = house.ledger.secret(table_id)
    house.lose_seed(table_id)
    house.ledger.renew_chance(table_id)
    house.finish(table_id, random.Random(2))
    last = house.ledger.secret(f"{table_id}/1")
    assert first
    assert last
    assert house.refused(table_id, SERVER, CloseTable(first.seed.hex())) == "WRONG_SEED"
    assert house.refused(table_id, SERVER, CloseTable()) == "SEED_REQUIRED"
    house.close_table(table_id)
    closed = house.ledger.table(table_id).closed
    assert closed
    assert closed.seed == last.seed.hex()
    report = verify(house.export(table_id), house.ledger.rulebooks, seed=first.seed)
    assert report.faults == []
    assert len([line for line in report.proved if "values of chance follow" in line]) == 2


def test_chance_that_could_not_be_renewed_at_first_can_be_later(house: House) -> None:
    table_id = house.seated()
    outcome = house.ledger.renew_chance(table_id)
    assert isinstance(outcome, Refusal)
    assert outcome.code == "WRONG_LIFE_PHASE"
    house.do(table_id, HOST, BeginGame())
    house.lose_seed(table_id)
    assert house.refused(table_id, 0, RollDie()) == "NO_CHANCE"
    assert isinstance(house.ledger.renew_chance(table_id), Accepted)
    house.do(table_id, 0, RollDie())
    assert verify(house.export(table_id), house.ledger.rulebooks).good


def test_secrets_are_set_once(house: House) -> None:
    table_id = house.opened()
    with pytest.raises(IntegrityError, match="has other secrets, and they never change"):
        house.ledger.partition(table_id).secrets.put(table_id, bytes(32), bytes(32))


def test_consent_to_another_edition_follows_from_its_clause(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, HOST, ProposeEdition("2"))
    assert house.do(table_id, 0, GiveConsent()).records[0].law == "T-24"
    refusal = house.ask(table_id, 0, GiveConsent())
    assert isinstance(refusal, Refusal)
    assert (refusal.code, refusal.clause) == ("CONSENT_GIVEN_ALREADY", "T-24")
    assert [record.law for record in house.do(table_id, 1, GiveConsent()).records] == ["T-24", "T-24"]
    intact(house, table_id)


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_refusals_are_kept_beside_the_table_with_their_commands(house: House) -> None:
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    assert house.refused(table_id, 1, CallVote(), command_id="early") == "NOT_YOUR_TURN"
    (kept,) = house.ledger.partition(table_id).refusals.read(table_id)
    assert msgspec.json.decode(kept.payload) == {
        "at": house.clock.now,
        "id": "early",
        "by": 1,
        "expected": version,
        "command": {"command": "CallVote"},
        "refusal": {"code": "NOT_YOUR_TURN", "clause": "T-14", "arguments": {"seat": 1, "awaited": [0]}},
        "version": version,
        "seat": 1,
    }
    assert intact(house, table_id).version == version


@pytest.mark.parametrize("prompt", ["vote", "secret"])
def test_a_refused_order_is_kept_without_what_it_says(house: House, prompt: str) -> None:
    table_id = house.begun()
    code = house.refused(table_id, 1, SetOrder(prompt, '{"order":"Ballot","secret":1}'))
    (kept,) = house.ledger.partition(table_id).refusals.read(table_id)
    assert b"secret" not in kept.payload
    assert b"vote" not in kept.payload
    assert msgspec.json.decode(kept.payload)["refusal"] == {"code": code, "clause": "T-25", "arguments": {}}


def test_refusals_are_read_with_their_version_and_the_acting_seat(house: House) -> None:
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    assert house.ledger.refusals(table_id) == []
    house.refused(table_id, 1, CallVote())
    house.do(table_id, 0, RollDie())
    house.refused(table_id, HOST, RollDie(), seat=1, expected=version)
    house.refused(table_id, HOST, Undo(0))
    first, second, third = house.ledger.refusals(table_id)
    assert (first.by, first.seat, first.version, first.expected) == (1, 1, version, version)
    assert first.command == '{"command":"CallVote"}'
    assert first.refusal == Refusal("NOT_YOUR_TURN", "T-14", seat=1, awaited=(0,))
    last = house.ledger.current(table_id).version
    assert (second.by, second.seat, second.version, second.expected) == (HOST, 1, last, version)
    assert (third.by, third.seat, third.code) == (HOST, -1, "NO_SUCH_POINT")
    assert [one.id for one in (first, second, third)] == [
        one.id for one in house.ledger.partition(table_id).refusals.read(table_id)
    ]


def test_a_refusal_that_was_kept_before_there_were_versions_has_the_expected_one(house: House) -> None:
    table_id = house.begun()
    for by in (1, HOST, SERVER):
        old = {"at": 5, "id": "c", "by": by, "expected": 7, "command": {"command": "RollDie"},
               "refusal": {"code": "NOT_YOUR_TURN", "clause": "T-14", "arguments": {"seat": 1, "awaited": [0]}}}  # fmt: skip
        house.ledger.partition(table_id).refusals.add(table_id, msgspec.json.encode(old))
    assert [(one.seat, one.version) for one in house.ledger.refusals(table_id)] == [(1, 7), (-1, 7), (-1, 7)]


@pytest.mark.parametrize(
    "payload",
    [b"", b"{", b"[]", b"{}", b"\xff\xfe", b"[" * 10_000, b'{"at":"x","by":1,"expected":1,"command":{},"refusal":{}}',
     b'{"at":1,"by":1,"expected":1,"command":{},"refusal":{"code":"X"}}'],
    ids=lambda payload: ascii(payload[:12]),
)  # fmt: skip
def test_a_damaged_refusal_is_named(house: House, payload: bytes) -> None:
    table_id = house.begun()
    house.refused(table_id, 1, CallVote())
    entry = house.ledger.partition(table_id).refusals.add(table_id, payload)
    with pytest.raises(DamagedRefusalError, match=f"Refusal {entry} at table {table_id} cannot be read: "):
        house.ledger.refusals(table_id)


def test_a_trial_decides_as_the_table_would_and_stores_nothing(house: House) -> None:
    table_id = house.begun()
    before = house.ledger.stored(table_id)
    trial = house.ledger.trial(table_id)
    tried = trial.submit(0, RollDie())
    assert isinstance(tried, Accepted)
    assert isinstance(trial.submit(0, RollDie()), Refusal)
    assert house.ledger.stored(table_id) == before
    assert house.ledger.refusals(table_id) == []
    done = house.do(table_id, 0, RollDie())
    assert [record.event for record in done.records] == [record.event for record in tried.records]
    intact(house, table_id)


def test_a_trial_without_chance_is_refused(house: House) -> None:
    table_id = house.begun()
    house.lose_seed(table_id)
    assert house.ledger.trial(table_id).submit(0, RollDie()) == Refusal("NO_CHANCE", "T-34")


def test_only_the_latest_refusals_are_kept(house: House) -> None:
    table_id = house.begun()
    log = house.ledger.partition(table_id).refusals
    log._kept = 50
    for n in range(60):
        house.refused(table_id, 1, RollDie(), command_id=f"c{n}")
    kept = [msgspec.json.decode(one.payload)["id"] for one in log.read(table_id)]
    assert kept == [f"c{n}" for n in range(10, 60)]


def test_a_refusal_is_kept_once_also_where_the_table_was_read_again(new_house: Houses) -> None:
    one, other = new_house(), new_house()
    table_id = one.begun()
    seen = other.ledger.current(table_id).version
    one.do(table_id, 0, RollDie())
    other.ask(table_id, 0, RollDie(), expected=seen)
    assert len(one.ledger.partition(table_id).refusals.read(table_id)) == 1


def test_the_refusal_of_an_endless_command_id_is_short(house: House) -> None:
    table_id = house.begun()
    assert house.refused(table_id, 0, RollDie(), command_id="x" * 1_000_000) == "BAD_COMMAND_ID"
    (kept,) = house.ledger.partition(table_id).refusals.read(table_id)
    assert len(kept.payload) < 500


def test_who_speaks_and_for_whom_may_be_any_number_and_is_refused(house: House) -> None:
    table_id = house.begun()
    for by in (-9, 7, 11, 99, 2**40):
        for command in (RollDie(), PauseTable(), TakeSeat(0, "eve"), Undo(5)):
            for seat in (None, 0, 5, 99):
                assert isinstance(house.ask(table_id, by, command, seat=seat), Refusal)
    for expected in (-1, 0, 2**70):
        assert house.refused(table_id, 0, RollDie(), expected=expected) == "STALE_VERSION"
    intact(house, table_id)


def test_a_command_of_another_game_is_refused(house: House) -> None:
    table_id = house.begun("carcassonne")
    assert isinstance(house.ask(table_id, 0, RollDie()), Refusal)
    assert isinstance(house.ask(table_id, 0, {"command": "PlaceTile"}), Refusal)
    intact(house, table_id)
