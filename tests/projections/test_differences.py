"""The readable difference of two views: of made-up ones, row by row, and of the games' own."""

from typing import Any

import msgspec
import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.catalogue import Catalogue, Texts
from projections.disputes.difference import MOST, difference, said
from projections.disputes.saying import LONGEST, Saying

WORDS = {"fox": "Fox card", "follower": "follower", "sawmill": "sawmill|sawmills"}
SAYING = Saying(Catalogue(Texts("en", {}, {}, words=WORDS), ("red", "blue")), 2)


class Piece(msgspec.Struct, frozen=True):
    piece: str
    seat: int
    x: int
    y: int
    role: str = ""
    lying: bool = False


class Place(msgspec.Struct, frozen=True):
    number: int
    warriors: tuple[int, ...]
    ruler: int = -1


class Disc(msgspec.Struct, frozen=True):
    id: str
    owner: int
    x: int | None
    y: int | None


class Battle(msgspec.Struct, frozen=True):
    clearing: int
    attacker: int
    dice: tuple[int, ...] = ()


class Board(msgspec.Struct, frozen=True):
    score: int
    hand: tuple[str, ...] = ()
    stock: dict[str, int] = {}


def view(fields: dict[str, Any] | None) -> Any:
    """A view of these fields."""
    return None if fields is None else msgspec.defstruct("View", list(fields))(**fields)


def changes(before: dict[str, Any] | None, after: dict[str, Any] | None) -> list[str]:
    return [said(change) for change in difference(view(before), view(after), SAYING)]


FOLLOWER = Piece("follower", 0, 1, -2, "thief")

ROWS: dict[str, tuple[dict[str, Any], dict[str, Any], list[str]]] = {
    "nothing": ({"a": 1}, {"a": 1}, []),
    "a number": ({"turn": 1}, {"turn": 2}, ["turn: 1 → 2"]),
    "a word": ({"drawn": "fox"}, {"drawn": "x-1"}, ["drawn: Fox card → x-1"]),
    "nothing before": ({"drawn": None}, {"drawn": "fox"}, ["drawn: – → Fox card"]),
    "yes and no": ({"is_hated": False}, {"is_hated": True}, ["is hated: no → yes"]),
    "a seat": ({"active": 0}, {"active": 1}, ["active: red → blue"]),
    "nobody": ({"ruler": 1}, {"ruler": -1}, ["ruler: blue → nobody"]),
    "seats": ({"awaited": (0,)}, {"awaited": (0, 1)}, ["awaited: red → red, blue"]),
    "scores": ({"scores": (12, 3)}, {"scores": (18, 3)}, ["scores of red: 12 → 18"]),
    "ranks that come": ({"ranking": ()}, {"ranking": (2, 1)}, ["ranking: – → red 2, blue 1"]),
    "tables of a seat": (
        {"supplies": ({"follower": 7}, {"follower": 7})},
        {"supplies": ({"follower": 7}, {"follower": 6})},
        ["supplies of blue, follower: 7 → 6"],
    ),
    "a table of counts": ({"unseen": {"BA-E": 2}}, {"unseen": {"BA-E": 1}}, ["unseen, BA-E: 2 → 1"]),
    "the last of a kind": ({"unseen": {"BA-E": 1, "x": 1}}, {"unseen": {"x": 1}}, ["unseen, BA-E: 1 → –"]),
    "a table by seat": (
        {"presence": {"north": (1, 0)}}, {"presence": {"north": (1, 2)}}, ["presence, north of blue: 0 → 2"],
    ),
    "boards of seats": (
        {"seats": (Board(1), Board(2, ("fox",), {"sawmill": 5}))},
        {"seats": (Board(1), Board(4, ("fox", "x-1"), {"sawmill": 4}))},
        ["score of blue: 2 → 4", "hand of blue: added x-1", "stock of blue, sawmill: 5 → 4"],
    ),
    "cards": ({"played": (1, 2, 2)}, {"played": (2, 5, 5, 7)}, ["played: removed 1, 2", "played: added 2 × 5, 7"]),
    "an order": ({"pile": ("a", "b")}, {"pile": ("b", "a")}, ["pile: a, b → b, a"]),
    "a piece that comes": (
        {"pieces": ()}, {"pieces": (FOLLOWER,)}, ["pieces: added follower of red at (1, -2), role thief"],
    ),
    "a piece that goes": (
        {"pieces": (FOLLOWER,)}, {"pieces": ()}, ["pieces: removed follower of red at (1, -2), role thief"],
    ),
    "a thing with a number": (
        {"clearings": (Place(3, (1, 0)), Place(4, (0, 0)))},
        {"clearings": (Place(3, (1, 2), 1), Place(4, (0, 0)))},
        ["clearing 3, warriors of blue: 0 → 2", "clearing 3, ruler: nobody → blue"],
    ),
    "a thing that moves": (
        {"discs": (Disc("red-1", 0, 5, 6),)}, {"discs": (Disc("red-1", 0, 7, 6),)},
        ["disc red-1, place: (5, 6) → (7, 6)"],
    ),
    "a thing that leaves": (
        {"discs": (Disc("red-1", 0, 5, 6),)}, {"discs": (Disc("red-1", 0, None, None),)},
        ["disc red-1, place: (5, 6) → –"],
    ),
    "things with an id that come and go": (
        {"discs": (Disc("red-1", 0, 5, 6),)}, {"discs": (Disc("red-2", 1, 5, 6),)},
        ["discs: removed red-1 at (5, 6), owner red", "discs: added red-2 at (5, 6), owner blue"],
    ),
    "a thing that begins": (
        {"battle": None}, {"battle": Battle(3, 1)}, ["battle: – → clearing 3, attacker blue"],
    ),
    "what is of two shapes": ({"x1": [1]}, {"x1": 5}, ["x1: 1 → 5"]),
    "who looks and indices": ({"viewer": 0, "placed": 3}, {"viewer": None, "placed": 4}, []),
    "fields in their order": ({"b": 1, "a": 1}, {"b": 2, "a": 2}, ["b: 1 → 2", "a: 1 → 2"]),
    "what is sorted": ({"marks": {3, 1}}, {"marks": {1, 2, 4}}, ["marks: removed 3", "marks: added 2, 4"]),
    "pairs": ({"wounded": ((1, 2),)}, {"wounded": ((1, 2), (3, 1))}, ["wounded: added 3, 1"]),
}  # fmt: skip


