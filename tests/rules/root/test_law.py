"""The law of Root and the sources: every clause implemented and tested, and nothing cited that is not in the law."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.root import rulebook as module
from domain.root.battle.hits import deal
from domain.root.rulebook import rulebook
from domain.root.steps import DECISIONS, STEPS
from domain.table.clauses import load_law
from tests.coverage_of_law import COVERED, uncovered

RULES = Path(module.__file__).parent
KERNEL = load_law("domain.table.data")
CITED = re.compile(
    r"(?<![\w.-])(?:core-\d+(?:\.\d+)?|card-[a-z]+(?:-[a-z]+)*|T-\d+|(?:6|7|10)\.\d+(?:\.\d+)?(?:-[IVX]+)?)(?![\w-]|\.\d)"
)
CODE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in sorted(RULES.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def strings() -> Iterator[tuple[Path, str]]:
    """All strings of the sources, docstrings included."""
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                yield path, node.value


def refusals() -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in trees():
        for call in ast.walk(tree):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                yield path, call


def test_every_clause_is_implemented_and_tested() -> None:
    assert uncovered(rulebook.law, RULES, Path(__file__).parent) == COVERED


def is_known(clause: str) -> bool:
    """Whether it is a clause, or a chapter of clauses, of the game's law or the kernel's."""
    return clause in rulebook.law or clause in KERNEL or any(one.id.startswith(f"{clause}.") for one in rulebook.law)


def test_every_clause_that_the_sources_cite_is_in_the_law() -> None:
    cited = {(path.name, clause) for path, text in strings() for clause in CITED.findall(text)}
    assert len(cited) > 200
    # Pictures have names of their own for parts of cards.
    drawn = {(path.name, clause) for path, clause in cited_in(RULES / "drawing") if clause.startswith("card-")}
    assert {one for one in cited - drawn if not is_known(one[1])} == set()
    assert not is_known("core-17")
    assert not is_known("10.7")


def cited_in(folder: Path) -> Iterator[tuple[Path, str]]:
    yield from ((path, clause) for path, text in strings() if folder in path.parents for clause in CITED.findall(text))


def test_the_pattern_finds_clauses_in_sentences() -> None:
    assert CITED.findall(deal.__doc__ or "") == ["core-8.6", "core-8.1"]
    assert CITED.findall("10.4.3-I, card-royal-claim: see T-14, and 3.14 of 10.5.") == [
        "10.4.3-I", "card-royal-claim", "T-14", "10.5",
    ]  # fmt: skip


def test_every_command_event_and_prompt_stands_under_a_clause() -> None:
    for kind in (*rulebook.commands, *rulebook.events):
        assert kind.clause in rulebook.law, kind.__name__
    for clause in (*(step[1] for step in STEPS.values()), *(decision[0] for decision in DECISIONS.values())):
        assert clause in rulebook.law


def test_every_refusal_names_a_clause_of_the_law() -> None:
    found = list(refusals())
    assert len(found) > 60
    for path, call in found:
        clause = call.args[1]
        if isinstance(clause, ast.Constant):
            assert clause.value in rulebook.law, (path.name, clause.value)


def test_every_refusal_has_a_sentence() -> None:
    codes = {
        node.value
        for _, call in refusals()
        for node in ast.walk(call.args[0])
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert rulebook.catalogue.missing(sorted(codes), []) == []


def test_every_code_that_the_law_names_is_given_by_the_game_or_by_the_kernel() -> None:
    named = {code for clause in rulebook.law for code in CODE.findall(f"{clause.text} {clause.note}")}
    given = {text for _, text in strings() if CODE.fullmatch(text)}
    for path in sorted((RULES.parent / "table").rglob("*.py")):
        given |= {
            node.value
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
        }
    assert named - given == set()


def test_the_register_cites_the_law_and_is_numbered_through() -> None:
    assert [one.number for one in rulebook.register] == list(range(1, len(rulebook.register) + 1))
    for one in rulebook.register:
        assert one.clauses
        assert all(clause in rulebook.law or clause in KERNEL for clause in one.clauses), one.number
