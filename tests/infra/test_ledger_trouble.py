"""Lost replies, servers that go away, and rules that break."""

import random
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from eventsourcing.persistence import OperationalError

from domain.table.digest import digest
from domain.table.kernel import Accepted
from domain.table.messages import HOST
from domain.table.records import Submission
from domain.table.refusals import EngineFault, Refusal
from infra.rulebooks import UnknownGameError
from infra.streams import OutcomeUnknownError
from infra.verification import verify
from tests.infra.cutting import AFTER, BEFORE, CuttingLine
from tests.infra.house import House
from tests.streams.conftest import Server
from tests.table.toy import CallVote, DieRolled, Nudge, Nudged, RollDie, Toy, toy

Houses = Callable[..., House]
APPEND = b"trumps:"  # of all requests only an append names topics


@pytest.fixture
def line(server: Server) -> Iterator[CuttingLine]:
    with tempfile.TemporaryDirectory(prefix="souls-") as folder:
        made = CuttingLine(Path(folder) / "line", server.socket)
        yield made
        made.close()


def proven(house: House, table_id: str) -> int:
    """The table's version, once its log is found to be in order."""
    report = verify(house.export(table_id), house.ledger.rulebooks)
    assert report.good
    assert not report.differences
    assert digest(house.ledger.table(table_id)) == digest(house.ledger.current(table_id))
    return report.records


# --- Lost replies -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_a_command_whose_reply_is_lost_is_done_once_and_the_caller_hears_of_it(
    new_house: Houses, line: CuttingLine, when: str
) -> None:
    house = new_house(line.url)
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    line.arm(APPEND, when)
    outcome = house.do(table_id, 0, RollDie(), command_id="roll", expected=version)
    assert line.is_spent
    assert outcome.first == version + 1
    assert outcome.repeated is (when == AFTER)
    assert proven(house, table_id) == outcome.last
    again = house.do(table_id, 0, RollDie(), command_id="roll", expected=version)
    assert (again.first, again.last, again.repeated) == (outcome.first, outcome.last, True)


@pytest.mark.parametrize("when", [BEFORE, AFTER])
def test_a_line_that_is_cut_again_and_again_is_said_to_have_an_unknown_outcome_and_asking_again_is_safe(
    new_house: Houses, line: CuttingLine, when: str
) -> None:
    house = new_house(line.url)
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    line.arm(APPEND, when)
    line.arm(table_id.encode(), BEFORE)  # the reading that would find out
    with pytest.raises(OutcomeUnknownError, match="no connection to the server"):
        house.do(table_id, 0, RollDie(), command_id="roll", expected=version)
    assert line.is_spent
    outcome = house.do(table_id, 0, RollDie(), command_id="roll", expected=version)
    assert (outcome.first, outcome.repeated) == (version + 1, when == AFTER)
    assert proven(house, table_id) == outcome.last


def test_a_table_whose_opening_was_not_answered_is_open(new_house: Houses, line: CuttingLine) -> None:
    house = new_house(line.url)
    line.arm(APPEND, AFTER)
    table_id = house.opened()
    assert line.is_spent
    assert list(house.ledger.table_ids()) == [table_id]
    assert proven(house, table_id) == 1


def test_a_table_whose_opening_did_not_reach_the_server_is_not_there(new_house: Houses, line: CuttingLine) -> None:
    house = new_house(line.url)
    line.arm(APPEND, BEFORE)
    with pytest.raises(OutcomeUnknownError):
        house.opened()
    assert list(house.ledger.table_ids()) == []
    assert proven(house, house.opened()) == 1


# --- Servers that go away ---------------------------------------------------------------------------------------------


def test_without_its_server_a_ledger_says_so_and_with_it_works_again(own_server: Server, new_house: Houses) -> None:
    house = new_house(own_server.url)
    table_id = house.begun()
    version = house.ledger.current(table_id).version
    submission = Submission("roll", 0, version, RollDie())
    own_server.kill()
    for _ in range(2):
        with pytest.raises(OperationalError, match="no connection to the server"):
            house.ledger.submit(table_id, submission)
    for look in (house.ledger.table, house.ledger.current, house.ledger.secret, house.ledger.renew_chance):
        with pytest.raises(OperationalError, match="no connection to the server"):
            look(table_id)
    with pytest.raises(OperationalError):
        house.opened()
    with pytest.raises(OperationalError):
        house.catch_up()
    own_server.start()
    outcome = house.ledger.submit(table_id, submission)
    assert isinstance(outcome, Accepted)
    assert outcome.first == version + 1
    assert proven(house, table_id) == outcome.last
    house.catch_up()
    rows = house.rows()
    house.rebuild()
    assert house.rows() == rows


