"""A disputed siege, from the score that somebody doubts to a bundle that a stranger verifies: by the command line alone.

Green closes blue's city of five tiles and a shield with a siege tile, so that it pays 6 and not 12. Blue doubts that.
"""

import hashlib
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from infra import ledger
from tests.e2e.processes import ROOT
from tests.tools.running import begin, done, failed, served, souls

pytestmark = pytest.mark.slow

SETS = ("--option", "sets=base,cult,siege,creativity")
ARGUMENT = "The siege tile belongs to another city."
ANSWER = "A wall runs around both tiles: it is one city."
REASONS = "The siege was laid before another gate."
RIGHTLY_RULED = "1 ruling was made by those entitled to, and what followed is exactly what it says."
IN_FULL = [["tile", 5, 2, "B-9"], ["shield", 1, 2, "B-9"]]
PAID = [["tile", 5, 1, "CSC-15"], ["shield", 1, 1, "CSC-15"]]

# With this seed and id the siege tile comes to green in time, and these choices let it close the city.
SEED, TABLE = hashlib.sha256(b"a disputed siege 72").digest(), "siegetable23"
TYPED = (4, 3, 5, 2, 2, 3, 3, 4, 5, 3, 2)
# The same at a table of known chance, where blue closes red's city.
SEEDED, SEEDED_TYPED = 116, (4, 3, 3, 3, 4, 4, 3, 2, 4, 4)


@dataclass(frozen=True)
class Siege:
    """A table, and the record by which a besieged city was paid."""

    table: str
    version: int

    @property
    def records(self) -> list[dict[str, Any]]:
        return list(done("log", self.table, "--json").json["records"])

    @property
    def totals(self) -> list[int]:
        return list(done("scores", self.table, "--json").json["totals"])

    @property
    def contest(self) -> dict[str, Any]:
        [told] = done("disputes", self.table, 1, "--json").json["contests"]
        return dict(told)

    def contested(self, by: str, clause: str) -> str:
        return done(
            "contest", self.table, "--by", by, "--record", self.version, "--clause", clause, "--because", ARGUMENT
        ).out

    def correction(self) -> str:
        """What the case says that happened, but for what follows by itself; with the city paid in full."""
        happened = done("case", self.table, 1, "--json").json["decision"]["events"]
        kept = [event for event in happened if event["event"] not in ("TurnEnded", "TileDrawn")]
        events = [{"event": event["event"], **event["fields"]} for event in kept]
        for event in events:
            if event["event"] == "FeatureScored":
                event["terms"] = [
                    dict(zip(("label", "count", "factor", "clause"), term, strict=True)) for term in IN_FULL
                ]
        return json.dumps(events)


def scored(table: str) -> Siege:
    [version] = [r["version"] for r in done("log", table, "--json").json["records"] if r["fields"].get("terms") == PAID]
    return Siege(table, version)


def numbers(typed: tuple[int, ...]) -> str:
    return "".join(f"{number}\n" for number in typed)


def proved_siege() -> Siege:
    """A table whose chance is provable and yet the same every time, with three more moves after the siege."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ledger, "new_table_id", lambda: TABLE)
        patch.setattr(ledger, "secrets", SimpleNamespace(token_bytes=lambda size: SEED[:size]))
        return scored(begin("--players", "you,you,you", *SETS, typed=numbers((*TYPED, 1, 1, 1))))


def seeded_siege() -> Siege:
    return scored(begin("--players", "you,you,you", "--seed", SEEDED, *SETS, typed=numbers((*SEEDED_TYPED, 1, 1))))


def stranger(folder: Path, *arguments: object) -> "subprocess.CompletedProcess[str]":
    """The command in a process of its own, in a folder where nothing else is, with an environment that leads nowhere."""
    env = {"PATH": os.defpath, "HOME": str(folder), "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"}
    told = subprocess.run(
        [sys.executable, "-m", "tools.cli.main", *map(str, arguments)],
        cwd=folder, env=env, text=True, capture_output=True, stdin=subprocess.DEVNULL, timeout=60, check=False,
    )  # fmt: skip
    assert "Traceback" not in told.stdout + told.stderr
    return told


@pytest.fixture(scope="module", autouse=True)
def _data(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with served(tmp_path_factory.mktemp("data")):
        yield


@pytest.fixture(scope="module")
def opened() -> Siege:
    """Blue contests what green's siege tile made of the city; green answers."""
    siege = proved_siege()
    siege.contested("blue", "CSC-14")
    laid = next(r["version"] for r in siege.records if r["event"] == "TilePlaced" and r["fields"]["tile"] == "SI-1")
    done("evidence", siege.table, 1, "--by", "green", "--text", ANSWER, "--records", laid)
    return siege


