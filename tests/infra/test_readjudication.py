"""Re-adjudication: what another edition would have decided, compared with what an independent count says."""

import random
from collections.abc import Callable, Sequence
from concurrent.futures.process import BrokenProcessPool
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import StoredEvent

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.lifecycle import OrderFollowed, PauseTable, Resign, ResumeTable, SetOrder, TakeSeat, Undo
from domain.table.messages import ARBITER, HOST
from domain.table.refusals import Refusal
from infra.ledger import TableNotFoundError
from infra.readjudication import (
    Finding,
    Happens,
    Kind,
    Nothing,
    Readjudication,
    TurnedDown,
    Unknown,
    UnknownEditionError,
    chosen,
    readjudicate,
)
from infra.rulebooks import UnknownGameError
from tests.infra.house import House
from tests.infra.revised import revised
from tests.infra.samples import record_fields
from tests.table.toy import (
    CallVote,
    CardsDrawn,
    DieRolled,
    DrawCard,
    HandGone,
    Nudge,
    Nudged,
    Plan,
    PlayCards,
    RollDie,
    Scored,
    TurnPassed,
    Vote,
)

Houses = Callable[..., House]
REVISED = ("tests.infra.revised:revised",)


@pytest.fixture
def house(new_house: Houses) -> House:
    return new_house(rulebooks=(carcassonne, revised))


def again(house: House, edition: str, *tables: str, game: str | None = None, **more: Any) -> Readjudication:
    asked = chosen(house.ledger, edition, game, tables)
    return readjudicate(house.ledger, edition, asked, rulebooks=REVISED, **more)


def findings(report: Readjudication) -> list[Finding]:
    return [finding for group in report.groups for finding in group.findings]


def only(report: Readjudication) -> Finding:
    [finding] = findings(report)
    return finding


def wild_trumps(house: House, number: int) -> str:
    """A table of the first edition with many rolls and much else: undo, redo, requests, pauses, seats left and taken."""
    rng = random.Random(number)
    given: dict[str, Any] = {"chance": "seeded", "seed": bytes([number] * 32), "options": '{"cards":40,"rounds":9}'}
    table_id = house.begun(seats=rng.randrange(2, 5), edition="1", **given)
    if number % 3 == 0:
        house.do(table_id, 0, SetOrder("turn", '{"order":"Routine","roll":true}'))
    for _ in range(40):
        prompts = house.ledger.current(table_id).prompts
        if prompts and prompts[0].kind == "turn" and rng.random() < 0.4:
            house.ask(table_id, prompts[0].seat, RollDie())
        else:
            house._wild_step(table_id, rng)
    return table_id


def commands_with_a_six(house: House, table_id: str) -> list[int]:
    """The first versions of the commands in which a six was rolled, told from the stored bytes alone."""
    found: list[int] = []
    start = 0
    for version, (topic, state) in enumerate(house.bytes_of(table_id), 1):
        fields = record_fields(state)
        if len(fields) > 5 and fields[5] is not None:
            start = version
        if topic == "trumps:rolled" and fields[2][2] == 6 and start not in found:
            found.append(start)
    return found


def everything(house: House) -> dict[bytes, bytes]:
    """All keys that the house's server holds for it, with their bytes."""
    keys = house.client.execute_command("KEYS", f"*{house.namespace}*")
    assert keys
    return {key: house.client.execute_command("DUMP", key) for key in keys}


# --- Two editions of one rule -----------------------------------------------------------------------------------------


