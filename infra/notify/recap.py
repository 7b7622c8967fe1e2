"""What a person is told of a table: what they must do, what changed for them, the scores and why. Pure functions of a table.

Everything comes through `seeing`: what a viewer may not see changes no byte of a recap.
"""

from collections.abc import Iterator, Sequence

import msgspec

from domain.table.messages import ScoringEvent, Term
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.notation import ShortForm
from infra.notify.awaiting import Decision, decisions_of
from infra.notify.changes import Change, changes_since
from infra.posts import Poster, forms_for, ways_for

MOST_CHANGES, MOST_IN_A_CHAT = 40, 12
MOST_FORMS = 8


class ScoreNow(msgspec.Struct, frozen=True):
    """A seat's score: its name, the points, or the word for what it plays for instead, and what was scored since: by which
    terms, each with its clause."""

    name: str
    points: int
    aim: str | None
    gained: tuple[str, ...]


class Recap(msgspec.Struct, frozen=True):
    """What a person is told of a table at a version: what is awaited of them, what changed since their last turn (`more`: how
    many changes before these are left out), the scores, and what they can type (`more_ways`: how many ways more there are)."""

    table: str
    game: str
    title: str
    version: int
    seat: str
    decisions: tuple[Decision, ...]
    changes: tuple[Change, ...]
    more: int
    scores: tuple[ScoreNow, ...]
    forms: tuple[ShortForm, ...]
    more_ways: int = 0


def recap_of(
    table: Table,
    person: str,
    viewer: int | None,
    *,
    speaks: Poster | None = None,
    most: int = MOST_CHANGES,
) -> Recap:
    """The recap of a table for a person who may see of it what `viewer` may: a seat, or a spectator (None). `speaks` is as whom
    they can answer it, by default that seat."""
    own = tuple(one for one in decisions_of(table) if one.person == person)
    poster = Poster(viewer) if speaks is None and viewer is not None else speaks
    since = last_turn(table, person, viewer)
    changes = list(changes_since(table, viewer, since))
    forms = forms_of(table, poster, own)
    return Recap(
        table.id,
        table.rulebook.game,
        table.rulebook.title,
        table.version,
        "" if viewer is None else table.catalogue.seat(viewer),
        own,
        tuple(changes[-most:]),
        max(0, len(changes) - most),
        tuple(_scores(table, viewer, since)),
        forms,
        max(0, ways_for(table, poster) - len(forms)) if forms and poster is not None else 0,
    )


def last_turn(table: Table, person: str, viewer: int | None) -> int:
    """The last version of what a person last did at a table themselves, for their seat or by their office; 0 if nothing."""
    for start in reversed(table.starts):
        record = table.records[start - 1]
        assert record.cause is not None
        if (viewer is not None and viewer in (record.cause.seat, record.by)) or (
            viewer is None and record.by < 0 and table.person_of(record.by) == person
        ):
            return table.command_span(start)[1]
    return 0


def _scores(table: Table, viewer: int | None, since: int) -> Iterator[ScoreNow]:
    if table.game is None:
        return
    gained: dict[int, list[str]] = {}
    for version in table.history.line():
        if version <= since:
            continue
        seen = seen_record(table, table.records[version - 1], viewer)
        if seen is not None and isinstance(seen.event, ScoringEvent):
            for seat in seen.event.seats:
                gained.setdefault(seat, []).append(_why(table, seen.event, seen.law))
    points, aims = table.rulebook.scores(table.game), table.rulebook.aims(table.game)
    for seat, (now, aim) in enumerate(zip(points, aims, strict=True)):
        word = None if aim is None else table.catalogue.word(aim)
        yield ScoreNow(table.catalogue.seat(seat), now, word, tuple(gained.get(seat, ())))


def _why(table: Table, event: ScoringEvent, law: str) -> str:
    terms = "; ".join(_term(table, term) for term in event.terms)
    return f"{event.points:+d}: {terms or f'{table.catalogue.event(event)} [{law}]'}"


def _term(table: Table, term: Term) -> str:
    return f"{table.catalogue.count(term.count, term.label)} × {term.factor} [{term.clause}]"


def forms_of(
    table: Table, poster: Poster | None, decisions: Sequence[Decision], most: int = MOST_FORMS
) -> tuple[ShortForm, ...]:
    """What somebody can type to answer what is awaited of them as whom they speak."""
    if poster is None or all(poster not in (one.speaks, Poster(one.seat)) for one in decisions):
        return ()
    return tuple(forms_for(table, poster, most))
