"""The law of Flick of Faith and the sources: every clause implemented and tested, and nothing cited that is not in the law."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.flick_of_faith import rulebook as module
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.steps import KINDS
from domain.table.clauses import load_law
from tests.coverage_of_law import COVERED, uncovered

RULES = Path(module.__file__).parent
KERNEL = load_law("domain.table.data")
CITED = re.compile(r"(?<![\w.-])(?:FF-\d+(?:\.\d+)?|[SPDMGT]-\d+|(?:deity|law)-[a-z]+(?:-[a-z]+)*)(?![\w-]|\.\d)")


def trees() -> Iterator[tuple[Path, ast.Module]]:
    # Pictures are full of numbers that look like clauses.
    for path in sorted(RULES.rglob("*.py")):
        if "drawing" not in path.parts:
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
    assert len(cited) > 150
    assert {one for one in cited if not is_known(one[1])} == set()
    assert not is_known("FF-7.1")
    assert not is_known("M-8")


def test_every_command_event_and_prompt_stands_under_a_clause() -> None:
    for kind in (*rulebook.commands, *rulebook.events):
        assert kind.clause in rulebook.law, kind.__name__
    assert all(clause in rulebook.law for clause, _, _ in KINDS.values())
    named = {name for _, commands, _ in KINDS.values() for name in commands}
    assert named == set(rulebook.command_types)


def test_every_refusal_names_a_clause_of_the_law() -> None:
    found = list(refusals())
    assert len(found) > 50
    for path, call in found:
        clause = call.args[1]
        if isinstance(clause, ast.Constant):
            assert clause.value in rulebook.law, (path.name, clause.value)


def test_the_register_cites_the_law_and_is_numbered_through() -> None:
    assert [one.number for one in rulebook.register] == list(range(1, len(rulebook.register) + 1))
    for one in rulebook.register:
        assert one.clauses
        assert all(clause in rulebook.law for clause in one.clauses), one.number
