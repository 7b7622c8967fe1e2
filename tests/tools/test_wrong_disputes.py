"""Wrong input to the commands of disputes: one sentence, nothing half-done, and no text left behind."""

from pathlib import Path
from typing import Any

import pytest

from domain.table.writings import LONGEST_TEXT
from infra.settings import from_environment
from infra.wiring import Souls
from tests.tools.running import begin, done, failed, souls, the_sentence

pytestmark = pytest.mark.slow

HUGE = "9" * 5_000


@pytest.fixture(scope="module")
def table(data: Path) -> str:
    """A table of two people, and a contest of red's that is open."""
    made = begin("--players", "you,you", "--seed", 3, typed="1\n1\n1\n1\nquit\n")
    done("contest", made, "--by", "red", "--record", 13, "--clause", "B-4")
    return made


def kept(data: Path, table: str) -> tuple[str, list[str]]:
    """The table's log, and all texts that are kept beside it."""
    with Souls(from_environment(data, ())) as installation:
        texts = list(installation.writings.read_all(table))
    return done("log", table, "--json").out, texts


CONTEST = ("contest", "--by", "blue", "--record", "9", "--clause", "B-4")
RULE = ("rule", "1", "--overturned")
SETTLE = ("settle", "1", "--by", "red")
EVIDENCE = ("evidence", "1", "--by", "red")