def test_it_finds_as_many_decisions_as_there_were_sixes_and_changes_nothing(house: House) -> None:
    tables = [wild_trumps(house, seed) for seed in range(12)]
    expected = {(table_id, version) for table_id in tables for version in commands_with_a_six(house, table_id)}
    assert len(expected) > 10
    before = everything(house)
    report = again(house, "2")
    assert everything(house) == before
    found = findings(report)
    assert {(finding.table, finding.version) for finding in found} == expected
    assert len(found) == len(expected) == report.count(refusals=False)[Kind.OTHER]
    assert (report.tables, report.spoiled) == (12, ())
    assert [(group.game, group.was, group.would_be) for group in report.groups] == [("trumps", "TOY-4", "TOY-4")]
    for finding in found:
        assert finding.record is not None
        assert finding.kind is Kind.OTHER
        was, would_be = finding.was, finding.would_be
        assert isinstance(was, Happens)
        assert isinstance(would_be, Happens)
        assert isinstance(was.event, Scored)
        assert isinstance(would_be.event, Scored)
        assert (was.event.points, would_be.event.points) == (6, 12)


def test_a_decision_that_was_undone_is_decided_again_and_said_to_be_undone(house: House) -> None:
    table_id = house.begun(edition="1")
    undone: list[int] = []
    while not commands_with_a_six(house, table_id):
        version = house.ledger.current(table_id).version
        house.do(table_id, house.ledger.current(table_id).prompts[0].seat, RollDie())
        if commands_with_a_six(house, table_id):
            assert not only(again(house, "2")).is_undone
            house.do(table_id, ARBITER, Undo(version))
            undone.append(version + 1)
        elif house.ledger.current(table_id).finished:
            table_id = house.begun(edition="1")
    finding = only(again(house, "2", table_id))
    assert (finding.version, finding.is_undone) == (undone[0], True)


def test_the_state_before_a_command_is_the_recorded_one_and_never_what_the_new_edition_would_have_made(
    house: House,
) -> None:
    """Under edition 3 seat 1 would begin, and seat 0 would be refused; what is recorded says that it was its turn."""
    table_id = house.begun(edition="1")
    house.do(table_id, 0, Nudge(1))
    house.do(table_id, 0, PlayCards((house.ledger.table(table_id).game.hands[0][0],)))
    begun = only(again(house, "3"))
    assert (begun.name, begun.was, begun.would_be) == (
        "BeginGame", Happens("TOY-1", TurnPassed(0)), Happens("TOY-1", TurnPassed(1)),
    )  # fmt: skip
    assert begun.record == house.ledger.table(table_id).setup_end


def test_the_edition_that_a_table_was_played_in_decides_everything_as_it_was_decided(house: House) -> None:
    for seed in range(4):
        wild_trumps(house, seed)
    report = again(house, "1")
    assert report.groups == ()
    assert report.commands > 40


def test_chance_is_the_recorded_one_also_where_the_seed_is_lost(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, 0, RollDie())
    house.lose_seed(table_id)
    assert [finding.version for finding in findings(again(house, "2"))] == commands_with_a_six(house, table_id)


# --- Each way to differ -----------------------------------------------------------------------------------------------


def differing(house: House, table_id: str, name: str) -> Finding:
    [finding] = [finding for finding in findings(again(house, "3", table_id)) if finding.name == name]
    return finding


def begun(house: House) -> str:
    return house.begun(edition="1", options='{"rounds":1}')


def finish(house: House, table_id: str) -> None:
    while prompts := house.ledger.current(table_id).prompts:
        house.do(table_id, prompts[0].seat, PlayCards((house.ledger.current(table_id).game.hands[prompts[0].seat][0],)))


def test_what_would_be_refused_is_told_with_code_and_clause(house: House) -> None:
    table_id = begun(house)
    version = house.do(table_id, 0, Nudge(3)).first
    finish(house, table_id)
    finding = differing(house, table_id, "Nudge")
    assert (finding.version, finding.kind, finding.command) == (version, Kind.REFUSED, Nudge(3))
    assert finding.was == Happens("TOY-5", Nudged(0, 3))
    assert finding.would_be == TurnedDown("TOY-5", "TOO_FAR", {"steps": 3})


