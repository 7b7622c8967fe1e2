"""`souls close` and `souls export --raw`: what is published, and what a table records of it."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from infra.exports import unseal
from tests.tools.running import begin, done, failed, souls, the_sentence


def records(table: str) -> list[Any]:
    return list(done("log", table, "--json").json["records"])


def played(*arguments: object) -> str:
    """A finished table of two bots that is not closed."""
    return done("play", "--players", "random,random", *arguments).out.split("souls log ")[1].split()[0]


@pytest.mark.parametrize("seed", [(), ("--seed", 4)], ids=["provable", "seeded"])
def test_closing_publishes_the_seed_and_then_nothing_changes(data: Path, seed: tuple[object, ...]) -> None:
    table = played(*seed)
    commitment = records(table)[0]["fields"]["commitment"]
    told = done("close", table, "--json").json
    assert set(told) == {"table", "seed"}
    assert told["table"] == table
    assert hashlib.sha256(bytes.fromhex(told["seed"])).hexdigest() == commitment
    last = records(table)[-1]
    assert (last["event"], last["clause"], last["fields"]) == ("TableClosed", "T-9", {"seed": told["seed"]})
    assert "Closing the table is not possible while the table is closed. [T-10]" in failed("close", table)
    assert failed("undo", table, "--by", "arbiter")
    assert records(table)[-1] == last


def test_for_people_it_says_the_seed(data: Path) -> None:
    table = played()
    told = done("close", table).out
    seed = records(table)[-1]["fields"]["seed"]
    assert told == f"Table {table} is closed. The seed of its chance was {seed}.\n"


def test_chance_can_be_proved_by_anybody_once_a_table_is_closed(data: Path, tmp_path: Path) -> None:
    table = played()
    done("export", table, "-o", tmp_path / "before")
    assert "The seed is not known" in done("verify", tmp_path / "before").out
    done("close", table)
    done("export", table, "-o", tmp_path / "after")
    assert "values of chance follow from the seed that was committed to" in done("verify", tmp_path / "after").out


def test_a_table_that_goes_on_is_not_closed_and_its_seed_is_not_told(begun: str) -> None:
    before = records(begun)
    for options in ((), ("--json",)):
        told = souls("close", begun, *options)
        assert the_sentence(told) == "Closing the table is not possible while the table is begun. [T-10]"
    assert records(begun) == before


def test_a_table_to_close_that_is_not_there(data: Path) -> None:
    assert "There is no table 'nope'" in failed("close", "nope")
    failed("close", code=2)


def test_an_imported_table_is_closed_without_a_seed(data: Path) -> None:
    recorded = sorted((Path(__file__).parents[1] / "rules/carcassonne/data").glob("base-*.json"))[0]
    table = done("import", recorded, "--format", "recorded-game", "--json").json["table"]
    assert done("close", table).out == f"Table {table} is closed. It had no seed here.\n"
    assert records(table)[-1]["fields"] == {"seed": None}


def test_the_end_of_play_says_how_to_close_and_that_works(data: Path) -> None:
    told = done("play", "--players", "random,random", "--seed", 4).out
    command = told.split("The end of it:  souls ")[1].split("  (")[0].split()
    assert command[0] == "close"
    assert done(*command).out.startswith(f"Table {command[1]} is closed.")


# --- T-17 -------------------------------------------------------------------------------------------------------------


def disclosures(table: str) -> list[Any]:
    return [line for line in records(table) if line["event"] == "LogDisclosed"]


def test_who_takes_out_the_log_of_an_unfinished_table_is_recorded_there_first(begun: str, tmp_path: Path) -> None:
    assert disclosures(begun) == []
    done("export", begun, "--raw", "-o", tmp_path / "whole")
    [disclosed] = disclosures(begun)
    assert disclosed["clause"] == "T-17"
    assert disclosed == records(begun)[-1]
    # It is in the file too, which so is the whole table.
    export = unseal((tmp_path / "whole").read_bytes()).export
    assert export.entries[-1].topic == "carcassonne:T.log"
    assert len(export.entries) == len(records(begun))
    assert "An operator takes out the whole log, secrets included" in done("log", begun, "--seat", "red").out
    assert done("verify", tmp_path / "whole").code == 0
    done("export", begun, "--raw", "-o", tmp_path / "again")
    assert len(disclosures(begun)) == 2


def test_the_game_goes_on_as_if_nobody_had_looked(begun: str, tmp_path: Path) -> None:
    done("play", "--table", begun, typed="1\nquit\n")
    before = done("show", begun, "--json").json["turn"]
    done("export", begun, "--raw", "-o", tmp_path / "whole")
    after = done("show", begun, "--json").json["turn"]
    assert after["version"] == before["version"] + 1
    assert after["awaited"] == before["awaited"]
    done("undo", begun)
    assert "Undone" in [line["event"] for line in records(begun)]


def test_what_nobody_may_not_see_is_taken_out_without_a_record(begun: str, finished: str, tmp_path: Path) -> None:
    done("export", begun, "--for", "red", "-o", tmp_path / "red")
    assert "not finished" in failed("export", begun, "-o", tmp_path / "whole")
    assert "Choose one of --raw and --for." in failed("export", begun, "--raw", "--for", "red", "-o", tmp_path / "both")
    done("verify", begun)
    assert disclosures(begun) == []
    done("export", finished, "--raw", "-o", tmp_path / "finished")
    assert disclosures(finished) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == ["finished", "red"]


def test_an_export_that_cannot_be_written_is_recorded_all_the_same(data: Path, tmp_path: Path) -> None:
    """The record comes first: who has seen a log may not be found out only afterwards."""
    table = begin("--players", "you,random")
    assert "Cannot write" in failed("export", table, "--raw", "-o", tmp_path / "no" / "folder")
    assert len(disclosures(table)) == 1
    assert souls("verify", table).code == 0
    assert json.loads(done("show", table, "--json").out)["turn"]["phase"] == "begun"