@dataclass(frozen=True)
class Ruled:
    """What was said before and after the arbiter overturned what the siege paid, and did so by a correction."""

    siege: Siege
    before: dict[str, str]
    told: str
    board: str


@pytest.fixture(scope="module")
def ruled(opened: Siege) -> Ruled:
    table, correction = opened.table, opened.correction()
    other = ("--rewind", "before", "--correct", correction)
    before = {
        "board": done("show", table).out,
        "case": done("case", table, 1).out,
        "arbiter": done("case", table, 1, "--arbiter").out,
        **{seat: done("case", table, 1, "--seat", seat).out for seat in ("red", "blue", "green")},
        "json": done("case", table, 1, "--seat", "blue", "--json").out,
        "counterfactual": done("counterfactual", table, 1, *other).out,
        "nothing instead": done("counterfactual", table, 1).out,
        "dry run": done("rule", table, 1, "--overturned", *other, "--reapply", "--dry-run").out,
    }
    told = done("rule", table, 1, "--overturned", *other, "--reapply", "--because", REASONS).out
    return Ruled(opened, before, told, done("show", table).out)


@pytest.fixture(scope="module")
def second(ruled: Ruled) -> tuple[Siege, str]:
    """Another table of the house where the same clause is contested later; what was told there."""
    siege = seeded_siege()
    return siege, siege.contested("red", "CSC-14")


@pytest.fixture(scope="module")
def closed(ruled: Ruled, second: tuple[Siege, str]) -> Siege:
    """The first table again, played to its end and closed."""
    table = ruled.siege.table
    assert "Finished. red 31, blue 36, green 24. blue won." in done("play", "--table", table, typed="1\n" * 200).out
    done("close", table)
    return ruled.siege


# --- The contest, and its case ----------------------------------------------------------------------------------------


def test_the_siege_pays_one_point_a_tile_and_shield_and_that_is_contested(opened: Siege) -> None:
    [record] = [r for r in opened.records if r["version"] == opened.version]
    assert (record["clause"], record["fields"]["seats"], record["fields"]["terms"]) == ("CSC-15", [1], PAID)
    contest = opened.contest
    assert contest["contested"]["version"] == opened.version
    assert (contest["by"], contest["cited"]["clause"], contest["argument"]["text"]) == (1, "CSC-14", ARGUMENT)
    assert contest["evidence"][0]["text"]["text"] == ANSWER


def test_everybody_reads_the_same_case_since_nothing_is_hidden_but_who_reads_it(ruled: Ruled) -> None:
    readers = {"case": "a spectator", "arbiter": "a neutral arbiter", "red": "red", "blue": "blue", "green": "green"}
    pages = {name: ruled.before[name] for name in readers}
    assert len({re.sub(r", as .* may see it", "", page) for page in pages.values()}) == 1
    assert [name for name, who in readers.items() if f", as {who} may see it at version" not in pages[name]] == []


@pytest.mark.parametrize(
    "said",
    [
        "Blue contests record 31, a decision of green, ",
        f"| {ARGUMENT}",
        f"| {ANSWER}",
        "record 31  The city at (0, 1) pays blue 6: 5 tiles × 1 + 1 shield × 1 ← contested [CSC-15]",
        "A city that contains a siege tile is besieged.",
        "A besieged city that is completed pays only 1 point per tile and 1 per shield.",
        "scores of blue: 0 → 6",
    ],
)
def test_the_case_has_what_was_decided_by_which_law_and_what_was_said(ruled: Ruled, said: str) -> None:
    assert said in ruled.before["case"]