def test_what_would_draw_other_chance_than_is_recorded_cannot_be_decided(house: House) -> None:
    table_id = begun(house)
    house.do(table_id, 0, RollDie())
    finish(house, table_id)
    finding = differing(house, table_id, "RollDie")
    assert finding.kind is Kind.UNDECIDED
    assert isinstance(finding.was, Happens)
    assert isinstance(finding.was.event, DieRolled)
    assert finding.would_be == Unknown("no value of 'second die' below 6 was recorded here")


def test_another_clause_is_another_decision_though_the_event_is_the_same(house: House) -> None:
    table_id = begun(house)
    house.do(table_id, 0, DrawCard())
    finish(house, table_id)
    report = again(house, "3", table_id)
    finding = differing(house, table_id, "DrawCard")
    assert isinstance(finding.was, Happens)
    assert finding.would_be == Happens("TOY-1", finding.was.event)
    assert finding.was.clause == "TOY-2"
    assert [(group.was, group.would_be) for group in report.groups] == [("TOY-1", "TOY-1"), ("TOY-2", "TOY-1")]


def test_fewer_records_are_told_by_the_first_that_would_be_missing(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, 0, CallVote())
    house.do(table_id, 0, Vote(True))
    last = house.do(table_id, 1, Vote(True)).last
    finding = differing(house, table_id, "Vote")
    assert (finding.was, finding.would_be, finding.record) == (Happens("TOY-1", TurnPassed(1)), Nothing(), last)


def test_what_a_resigning_does_to_the_game_is_decided_again(house: House) -> None:
    table_id = house.begun(edition="1")
    hand = tuple(house.ledger.table(table_id).game.hands[1])
    house.do(table_id, 1, Resign())
    house.do(table_id, HOST, PauseTable())
    finding = differing(house, table_id, "Resign")
    assert isinstance(finding.was, Happens)
    assert isinstance(finding.was.event, HandGone)
    assert hand
    assert (finding.would_be, finding.seat) == (Nothing(), 1)


def test_what_standing_orders_did_belongs_to_the_command_that_led_to_it(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, 1, SetOrder("turn", '{"order":"Routine","roll":true}'))
    before = house.ledger.table(table_id).version
    house.do(table_id, 0, PlayCards((house.ledger.table(table_id).game.hands[0][0],)))
    finding = differing(house, table_id, "PlayCards")
    assert finding.version == before + 1
    assert isinstance(finding.was, Happens)
    assert isinstance(finding.was.event, OrderFollowed)
    assert finding.would_be == Nothing()
    house.do(table_id, 0, SetOrder("turn", '{"order":"Routine","nudge":1}'))
    ordered = differing(house, table_id, "SetOrder")
    # What a seat has ordered is nobody's to know while the game goes on.
    assert (ordered.command, ordered.hides, ordered.would_be) == (None, True, Nothing())


def test_the_tables_own_commands_are_left_out_where_the_game_has_no_say(house: House) -> None:
    table_id = house.begun(edition="1")
    before = again(house, "2").commands
    house.do(table_id, HOST, PauseTable())
    assert again(house, "2").commands == before == 1
    house.do(table_id, HOST, ResumeTable())
    house.do(table_id, 0, Nudge(1))
    assert again(house, "2").commands == before + 2


def test_a_seat_that_the_host_plays_is_decided_for_that_seat(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, 0, Resign())
    house.do(table_id, HOST, Nudge(2), seat=0)
    finding = differing(house, table_id, "Nudge")
    assert (finding.by, finding.seat, finding.kind) == (HOST, 0, Kind.REFUSED)


# --- Kept refusals ----------------------------------------------------------------------------------------------------


def keep(house: House, table_id: str, **kept: Any) -> None:
    """Keep a refusal as it would be kept; what is not given is as of north's nudge by 4."""
    whole = {
        "at": 5_000_000, "id": "kept", "by": 0, "expected": house.ledger.table(table_id).version, "command": Nudge(4),
        "refusal": Refusal("TOO_FAR", "TOY-5", steps=4).to_builtins(), **kept,
    }  # fmt: skip
    house.ledger.partition(table_id).refusals.add(table_id, msgspec.json.encode(whole))


