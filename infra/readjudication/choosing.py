"""Which tables an edition is asked about."""

from collections.abc import Sequence
from contextlib import suppress

from eventsourcing.persistence import DatabaseError, OperationalError

from domain.table.lifecycle import TableForked
from infra.codec import game_of
from infra.ledger import Ledger
from infra.rulebooks import Rulebooks


class UnknownEditionError(LookupError):
    """The rules that are asked do not know the edition."""


def chosen(ledger: Ledger, edition: str, game: str | None = None, named: Sequence[str] = ()) -> list[str]:
    """The ids of the tables to be decided again: those named, else all tables of the games that know the edition, or of one
    of them. Tables whose game is not here, or cannot be told, are among them: they are to be named as unread. Sandboxes are
    none (T-64), but for those named.

    `UnknownEditionError` where none of the games knows it, or that of a named table does not; `UnknownGameError` for a game
    that is not here, `TableNotFoundError` for a table that is not there.
    """
    games = _games_knowing(ledger.rulebooks, edition, game)
    if named:
        return [_of_games(ledger, table_id, edition, games) for table_id in dict.fromkeys(named)]
    return sorted(table_id for table_id in ledger.table_ids() if _is_asked(ledger, table_id, games, game))


def _games_knowing(rulebooks: Rulebooks, edition: str, game: str | None) -> frozenset[str]:
    asked = list(rulebooks) if game is None else [rulebooks[game]]
    found = frozenset(rulebook.game for rulebook in asked if rulebook.edition(edition) is not None)
    if not found:
        known = "; ".join(f"{book.game} has {', '.join(each.name for each in book.editions)}" for book in asked)
        raise UnknownEditionError(f"No rules here know the edition '{edition}': {known}.")
    return found


def _is_asked(ledger: Ledger, table_id: str, games: frozenset[str], game: str | None) -> bool:
    found = _game_at(ledger, table_id)
    if found is not None and _is_sandbox(ledger, table_id):
        return False
    return found is None or found in games or (game is None and found not in ledger.rulebooks)


def _of_games(ledger: Ledger, table_id: str, edition: str, games: frozenset[str]) -> str:
    found = _game_at(ledger, table_id)
    if found is None:
        with suppress(DatabaseError):
            ledger.stored(table_id)
    elif found in ledger.rulebooks and found not in games:
        raise UnknownEditionError(
            f"Table '{table_id}' is one of '{found}', and edition '{edition}' is asked of {', '.join(sorted(games))}."
        )
    return table_id


def _is_sandbox(ledger: Ledger, table_id: str) -> bool:
    """Whether a table is a fork, by its second record; not where that cannot be read."""
    try:
        second = ledger.partition(table_id).recorder.select_events(table_id, gt=1, limit=1)
    except OperationalError:
        raise
    except DatabaseError:
        return False
    return bool(second) and second[0].topic.endswith(f":{TableForked.__struct_config__.tag}")


def _game_at(ledger: Ledger, table_id: str) -> str | None:
    """The game of a table, by its first record; None where that cannot be read, or there is none."""
    try:
        first = ledger.partition(table_id).recorder.select_events(table_id, limit=1)
    except OperationalError:
        raise
    except DatabaseError:
        return None
    return game_of(first[0].topic) if first else None