WRONG: list[tuple[tuple[str, ...], int, str]] = [
    # Who.
    (("contest", "--by", "purple", "--record", "9", "--clause", "B-4"), 1, "There is no seat 'purple' at this table"),
    (("contest", "--by", "arbiter", "--record", "9", "--clause", "B-4"), 1, "Contesting a record is not for the arbiter"),
    (("contest", "--by", "server", "--record", "9", "--clause", "B-4", "--because", "x"), 1, "The server is nobody"),
    (("refusals", "--seat", "purple"), 1, "There is no seat 'purple' at this table"),
    (("refusals",), 2, "--seat"),
    (("disputes", "--seat", "9"), 1, "There is no seat '9' at this table"),
    (("vote", "1", "--by", "host", "yes"), 1, "not for the host"),
    (("withdraw-contest", "1", "--by", "blue"), 1, "Only red can withdraw this contest"),
    ((*RULE, "--points", "red=1", "--by", "red"), 1, "--as-vote wants --by"),
    ((*RULE, "--points", "red=1", "--as-vote"), 1, "--as-vote wants --by"),
    # Which contest.
    (("disputes", "2"), 1, "This table has no contest 2. [T-51]"),
    (("settle", "2", "--by", "red"), 1, "This table has no contest 2. [T-51]"),
    (("rule", "2", "--upheld"), 1, "This table has no contest 2. [T-51]"),
    (("vote", "2", "--by", "red", "yes"), 1, "This table has no contest 2. [T-51]"),
    (("evidence", "2", "--by", "red", "--text", "x"), 1, "This table has no contest 2. [T-51]"),
    (("appeal", "10000", "--by", "red", "--because", "x"), 1, "This table has no contest 10000. [T-51]"),
    (("disputes", "0"), 2, "greater than or equal to 1"),
    (("rule", "10001", "--upheld"), 2, "less than or equal to 10000"),
    (("rule", "one", "--upheld"), 2, "should be a valid integer"),
    (("accept-arbiter", HUGE, "--by", "red"), 2, ""),
    # What is contested.
    (("contest", "--by", "blue", "--clause", "B-4"), 1, "either a record, with --record, or a refusal"),
    ((*CONTEST, "--refusal", "1-0"), 1, "either a record, with --record, or a refusal"),
    (("contest", "--by", "blue", "--refusal", "1-0", "--clause", "B-4"), 1, "blue has met no refusal '1-0'"),
    (("contest", "--by", "blue", "--record", "999", "--clause", "B-4"), 1, "This table has the records 1 to"),
    (("contest", "--by", "blue", "--record", str(2**40), "--clause", "B-4"), 1, "This table has the records 1 to"),
    (("contest", "--by", "blue", "--record", str(2**40 + 1), "--clause", "B-4"), 2, "--record"),
    (("contest", "--by", "blue", "--record", "0", "--clause", "B-4"), 2, "--record"),
    (("contest", "--by", "blue", "--record", HUGE, "--clause", "B-4"), 2, "--record"),
    (("contest", "--by", "blue", "--record", "9", "--clause", "B-99"), 1, "near it is B-9"),
    (("contest", "--by", "blue", "--record", "9", "--clause", ""), 1, "has no clause ''"),
    (("contest", "--by", "blue", "--record", "9", "--clause", "B"), 1, "B is a chapter"),
    (("contest", "--by", "blue", "--record", "9", "--clause", "x" * 10_000), 1, "has no clause '"),
    (("contest", "--by", "red", "--record", "13", "--clause", "b-4"), 1, "contested under this clause already"),
    # Texts.
    ((*CONTEST, "--because", ""), 1, "There is no text. [T-60]"),
    ((*CONTEST, "--because", " \n "), 1, "There is no text. [T-60]"),
    ((*CONTEST, "--because", "x" * (LONGEST_TEXT + 1)), 1, "The text has 10001 characters, and 10000 is the most. [T-60]"),
    ((*CONTEST, "--because", "a\x00b"), 1, "The character U+0000 at place 2"),
    ((*CONTEST, "--because", "\udcff"), 1, "The character U+DCFF at place 1"),
    ((*CONTEST, "--because", "@"), 1, "No file is named"),
    ((*CONTEST, "--because", "@missing"), 1, "Cannot read missing"),
    ((*CONTEST, "--because", "@binary"), 1, "There is no text in UTF-8 in binary: byte 1"),
    ((*EVIDENCE, "--text", "@long"), 1, "The text has 20000 characters"),
    ((*EVIDENCE, "--text", "-"), 1, "There is no text."),
    (EVIDENCE, 1, "Evidence is a text, or records, or both."),
    ((*EVIDENCE, "--text", "x", "--records", "999"), 1, "This table has the records 1 to"),
    ((*EVIDENCE, "--text", "x", "--records", "9;12"), 1, "Records are given by their versions"),
    ((*EVIDENCE, "--text", "x", "--records", ""), 1, "Records are given by their versions"),
    ((*EVIDENCE, "--text", "x", "--records", HUGE), 1, "Records are given by their versions"),
    ((*EVIDENCE, "--text", "x", "--records", str(2**40 + 1)), 1, "the number must be at most 1099511627776"),
    ((*EVIDENCE, "--text", "x", "--records", ",".join(map(str, range(1, 34)))), 1, "the list must have at most 32 entries"),
    # Remedies.
    ((*RULE, "--points", "rot=3"), 1, "There is no seat 'rot' at this table"),
    ((*RULE, "--points", "red"), 1, "Points are given as SEAT=N, by commas, not as 'red'."),
    ((*RULE, "--points", ""), 1, "Points are given as SEAT=N"),
    ((*RULE, "--points", "red=1,red=2"), 1, "red is given points twice."),
    ((*RULE, "--points", "red=many"), 1, "Points are a whole number from -10000 to 10000, not 'many'."),
    ((*RULE, "--points", "red=1.5"), 1, "Points are a whole number"),
    ((*RULE, "--points", "red=٣"), 1, "Points are a whole number"),
    ((*RULE, "--points", "red=10001"), 1, "Points are a whole number"),
    ((*RULE, "--points", f"red={HUGE}"), 1, "Points are a whole number"),
    ((*RULE, "--points", "red=0"), 1, "What is overturned needs a remedy"),
    ((*RULE, "--because", "x"), 1, "What is overturned needs a remedy"),
    ((*RULE, "--reapply", "--points", "red=1"), 1, "--reapply goes with --rewind"),
    (RULE, 1, "What is overturned needs a remedy"),
    (("rule", "1"), 1, "Choose one of --upheld and --overturned."),
    (("rule", "1", "--upheld", "--overturned"), 1, "Choose one of --upheld and --overturned."),
    (("rule", "1", "--upheld", "--points", "red=1"), 1, "What is upheld has no remedy."),
    ((*RULE, "--rewind", "then"), 1, "To go back to is a version, or 'before' or 'after', not 'then'."),
    ((*RULE, "--rewind", "-1"), 1, "To go back to is a version, or 'before' or 'after', not '-1'."),
    ((*RULE, "--rewind", HUGE), 1, "To go back to is a version"),
    ((*RULE, "--rewind", str(2**40)), 1, "is not the end of a command"),
    ((*RULE, "--rewind", "3", "--because", "x"), 1, "Version 3 is not the end of a command"),
    ((*RULE, "--rewind", "4", "--dry-run"), 1, "Version 4 is not the end of a command"),
    ((*RULE, "--correct", "nonsense"), 1, "The correction is not JSON"),
    ((*RULE, "--correct", "[]"), 1, "A correction is a list of events"),
    ((*RULE, "--correct", '[{"event": "Nothing"}]'), 1, "'Nothing' cannot be in a correction"),
    ((*RULE, "--correct", '[{"event": "TileDiscarded", "x": 1}]'), 1, "there is no field 'x'"),
    ((*RULE, "--correct", "@missing"), 1, "Cannot read missing"),
    ((*RULE, "--correct", "@binary"), 1, "There is no text in UTF-8 in binary"),
    ((*SETTLE, "--points", "rot=3"), 1, "There is no seat 'rot' at this table"),
    ((*SETTLE, "--agree", "--decline"), 1, "Either propose a settlement, or answer one"),
    ((*SETTLE, "--agree", "--points", "red=1"), 1, "Either propose a settlement, or answer one"),
    ((*SETTLE, "--decline", "--rewind", "9"), 1, "Either propose a settlement, or answer one"),
    ((*SETTLE, "--agree"), 1, "No settlement of contest 1 is proposed."),
    (("settle", "1", "--by", "host"), 1, "A settlement is proposed by a party"),
    # Judging.
    (("vote", "1", "--by", "red", "maybe"), 1, "Vote yes, no or abstain, not 'maybe'."),
    (("vote", "1", "--by", "red", "yes"), 1, "There is no open vote on contest 1."),
    (("appeal", "1", "--by", "red", "--because", "x"), 1, "has not been ruled on"),
    (("rule", "1", "--upheld", "--as-vote", "--by", "red", "--because", "x"), 1, "is ruled on by the arbiter"),
]  # fmt: skip