def test_a_refusal_that_the_edition_would_accept_is_found_and_others_are_the_same(house: House) -> None:
    table_id = house.begun(edition="1")
    version = house.ledger.table(table_id).version
    assert house.refused(table_id, 0, Nudge(4)) == "TOO_FAR"
    assert house.refused(table_id, 0, Nudge(5)) == "TOO_FAR"
    assert house.refused(table_id, 1, Nudge(4)) == "NOT_YOUR_TURN"
    assert house.refused(table_id, 0, Nudge(4), expected=3) == "STALE_VERSION"
    assert house.refused(table_id, 0, Undo(3)) == "NOTHING_TO_UNDO"
    house.do(table_id, 0, Nudge(1))
    assert house.refused(table_id, 0, Nudge(4)) == "NUDGED_ALREADY"
    before = everything(house)
    report = again(house, "2")
    assert everything(house) == before
    finding = only(report)
    [first, *_] = house.ledger.partition(table_id).refusals.read(table_id)
    assert (finding.version, finding.kind, finding.command) == (version, Kind.ACCEPTED, Nudge(4))
    assert (finding.refusal, finding.record) == (first.id, None)
    assert finding.was == TurnedDown("TOY-5", "TOO_FAR", None)  # the table is not finished
    assert finding.would_be == Happens("TOY-5", Nudged(0, 4))
    # The undo is a command of the table, and no edition's affair.
    assert (report.refusals, report.count(refusals=True)) == (5, {Kind.ACCEPTED: 1})
    assert (report.commands, report.count(refusals=False)) == (2, {})


def test_random_refusals_are_counted_like_the_sixes(house: House) -> None:
    rng = random.Random(4)
    expected = 0
    for _ in range(5):
        table_id = house.begun(edition="1", options='{"rounds":9}')
        while prompts := house.ledger.current(table_id).prompts:
            if house.ledger.current(table_id).version > 60:
                break
            steps = rng.randrange(4, 7)
            refused = house.ask(table_id, prompts[0].seat, Nudge(steps))
            assert isinstance(refused, Refusal)
            expected += (refused.code, steps) == ("TOO_FAR", 4)
            house.play_one(table_id, rng)
    assert expected > 10
    assert again(house, "2").count(refusals=True) == {Kind.ACCEPTED: expected}


def test_a_refusal_for_another_reason_is_told(house: House) -> None:
    table_id = begun(house)
    keep(house, table_id, refusal=Refusal("NUDGED_ALREADY", "TOY-5").to_builtins(), command=Nudge(9))
    keep(house, table_id, refusal=Refusal("TOO_FAR", "TOY-5", steps=8).to_builtins(), command=Nudge(9))
    finish(house, table_id)
    report = again(house, "2")
    now = TurnedDown("TOY-5", "TOO_FAR", {"steps": 9})
    assert [(finding.kind, finding.would_be) for finding in findings(report)] == [(Kind.REFUSED_OTHERWISE, now)] * 2


def test_what_a_table_was_at_and_who_was_acted_for_is_read_where_it_is_kept(house: House) -> None:
    table_id = house.begun(edition="1")
    version = house.ledger.table(table_id).version
    house.do(table_id, 0, Resign())
    later = house.ledger.table(table_id).version
    keep(house, table_id, by=HOST, seat=0, expected=later)
    keep(house, table_id, by=HOST, seat=0, expected=3, version=later)
    keep(house, table_id, by=0, expected=version, seat=None, version=None)
    keep(house, table_id, by=0, seat=0, expected=version, version=version)
    found = findings(again(house, "2"))
    assert [(f.version, f.by, f.seat, f.kind) for f in found] == [
        (version, 0, 0, Kind.ACCEPTED),
        (version, 0, 0, Kind.ACCEPTED),
        (later, HOST, 0, Kind.ACCEPTED),
        (later, HOST, 0, Kind.ACCEPTED),
    ]


