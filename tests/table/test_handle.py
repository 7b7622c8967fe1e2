"""One command against one table: what is checked before the rules are asked, and what must hold whatever they answer."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.table.chain import genesis_of
from domain.table.chance import Chance
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    OpenTable,
    PauseTable,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command
from domain.table.records import Submission
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Happening
from domain.table.table import fold
from tests.table.play import COMMAND, RECORD, begun, command_types, digest, opened, seated, stored
from tests.table.toy import CallVote, DrawCard, Nudge, Nudged, PlayCards, RollDie, Toy, Vote


class Faulty(Toy):
    """Rules that break the kernel's contract, by the number of steps."""

    def decide(self, state: Any, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        if isinstance(command, Nudge):
            return self.broken(seat, command, chance)
        return super().decide(state, seat, command, chance)

    def broken(self, seat: int, command: Nudge, chance: Chance) -> Iterator[Happening]:
        if command.steps == 0:
            return
        yield Nudged(seat, 1)
        if command.steps == 1:
            raise Refusal("TOO_FAR", "TOY-5", steps=1)
        if command.steps == 2:
            chance.below("die", 6)


# --- T-11 Ids ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-11")
def test_asking_twice_does_it_once_and_gives_the_first_result():
    play = begun()
    first = play.do(0, RollDie(), id="once")
    play.do(1, RollDie())
    before = digest(play.table)
    again = play.do(0, RollDie(), id="once", expected=first.first - 1)
    assert (again.first, again.last, again.records, again.repeated) == (first.first, first.last, first.records, True)
    assert not first.repeated
    assert digest(play.table) == before


@pytest.mark.clause("T-11")
def test_asking_twice_gives_the_first_result_whatever_happened_to_the_table_since():
    play = begun()
    first = play.do(0, Nudge(2), id="once")
    play.do(0, Undo(first.first - 1))
    play.do(HOST, PauseTable())
    again = play.do(0, Nudge(2), id="once", expected=first.first - 1)
    assert again.records == first.records
    assert play.table.game.markers == [0, 0]


@pytest.mark.clause("T-11")
def test_a_refused_command_does_not_use_up_its_id():
    play = begun()
    assert play.refused(1, RollDie(), id="mine") == "NOT_YOUR_TURN"
    play.do(0, RollDie(), id="mine")


@pytest.mark.clause("T-11")
@pytest.mark.parametrize(
    ("by", "command", "seat"),
    [
        (0, Nudge(3), None),
        (0, RollDie(), None),
        (1, Nudge(2), None),
        (HOST, Nudge(2), 0),
        (0, Nudge(2), 1),
        (0, Undo(2), None),
    ],
)
def test_an_id_is_not_for_two_commands(by: int, command: Command, seat: int | None):
    play = begun()
    play.do(0, Nudge(2), id="once")
    assert play.refused(by, command, seat=seat, id="once") == "COMMAND_ID_REUSED"


@pytest.mark.clause("T-11")
@pytest.mark.parametrize(
    "bad", [" ", "a b", "x" * 65, "é", "９", "a\n", "\n", "a/b", "a:b", "{}", "a\x00", "\ud800", "x" * 100_000]
)
def test_a_command_id_is_1_to_64_plain_characters(bad: str):
    assert begun().refused(0, RollDie(), id=bad) == "BAD_COMMAND_ID"


def test_an_empty_id_is_no_id():
    play = begun()
    result = handle(
        play.table, Submission("", 0, play.version, RollDie()), Moment(0, play.source, genesis_of(play.table.id))
    )
    assert isinstance(result, Refusal)
    assert result == Refusal("BAD_COMMAND_ID", "T-11", id="")


@pytest.mark.clause("T-11")
@pytest.mark.parametrize("good", ["a", "x" * 64, "0.1_2-3", "-"])
def test_good_command_ids(good: str):
    begun().do(0, RollDie(), id=good)


# --- T-13 to T-15 Version, seat, turn ---------------------------------------------------------------------------------


@pytest.mark.clause("T-13")
@pytest.mark.parametrize("off", [-1, 1, -(10**9), 10**30])
@pytest.mark.parametrize("command", [RollDie(), PauseTable()], ids=["of the game", "of the table"])
def test_a_command_names_the_version_that_its_speaker_saw(command: Command, off: int):
    play = begun()
    by = 0 if isinstance(command, RollDie) else HOST
    assert play.refused(by, command, expected=play.version + off) == "STALE_VERSION"


@pytest.mark.parametrize(
    ("clause", "by", "command", "seat", "code"),
    [
        ("T-2", 1, RollDie(), 0, "NOT_YOUR_SEAT"),
        ("T-2", HOST, RollDie(), 0, "NOT_YOUR_SEAT"),
        ("T-2", SERVER, RollDie(), 0, "NOT_YOUR_SEAT"),
        ("T-2", HOST, RollDie(), None, "SEAT_NEEDED"),
        ("T-2", SERVER, RollDie(), None, "SEAT_NEEDED"),
        ("T-2", 2, RollDie(), None, "NO_SUCH_SEAT"),
        ("T-2", 0, RollDie(), -7, "SEAT_NEEDED"),
        ("T-2", 0, RollDie(), 10**12, "NO_SUCH_SEAT"),
        ("T-2", 0, Resign(), 1, "SEAT_NOT_ACTED_FOR"),
        ("T-2", HOST, PauseTable(), 0, "SEAT_NOT_ACTED_FOR"),
        ("T-2", HOST, PauseTable(), 10**12, "SEAT_NOT_ACTED_FOR"),
        ("T-2", ARBITER, Undo(9), 0, "SEAT_NOT_ACTED_FOR"),
        ("T-14", 1, RollDie(), None, "NOT_YOUR_TURN"),
        ("T-14", 1, Vote(True), None, "NOT_YOUR_TURN"),
        ("T-15", 0, Vote(True), None, "WRONG_PHASE"),
        ("T-15", 0, object(), None, "UNKNOWN_COMMAND"),
        ("T-15", 0, None, None, "UNKNOWN_COMMAND"),
        ("T-15", 0, Nudged(0, 1), None, "UNKNOWN_COMMAND"),
        ("T-15", 0, {"command": "RollDie"}, None, "UNKNOWN_COMMAND"),
    ],
)
def test_who_may_act_and_how(clause: str, by: int, command: object, seat: int | None, code: str):
    play = begun()
    assert play.refused(by, command, seat=seat) == code
    result = play.ask(by, command, seat=seat)
    assert isinstance(result, Refusal)
    assert result.clause == clause


@pytest.mark.clause("T-2")
def test_a_command_to_the_table_names_no_seat_but_the_speakers_own():
    play = begun(3)
    play.do(0, Nudge(1))
    play.do(0, Undo(play.version - 1), seat=0)
    play.do(HOST, PauseTable(), seat=HOST)
    assert [record.cause.seat for record in play.table.records[-2:]] == [0, -1]


@pytest.mark.clause("T-15")
def test_a_command_of_another_game_is_refused_even_if_it_has_the_name_of_one_that_is_awaited():
    other = msgspec.defstruct("RollDie", [], bases=(Command,), frozen=True, tag="RollDie")
    play = begun()
    assert play.refused(0, other()) == "UNKNOWN_COMMAND"
    play.do(0, RollDie(), id="once")
    assert play.refused(0, other(), id="once") == "UNKNOWN_COMMAND"


@pytest.mark.clause("T-14", "T-15")
def test_several_seats_are_awaited_at_once_and_answer_in_any_order():
    play = begun(3)
    play.do(0, CallVote())
    assert [prompt.seat for prompt in play.table.prompts] == [0, 1, 2]
    play.do(2, Vote(True))
    play.do(0, Vote(True))
    assert play.refused(0, Vote(False)) == "NOT_YOUR_TURN"
    assert play.refused(1, RollDie()) == "WRONG_PHASE"
    play.do(1, Vote(False))
    assert play.table.game.scores == [2, 0, 2]
    assert [prompt.seat for prompt in play.table.prompts] == [1]


@pytest.mark.clause("T-14")
def test_a_seat_is_awaited_since_the_game_began_to_wait_for_it_whatever_others_do_in_between():
    play = begun(4)
    called = play.do(0, CallVote()).records[0].at
    for command, by in ((Resign(), 3), (Vote(True), 1), (PauseTable(), HOST), (ResumeTable(), HOST), (Resign(), 2)):
        play.do(by, command)
        assert {prompt.seat: at for prompt, at in play.table.awaited_since().items()} == dict.fromkeys(
            [prompt.seat for prompt in play.table.prompts], called
        )
    play.do(ARBITER, Undo(play.table.records.index(next(r for r in play.table.records if r.at == called)) + 1))
    assert set(play.table.awaited_since().values()) == {called}
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)
    for seat, by in ((2, HOST), (3, HOST), (1, 1), (0, 0)):
        last = play.do(by, Vote(False), seat=seat).records[-1].at
    assert {prompt.seat: at for prompt, at in play.table.awaited_since().items()} == {1: last}


