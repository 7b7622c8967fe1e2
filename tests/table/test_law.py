"""The kernel's own law: every clause is implemented and shown, every citation stands in it; and the rulebook's defaults."""

import ast
import json
from pathlib import Path

import msgspec
import pytest

import domain.table
from domain.table.clauses import Ambiguity, Clause, Edition, Law, load_law
from domain.table.lifecycle import GiveConsent, ProposeEdition
from domain.table.messages import HOST
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.ranking import ranking
from domain.table.rulebook import Options, Rulebook
from tests.coverage_of_law import COVERED, uncovered
from tests.table.play import begun, dealt
from tests.table.toy import LAW, RollDie, Toy, ToyOptions, toy

SOURCES = Path(domain.table.__file__).parent
KERNEL = load_law("domain.table.data")


def test_every_clause_of_the_kernel_is_implemented_and_shown_by_a_test():
    assert uncovered(KERNEL, SOURCES, Path(__file__).parent) == COVERED


def test_a_clause_that_nobody_implements_or_shows_is_found(tmp_path: Path):
    law = Law([Clause(f"X-{n}", "", "") for n in range(1, 9)])
    sources, tests = tmp_path / "sources", tmp_path / "tests"
    sources.mkdir()
    tests.mkdir()
    (sources / "rules.py").write_text(
        '"""All of it (X-1 to X-3)."""\ndef f():\n    """X-2: so."""\n    return Refusal("NO", "X-4") # X-5\n'
        'class C:\n    clause = "X-6"\nNOT = "see X-7"\n'
    )
    (tests / "test_rules.py").write_text(
        'pytestmark = pytest.mark.clause("X-1")\nROWS: list = [("X-2", 1)]\nUNUSED = [("X-3", 1)]\n'
        '@pytest.mark.parametrize("row", ROWS)\n@pytest.mark.parametrize("x", [pytest.param(1, marks=clause("X-4"))])\n'
        '@pytest.mark.clause("X-5", "X-6")\ndef test_x():\n    """X-7"""\n    assert "X-8"\n'
    )
    assert uncovered(law, sources, tests) == {
        "no implementation": ["X-1", "X-3", "X-5", "X-7", "X-8"],
        "no test": ["X-3", "X-7", "X-8"],
    }


def test_every_message_of_the_table_stands_under_a_clause():
    assert [message.__name__ for message in (*TABLE_COMMANDS, *TABLE_EVENTS) if message.clause not in KERNEL] == []


def test_every_clause_that_the_kernel_cites_is_in_its_law():
    strings = (
        node.value
        for path in SOURCES.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )
    assert {one for one in strings if one.startswith("T-") and one[2:].isdigit() and one not in KERNEL} == set()


def test_a_law_is_its_clauses_in_their_order_each_id_once():
    assert [clause.id for clause in LAW][:2] == ["TOY-1", "TOY-2"]
    assert len(LAW) == 9
    assert "TOY-9" in LAW
    assert "TOY-10" not in LAW
    with pytest.raises(KeyError):
        LAW["TOY-10"]
    with pytest.raises(ValueError, match="twice"):
        Law([Clause("A", "", "one"), Clause("A", "", "two")])


def test_a_citation_notices_another_printing():
    mine, other = LAW.cite("TOY-1", "1"), Law([Clause("TOY-1", "Turns", "Seats pass turns.")]).cite("TOY-1", "1")
    assert (mine.edition, mine.clause) == (other.edition, other.clause)
    assert mine.hash != other.hash
    assert mine.hash == LAW["TOY-1"].hash == Law([Clause("TOY-1", "", LAW["TOY-1"].text, "a note")])["TOY-1"].hash


def test_where_a_clause_is_printed_is_no_part_of_its_hash():
    said = Clause("A", "", "One.")
    assert said.source == ""
    assert msgspec.structs.replace(said, source="The printed law, 1").hash == said.hash


def test_the_data_of_a_law_forbids_what_it_does_not_know():
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({"id": "A", "title": "", "text": "", "txet": ""}), type=Clause)
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(json.dumps({"number": 1}), type=Ambiguity)


# --- Editions and options ---------------------------------------------------------------------------------------------


@pytest.mark.clause("T-24")
def test_a_switch_of_an_edition_changes_a_decision():
    points = {}
    for edition in ("1", "2"):
        play = dealt(1, 2, 3, 4, die=(5,))
        if edition == "2":
            play.do(HOST, ProposeEdition("2"))
            play.do(0, GiveConsent())
            play.do(1, GiveConsent())
        points[edition] = play.do(0, RollDie()).records[1].event.points
    assert points == {"1": 6, "2": 12}


@pytest.mark.clause("T-1")
def test_options_are_what_the_table_was_opened_with():
    play = begun(2, options='{"cards":6,"hand":1}')
    assert play.table.options == ToyOptions(6, 1)
    assert [len(hand) for hand in play.table.game.hands] == [1, 1]
    assert begun(2).table.options == ToyOptions()


# --- What a rulebook need not write -----------------------------------------------------------------------------------


class Plain(Rulebook):
    """A rulebook that writes only what it must."""

    game, title, seats, seat_names, editions = "plain", "Plain", range(1, 3), (), (Edition("1"),)
    commands, events = Toy.commands, Toy.events
    law, catalogue = Toy.law, Toy.catalogue
    start, setup, decide, evolve, legal, view, copy = (
        Toy.start, Toy.setup, Toy.decide, Toy.evolve, Toy.legal, Toy.view, Toy.copy,
    )  # fmt: skip


def test_a_rulebook_has_defaults_that_work():
    plain, game = Plain(), begun(2).table.game
    game.scores = [3, 8]
    assert plain.register == ()
    assert plain.options is Options
    assert plain.scores(game) == (3, 8)
    assert [plain.estimate(game, seat) for seat in (0, 1)] == [-5, 5]
    event, command = object(), RollDie()
    assert plain.redact(event, 0) is event
    assert plain.redact_command(command, None, 0) is command
    assert list(plain.retire(game, 0, None)) == []
    assert plain.check_options(Options(), 2) is None
    assert plain.scene(plain.view(game, 0)).title == "ToyView"
    assert plain.command_types["RollDie"] is RollDie
    assert plain.edition("1") == Edition("1")
    assert plain.edition("0") is None
    game.scores = [4]
    assert plain.estimate(game, 0) == 4


@pytest.mark.clause("T-8")
@pytest.mark.parametrize(
    ("scores", "ranks"),
    [((), ()), ((5,), (1,)), ((1, 3, 2), (3, 1, 2)), ((2, 2, 1), (1, 1, 3)), ((0, -1, 0, -1), (1, 3, 1, 3))],
)
def test_equal_scores_share_a_rank(scores: tuple[int, ...], ranks: tuple[int, ...]):
    assert ranking(scores) == ranks


def test_the_toy_keeps_the_promises_of_a_rulebook():
    assert all(message.clause in LAW for message in (*Toy.commands, *Toy.events))
    assert all(prompt.clause in LAW for prompt in begun().table.prompts)
    assert toy.edition("2").has("double-sixes")