@pytest.mark.parametrize("row", ROWS)
def test_a_difference_in_words(row: str) -> None:
    before, after, told = ROWS[row]
    assert changes(before, after) == told


def test_long_values_are_shortened_and_long_lists_counted() -> None:
    [long] = difference(view({"a": ""}), view({"a": "x" * 500}), SAYING)
    assert long.after == "x" * (LONGEST - 1) + "…"
    pieces = tuple(Piece("follower", 0, x, 0) for x in range(MOST + 5))
    told = changes({"pieces": ()}, {"pieces": pieces})
    assert len(told) == MOST + 1
    assert told[-1] == "pieces: added 5 more"


def test_what_begins_whole_is_told_field_by_field() -> None:
    assert changes(None, {"turn": 1, "scores": (0, 0)}) == ["turn: – → 1", "scores: – → red 0, blue 0"]
    assert changes(None, None) == []


def test_a_list_that_only_happens_to_have_as_many_as_there_are_seats_is_not_by_seat() -> None:
    assert changes({"hand": (1, 2)}, {"hand": (1, 3)}) == ["hand: removed 2", "hand: added 3"]


@pytest.mark.parametrize("rulebook", [carcassonne, root, flick_of_faith], ids=lambda rulebook: rulebook.game)
def test_no_view_of_a_game_is_different_from_itself_and_all_that_is_in_one_can_be_told(rulebook: Any) -> None:
    seats = rulebook.usual_seats
    options = rulebook.options()
    state = rulebook.start(options, seats, rulebook.editions[-1])
    seen = rulebook.view(state, None)
    saying = Saying(rulebook.catalogue.named(rulebook.names(options, seats)), seats)
    assert difference(seen, seen, saying) == ()
    told = [said(change) for change in difference(None, seen, saying)]
    assert told
    assert all(": " in line and len(line) < 2 * LONGEST + 60 for line in told)