@pytest.mark.parametrize(
    ("command", "code"),
    [(Nudge(0), "TOO_FAR"), (PlayCards((99,)), "CARDS_NOT_IN_HAND"), (PlayCards(()), "CARDS_NOT_IN_HAND")],
)
def test_the_rules_refuse_and_nothing_has_changed(command: Command, code: str):
    assert begun().refused(0, command) == code


# --- Decoding ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"command": "Teleport"},
        {"command": "RollDie", "pips": 6},
        {"command": "Nudge", "steps": 10**40},
        {"command": "Nudge", "steps": 100},
        {"command": "Nudge", "steps": True},
        {"command": "Nudge", "steps": 1.0},
        {"command": "Nudge", "steps": "1"},
        {"command": "PlayCards", "cards": [0]},
        {"command": "PlayCards", "cards": [1] * 100},
        {"command": "PlayCards"},
        {"command": "Vote", "yes": 1},
        {"command": "TakeSeat", "seat": 12, "person": "ada"},
        {"command": "TakeSeat", "seat": -1, "person": "ada"},
        {"command": "TakeSeat", "seat": 0, "person": ""},
        {"command": "TakeSeat", "seat": 0, "person": "ada\n"},
        {"command": "TakeSeat", "seat": 0, "person": "x" * 65},
        {"command": "AddEntropy", "entropy": "0" * 64 + "\n"},
        {"command": "AddEntropy", "entropy": "0" * 63},
        {"command": "AddEntropy", "entropy": "A" * 64},
        {"command": "Undo", "to_version": -1},
        {"command": "Undo", "to_version": 2**40 + 1},
        {"command": "Undo", "to_version": 1, "force": True},
        {"command": "OpenTable", "game": "trumps", "edition": "1", "seats": 0, "host": "h", "commitment": "0" * 64},
        {"command": "OpenTable", "game": "trumps", "edition": "1", "seats": 2, "host": "h", "commitment": "0" * 64,
         "options": " " * 10_001},
    ],
)  # fmt: skip
def test_a_malformed_command_is_not_even_read(said: dict[str, object]):
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(msgspec.json.encode(said), type=command_types())


