"""The game of the guide: one file, and everything else works for it."""

import importlib.util
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
from tools.cli.main import outcome

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
    opening = OpenTable("tictactoe", "1", 2, "host", "0" * 64)
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


def test_the_command_line_plays_it_stores_it_and_draws_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(EXAMPLES)
    asked = ["demo", "tictactoe", "--rulebook", "tic_tac_toe:rulebook", "--data", str(tmp_path), "--seed", "1"]
    assert outcome(asked) == 0
    assert "The final scores are the sum of what was scored." in capsys.readouterr().out
    assert [picture.suffix for picture in (tmp_path / "pictures").iterdir()] == [".svg"]
