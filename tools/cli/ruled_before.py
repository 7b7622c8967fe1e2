"""What was ruled before on a clause, for whoever meets it again: after a refusal, and beside a contest."""

from collections.abc import Sequence

from eventsourcing.persistence import PersistenceError

from infra.keyring import KeyringError
from infra.precedents import Known
from infra.wiring import Souls

MOST_LINES = 3

NOW = {
    "changed": "the clause reads otherwise now",
    "gone": "the clause is gone",
    "no rulebook": "its game has no rulebook here",
}
"""What is to be known of a clause that is not, or may not be, the one that was ruled on."""


def precedent_lines(souls: Souls, game: str, clauses: Sequence[str], edition: str | None = None) -> list[str]:
    """One line for each of the first three precedents on these clauses, none where there are none.

    A refusal is told, and a contest shown, whether or not precedents can be read: where they cannot, there are no lines.
    """
    try:
        souls.catch_up()
        known = souls.precedents.on(game, clauses, edition, MOST_LINES)
    except (PersistenceError, KeyringError):
        return []
    return [_line(one, game, clauses) for one in known]


def _line(known: Known, game: str, clauses: Sequence[str]) -> str:
    precedent = known.precedent
    clause = next(clause for clause in clauses if precedent.is_about(clause))
    notes = "".join(f" ({note})" for note in notes_on(known))
    return (
        f"Ruled before on {clause}: {precedent.outcome} at table {precedent.table}{notes};"
        f" see 'souls precedents {game} --clause {clause}'."
    )


def notes_on(known: Known) -> list[str]:
    """What is to be known of a precedent before it is relied on, in a few words each."""
    notes = [f"of {known.origin}"] if known.origin else []
    notes += ["under appeal"] if known.precedent.standing == "appealed" else []
    return notes + ([NOW[known.now]] if known.changed else [])