def test_the_case_is_data_and_one_page_too(opened: Siege, ruled: Ruled, tmp_path: Path) -> None:
    case = json.loads(ruled.before["json"])
    assert (case["number"], case["reader"], case["argument"]["text"]) == (1, 1, ARGUMENT)
    assert case["decision"]["version"] == opened.version
    done("case", opened.table, 1, "--arbiter", "--html", tmp_path / "case.html")
    page = (tmp_path / "case.html").read_text(encoding="utf-8")
    assert ARGUMENT in page
    assert "<svg" in page
    assert "<script" not in page
    assert re.findall(r'(?:src|href)="(?!#|data:)', page) == []


# --- The ruling -------------------------------------------------------------------------------------------------------


def test_the_other_reading_is_known_before_the_ruling(ruled: Ruled) -> None:
    assert (
        "All 3 later moves stay possible. Scores: blue +6. The same seats are first." in ruled.before["counterfactual"]
    )
    instead = ruled.before["nothing instead"]
    assert "Of 3 later moves 0 stay possible; the first that does not is at version 35" in instead
    assert instead.endswith("It is not your turn; the game waits for green. Until there: blue -6.\n")


def test_what_a_dry_run_says_is_what_happens(ruled: Ruled) -> None:
    dry = ruled.before["dry run"]
    assert (
        "   35  red, made again: Red lays walled block, city on all sides, shield (BA-C) at (0, -1), turned 0°\n" in dry
    )
    assert "   39  blue, made again: Blue lays city corner (BA-N) at (-2, 0), turned 0°\n" in dry
    assert "Scores: red 0 → 0 (+0), blue 6 → 12 (+6), green 0 → 0 (+0)\nNothing has been done.\n" in dry
    assert (
        "Contest 1 is ruled on by the arbiter: overturned, back to version 28, later moves are made again" in ruled.told
    )
    for sentence in dry.splitlines():
        assert sentence.endswith("]") <= (f"{sentence}\n" in ruled.told), sentence


def test_the_game_stands_where_it_stood_with_other_points(ruled: Ruled) -> None:
    before, after = (re.sub(r", version \d+\.", "", board) for board in (ruled.before["board"], ruled.board))
    assert "blue      6 points" in before
    assert before.replace("blue      6 points", "blue     12 points") == after


def test_the_log_says_what_was_taken_back_by_which_ruling(ruled: Ruled) -> None:
    records = ruled.siege.records
    gone = [r for r in records if not r["counts"]]
    assert [r["version"] for r in gone] == list(range(29, 40))
    assert {r["why"] for r in gone} == {"ruling on contest 1"}
    [at] = {r["taken_back_at"] for r in gone}
    assert records[at - 1]["event"] == "Undone"
    told = done("log", ruled.siege.table).out
    assert f"1 shield × 1 [CSC-15]  (taken back at {at} by ruling on contest 1)\n" in told
    assert "The city at (0, 1) pays blue 12: 5 tiles × 2 + 1 shield × 2 [" in told


# --- The next table ---------------------------------------------------------------------------------------------------


def test_the_precedent_is_shown_at_the_next_table_and_cited_in_its_case(
    ruled: Ruled, second: tuple[Siege, str]
) -> None:
    siege, told = second
    assert f"Ruled before on CSC-14: overturned at table {TABLE}" in told
    case = done("case", siege.table, 1).out
    assert TABLE in case
    assert REASONS in case
    [listed] = [r for r in done("precedents", "carcassonne", "--json").json["precedents"] if r["table"] == TABLE]
    assert (listed["clause"], listed["outcome"]) == ("CSC-14", "overturned")


