"""Offers as they are sent: by the names that commands have in JSON, and never without bounds."""

from collections.abc import Iterator

import msgspec
import pytest

from domain.carcassonne.messages import PlaceTile
from domain.carcassonne.rulings import ruling_offer
from domain.table.offers import Between, Choice, Offer, Random
from infra.http.routes.playing import MOST_LISTED, shown_offer
from tests.rules.carcassonne.tables import Match


class Even(msgspec.Struct, frozen=True):
    """A choice of a game's own kind."""

    size: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and value % 2 == 0 and 0 <= value < 2 * self.size

    def sample(self, rng: Random) -> object:
        return 2 * rng.randrange(self.size)

    def all(self) -> Iterator[object]:
        return iter(range(0, 2 * self.size, 2))


def test_points_for_each_seat_are_told_by_their_bounds() -> None:
    told = shown_offer(ruling_offer(Match(seats=5).game), 10)
    points = told.free["points"]
    assert (points.kind, [(one.kind, one.low, one.high) for one in points.choices]) == (
        "each", [("between", -100, 100)] * 5,
    )  # fmt: skip
    assert len(msgspec.json.encode(told)) < 2_000
    assert told.size > 200**5


def test_fields_are_named_as_in_commands() -> None:
    told = shown_offer(Offer(PlaceTile, ("tile", "x", "y", "rot", "as_"), [("CR-1", 0, 1, 2, "BA-A")]), 10)
    (row,) = told.rows
    written = msgspec.json.encode({"command": told.command, **dict(zip(told.fields, row, strict=True))})
    assert msgspec.json.decode(written, type=PlaceTile) == PlaceTile("CR-1", 0, 1, 2, "BA-A")


@pytest.mark.parametrize(("size", "listed"), [(3, [0, 2, 4]), (MOST_LISTED + 1, [])])
def test_a_choice_of_another_kind_is_listed_where_it_is_small(size: int, listed: list[int]) -> None:
    choice: Choice = Even(size)
    told = shown_offer(Offer(PlaceTile, free={"x": choice, "y": Between(0, 1)}), 10).free["x"]
    assert (told.kind, told.values) == ("any", listed)