@pytest.mark.parametrize(("arguments", "code", "sentence"), WRONG, ids=lambda one: ascii(one)[:40])
def test_what_is_wrong_is_said_in_a_sentence_and_nothing_is_done(
    data: Path, table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: Any, code: int, sentence: str
) -> None:
    (tmp_path / "binary").write_bytes(b"a\xff\xfe")
    (tmp_path / "long").write_text("y" * 20_000)
    monkeypatch.chdir(tmp_path)
    before = kept(data, table)
    command, *more = arguments
    assert sentence in failed(command, table, *more, code=code)
    assert kept(data, table) == before


COMMANDS = {
    "refusals": ("--seat", "red"), "contest": ("--by", "red", "--record", 9, "--clause", "B-4"), "disputes": (),
    "evidence": (1, "--by", "red", "--text", "x"), "withdraw-contest": (1, "--by", "red"), "settle": (1, "--by", "red"),
    "rule": (1, "--upheld"), "vote": (1, "--by", "red", "yes"), "accept-arbiter": (1, "--by", "red"),
    "appeal": (1, "--by", "red"),
}  # fmt: skip


@pytest.mark.parametrize("command", COMMANDS)
@pytest.mark.parametrize("table_id", ["nope", "", "../../up", "x" * 10_000, "\udcff"], ids=lambda one: ascii(one[:8]))
def test_a_table_that_is_not_there(data: Path, command: str, table_id: str) -> None:
    failed(command, table_id, *COMMANDS[command])


@pytest.mark.parametrize("command", COMMANDS)
def test_in_json_what_is_wrong_is_json_too(data: Path, command: str) -> None:
    told = souls(command, "nope", *COMMANDS[command], "--json")
    assert told.json["error"]["code"] == "TABLE_NOT_FOUND"
    assert the_sentence(told) == told.json["error"]["message"]


@pytest.mark.parametrize("command", [name for name in COMMANDS if name not in ("refusals", "disputes")])
def test_nothing_is_contested_or_judged_at_a_closed_table(finished: str, command: str) -> None:
    needed = ("--by", "red", "--record", 9, "--clause", "B-4") if command == "contest" else COMMANDS[command]
    sentence = failed(command, finished, *needed)
    assert "while the table is closed. [T-10]" in sentence or "has no contest 1. [T-51]" in sentence


@pytest.mark.parametrize(
    ("disputes", "sentence"),
    [
        ("", "'' says nothing about disputes; there is pauses, vote, arbiter, sealed, "),
        ("pause", "'pause' says nothing about disputes"),
        ("pauses,", "'' says nothing about disputes"),
        ("quorum", "'quorum' says nothing about disputes"),
        ("pauses=yes", "'pauses=yes' says nothing about disputes"),
        ("quorum=many", "quorum is a whole number, not 'many'."),
        ("quorum=13", "quorum cannot be 13: the number must be at most 12."),
        ("hours=-1", "hours is a whole number, not '-1'."),
        ("hours=8761", "hours cannot be 8761: the number must be at most 8760."),
        (f"hours={HUGE}", "hours is a whole number, not '"),
        ("silence=golden", "silence cannot be golden: 'golden' is not possible here."),
        ("vote,arbiter", "'vote,arbiter' says twice what is to be for judge."),
        ("\udcff", "says nothing about disputes"),
    ],
    ids=lambda one: ascii(one[:12]),
)
def test_what_cannot_be_arranged_for_disputes(data: Path, disputes: str, sentence: str) -> None:
    before = list(done("tables", "--json").json["tables"])
    assert sentence in failed("play", "--disputes", disputes)
    assert done("tables", "--json").json["tables"] == before


def test_disputes_are_arranged_when_a_table_is_opened(table: str) -> None:
    assert "--table goes on at one" in failed("play", "--table", table, "--disputes", "pauses")