def test_there_it_is_put_right_by_points_and_nothing_goes_back(second: tuple[Siege, str]) -> None:
    siege, _ = second
    other = done("counterfactual", siege.table, 1, "--points", "red=6").out
    assert "All 2 later moves stay possible. Scores: red +6. The same seats are first." in other
    told = done("rule", siege.table, 1, "--overturned", "--points", "red=6", "--because", "As at the other table.").out
    assert (
        "Contest 1 is ruled on by the arbiter: overturned, nothing goes back, points for red 6, blue 0, green 0" in told
    )
    assert siege.totals == [12, 0, 0]
    assert [r for r in siege.records if not r["counts"]] == []
    assert done("verify", siege.table).code == 0


# --- The end ----------------------------------------------------------------------------------------------------------


def test_the_ruling_has_decided_who_won(closed: Siege, tmp_path: Path) -> None:
    told = done("counterfactual", closed.table, 1, "--svg", tmp_path / "chart.svg").out
    assert " later moves stay possible. Scores: blue -6. Red would win instead." in told
    assert (tmp_path / "chart.svg").read_text(encoding="utf-8").startswith("<svg")
    found = done("counterfactual", closed.table, 1, "--json").json
    assert (found["scores"], found["others"], found["changes_winner"]) == ([31, 36, 24], [31, 30, 24], True)
    assert (found["parted"], found["finished"], found["other_finished"]) == (0, True, True)


def test_a_closed_table_verifies_and_nothing_is_contested_there_any_more(closed: Siege) -> None:
    assert RIGHTLY_RULED in done("verify", closed.table).out
    assert "while the table is closed" in failed(
        "contest", closed.table, "--by", "red", "--record", 40, "--clause", "B-4"
    )
    assert closed.totals == [31, 36, 24]


def test_a_stranger_verifies_the_bundle_with_no_server_and_no_data(closed: Siege, tmp_path: Path) -> None:
    room = tmp_path / "room"
    room.mkdir()
    written = done("export", closed.table, "--audit", "--pictures", "--output", room / "siege.souls").out
    signer = re.search(r"signed by ([0-9a-f:]+)\.", written)
    assert signer
    told = stranger(room, "verify", "siege.souls", "--trust", signer[1])
    assert (told.returncode, told.stderr) == (0, "")
    proved = [line.removeprefix("✓ ") for line in told.stdout.splitlines() if line.startswith("✓ ")]
    records = len(closed.records)
    for sentence in (
        f"Signed by {signer[1]}, unchanged since.",
        f"The chain over {records} records is unbroken.",
        "Replaying the records gives the exported state.",
        "The final scores are the sum of what was scored.",
        RIGHTLY_RULED,
        "3 moves that were made again happened as before.",
        "1 cited clause reads in the file as when cited.",
        "3 texts are those that the log means by the hash.",
    ):
        assert sentence in proved
    assert any(
        re.fullmatch(r"Today's rules decide (\d+) of \1 commands as they were decided\.", said) for said in proved
    )
    assert any(
        re.fullmatch(r"\d+ values of chance follow from the seed that was committed to\.", said) for said in proved
    )
    assert any(re.fullmatch(r"\d+ pictures drawn again are the same\.", said) for said in proved)
    assert told.stdout.endswith(f"siege.souls: {records} records, verified.\n")
    assert [path.name for path in room.iterdir()] == ["siege.souls"]


def test_one_byte_that_is_flipped_is_found_wherever_it_is(closed: Siege, tmp_path: Path) -> None:
    file = tmp_path / "siege.souls"
    done("export", closed.table, "--audit", "--output", file)
    whole = file.read_bytes()
    reasons = whole.index(REASONS.encode())
    for place in (1, reasons, len(whole) // 3, len(whole) // 2, len(whole) - 2):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        told = souls("verify", file)
        assert told.code == 1, place
        assert told.err.startswith("souls: ") or "✗" in told.out
    file.write_bytes(whole[:reasons] + b"M" + whole[reasons + 1 :])
    stranger_told = stranger(tmp_path, "verify", "siege.souls")
    assert stranger_told.returncode == 1
    assert "verified" not in stranger_told.stdout
