"""Which clauses of a law nothing implements, and which no test shows.

A clause is *implemented* where its id stands in a docstring, or is a string of its own in the sources: `clause = "T-9"`,
`Refusal("WRONG_SEED", "T-9")`, `Under("B-15", …)`. The ends of a range in a docstring ("T-10 to T-15") do not count.

A clause is *tested* where a test file marks it, `@pytest.mark.clause("T-9", "T-31")` (also in `pytestmark`, and as
`marks=` of a `pytest.param`), or where its id is a string of its own in the rows of a parametrised test: in the call of
`parametrize` itself, or in a table of the module that the call names.

    from tests.coverage_of_law import uncovered

    def test_every_clause_has_an_implementation_and_a_test():
        law = load_law("domain.carcassonne.data")
        assert uncovered(law, Path("domain/carcassonne"), Path("tests/rules/carcassonne")) == COVERED
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from domain.table.clauses import Law

# What `uncovered` returns for a law without gaps.
COVERED: dict[str, list[str]] = {"no implementation": [], "no test": []}

_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9-]*(?:\.[0-9]+)*")
_RANGE = re.compile(r"(\S+) to (\S+)")
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def uncovered(law: Law, sources: Path, tests: Path) -> dict[str, list[str]]:
    """The ids of the law's clauses with "no implementation" under `sources` and with "no test" under `tests`.

    Both are folders (or single files) of Python; see the module's docstring for what counts.
    """
    ids = [clause.id for clause in law]
    implemented = {found for tree in _trees(sources) for found in _implemented(tree)}
    tested = {found for tree in _trees(tests) for found in _tested(tree)}
    return {
        "no implementation": [clause for clause in ids if clause not in implemented],
        "no test": [clause for clause in ids if clause not in tested],
    }


def _trees(place: Path) -> Iterator[ast.Module]:
    for path in sorted(place.rglob("*.py")) if place.is_dir() else [place]:
        yield ast.parse(path.read_text(encoding="utf-8"))


def _implemented(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED):
            yield from _ID.findall(_RANGE.sub(" ", ast.get_docstring(node) or ""))
    yield from _strings(tree)


def _tested(tree: ast.Module) -> Iterator[str]:
    tables = dict(_assigned(tree))
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        if _called(call) == "clause":
            yield from _strings(call)
        elif _called(call) == "parametrize":
            yield from _strings(call)
            for name in ast.walk(call):
                if isinstance(name, ast.Name) and name.id in tables:
                    yield from _strings(tables[name.id])


def _assigned(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in tree.body:
        if isinstance(node, ast.Assign):
            yield from ((target.id, node.value) for target in node.targets if isinstance(target, ast.Name))
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is not None:
            yield node.target.id, node.value


def _called(call: ast.Call) -> str:
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