def test_what_chance_would_decide_is_not_told_of_a_refusal_that_would_be_none(house: House) -> None:
    """The secret seed decides it, and the game goes on."""
    table_id = begun(house)
    keep(house, table_id, command=RollDie(), refusal=Refusal("DECK_EMPTY", "TOY-2").to_builtins())
    finish(house, table_id)
    finding = only(again(house, "2"))
    assert (finding.kind, finding.would_be) == (Kind.ACCEPTED, Happens("TOY-4", None))


def test_what_was_refused_for_want_of_chance_still_lacks_it(house: House) -> None:
    table_id = house.begun(edition="1")
    house.lose_seed(table_id)
    assert house.refused(table_id, 0, RollDie()) == "NO_CHANCE"
    report = again(house, "2")
    assert (report.refusals, report.groups) == (1, ())


def test_a_refused_command_that_cannot_be_read_is_not_decided_and_holds_up_nothing(house: House) -> None:
    table_id = begun(house)
    keep(house, table_id, command={"command": "Nudge", "steps": 1_000})
    keep(
        house,
        table_id,
        command={"command": "Fly"},
        refusal=Refusal("UNKNOWN_COMMAND", "T-15", command="Fly").to_builtins(),
    )
    keep(house, table_id)
    finish(house, table_id)
    unread, accepted = findings(again(house, "2"))
    assert (unread.kind, unread.name, unread.command) == (Kind.UNDECIDED, "Nudge", None)
    assert unread.would_be == Unknown("Expected `int` <= 99 - at `$.steps`")
    assert accepted.kind is Kind.ACCEPTED


def test_a_refusal_at_a_version_that_is_not_there_yet_is_none_of_ours(house: House) -> None:
    table_id = house.begun(edition="1")
    keep(house, table_id, expected=99)
    report = again(house, "2")
    assert (report.refusals, report.groups, report.spoiled) == (0, (), ())


# --- Secrets ----------------------------------------------------------------------------------------------------------


def test_of_a_table_that_is_not_finished_no_more_is_told_than_a_spectator_sees(house: House) -> None:
    table_id = house.begun(edition="1", options='{"rounds":1}')
    card = house.ledger.table(table_id).game.hands[0][0]
    house.do(table_id, 0, Plan(card))
    house.do(table_id, 0, DrawCard())
    plan, draw = differing(house, table_id, "Plan"), differing(house, table_id, "DrawCard")
    assert (plan.command, plan.was, plan.would_be) == (
        None, Happens("TOY-6", None), TurnedDown("TOY-6", "CARDS_NOT_IN_HAND", None),
    )  # fmt: skip
    assert (draw.command, draw.was, draw.would_be) == (
        DrawCard(), Happens("TOY-2", CardsDrawn(0, ())), Happens("TOY-1", CardsDrawn(0, ())),
    )  # fmt: skip
    assert (plan.hides, draw.hides) == (True, True)
    house.do(table_id, 1, PlayCards((house.ledger.table(table_id).game.hands[1][0],)))
    plan, draw = differing(house, table_id, "Plan"), differing(house, table_id, "DrawCard")
    assert plan.command == Plan(card)
    assert plan.would_be == TurnedDown("TOY-6", "CARDS_NOT_IN_HAND", {"cards": (card,)})
    assert isinstance(draw.was, Happens)
    assert isinstance(draw.was.event, CardsDrawn)
    assert len(draw.was.event.cards) == 1
    assert (plan.hides, draw.hides) == (False, False)


# --- Which tables -----------------------------------------------------------------------------------------------------