def test_a_command_reads_as_it_was_written():
    said = b'{"command":"OpenTable","game":"trumps","edition":"1","seats":2,"host":"h","commitment":"%s"}' % (b"0" * 64)
    assert msgspec.json.decode(said, type=command_types()) == OpenTable("trumps", "1", 2, "h", "0" * 64)
    assert msgspec.json.decode(b'{"command":"Nudge"}', type=command_types()) == Nudge()


# --- Records ----------------------------------------------------------------------------------------------------------


def test_the_first_record_of_a_command_and_only_it_says_its_cause():
    play = begun()
    result = play.do(0, RollDie(), id="roll")
    first, *rest = result.records
    assert (first.cause.id, first.cause.seat, first.cause.head) == ("roll", 0, genesis_of(play.table.id))
    assert COMMAND.decode(first.cause.command) == RollDie()
    assert rest
    assert all(record.cause is None for record in rest)


@pytest.mark.clause("T-30")
def test_a_record_says_its_chance_and_its_clause_where_it_is_not_the_usual_one():
    play = begun()
    rolled, scored, passed = play.do(0, RollDie()).records
    assert [(draw.label, draw.number, draw.bound) for draw in rolled.draws] == [("die", 0, 6)]
    assert rolled.draws[0].value + 1 == rolled.event.pips
    assert (scored.clause, scored.law, scored.draws) == ("TOY-4", "TOY-4", ())
    assert (passed.clause, passed.law) == (None, "TOY-1")


