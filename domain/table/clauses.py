"""Clauses, editions and the register of ambiguous points: the law as data."""

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import resources

import msgspec


class Clause(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One numbered sentence of the law.

    `note` is what we add to it: edge cases and readings. `source` is where the sentence stands in the printed law.
    """

    id: str
    title: str
    text: str
    note: str = ""
    source: str = ""

    @property
    def hash(self) -> str:
        """A short hash of the sentence, so that a citation notices a changed printing."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:16]


class Citation(msgspec.Struct, frozen=True):
    """A clause as it read when it was cited."""

    edition: str
    clause: str
    hash: str


class Law:
    """The clauses of a rulebook, in their order."""

    def __init__(self, clauses: Sequence[Clause]) -> None:
        self._clauses = {clause.id: clause for clause in clauses}
        if len(self._clauses) != len(clauses):
            raise ValueError("a clause id stands twice in the law")

    def __getitem__(self, clause: str) -> Clause:
        """The clause of that id; KeyError if there is none."""
        return self._clauses[clause]

    def __contains__(self, clause: object) -> bool:
        return clause in self._clauses

    def __iter__(self) -> Iterator[Clause]:
        return iter(self._clauses.values())

    def __len__(self) -> int:
        return len(self._clauses)

    def cite(self, clause: str, edition: str) -> Citation:
        """A citation of the clause as it reads now."""
        return Citation(edition, clause, self[clause].hash)


class Ambiguity(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A point that the texts leave open: the question, how we read it, and on what ground."""

    number: int
    question: str
    reading: str
    source: str
    clauses: tuple[str, ...]


class Edition(msgspec.Struct, frozen=True):
    """A version of a rulebook: its name, and the named switches that rules ask for."""

    name: str
    switches: frozenset[str] = frozenset()

    def has(self, switch: str) -> bool:
        """Whether this edition has the switch."""
        return switch in self.switches


@cache
def load_law(package: str) -> Law:
    """The law in `clauses.json` of a package of data files."""
    return Law(msgspec.json.decode(_read(package, "clauses.json"), type=list[Clause]))


@cache
def load_register(package: str) -> tuple[Ambiguity, ...]:
    """The register in `ambiguities.json` of a package of data files."""
    return msgspec.json.decode(_read(package, "ambiguities.json"), type=tuple[Ambiguity, ...])


def _read(package: str, name: str) -> bytes:
    return (resources.files(package) / name).read_bytes()
