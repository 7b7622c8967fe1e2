"""Consent in advance: how a seat answers when it is asked to agree to an undo (T-27)."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from domain.table.prompts import StandingOrder
from domain.table.table import Table
from domain.table.undoing import actor

CONSENT = "consent"


class AgreeToUndo(StandingOrder, frozen=True):
    """Agree to an undo that takes back no more than so many commands, none of them one's own."""

    commands: Annotated[int, Meta(ge=1, le=99)] = 1


class DeclineUndo(StandingOrder, frozen=True):
    """Decline every undo."""


CONSENT_ORDERS: Mapping[str, Any] = {CONSENT: AgreeToUndo | DeclineUndo}


def orders_of(table: Table, seat: int) -> Mapping[str, Any]:
    """The kinds of standing orders that a seat can give, each with its type: the game's, and consent to undos (T-25)."""
    return {**table.rulebook.orders_for(table.state, seat), **CONSENT_ORDERS}


def consents(table: Table, seat: int, versions: Sequence[int]) -> bool | None:
    """T-27: what a seat has ordered to answer where these records are to be taken back; None where it is to be asked."""
    text = table.seats[seat].orders.get(CONSENT)
    if text is None:
        return None
    order = msgspec.json.decode(text, type=CONSENT_ORDERS[CONSENT])
    if isinstance(order, DeclineUndo):
        return False
    commands = {table.move_span(version)[0] for version in versions}
    own = any(actor(table, version) == seat for version in versions)
    return True if len(commands) <= order.commands and not own else None
