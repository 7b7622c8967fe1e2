"""Orders in advance: what a seat can order, how that is written, and what it has ordered (T-25, T-27)."""

from typing import Any, get_args

import msgspec

from domain.table.consent import orders_of
from domain.table.table import Table


class Ordered(msgspec.Struct, frozen=True):
    """A kind of decision: what it is about, the forms that an order for it has, and the seat's own order, as JSON text."""

    kind: str
    what: str
    forms: tuple[str, ...]
    order: str | None


def ordered(table: Table, seat: int) -> list[Ordered]:
    """The kinds of decisions that a seat can be asked, and those of its older orders. They are for that seat alone."""
    own, known = table.seats[seat].orders, orders_of(table, seat)
    return [
        Ordered(kind, table.catalogue.order(kind), _forms(known.get(kind)), own.get(kind)) for kind in {**known, **own}
    ]


def _forms(wanted: Any) -> tuple[str, ...]:
    """How orders of a type, or of each in a union, are written: with the values that their fields have by default."""
    return tuple(_form(one) for one in get_args(wanted) or (wanted,) if one is not None)


def _form(wanted: type[msgspec.Struct]) -> str:
    fields = [f'"order": "{wanted.__struct_config__.tag}"']
    fields += [f'"{field.encode_name}": {_by_default(field)}' for field in msgspec.structs.fields(wanted)]
    return "{" + ", ".join(fields) + "}"


def _by_default(field: msgspec.structs.FieldInfo) -> str:
    if field.default_factory is not msgspec.NODEFAULT:
        return msgspec.json.encode(field.default_factory()).decode()
    return "…" if field.default is msgspec.NODEFAULT else msgspec.json.encode(field.default).decode()
