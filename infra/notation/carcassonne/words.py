"""Fields of Carcassonne's commands in words: cells, turns, and pieces where they stand."""

import re
from collections.abc import Iterator
from typing import Any

from domain.carcassonne.board import Laid, cell_at
from domain.carcassonne.messages import PieceRef
from domain.carcassonne.pieces import FOLLOWER
from domain.carcassonne.places import LONG, meant
from domain.carcassonne.state import Game
from infra.notation.carcassonne.segments import KINDS, PIECES, WHO, direction, kinds_of, spelled
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import Found, Meaning, Number, Unwritable, seat_slot
from infra.notation.spoken import near, quoted

_NUMBER = re.compile(r"[+-]?[0-9]{1,6}")
_BOTH = re.compile(r"([+-]?[0-9]{1,6})/([+-]?[0-9]{1,6})")
_TURN = re.compile(r"r?(-?[0-9]{1,5})°?")
_SEGMENT = re.compile(r"(?:city|road|farm):[0-9]{1,2}|building")
_SILENT = ("a", "an", "the", "on", "in", "at", "as", "with", "my")
_SEAT = seat_slot()
_STANDING = "a knight, thief, farmer or monk with a direction, such as knight n"


class Cell:
    """A cell by x to the east and y to the south: `3,-1`."""

    def read(self, attempt: Attempt, at: int) -> Found:
        one = _BOTH.fullmatch(attempt.word(at))
        if one is not None:
            yield (int(one[1]), int(one[2])), at + 1
            return
        behind = at + (2 if attempt.word(at + 1) in (",", "/") else 1)
        if _NUMBER.fullmatch(attempt.word(at)) and _NUMBER.fullmatch(attempt.word(behind)):
            yield (int(attempt.word(at)), int(attempt.word(behind))), behind + 1
        else:
            attempt.miss(at, "a cell is two numbers, to the east and to the south, such as 3,-1")

    def write(self, scope: Scope, value: Any) -> str:
        return f"{value[0]},{value[1]}"

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("two numbers, to the east and to the south of the first tile, such as 3,-1", "3,-1")


class Turn:
    """How a tile is turned, clockwise: `r90`."""

    def read(self, attempt: Attempt, at: int) -> Found:
        while attempt.word(at) in ("r", "rot", "rotated", "turned"):
            at += 1
        found = _TURN.fullmatch(attempt.word(at))
        if found and int(found[1]) % 90 == 0:
            yield int(found[1]) // 90, at + 1
        else:
            attempt.miss(at, "how the tile is turned is r0, r90, r180 or r270")

    def write(self, scope: Scope, value: Any) -> str:
        return f"r{90 * value}"

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("r0, r90, r180 or r270, clockwise", "r90")


class Man:
    """A piece and where on the tile just laid it goes: `knight n`, `big monk`, `farmer sw`."""

    def read(self, attempt: Attempt, at: int) -> Found:
        yield from _standing(attempt, at, _latest(attempt.scope))

    def write(self, scope: Scope, value: Any) -> str:
        return _written(_latest(scope), value[1], value[0])

    def meaning(self, scope: Scope) -> Meaning:
        laid = _latest(scope)
        there = "" if laid is None else f"; this tile has {_places(laid)}"
        return Meaning(f"{_STANDING}{there}", "knight n")


class Standing:
    """A piece anywhere on the board: `3,-1 knight n`; gives x, y, segment and piece."""

    def read(self, attempt: Attempt, at: int) -> Found:
        for (x, y), end in Cell().read(attempt, at):
            for (piece, segment), last in _standing(attempt, end, _laid(attempt.scope, x, y)):
                yield (x, y, segment, piece), last

    def write(self, scope: Scope, value: Any) -> str:
        x, y, segment, piece = value
        return f"{x},{y} {_written(_laid(scope, x, y), segment, piece)}"

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning(f"a cell and {_STANDING}", "3,-1 knight n")


