"""Forks: the tree of a table and its sandboxes, from the rows of where all tables stand."""

from collections.abc import Sequence

import msgspec

from projections.turns import Turn


class Fork(msgspec.Struct, frozen=True):
    """A table in the tree with the forks that were made from it, by version. `missing`: the table that it is itself a fork of,
    where that is not here."""

    turn: Turn
    forks: tuple["Fork", ...] = ()
    missing: str = ""


def tree_of(turns: Sequence[Turn], table_id: str) -> Fork | None:
    """The whole tree that a table is part of, from its first origin; None where there is no such table."""
    known = {turn.table: turn for turn in turns}
    if table_id not in known:
        return None
    first, path = table_id, {table_id}
    # A log says itself what it is a fork of: it may name itself, or nothing that is here.
    while (origin := _origin(known[first])) in known and origin not in path:
        first = origin
        path.add(first)
    return msgspec.structs.replace(_below(turns, known[first], frozenset()), missing=_origin(known[first]))


def _origin(turn: Turn) -> str:
    return "" if turn.forked is None else turn.forked.table


def _below(turns: Sequence[Turn], turn: Turn, above: frozenset[str]) -> Fork:
    above |= {turn.table}
    made = [one for one in turns if _origin(one) == turn.table and one.table not in above]
    made.sort(key=lambda one: (one.forked.version if one.forked else 0, one.table))
    return Fork(turn, tuple(_below(turns, one, above) for one in made))