def test_all_tables_of_the_games_that_know_the_edition_are_asked_or_those_of_one_or_those_named(house: House) -> None:
    trumps = sorted(house.begun(edition="1") for _ in range(3))
    other = house.begun("carcassonne")
    assert chosen(house.ledger, "2") == trumps
    assert chosen(house.ledger, "1") == sorted([*trumps, other])
    assert chosen(house.ledger, "1", "carcassonne") == [other]
    assert chosen(house.ledger, "1", None, [trumps[2], other, trumps[2]]) == [trumps[2], other]
    assert again(house, "1", other).groups == ()


def test_an_edition_a_game_or_a_table_that_is_not_there_is_told(house: House) -> None:
    table_id, other = house.begun(edition="1"), house.begun("carcassonne")
    with pytest.raises(UnknownEditionError, match=r"'9': carcassonne has 1; trumps has 1, 2, 3\.$"):
        again(house, "9")
    with pytest.raises(UnknownEditionError, match=r"'2': carcassonne has 1\.$"):
        again(house, "2", game="carcassonne")
    with pytest.raises(
        UnknownEditionError, match=f"'{other}' is one of 'carcassonne', and edition '2' is asked of trumps"
    ):
        again(house, "2", table_id, other)
    with pytest.raises(UnknownEditionError, match=f"'{table_id}' is one of 'trumps'"):
        again(house, "1", table_id, game="carcassonne")
    with pytest.raises(UnknownGameError, match="'chess'"):
        again(house, "1", game="chess")
    with pytest.raises(TableNotFoundError, match="'nowhere'"):
        again(house, "1", table_id, "nowhere")


def test_where_there_is_no_table_nothing_is_found(house: House) -> None:
    report = again(house, "2")
    assert (report.tables, report.commands, report.refusals, report.groups, report.spoiled) == (0, 0, 0, (), ())
    house.opened(edition="1")
    assert (again(house, "2").tables, again(house, "2").commands) == (1, 0)


# --- Tables that are spoiled ------------------------------------------------------------------------------------------


def append(house: House, table_id: str, topic: str, state: bytes) -> None:
    """Append what no ledger would."""
    version = len(house.ledger.stored(table_id)) + 1
    house.ledger.partition(table_id).recorder.insert_events([StoredEvent(table_id, version, topic, state)])


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("trumps:nudged", b"\xc1\xc1"),
        ("trumps:drawn", b"\x93\x01\x00\x93\xa5drawn\x0b\x91\x01"),
        ("trumps:T.undo", b"\x93\x01\x00\x92\xa6T.undo\xcd\xff\xff"),
        ("trumps:T.yes", b"\x93\x01\x00\x92\xa5T.yes\x01"),
    ],
    ids=["garbage", "a seat that is not there", "an undo to nowhere", "a consent that nobody asked for"],
)
def test_a_spoiled_table_among_good_ones_is_named_and_the_others_are_decided(
    house: House, topic: str, state: bytes
) -> None:
    tables = sorted(house.begun(edition="1") for _ in range(3))
    for table_id in tables:
        assert house.refused(table_id, 0, Nudge(4)) == "TOO_FAR"
    append(house, tables[1], topic, state)
    report = again(house, "2", chunk=5)
    assert [spoiled.table for spoiled in report.spoiled] == [tables[1]]
    assert report.spoiled[0].why
    assert [finding.table for finding in findings(report)] == [tables[0], tables[2]]
    assert report.tables == 2


