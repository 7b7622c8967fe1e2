"""The game of the guide: one file, and everything else works for it."""

import importlib.util
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from domain.table.chance import Derived
from domain.table.digest import digest
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, OpenTable, Redo, TakeSeat, Undo
from domain.table.messages import HOST
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from infra.codec import Codec
from tests.coverage_of_law import uncovered
from tests.tools.running import done, served

EXAMPLES = Path(__file__).resolve().parents[2] / "docs" / "examples"


def example() -> Rulebook:
    spec = importlib.util.spec_from_file_location("tic_tac_toe", EXAMPLES / "tic_tac_toe.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: Rulebook = module.rulebook
    return found


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return example()


def give(table: Table, by: int, command: object) -> Accepted | Refusal:
    submission = Submission(f"c{table.version}", by, table.version, command)
    return handle(table, submission, Moment(0, Derived(b"key", "t", 0), b""))


def begun(rulebook: Rulebook) -> Table:
    table = Table("t", rulebook)
    opening = OpenTable("tictactoe", "1", 2, "host", "0" * 64, arbiter="ada")
    seating = [(seat, TakeSeat(seat, f"p{seat}")) for seat in (0, 1)]
    for by, command in ((HOST, opening), *seating, (HOST, BeginGame())):
        assert isinstance(give(table, by, command), Accepted)
    return table


def mark(rulebook: Rulebook, cell: int) -> object:
    return rulebook.commands[0](cell=cell)  # type: ignore[call-arg]


def test_three_in_a_row_win_the_point(rulebook: Rulebook) -> None:
    table = begun(rulebook)
    for turn, cell in enumerate((0, 3, 1, 4, 2)):
        assert isinstance(give(table, turn % 2, mark(rulebook, cell)), Accepted)
    assert table.finished is not None
    assert (table.finished.scores, table.finished.ranking) == ((1, 0), (1, 2))


def test_a_full_board_without_a_row_is_nobodys(rulebook: Rulebook) -> None:
    table = begun(rulebook)
    for turn, cell in enumerate((0, 1, 2, 4, 3, 5, 7, 6, 8)):
        assert isinstance(give(table, turn % 2, mark(rulebook, cell)), Accepted)
    assert table.finished is not None
    assert table.finished.ranking == (1, 1)


def test_a_taken_cell_is_refused_and_a_mark_can_be_undone_and_brought_back(rulebook: Rulebook) -> None:
    table = begun(rulebook)
    give(table, 0, mark(rulebook, 4))
    refusal = give(table, 1, mark(rulebook, 4))
    assert isinstance(refusal, Refusal)
    assert (refusal.code, rulebook.catalogue.refusal(refusal)) == ("CELL_TAKEN", "Cell 4 is taken.")
    marked = digest(table)
    assert isinstance(give(table, 0, Undo(4)), Accepted)
    assert table.game.cells[4] is None
    assert isinstance(give(table, 0, Redo()), Accepted)
    assert table.game.cells[4] == 0
    assert digest(table) != marked  # the records stay


def test_random_games_are_what_their_log_says(rulebook: Rulebook) -> None:
    for seed in range(20):
        rng, table = Random(seed), begun(rulebook)
        while table.prompts:
            seat = table.prompts[0].seat
            command = rulebook.legal(table.game, seat)[0].sample(rng)
            assert isinstance(give(table, seat, command), Accepted)
        codec = Codec(rulebook)
        stored = [codec.encode(record) for record in table.records]
        records = [codec.decode("t", version, *one) for version, one in enumerate(stored, 1)]
        assert digest(fold("t", rulebook, records)) == digest(table)


def test_it_has_a_law_with_nothing_left_out(rulebook: Rulebook, tmp_path: Path) -> None:
    assert uncovered(rulebook.law, EXAMPLES, tmp_path)["no implementation"] == []


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder for commands that are given in the example's own folder."""
    monkeypatch.chdir(EXAMPLES)
    with served(tmp_path) as folder:
        yield folder


RULES = ("--rulebook", "tic_tac_toe:rulebook")


def test_the_command_line_plays_it_stores_it_and_draws_it(data: Path) -> None:
    told = done("demo", "tictactoe", *RULES, "--seed", 1).out
    assert "replayed from the log it is the game that was played" in told
    assert "The final scores are the sum of what was scored." in told
    assert [picture.suffix for picture in (data / "pictures").iterdir()] == [".svg"]


def test_it_is_played_at_a_terminal_with_undo_and_a_file_of_it_is_verified(data: Path, tmp_path: Path) -> None:
    # Each number is one in the list of what is free.
    typed = "5\nundo\n5\n1\n2\n2\n3\n"
    told = done("play", "tictactoe", *RULES, "--players", "you,you", "--seed", 1, typed=typed).out
    assert "Nought marks cell 4 [X-1]\n" in told
    assert "The history is again what it was" in told
    table = told.split("Table ")[1].split(".")[0]
    assert "Nought has three in a row" in told
    assert "nought 1" in done("scores", table, *RULES).out
    done("close", table, *RULES)
    done("export", table, *RULES, "-o", tmp_path / "file")
    assert done("verify", tmp_path / "file", *RULES).out.endswith("verified.\n")
