"""What each viewer could see, and what changed of it."""

from domain.table.table import Table
from projections.disputes.difference import difference
from projections.disputes.parts import Change, Changes, Sight
from projections.disputes.plain import plain
from projections.disputes.readers import Reading
from projections.disputes.saying import Saying


def sights_of(reading: Reading, table: Table) -> tuple[Sight, ...]:
    """What a spectator saw of the table as it was then, and those seats that the reader may speak of."""
    saying, public = _saying(table), reading.view(table, None)
    views = ((viewer, reading.view(table, viewer)) for viewer in reading.viewers)
    return tuple(
        Sight(viewer, plain(view), () if viewer is None else difference(public, view, saying)) for viewer, view in views
    )


def changes_between(reading: Reading, before: Table, after: Table) -> tuple[Changes, ...]:
    """What changed from one table to the other for those whose views the reader may see."""
    saying = _saying(after)
    found: list[Changes] = []
    public: frozenset[Change] = frozenset()
    for viewer in reading.viewers:
        changes = difference(reading.view(before, viewer), reading.view(after, viewer), saying)
        found.append(Changes(viewer, tuple(change for change in changes if change not in public)))
        public = public or frozenset(changes)
    return tuple(found)


def _saying(table: Table) -> Saying:
    return Saying(table.catalogue, len(table.seats))
