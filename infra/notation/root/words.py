"""Fields of Root's commands in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.root.cards import CARDS, SUITS
from domain.root.eyrie.commands import Addition
from domain.root.factions import COLUMNS, GARDENS, LEADERS, NAMES, STOCK, VIZIERS
from domain.root.state import Game
from domain.table.messages import Command
from infra.notation.forms import Form
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import Chosen, Found, Listed, Meaning, Names, Number, Slot, seat_slot

_CLEARING = Number("a clearing", "clearing", "clearings", "corner", "#", typical=5)


def _factions(scope: Scope) -> Iterator[tuple[str, int]]:
    game: Game | None = scope.game
    for seat, faction in enumerate(game.factions if game else ()):
        yield faction, seat
        yield NAMES[faction], seat


def _cards(scope: Scope) -> Iterator[tuple[str, str]]:
    yield from _CARD_NAMES


def _card_names() -> Iterator[tuple[str, str]]:
    for copy, card in CARDS.items():
        yield _spelled(None, copy), copy
        yield copy, copy
        yield card.id, copy
        yield card.name, copy
    for vizier in VIZIERS:
        yield vizier, vizier
        yield f"loyal {vizier}", vizier


def _spelled(_: Scope | None, card: str) -> str:
    known = CARDS.get(card)
    return known.id if known is not None and known.count == 1 else card


def _called(_: Scope, card: str) -> str:
    """A card as people are told how to type it, whichever of several alike it is."""
    known = CARDS.get(card)
    return "loyal vizier" if known is None else known.id.replace("-", " ")


_CARD_NAMES = tuple(_card_names())


def _own(scope: Scope) -> Iterator[str]:
    """The cards that a seat can mean: those of its hand, and those that lie open."""
    game: Game | None = scope.game
    if game is None or scope.speaker < 0:
        return
    yield from game.hands[scope.speaker]
    yield from game.available
    yield from game.play[scope.speaker]
    if game.eyrie is not None and game.eyrie.seat == scope.speaker:
        for cards in game.eyrie.decree.values():
            yield from cards


CARD = Names("a card", _cards, _spelled, _own, _called)
CARDS_NAMED = Listed(CARD)
CLEARINGS = Listed(_CLEARING)
_PIECES = sorted({piece for stock in STOCK.values() for piece in stock} | {"warrior"})


def _pieces(scope: Scope) -> Iterator[tuple[str, str]]:
    for piece in _PIECES:
        yield piece, piece
    for suit, garden in GARDENS.items():
        yield f"{suit} garden", garden


PIECE = Names("a building or token", _pieces)


class _Tally:
    """Pieces, equal ones perhaps counted: `sawmill, 2 wood`."""

    def read(self, attempt: Attempt, at: int) -> Found:
        found: list[str] = []
        while True:
            count, start = 1, at
            if attempt.word(at).isdecimal() and len(attempt.word(at)) <= 2:
                count, at = int(attempt.word(at)), at + 1
            piece, at = next(PIECE.read(attempt, at), (None, start))
            if piece is None:
                return
            found += [piece] * count
            after = at
            while attempt.word(after) in (",", "and", "&", "+"):
                after += 1
            if after == at:
                break
            at = after
        yield tuple(sorted(found)), at

    def write(self, scope: Scope, value: Any) -> str:
        counts = {piece: value.count(piece) for piece in value}
        return ", ".join(piece if count == 1 else f"{count} {piece}" for piece, count in counts.items()) or "nothing"

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("buildings and tokens, equal ones perhaps counted, such as sawmill, 2 wood", "sawmill, 2 wood")


class _Additions:
    """Cards with the columns of the Decree that they go to: `anvil to move and sappers#1 to build`."""

    _column = Chosen("a column of the Decree", **{column: column for column in COLUMNS})

    def read(self, attempt: Attempt, at: int) -> Found:
        found: list[Addition] = []
        while True:
            cards = list(CARD.read(attempt, at))
            if not cards:
                return
            card, at = next((one for one in cards if one[0] not in [f.card for f in found]), cards[0])
            if attempt.word(at) in ("to", "in", "into"):
                at += 1
            column, at = next(self._column.read(attempt, at), (None, at))
            if column is None:
                return
            found.append(Addition(card, column))
            after = at
            while attempt.word(after) in (",", "and", "&", "+"):
                after += 1
            if after == at:
                break
            at = after
        yield tuple(sorted(found)), at

    def write(self, scope: Scope, value: Any) -> str:
        return " and ".join(f"{_spelled(scope, one.card)} to {one.column}" for one in value)

    def meaning(self, scope: Scope) -> Meaning:
        card, column = CARD.meaning(scope), self._column.meaning(scope)
        what = f"one or two cards, each with a column ({column.what}) and 'and' between; {card.what}"
        return Meaning(what, f"{card.typical} to {column.typical}")


SLOTS: Mapping[str, Slot] = {
    **dict.fromkeys(("clearing", "corner", "origin", "destination", "sawmill", "workshop", "recruiter"), _CLEARING),
    **dict.fromkeys(("clearings", "wood"), CLEARINGS),
    **dict.fromkeys(("defender", "owner", "target", "first"), seat_slot(_factions)),
    **dict.fromkeys(("card", "payment"), CARD),
    "cards": CARDS_NAMED,
    "warriors": Number("how many warriors", typical=2),
    "pieces": _Tally(),
    "building": PIECE,
    "suit": Chosen("a suit", **{suit: suit for suit in SUITS}),
    "leader": Chosen("a leader", **{leader: leader for leader in LEADERS}),
    "additions": _Additions(),
}


def form(command: type[Command], *templates: str, **fixed: Any) -> Form:
    """A form of Root, whose fields have the same words everywhere."""
    return Form(command, *templates, slots=SLOTS, fixed=fixed)
