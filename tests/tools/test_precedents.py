"""`souls precedents`, and what was ruled before told with a refusal."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.table.disputes.messages import Appeal, ContestRecord, GiveRuling, PutToVote, Remedy, VoteOnRuling
from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, TakeSeat
from domain.table.messages import ARBITER, HOST
from domain.table.records import Submission
from domain.table.table import Table
from infra.opened import new_command_id
from infra.settings import from_environment
from infra.wiring import Souls
from tests.table.toy import LAW, Nudge, RollDie
from tests.tools.running import TOY, done, failed, served, souls
from tools.cli.ruled_before import precedent_lines

REASONS = "A marker that has moved stays.\n\nIt \u200esays so.\nTwice.\nReally.\nAnd so on."
BOOK = ("--rulebook", TOY)


def do(installation: Souls, table_id: str, by: int, command: object) -> int:
    """Let a command happen; returns the version after it."""
    version = installation.ledger.current(table_id).version
    outcome = installation.ledger.submit(table_id, Submission(new_command_id(), by, version, command))
    assert isinstance(outcome, Accepted), outcome
    return installation.ledger.current(table_id).version


def begun(installation: Souls) -> str:
    table = installation.ledger.open_table("trumps", 2, host="hanna", arbiter="arno")
    assert isinstance(table, Table)
    for by, command in ((0, TakeSeat(0, "ada")), (1, TakeSeat(1, "random-bot-1")), (HOST, BeginGame())):
        do(installation, table.id, by, command)
    return table.id


def ruled(installation: Souls, cited: str, ruling: GiveRuling, argument: str = "No, it was too far.") -> str:
    """The id of a table where a nudge was contested and the arbiter ruled."""
    table_id = begun(installation)
    nudged = do(installation, table_id, 0, Nudge(2))
    said = installation.writings.write(table_id, "ben", argument)
    do(installation, table_id, 1, ContestRecord(nudged, cited, said))
    do(installation, table_id, ARBITER, ruling)
    return table_id


@pytest.fixture(scope="module")
def tables(data: Path) -> list[str]:
    """Tables at which was ruled: a nudge upheld with reasons; one overturned, reversed on appeal; a point of undoing."""
    with Souls(from_environment(data, (TOY,))) as installation:
        upheld = ruled(installation, "TOY-5", GiveRuling(1, "upheld"))
        why = installation.writings.write(upheld, "arno", REASONS)
        do(installation, upheld, 1, ContestRecord(10, "TOY-1"))
        do(installation, upheld, ARBITER, GiveRuling(2, "upheld", reasons=why))
        reversed_ = ruled(installation, "TOY-5", GiveRuling(1, "overturned", Remedy(points=(0, 1))))
        do(installation, reversed_, 0, Appeal(1))
        do(installation, reversed_, 0, PutToVote(1, "upheld"))
        for seat in range(2):
            do(installation, reversed_, seat, VoteOnRuling(1, "yes"))
        undoing = ruled(installation, "T-21", GiveRuling(1, "overturned", Remedy(points=(1, 0))))
        return [upheld, reversed_, undoing]


@pytest.fixture
def other(tmp_path: Path) -> Iterator[Path]:
    """Another installation."""
    with served(tmp_path / "other") as folder:
        yield folder


# --- Listing ----------------------------------------------------------------------------------------------------------


def test_where_nothing_was_ruled_it_says_so(other: Path) -> None:
    assert done("precedents").out == "Nothing of that kind has been ruled on.\n"
    assert done("precedents", "--json").json == {"precedents": [], "more": False}
    assert "No rulebook for the game 'chess' is installed" in failed("precedents", "chess")
    assert "There is nothing to export" in failed("precedents", "export", "-o", other / "file")
    assert not (other / "file").exists()


def test_precedents_are_told_in_lines_for_people(tables: list[str]) -> None:
    upheld, reversed_, undoing = tables
    told = done("precedents", "trumps", *BOOK).out
    assert told == done("precedents", *BOOK).out == done("precedents", "list", *BOOK).out
    assert [line for line in told.splitlines() if not line.startswith(" ")] == [
        "T-21  Undo by consent: overturned (points)",
        "TOY-5  Nudge: upheld (gone back, later moves made again)",
        "TOY-1  Turns: upheld",
        "TOY-5  Nudge: upheld",
    ]
    assert f"; table {undoing}, contest 1; " in told
    assert "Reversed on appeal. At first overturned, by the arbiter." in told
    assert "UTC, by vote, 2 to 0, final" in told
    assert f"trumps, edition 2; table {upheld}, contest 2; " in told
    assert "Contested: record Nudged [TOY-5] at version 10." in told
    assert "\n      | A marker that has moved stays.\n      | It \\x200esays so.\n      | Twice.\n      | …\n" in told
    assert reversed_ in told


def test_precedents_are_found_by_clause_words_and_outcome(tables: list[str]) -> None:
    upheld, reversed_, undoing = tables

    def found(*asked: object) -> list[tuple[str, int]]:
        listed = done("precedents", *asked, *BOOK, "--json").json["precedents"]
        return [(one["table"], one["contest"]) for one in listed]

    assert found() == [(undoing, 1), (reversed_, 1), (upheld, 2), (upheld, 1)]
    assert found("trumps", "--clause", "t-21") == [(undoing, 1)]
    assert found("--search", "MARKER stays") == [(upheld, 2)]
    assert found("--outcome", "overturned") == [(undoing, 1)]
    assert found("--edition", "1") == []
    assert found("--limit", 2, "--offset", 1) == [(reversed_, 1), (upheld, 2)]
    assert found("root") == []
    more = done("precedents", "--limit", 1, *BOOK)
    assert more.out.endswith("There are more: --offset 1 shows them.\n")
    assert done("precedents", "--offset", 4, *BOOK).out == "There are no more.\n"


def test_a_precedent_in_json_has_all_that_is_known_of_it(tables: list[str]) -> None:
    [one] = done("precedents", "--search", "twice", *BOOK, "--json").json["precedents"]
    assert (one["clause"], one["hash"], one["title"], one["text"]) == (
        "TOY-1", LAW["TOY-1"].hash, "Turns", LAW["TOY-1"].text,
    )  # fmt: skip
    assert (one["outcome"], one["remedies"], one["origin"], one["changed"], one["now"]) == (
        "upheld", [], None, False, "same",
    )  # fmt: skip
    assert one["argument"] is None
    assert one["contested"] == {"kind": "record", "version": 10, "what": "Nudged", "clause": "TOY-5"}


@pytest.mark.parametrize(
    ("asked", "why"),
    [
        (("--outcome", "lost"), "An outcome is upheld or overturned, not 'lost'."),
        (("--limit", 0), "--limit is a number from 1"),
        (("--offset", -1), "--offset one from 0"),
        (("--limit", 10**30), "--limit is a number from 1"),
    ],
)
def test_what_cannot_be_asked_is_told(data: Path, asked: tuple[object, ...], why: str) -> None:
    assert why in failed("precedents", *asked)


def test_every_option_of_every_part_has_its_help_and_fits_eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    parts = ("list", "export", "import", "forget")
    helps = [done("precedents", "-h").out, *(done("precedents", part, "-h").out for part in parts)]
    assert done("precedents", "root", "--help").out == helps[1]
    for told in helps:
        assert max(map(len, told.splitlines())) <= 80
        assert "--help" in told
    for part in parts:
        assert f"\n  {part} " in helps[0]


# --- From server to server --------------------------------------------------------------------------------------------


@pytest.fixture
def file(tables: list[str], tmp_path: Path) -> Path:
    path = tmp_path / "precedents"
    told = done("precedents", "export", "--output", path, "--game", "trumps", *BOOK, "--json").json
    assert (told["precedents"], told["bytes"]) == (4, path.stat().st_size)
    return path


def test_a_collection_goes_to_another_server_and_is_forgotten_there(data: Path, file: Path, other: Path) -> None:
    dry = done("precedents", "import", file, "--dry-run")
    signer = dry.out.split(" of ")[1].split(": ")[0]
    told = f"Would import 4 precedents of {signer}: 4 new.\n"
    flagged = "There is no rulebook here for trumps: these precedents are flagged.\n"
    assert dry.out == told + flagged
    assert done("precedents").out.startswith("Nothing")
    assert (
        done("precedents", "import", file, "--trust", signer).out == told.replace("Would import", "Imported") + flagged
    )
    assert done("precedents", "import", file, *BOOK).out == f"Imported 4 precedents of {signer}: 4 here already.\n"
    shown = done("precedents", "--search", "marker stays").out
    assert f"Ruled elsewhere: imported from {signer}." in shown
    assert "Mind that its game has no rulebook here." in shown
    assert shown.startswith("TOY-1  Turns: upheld\n")
    assert "Mind" not in done("precedents", *BOOK).out
    assert done("precedents", "import", file, "--json").json == {
        "signer": signer, "dry_run": False, "new": 0, "renewed": 0, "same": 4, "older": 0, "own": 0,
        "games_without_rulebook": ["trumps"],
    }  # fmt: skip
    assert done("precedents", "forget", signer, "--json").json == {"signer": signer, "forgotten": 4}
    assert failed("precedents", "forget", signer) == f"No precedents of '{signer}' were imported here."


def test_what_is_of_ones_own_is_not_imported(file: Path) -> None:
    assert done("precedents", "import", file, *BOOK).out.endswith(": 4 of tables that are here themselves.\n")


def test_a_bad_file_is_told_and_nothing_is_imported(file: Path, other: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad"
    content = file.read_bytes()
    for wrong, why in (
        (content[:-1], "This file is damaged or cut off"),
        (content[:-1] + bytes([content[-1] ^ 1]), "The signature is wrong"),
        (b"LOST SOULS EXPORT 1\n" + content[24:], "This file is not a collection of precedents"),
    ):
        bad.write_bytes(wrong)
        assert why in failed("precedents", "import", bad)
    assert "signed by" in failed("precedents", "import", file, "--trust", "0000")
    assert "Cannot read" in failed("precedents", "import", tmp_path / "nowhere")
    assert souls("precedents", "import", bad, "--json").json["error"]["code"] == "COLLECTION"
    assert done("precedents").out.startswith("Nothing")


# --- With a refusal ---------------------------------------------------------------------------------------------------


def test_a_refusal_tells_what_was_ruled_before_on_its_clause(data: Path, tables: list[str]) -> None:
    with Souls(from_environment(data, (TOY,))) as installation:
        table_id = begun(installation)
        do(installation, table_id, 0, RollDie())
        assert precedent_lines(installation, "trumps", ("T-20", "T-21")) == [
            f"Ruled before on T-21: overturned at table {tables[2]}; see 'souls precedents trumps --clause T-21'."
        ]
        assert precedent_lines(installation, "carcassonne", ("T-21",)) == []
        assert len(precedent_lines(installation, "trumps", ("TOY-5",))) == 3
    told = souls("undo", table_id, "--agree", "--by", 0, *BOOK)
    assert (told.code, told.out) == (1, "")
    sentence, line = told.err.splitlines()
    assert "[T-21]" in sentence
    assert line.startswith(f"Ruled before on T-21: overturned at table {tables[2]}; see ")
    as_json = souls("undo", table_id, "--agree", "--by", 0, *BOOK, "--json").json["error"]
    assert as_json["clause"] == "T-21"
    assert "Ruled" not in as_json["message"]


def test_in_play_a_refused_command_is_told_with_what_was_ruled_before(data: Path, tables: list[str]) -> None:
    with Souls(from_environment(data, (TOY,))) as installation:
        table_id = begun(installation)
    told = done("play", "--table", table_id, *BOOK, typed='Nudge {"steps": 9}\nquit\n').out
    lines = told.partition("A marker goes one to three steps, not 9. [TOY-5]\n")[2].splitlines()
    assert [line.split(" at table ")[0] for line in lines[:3]] == [
        "Ruled before on TOY-5: upheld",
        "Ruled before on TOY-5: overturned",
        "Ruled before on TOY-5: upheld",
    ]
    assert not lines[3].startswith("Ruled before")


def test_where_precedents_cannot_be_read_a_refusal_is_told_all_the_same(data: Path, tables: list[str]) -> None:
    with Souls(from_environment(data, (TOY,))) as installation:
        recorder = installation.ledger.partition(tables[0]).recorder
        client, key = recorder.connections.writer, recorder.keys.view("precedents")
        row = client.hget(key, f"{tables[0]}/1")
        client.hset(key, f"{tables[0]}/1", b"\x80")
        try:
            assert precedent_lines(installation, "trumps", ("TOY-5",)) == []
            assert "The view of precedents is not readable" in failed("precedents")
        finally:
            client.hset(key, f"{tables[0]}/1", row)
        assert precedent_lines(installation, "trumps", ("TOY-5",))
