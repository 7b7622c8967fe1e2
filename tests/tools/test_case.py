"""`souls case`: the case file of a contest for a reader, in lines, as JSON and as a page."""

from pathlib import Path

import pytest

from domain.table.disputes.messages import AddEvidence, ContestRecord, GiveRuling
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import ARBITER, HOST, Command
from domain.table.records import Submission
from domain.table.table import Table
from infra.keyring import Keyring
from infra.opened import new_command_id
from infra.settings import from_environment
from infra.wiring import Souls
from tests.table.toy import DrawCard
from tests.tools.running import TOY, done, failed, souls

ARGUMENT = "A card too many."


def give(installation: Souls, table: str, by: int, command: Command) -> Table:
    version = installation.ledger.table(table).version
    outcome = installation.ledger.submit(table, Submission(new_command_id(), by, version, command))
    assert isinstance(outcome, Accepted), outcome
    return installation.ledger.table(table)


def toy_table(installation: Souls, arbiter: str) -> str:
    """A table of the toy at which seat 0 has drawn a card and seat 1 contests that, in its own words."""
    opened = installation.ledger.open_table("trumps", 2, host="hanna", arbiter=arbiter)
    assert isinstance(opened, Table)
    for seat in (0, 1):
        give(installation, opened.id, seat, TakeSeat(seat, f"person{seat}"))
    give(installation, opened.id, HOST, BeginGame())
    drawn = give(installation, opened.id, 0, DrawCard()).version - 1
    argument = installation.writings.write(opened.id, "person1", ARGUMENT)
    give(installation, opened.id, 1, ContestRecord(drawn, "TOY-2", argument))
    return opened.id


@pytest.fixture(scope="module")
def tables(data: Path) -> tuple[str, str]:
    """Two such tables: one with an arbiter who holds no seat, and one whose arbiter plays."""
    with Souls(from_environment(data, (TOY,))) as installation:
        return toy_table(installation, "arno"), toy_table(installation, "person1")


def case(*arguments: object) -> str:
    return done("case", *arguments, "--rulebook", TOY).out


def test_a_case_is_told_in_lines_with_what_people_wrote(tables: tuple[str, str]) -> None:
    out = case(tables[0], 1)
    assert out.startswith(f"Contest 1: Trumps\nTable {tables[0]}, as a spectator may see it at version ")
    assert f"  | {ARGUMENT}\n" in out
    assert "North draws ← contested [TOY-2]" in out
    assert max(map(len, out.splitlines())) <= 100


def test_each_reader_is_told_what_it_may_see(tables: tuple[str, str]) -> None:
    told = {
        reader: done("case", tables[0], 1, *options, "--json", "--rulebook", TOY).json
        for reader, options in (("spectator", ()), ("north", ("--seat", "north")), ("arbiter", ("--arbiter",)))
    }
    assert [told[reader]["reader"] for reader in told] == [None, 0, "neutral"]
    assert [[sight["viewer"] for sight in told[reader]["sights"]] for reader in told] == [
        [None],
        [None, 0],
        [None, 0, 1],
    ]
    cards = [told[reader]["decision"]["events"][0]["fields"]["cards"] for reader in told]
    assert cards[0] == []
    assert cards[1] == cards[2] != []
    assert told["north"]["argument"]["text"] == ARGUMENT


def test_a_case_can_be_written_as_a_page(tables: tuple[str, str], tmp_path: Path) -> None:
    page = tmp_path / "case.html"
    assert case(tables[0], 1, "--html", page) == f"Page: {page}\n"
    text = page.read_text()
    assert text.startswith("<!doctype html>")
    assert ARGUMENT in text
    assert text.count("<figure>") == 2
    both = done("case", tables[0], 1, "--html", page, "--json", "--rulebook", TOY)
    assert both.json["number"] == 1


def test_an_arbiter_who_plays_reads_no_more_than_the_seat_may(tables: tuple[str, str]) -> None:
    told = failed("case", tables[1], 1, "--arbiter", "--rulebook", TOY)
    assert told == "A case is read whole when the game is over, or where the table has an arbiter without a seat."
    assert case(tables[1], 1, "--seat", 1)


def test_what_cannot_be_told_is_said_in_a_sentence(tables: tuple[str, str]) -> None:
    table = tables[0]
    assert failed("case", table, 7, "--rulebook", TOY) == "This table has no contest 7. [T-51]"
    assert failed("case", table, 1, "--seat", 0, "--arbiter", "--rulebook", TOY).startswith(
        "A case is read for a seat or"
    )
    assert "There is no seat 'west'" in failed("case", table, 1, "--seat", "west", "--rulebook", TOY)
    assert "There is no table 'nowhere'" in failed("case", "nowhere", 1)
    assert failed("case", table, 0, code=2)
    assert failed("case", table, "one", code=2)
    assert "Cannot write" in failed("case", table, 1, "--html", "/nowhere/case.html", "--rulebook", TOY)
    error = souls("case", table, 7, "--rulebook", TOY, "--json").json["error"]
    assert (error["code"], error["clause"]) == ("NO_SUCH_CONTEST", "T-51")


def test_what_was_written_by_somebody_who_was_forgotten_is_said_to_be(data: Path) -> None:
    with Souls(from_environment(data, (TOY,))) as installation:
        table = toy_table(installation, "arno")
        evidence = installation.writings.write(table, "person0", "I drew one.")
        give(installation, table, 0, AddEvidence(1, evidence))
        reasons = installation.writings.write(table, "arno", "It was one card.")
        give(installation, table, ARBITER, GiveRuling(1, "upheld", reasons=reasons))
        Keyring(installation.settings.keyring).forget("person0")
    out = case(table, 1)
    assert "The text was forgotten with its writer." in out
    assert "| It was one card." in out
    assert "Upheld by the arbiter, " in out