class Place:
    """Where a piece stands, whatever it is."""

    def read(self, attempt: Attempt, at: int) -> Found:
        for (x, y, segment, _), end in Standing().read(attempt, at):
            yield PieceRef(x, y, segment), end

    def write(self, scope: Scope, value: Any) -> str:
        return Standing().write(scope, (value.x, value.y, value.segment, FOLLOWER))

    def meaning(self, scope: Scope) -> Meaning:
        return Standing().meaning(scope)


class PointsBySeat:
    """Points for each seat: in the seats' order, or each behind its seat's name."""

    _number = Number("points")

    def read(self, attempt: Attempt, at: int) -> Found:
        by_seat: dict[int, int] = {}
        while True:
            seat, start = len(by_seat), at
            if not _NUMBER.fullmatch(attempt.word(at)):
                seat, at = next(_SEAT.read(attempt, at), (-1, at))
            points, at = next(self._number.read(attempt, at), (None, at))
            if points is None or seat < 0 or seat in by_seat:
                at = start
                break
            by_seat[seat] = points
            if attempt.word(at) not in (",", "and"):
                break
            at += 1
        if by_seat:
            seats = max(len(attempt.scope.table.seats), *(seat + 1 for seat in by_seat))
            yield tuple(by_seat.get(seat, 0) for seat in range(seats)), at

    def write(self, scope: Scope, value: Any) -> str:
        if not value:
            raise Unwritable
        return ", ".join(map(str, value))

    def meaning(self, scope: Scope) -> Meaning:
        return Meaning("a number for each seat", ", ".join(["3", "0", *("0" for _ in scope.table.seats[2:])]))


def _latest(scope: Scope) -> Laid | None:
    """The tile that was laid last."""
    game: Game | None = scope.game
    return None if game is None or game.placed is None else _laid(scope, *game.placed)


def _laid(scope: Scope, x: int, y: int) -> Laid | None:
    game: Game | None = scope.game
    return None if game is None else game.board.tiles.get(cell_at(x, y))


def _standing(attempt: Attempt, at: int, laid: Laid | None) -> Iterator[tuple[tuple[str, str], int]]:
    """The pieces and segments that words can mean on a tile."""
    piece, kinds, side, segment = None, None, None, None
    start = at
    while at < len(attempt.tokens):
        word = attempt.word(at)
        if word in PIECES and piece is None:
            piece = PIECES[word]
        elif word in KINDS and kinds is None:
            kinds = (KINDS[word],)
        elif _SEGMENT.fullmatch(word) and segment is None:
            segment = word
        elif direction(word) is not None and side is None:
            side = direction(word)
        elif word not in _SILENT:
            break
        at += 1
    if piece is None and kinds is None and segment is None:
        hint = near(attempt.typed(start), WHO)
        attempt.miss(start, f"{quoted(attempt.typed(start))} is no piece{hint}" if hint else f"a piece is {_STANDING}")
        return
    piece = piece or FOLLOWER
    if laid is None:
        if segment is not None:
            yield (piece, segment), at
        else:
            attempt.miss(start, "no tile lies there to stand on")
        return
    wanted = kinds if kinds is not None else kinds_of(piece)
    found = [segment] if segment is not None else meant(laid, wanted, side)
    if not found:
        attempt.miss(at, f"nothing of that kind is there; this tile has {_places(laid)}")
    elif at < len(attempt.tokens) and side is None and attempt.word(at) not in (",", "and"):
        hint = near(attempt.typed(at), tuple(LONG)) or f"; this tile has {_places(laid, wanted)}"
        attempt.miss(at, f"{quoted(attempt.typed(at))} is no direction{hint}")
    yield from (((piece, one), at) for one in found)


def _places(laid: Laid, kinds: tuple[int, ...] = kinds_of(FOLLOWER)) -> str:
    """What a follower can be on a tile, and where."""
    return ", ".join(spelled(laid, one, FOLLOWER) for one in meant(laid, kinds, None))


def _written(laid: Laid | None, segment: str, piece: str) -> str:
    if laid is None or segment not in laid.face.segments:
        raise Unwritable
    return spelled(laid, segment, piece)
