"""The information frontier: for every record, who learned what by it (T-23).

What redaction leaves visible decides it, never what is hidden: so the frontier itself is nobody's secret, as far as the
record is none. It decides whether an undo is free, says why one is not, and answers "could they have known?".
"""

from collections.abc import Iterable, Iterator

import msgspec

from domain.table.disputes.messages import Reapplied
from domain.table.lifecycle import OrderFollowed
from domain.table.messages import Event
from domain.table.table import Table

# What was shown: the name of the field, and its value.
Shown = tuple[str, object]
CHANCE = "chance"


class Lesson(msgspec.Struct, frozen=True):
    """By the record at `version` the viewer (None: a spectator) was shown what may have been hidden before: `what` are the
    names of all the fields that the event may hide, since which of them are empty tells something too; or "chance" where
    chance decided what the viewer sees whole."""

    version: int
    viewer: int | None
    what: tuple[str, ...]


def viewers_of(table: Table) -> list[int | None]:
    """All who may look: a spectator, and every seat."""
    return [None, *range(len(table.seats))]


def lessons(table: Table, versions: Iterable[int], viewers: Iterable[int | None]) -> Iterator[Lesson]:
    """What these viewers were shown by these records, in the records' order."""
    looking = tuple(viewers)
    for version in versions:
        for viewer in looking:
            found = lesson(table, version, viewer)
            if found is not None:
                yield found


def lesson(table: Table, version: int, viewer: int | None) -> Lesson | None:
    """What the record showed the viewer, None where that was nothing new.

    Whatever an event shows of its secrets counts, but for what the viewer's own command said, such as a secret vote; so does
    what chance decided, where the viewer sees the whole event. Asking one too many tells nothing; comparing with what a
    viewer knows already would tell what others hold.
    """
    record = table.records[version - 1]
    event = record.event
    if record.draws and not event.secrets and table.rulebook.redact(event, viewer) == event:
        return Lesson(version, viewer, (CHANCE,))
    seen = (
        shown for shown in shown_by(table, event, viewer) if record.draws or not _said(table, version, viewer, shown)
    )
    what = tuple(dict.fromkeys(name for name, _ in seen))
    return Lesson(version, viewer, what) if what else None


def learned(table: Table, viewer: int | None, versions: Iterable[int]) -> bool:
    """Whether these records showed the viewer anything that may have been hidden before."""
    return any(lesson(table, version, viewer) for version in versions)


def shown_by(table: Table, event: Event, viewer: int | None) -> Iterator[Shown]:
    """The secrets that an event shows to a viewer: what redaction leaves in its secret fields, of a tuple each item.

    Nothing but what the viewer gets decides it. An empty tuple and None are what stands in for a hidden value.
    """
    if not event.secrets:
        return
    seen = table.rulebook.redact(event, viewer)
    for name in event.secrets:
        left = getattr(seen, name, None)
        for one in left if isinstance(left, tuple) else (left,):
            if one is not None and one != ():
                yield name, one


def _said(table: Table, version: int, viewer: int | None, shown: Shown) -> bool:
    # Whether the viewer's own command gave this value to a field of this name, as a secret vote does. What standing orders
    # answered to it, or what happens again for others, it did not say: to compare with that would tell what others hold.
    first, _ = table.command_span(version)
    cause = table.records[first - 1].cause
    if cause is None or cause.seat != viewer:
        return False
    if any(isinstance(record.event, OrderFollowed | Reapplied) for record in table.records[first : version - 1]):
        return False
    said = msgspec.msgpack.decode(cause.command).get(shown[0])
    value = msgspec.to_builtins(shown[1])
    return bool(value in said if isinstance(said, list) else value == said)