def test_every_record_reads_as_it_was_written():
    play = begun(3)
    for seat, command in ((0, CallVote()), (0, Vote(True)), (1, Vote(False)), (2, Vote(True)), (1, RollDie())):
        play.do(seat, command)
    assert [RECORD.decode(one) for one in stored(play.table)] == play.table.records


def test_time_never_goes_back():
    play = begun()
    last = play.table.records[-1].at
    for at, expected in ((last - 10**6, last), (0, last), (last, last), (last + 5, last + 5)):
        seat = play.table.game.active
        moment = Moment(at, play.source, genesis_of(play.table.id))
        result = handle(play.table, Submission(f"at{at}", seat, play.version, RollDie()), moment)
        assert isinstance(result, Accepted)
        assert {record.at for record in result.records} == {expected}


# --- Faults -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("steps", "fault"),
    [(0, "nothing happened"), (1, "TOO_FAR was refused after the first event"), (2, "drawn after the last event")],
)
def test_rules_that_break_their_contract_are_a_fault_and_not_an_answer(steps: int, fault: str):
    play = begun(rulebook=Faulty())
    with pytest.raises(EngineFault, match=fault):
        play.ask(0, Nudge(steps))


@pytest.mark.clause("T-30")
def test_chance_counts_on_through_the_set_up():
    play = begun(3)
    draws = [draw for record in play.table.records for draw in record.draws]
    assert [(draw.number, draw.bound) for draw in draws] == [(n, 12 - n) for n in range(6)]
    assert play.table.draws == {"deck": 6}
    play.do(0, DrawCard())
    assert play.table.records[-2].draws[0].number == 6


# --- Dry runs ---------------------------------------------------------------------------------------------------------


def test_a_dry_run_leaves_the_original_as_it_was():
    play = begun(3)
    play.do(0, Nudge(1))
    play.do(0, CallVote())
    play.do(1, Vote(True))
    before, bytes_before = digest(play.table), stored(play.table)
    twin = play.copy()
    assert digest(twin.table) == before
    twin.do(0, Vote(True))
    twin.do(2, Vote(False))
    for seat in (1, 2, 0, 1, 2):
        twin.do(seat, RollDie())
        twin.do(HOST, PauseTable())
        twin = twin.copy()
        twin.table.paused = False
    assert digest(play.table) == before
    assert stored(play.table) == bytes_before


@pytest.mark.clause("T-21")
def test_a_consent_in_a_dry_run_is_not_given_at_the_table():
    play = begun(3)
    before = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    twin = play.copy()
    twin.do(1, GiveConsent())
    assert play.table.request.agreed == frozenset()
    twin.do(2, GiveConsent())
    assert twin.table.request is None
    play.do(2, GiveConsent())
    assert play.table.request.agreed == {2}


@pytest.mark.parametrize("play", [opened(), seated(), begun()], ids=["open", "seated", "begun"])
def test_a_copy_is_equal_and_shares_nothing_that_can_change(play: Any):
    twin = play.table.copy()
    assert digest(twin) == digest(play.table)
    for name in ("records", "seats", "entropy", "starts", "commands", "draws", "history"):
        assert getattr(twin, name) is not getattr(play.table, name)
    assert all(mine is not theirs for mine, theirs in zip(twin.seats, play.table.seats, strict=True))
    assert twin.game is None or twin.game is not play.table.game


def test_a_table_made_of_records_is_the_table_that_made_them():
    play = seated(3)
    play.do(HOST, BeginGame())
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)
    assert play.refused(0, TakeSeat(0, "zoe")) == "SEAT_TAKEN"
