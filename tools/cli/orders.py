"""`souls order`: what a seat has ordered in advance, and what it can."""

from typing import Annotated

import typer

from domain.table.consent import orders_of
from domain.table.kernel import Accepted
from domain.table.lifecycle import SetOrder
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.seeing import seen_record
from domain.table.table import Table
from infra.notation.table_words import order_named, orders_known
from projections.orders import Ordered, ordered
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    installation,
    say,
    say_json,
    seat_number,
    submit,
)


def order(
    table: TableArgument,
    seat: Annotated[str, typer.Option("--seat", metavar="SEAT", help="Whose orders: a seat, by number or name.")],
    kind: Annotated[str | None, typer.Argument(metavar="KIND", help="Which kind of decision.")] = None,
    text: Annotated[
        str | None,
        typer.Argument(
            metavar="ORDER",
            help="The order, as JSON or by its name alone; none takes it back; without it the present one is shown.",
        ),
    ] = None,
    clear: Annotated[str | None, typer.Option("--clear", metavar="KIND", help="Take an order back.")] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Decide in advance: list a seat's standing orders and what can be ordered, set one, or take one back.

    Others see only that the seat has changed an order, and when one answers for it.
    """
    if clear is not None and kind is not None:
        raise CommandError("Either give an order or take one back with --clear.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        number = seat_number(found, seat)
        changed = clear if clear is not None else kind if text is not None else None
        if changed is not None:
            wanted = None if text is None else order_text(found.rulebook, changed, text)
            outcome = submit(souls.ledger, found, number, SetOrder(changed, wanted))
            if isinstance(outcome, Refusal):
                raise RefusedError(found.catalogue, outcome, game=found.rulebook.game)
            found = souls.ledger.current(table)
            if not as_json:
                _tell_followed(found, number, outcome)
        if as_json:
            listed = _listed(found, number, kind)
            say_json({"table": found.id, "version": found.version, "seat": number, "orders": listed})
        else:
            tell_orders(found, number, kind)


def order_text(rulebook: Rulebook, kind: str, typed: str) -> str | None:
    """An order as JSON text, from what is typed: JSON itself, the order's name alone, or none (None) to take it back."""
    if typed.strip().lower() == "none":
        return None
    return order_named(orders_known(rulebook).get(kind), typed) or typed


def _listed(table: Table, seat: int, only: str | None) -> list[Ordered]:
    """What a seat can order and has ordered; or only one kind of it."""
    found = [one for one in ordered(table, seat) if only in (None, one.kind)]
    known = orders_of(table, seat)
    if only is not None and not found:
        raise CommandError(
            f"Nothing can be ordered in advance for '{only}'; it can for {', '.join(known) or 'nothing'}."
        )
    return found


def _tell_followed(table: Table, seat: int, outcome: Accepted) -> None:
    for record in outcome.records:
        seen = seen_record(table, record, seat)
        if seen is not None:
            say(f"{table.catalogue.event(seen.event)} [{seen.law}]")


def tell_orders(table: Table, seat: int, only: str | None = None) -> None:
    """Tell a seat's standing orders, and the forms that orders can have."""
    listed = _listed(table, seat, only)
    for one in listed:
        say(f"{one.kind}: {one.order or 'no order'}", "bold")
        if one.what:
            say(f"  {one.what}")
        for form in one.forms:
            say(f"  {form}", "dim")
