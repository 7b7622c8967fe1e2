"""Forks among the tables of an installation: where the origin is, and what may be forked by default (T-64)."""

from domain.table.forking import may_see_whole
from domain.table.messages import WHOLE
from domain.table.table import Table
from infra.ledger import Ledger, TableNotFoundError


def origin_here(ledger: Ledger, table: Table) -> Table | None:
    """The table that a sandbox is a fork of; None where it is none, or its origin is not here."""
    if table.forked is None:
        return None
    try:
        return ledger.table(table.forked.origin)
    except TableNotFoundError:
        return None


def usual_viewer(origin: Table) -> int | None:
    """Whose knowledge a fork has where nobody says: everything where that may be seen, else a spectator's."""
    return WHOLE if may_see_whole(origin) else None
