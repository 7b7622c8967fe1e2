"""The same log is the same table everywhere: no clock, no luck, no environment, no rounding, no order of hashes."""

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.table.digest import digest
from domain.table.lifecycle import AddEntropy
from tests.table.play import begun, finish, seated, stored
from tests.table.toy import RollDie

ROOT = Path(__file__).parents[2]
DOMAIN = sorted((ROOT / "domain").rglob("*.py"))
RULES = [
    path
    for folder in ("table", "carcassonne")
    for path in sorted((ROOT / "domain" / folder).rglob("*.py"))
    if not {"drawing", "data"} & set(path.parts) and path.name not in ("scene.py", "generic_scene.py")
]
OUTSIDE = {
    "asyncio", "calendar", "datetime", "getpass", "glob", "io", "locale", "math", "cmath", "decimal", "multiprocessing", "os",
    "platform", "random", "secrets", "select", "shutil", "signal", "socket", "statistics", "subprocess", "sys", "tempfile",
    "threading", "time", "uuid", "zoneinfo", "numpy", "redis",
}  # fmt: skip
# Of the library of floats only what is about integers; and in the simulator of flicks what IEEE 754 fixes to the last bit.
INTEGER = {"isqrt", "prod"}
EXACT = {"floor", "inf", "sqrt"}
SIMULATOR = ROOT / "domain" / "flick_of_faith" / "physics"
OPENING = {"open", "input", "print", "eval", "exec", "__import__", "id", "float"}


def where(path: Path, node: ast.AST) -> str:
    return f"{path.relative_to(ROOT)}:{getattr(node, 'lineno', 0)}"


def imported(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node, alias.name.split(".")[0]) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node, node.module.split(".")[0]


def is_exact(path: Path, node: ast.AST) -> bool:
    """Whether all that is taken from `math` gives the same on every machine."""
    allowed = INTEGER | (EXACT if SIMULATOR in path.parents else set())
    return (
        isinstance(node, ast.ImportFrom) and node.module == "math" and {alias.name for alias in node.names} <= allowed
    )


def test_the_domain_imports_no_clock_no_luck_and_no_environment():
    found = [
        f"{where(path, node)} {name}"
        for path in DOMAIN
        for node, name in imported(tree_of(path))
        if name in OUTSIDE and not is_exact(path, node)
    ]
    assert found == []


def test_the_domain_reaches_for_nothing_outside():
    calls = [
        f"{where(path, node)} {node.func.id}"
        for path in RULES
        for node in ast.walk(tree_of(path))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in OPENING
    ]
    assert calls == []


def test_rules_calculate_in_integers():
    found = []
    for path in RULES:
        for node in ast.walk(tree_of(path)):
            if isinstance(node, ast.Constant) and isinstance(node.value, float | complex):
                found.append(f"{where(path, node)} {node.value}")
            if (
                isinstance(node, ast.BinOp)
                and isinstance(node.op, ast.Div)
                and "resources.files" not in ast.unparse(node)
            ):
                found.append(f"{where(path, node)} {ast.unparse(node)}")
    assert found == []


def test_the_scan_sees_files():
    assert len(RULES) > 20
    assert set(RULES) < set(DOMAIN)


def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


PROGRAM = """
import hashlib
from domain.table.digest import digest as seen
from domain.table.lifecycle import Undo
from domain.table.messages import ARBITER
from tests.table.play import begun, digest, finish, stored

play = begun(4, options='{"marks":["q","w","e","r","t","y"]}')
finish(play)
play.do(ARBITER, Undo(play.table.setup_end))
finish(play)
print(hashlib.sha256(b"".join(stored(play.table))).hexdigest(), digest(play.table), seen(play.table).hex())
"""


@pytest.mark.parametrize("seeds", [("0", "1", "4242")])
def test_a_game_has_the_same_bytes_and_digest_whatever_the_order_of_hashes(seeds: tuple[str, ...]):
    running = [
        subprocess.Popen(
            [sys.executable, "-c", PROGRAM],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE,
            text=True,
        )
        for seed in seeds
    ]
    outputs = [process.communicate()[0].split() for process in running]
    assert [process.returncode for process in running] == [0] * len(seeds)
    assert outputs[0] == outputs[1] == outputs[2]
    assert [len(one) for one in outputs[0]] == [64, 64, 64]


def test_equal_logs_have_equal_digests_and_other_logs_have_not():
    mine, yours = begun(2), begun(2)
    assert digest(mine.table) == digest(yours.table)
    mine.do(0, RollDie())
    assert digest(mine.table) != digest(yours.table)
    yours.do(0, RollDie())
    assert digest(mine.table) == digest(yours.table)
    finish(mine)
    finish(yours)
    assert stored(mine.table) == stored(yours.table)


def test_the_digest_holds_the_entropy_of_seats_in_their_order_and_not_in_the_order_in_which_it_came():
    digests = set()
    for order in ((0, 1), (1, 0)):
        play = seated(2)
        for seat in order:
            play.do(seat, AddEntropy(f"{seat}" * 64))
        digests.add(digest(play.table))
    assert len(digests) == 1
    assert digest(seated(2).table) not in digests
