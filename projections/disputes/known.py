"""Could they have known? What was hidden, and by which record it was shown to whom, up to a decision (T-16, T-23).

Who was shown what is asked of redaction with stand-ins in the place of all secrets: so it follows from nothing that is hidden,
and a reader learns by it who saw something, never what.
"""

from typing import Any, get_args, get_origin

import msgspec

from domain.table.evolving import KERNEL_OWN
from domain.table.frontier import CHANCE, shown_by, viewers_of
from domain.table.messages import Event, GameEvent
from domain.table.records import Record
from domain.table.table import Table
from projections.disputes.parts import Fact, Known, Told
from projections.disputes.readers import Reading

MOST_FACTS = 16
_SECRET = object()


def known_by(reading: Reading, version: int) -> Known:
    """The facts, of those that the reader may know of, that records up to a version have shown; what was undone is among
    them, since it was seen all the same."""
    table = reading.table
    revealing = (at for at in range(version, 0, -1) if is_revealing(table.records[at - 1]))
    visible = [at for at in revealing if reading.record(at) is not None]
    facts = tuple(_fact(table, told) for told in reading.all_told(visible[:MOST_FACTS]))
    return Known(version, facts, len(visible) - len(facts))


def _fact(table: Table, told: Told) -> Fact:
    event = table.records[told.version - 1].event
    shown_to = shown_to_whom(table, event)
    seats = tuple(viewer for viewer in shown_to if viewer is not None)
    what = event.secrets or (CHANCE,)
    return Fact(told.version, told.at, told.sentence, told.clause, what, None in shown_to, seats, told.counts)


def is_revealing(record: Record[Any]) -> bool:
    """Whether a record is of a kind that shows somebody what was hidden: a secret, or what chance decided."""
    event = record.event
    is_game = isinstance(event, GameEvent) and type(event) not in KERNEL_OWN
    return is_game and bool(event.secrets or record.draws)


def shown_to_whom(table: Table, event: Event) -> tuple[int | None, ...]:
    """Those to whom an event shows its secrets, or itself where it has none, whatever they are."""
    if not event.secrets:
        return tuple(viewer for viewer in viewers_of(table) if table.rulebook.redact(event, viewer) == event)
    stand_ins = {field.name: _stand_in(field.type) for field in msgspec.structs.fields(type(event))}
    probe = msgspec.structs.replace(event, **{name: stand_ins[name] for name in event.secrets})
    return tuple(viewer for viewer in viewers_of(table) if next(shown_by(table, probe, viewer), None) is not None)


def _stand_in(kind: Any) -> object:
    """What stands for a hidden value of a field of this type: one item where it holds several."""
    return (_SECRET,) if _is_several(kind) else _SECRET


def _is_several(kind: Any) -> bool:
    if get_origin(kind) is tuple:
        return True
    # An annotation, or a choice such as that of a tuple and None.
    return any(_is_several(inner) for inner in get_args(kind) if not isinstance(inner, msgspec.Meta))
