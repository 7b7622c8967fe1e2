"""Pages with console blocks that are run: commands behind a dollar sign, and below each what it says.

A line of one ellipsis stands for any lines. What differs from run to run, as times and hashes, is not compared; a table's id
stands for whatever id the table has when the page is run. A block that is called ``json NAME`` or ``text NAME`` is a file.
``< FILE`` and ``yes WORD |`` give a command its input, and so do lines that begin with ``> ``, as at a terminal. A comment
that says so many hours later lets them pass.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path

from tests.tools.running import souls

BLOCK = re.compile(r"^```(\w+)(?: ([\w.-]+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
TABLE = re.compile(r"^(?:Table|Sandbox) ([a-z2-7]{12})[.:]", re.MULTILINE)
ANY = "…"
PROMPT = "> "
VARYING = (
    (re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d(:\d\d)?"), "(a time)"),
    (re.compile(r"\b([0-9a-f]{4}:){7}[0-9a-f]{4}\b"), "(a fingerprint)"),
    (re.compile(r"\b[0-9a-f]{16}\b|\b[0-9a-f]{64}\b"), "(a hash)"),
    (re.compile(r"\b\d{13}-\d+\b"), "(an id)"),
    (re.compile(r"\bPerson-[0-9a-f]{8,16}\b"), "(a person)"),
    (re.compile(r"\d+ bytes\b"), "(a size)"),
)


@dataclass(frozen=True)
class Shown:
    """A command of a page, with what the page says that it says, and the line of the page where it stands."""

    command: str
    says: list[str]
    line: int


def files(page: str) -> dict[str, str]:
    """The files that a page shows, by their names."""
    return {name: text for _, name, text in BLOCK.findall(page) if name}


def commands(page: str) -> list[Shown]:
    """The commands of a page in their order."""
    return list(chain.from_iterable(_of_block(page, found) for found in BLOCK.finditer(page) if found[1] == "console"))


def _of_block(page: str, block: re.Match[str]) -> Iterator[Shown]:
    start = page.count("\n", 0, block.start(3)) + 1
    lines = block[3].splitlines()
    begins = [n for n, line in enumerate(lines) if line.startswith("$ ")]
    assert begins[:1] == [0], f"line {start}: a console block begins with a command"
    for begin, end in zip(begins, [*begins[1:], len(lines)], strict=True):
        told = begin
        while lines[told].endswith("\\"):
            told += 1
        command = " ".join(line.removesuffix("\\").strip() for line in lines[begin : told + 1])
        yield Shown(command.removeprefix("$ "), lines[told + 1 : end], start + begin)


class Reader:
    """Somebody who types a page's commands, one after the other, in a folder with its files."""

    def __init__(self, folder: Path, later: Callable[[int], None]) -> None:
        self._folder, self._later = folder, later
        self._tables: dict[str, str] = {}

    def says(self, shown: Shown) -> list[str]:
        """What the command says, in the page's ids: first what it tells, then why it was turned down."""
        hours = re.search(r"# (\d+) hours later", shown.command)
        if hours:
            self._later(int(hours[1]))
        words, typed = self._input(shown)
        heard: list[tuple[str, str]] = []

        def answer(since: str) -> str:
            heard.append((since, next(typed, "")))
            return heard[-1][1]

        told = souls(*words, typed=answer)
        rest = told.out[sum(len(since) for since, _ in heard) :]
        at_terminal = any(line.startswith(PROMPT) for line in shown.says)
        out = "".join(since + line if at_terminal else since for since, line in heard) + rest
        self._learn(shown, out)
        return self._in_page(out + told.err).splitlines()

    def _input(self, shown: Shown) -> tuple[list[str], Iterator[str]]:
        """The words of a command behind its own name, and the lines that are typed."""
        words = shlex.split(self._here(shown.command), comments=True)
        typed = iter([f"{line.removeprefix(PROMPT)}\n" for line in shown.says if line.startswith(PROMPT)])
        if words[0] == "yes":
            typed, words = repeat(f"{words[1]}\n"), words[3:]
        if "<" in words:
            at = words.index("<")
            lines = (self._folder / words[at + 1]).read_text(encoding="utf-8").splitlines(keepends=True)
            typed, words = iter(lines), words[:at]
        assert words[0] == "souls", shown
        return words[1:], typed

    def _learn(self, shown: Shown, out: str) -> None:
        """Which table of the page a table that has just been opened is."""
        here, there = TABLE.search(out), TABLE.search("\n".join(shown.says))
        if here and there:
            self._tables[there[1]] = here[1]

    def _here(self, text: str) -> str:
        for there, here in self._tables.items():
            text = text.replace(there, here)
        return text

    def _in_page(self, text: str) -> str:
        for there, here in self._tables.items():
            text = text.replace(here, there)
        return text


def agree(shown: list[str], said: list[str]) -> bool:
    """Whether that is what was said, but for what is left out and what differs from run to run."""
    pattern = "".join(r"(?:.*\n)*?" if line == ANY else f"{re.escape(_steady(line))}\n" for line in shown)
    return re.fullmatch(pattern, "".join(f"{_steady(line)}\n" for line in said)) is not None


def _steady(line: str) -> str:
    for pattern, word in VARYING:
        line = pattern.sub(word, line)
    return line.rstrip()