def test_an_append_that_the_server_turns_down_leaves_the_table_as_it_was(own_server: Server, new_house: Houses) -> None:
    house = new_house(own_server.url)
    table_id = house.begun()
    before = house.ledger.current(table_id)
    seen = digest(before)
    own_server.client.config_set("min-replicas-to-write", 1)
    with pytest.raises(OperationalError, match="too few replicas"):
        house.do(table_id, 0, RollDie(), command_id="roll")
    assert house.ledger.current(table_id) is not before  # which has rolled
    assert digest(house.ledger.current(table_id)) == seen
    own_server.client.config_set("min-replicas-to-write", 0)
    assert not house.do(table_id, 0, RollDie(), command_id="roll").repeated
    proven(house, table_id)


# --- Rules that break -------------------------------------------------------------------------------------------------


class Breaking(Toy):
    """A toy whose nudges break: by 1 it refuses too late, by 2 it trips, by 3 it makes what cannot be read again."""

    def decide(self, state: Any, seat: int, command: Any, chance: Any) -> Iterator[Any]:
        if not isinstance(command, Nudge):
            yield from super().decide(state, seat, command, chance)
            return
        yield Nudged(seat, command.steps)
        if command.steps == 1:
            raise Refusal("TOO_LATE", "TOY-5")
        if command.steps == 2:
            raise ZeroDivisionError
        yield DieRolled(seat, 7)


@pytest.mark.parametrize(
    ("steps", "error", "said"),
    [
        (1, EngineFault, "TOO_LATE was refused after the first event"),
        (2, ZeroDivisionError, "^$"),
        (3, EngineFault, r"out of its own bounds: .*Expected `int` <= 6"),
    ],
)
def test_what_a_broken_rule_has_done_to_a_table_is_dropped(
    new_house: Houses, steps: int, error: type[Exception], said: str
) -> None:
    house = new_house(rulebooks=[Breaking()])
    table_id = house.begun()
    version, seen = house.ledger.current(table_id).version, digest(house.ledger.current(table_id))
    with pytest.raises(error, match=said):
        house.do(table_id, 0, Nudge(steps), command_id="step")
    assert digest(house.ledger.current(table_id)) == seen
    assert len(house.ledger.stored(table_id)) == version
    house.do(table_id, 0, RollDie(), command_id="step")
    proven(house, table_id)


# --- Rulebooks that are missing ---------------------------------------------------------------------------------------


def test_a_missing_rulebook_spoils_its_own_tables_only(new_house: Houses) -> None:
    both = new_house()
    trumps, other = both.begun("trumps"), both.begun("carcassonne")
    both.catch_up()
    rows = both.rows()

    house = new_house(rulebooks=[toy])
    house.do(trumps, 0, CallVote())
    for look in (house.ledger.table, house.ledger.current, house.export, house.ledger.renew_chance):
        with pytest.raises(UnknownGameError, match="No rulebook for the game 'carcassonne' is installed"):
            look(other)
    with pytest.raises(UnknownGameError):
        house.ledger.submit(other, Submission("c", HOST, 5, RollDie()))
    assert sorted(house.ledger.table_ids()) == sorted([trumps, other])

    both.play_one(other, random.Random(1))
    house.catch_up()
    (projector,) = house.projectors
    assert list(projector.spoiled) == [other]
    assert "'carcassonne'" in projector.spoiled[other].why
    assert house.rows()["turns"][trumps] != rows["turns"][trumps]
    assert house.rows()["turns"][other] == rows["turns"][other]
    assert house.rebuild() == len(house.ledger.stored(trumps)) + len(both.ledger.stored(other))
    assert list(projector.spoiled) == [other]
    assert house.rows()["turns"].keys() == {trumps, other}
    assert house.rows()["turns"][other] == rows["turns"][other]

    both.rebuild()
    assert both.projectors[0].spoiled == {}
    assert both.rows()["turns"].keys() == {trumps, other}
    proven(both, other)