def test_lost_streams_lost_versions_and_unreadable_refusals_are_named(house: House) -> None:
    tables = sorted(house.begun(edition="1") for _ in range(5))
    for table_id in tables:
        assert house.refused(table_id, 0, Nudge(4)) == "TOO_FAR"
    keys = house.ledger.partitions[0].recorder.keys
    house.client.delete(keys.stream(tables[0]))
    ((entry, _),) = house.client.execute_command("XRANGE", keys.stream(tables[1]), "3", "3")
    house.client.xdel(keys.stream(tables[1]), entry)
    house.ledger.partitions[0].refusals.add(tables[2], b"{")
    house.client.xadd(keys.refusals(tables[3]), {"what": b"else"})
    told: list[int] = []
    report = again(house, "2", progress=told.append)
    assert [spoiled.table for spoiled in report.spoiled] == tables[:4]
    assert [finding.table for finding in findings(report)] == tables[4:]
    assert sum(told) == 5
    named = again(house, "2", tables[0], tables[4])
    assert ([spoiled.table for spoiled in named.spoiled], named.tables) == ([tables[0]], 1)


def test_a_table_whose_rulebook_is_missing_is_named_unless_another_game_is_asked(new_house: Houses) -> None:
    whole = new_house(rulebooks=(carcassonne, revised))
    other, table_id = whole.begun("carcassonne"), whole.begun(edition="1")
    house = new_house(rulebooks=(revised,))
    report = again(house, "2")
    assert ([spoiled.table for spoiled in report.spoiled], report.tables) == ([other], 1)
    assert "No rulebook for the game 'carcassonne'" in report.spoiled[0].why
    assert again(house, "2", game="trumps").spoiled == ()
    assert again(house, "2", table_id).spoiled == ()


# --- Many jobs --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("partitions", [1, 3])
@pytest.mark.slow
def test_the_report_is_the_same_whatever_the_number_of_jobs(new_house: Houses, partitions: int) -> None:
    house = new_house(rulebooks=(carcassonne, revised), partitions=partitions)
    rng = random.Random(8)
    for seed in range(9):
        table_id = wild_trumps(house, seed)
        for steps in (4, 5, 6):
            house.ask(table_id, rng.randrange(2), Nudge(steps))
    append(house, house.begun(edition="1"), "trumps:nudged", b"\xc1\xc1")
    before = everything(house)
    for edition in ("2", "3"):
        told: list[int] = []
        alone = again(house, edition)
        assert len(findings(alone)) > 5
        assert alone.spoiled
        for jobs, chunk in ((1, 20), (2, 40)):
            assert again(house, edition, jobs=jobs, chunk=chunk, progress=told.append) == alone
        assert sum(told) == 2 * 10
    shuffled = chosen(house.ledger, "2")[::-1]
    assert readjudicate(house.ledger, "2", shuffled, rulebooks=REVISED) == again(house, "2")
    assert everything(house) == before


def test_a_process_that_dies_is_told(house: House) -> None:
    """A rulebook that ends its process; only in processes of their own is it known."""
    for _ in range(3):
        house.do(house.begun(edition="1"), 0, Nudge(1))
    asked = chosen(house.ledger, "2")
    with pytest.raises(BrokenProcessPool):
        readjudicate(house.ledger, "2", asked, rulebooks=("tests.infra.dying:dying",), jobs=2, chunk=5)


def test_findings_are_grouped_by_clauses_in_the_order_of_their_numbers(house: House) -> None:
    for seed in range(6):
        wild_trumps(house, seed)
    report = again(house, "3")
    keys = [(group.was, group.would_be) for group in report.groups]
    assert keys == sorted(set(keys), key=lambda key: [part or "" for part in key])
    assert len(keys) > 4
    for group in report.groups:
        places: Sequence[Any] = [(finding.table, finding.version) for finding in group.findings]
        assert places == sorted(places)
        assert {(f.was.clause, f.would_be.clause) for f in group.findings} == {(group.was, group.would_be)}
    assert sum(report.count(refusals=False).values()) == len(findings(report))


def test_a_person_at_a_seat_that_was_taken_again_is_no_matter(house: House) -> None:
    table_id = house.begun(edition="1")
    house.do(table_id, 0, Resign())
    house.do(table_id, HOST, TakeSeat(0, "guest"))
    house.do(table_id, 0, Nudge(1))
    assert again(house, "2").groups == ()
