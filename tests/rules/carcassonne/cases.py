"""Cases of the law: a clause, a sentence, a board, the turns played on it, and what they pay."""

from typing import Any, NamedTuple

import pytest

from tests.rules.carcassonne.tables import Match, letters, options_of, paid, paid_otherwise


class Case(NamedTuple):
    """`pays` is what all turns pay, in order; `scores` are those at the end; `home`, if given, the followers at home; `also`
    what is paid for anything else than features."""

    clause: str
    sentence: str
    board: str
    pieces: str
    turns: str
    pays: list[str]
    scores: list[int]
    home: list[int] | None = None
    ends: bool = False
    options: str = options_of()
    also: list[str] | None = None


def rows(cases: list[Case]) -> list[Any]:
    """The cases as rows of a parametrised test, each under its sentence and its clause."""
    return [pytest.param(c, id=f"{c.clause}: {c.sentence}", marks=pytest.mark.clause(c.clause)) for c in cases]


def check(case: Case) -> Match:
    """Play a case and compare."""
    match = Match(case.board, case.pieces, letters(case.turns), len(case.scores), ends=case.ends, options=case.options)
    events = match.turns(case.turns)
    assert paid(events) == case.pays
    assert match.scores == case.scores
    if case.home is not None:
        assert match.home == case.home
    if case.also is not None:
        assert paid_otherwise(events) == case.also
    return match
