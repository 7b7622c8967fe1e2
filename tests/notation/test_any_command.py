"""Commands of any kind are typed by their names and fields, whatever these hold."""

from typing import Literal

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.messages import Command, SeatNumber
from infra.notation.forms import Open
from infra.notation.generic import GenericForm, name_in_words
from infra.notation.scope import Attempt, Scope
from infra.notation.typed import plain, tokens_of
from tests.table.play import begun


class Piece(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    kind: str
    at: int


class MoveABCPiece(Command, frozen=True):
    clause = "X-1"
    name: str
    seat: SeatNumber
    pieces: tuple[Piece, ...] = ()
    where: Piece | None = None
    names: tuple[str, ...] = ()
    number: int | None = None
    mode: Literal["slow", "very-fast"] = "slow"
    as_: bool = msgspec.field(default=False, name="as")


SCOPE = Scope(begun().table, 0)
FORM = GenericForm(MoveABCPiece)
PIECES = st.builds(Piece, st.text(max_size=9), st.integers(-99, 99))
COMMANDS = st.builds(
    MoveABCPiece,
    st.text(max_size=9),
    st.integers(0, 11),
    st.lists(PIECES, max_size=2).map(tuple),
    st.none() | PIECES,
    st.lists(st.text(max_size=6), max_size=3).map(tuple),
    st.none() | st.integers(-99, 99),
    st.sampled_from(("slow", "very-fast")),
    st.booleans(),
)


def meant(line: str) -> list[object]:
    text = plain(line)
    return [one for one in FORM.read(Attempt(SCOPE, text, tokens_of(text))) if not isinstance(one, Open)]


def test_the_name_is_its_words() -> None:
    assert name_in_words(MoveABCPiece) == "move abc piece"
    assert FORM.usage == "move abc piece NAME SEAT PIECES WHERE NAMES NUMBER MODE AS"


@given(COMMANDS)
@settings(max_examples=200, deadline=None)
def test_what_is_written_is_among_what_is_read(command: MoveABCPiece) -> None:
    written = FORM.write(SCOPE, command)
    assert written is not None
    assert command in meant(written)


@pytest.mark.parametrize(
    "line",
    [
        'move abc piece anna 1 [{"kind": "a b", "at": 3}]',
        'move abc piece name=anna seat=1 pieces=[{"kind": "a b", "at": 3}]',
        'Move ABC piece pieces=[{"kind": "a b", "at": 3}] seat=east name="anna"',
        "move abc piece anna, seat 1, pieces=[{“kind”: “a b”, “at”: 3}], as=no, mode=slow, number=none, names=none",
    ],
)
def test_fields_go_by_position_or_by_name(line: str) -> None:
    assert MoveABCPiece("anna", 1, (Piece("a b", 3),)) in meant(line)


@pytest.mark.parametrize(
    "line",
    ["move abc piece", "move abc piece anna", "move abc piece anna 1 [3]", "move abc piece anna 1 [", "move abc piece anna x",
     'move abc piece anna 1 [{"kind": "a", "at": "b"}]', "move abc piece anna 1 none none none none medium", "move abc"],
)  # fmt: skip
def test_what_does_not_fit_is_none(line: str) -> None:
    assert meant(line) == []
