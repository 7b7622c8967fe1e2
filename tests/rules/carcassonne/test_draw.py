"""B-3: drawing, and tiles that fit nowhere."""

from typing import Any

import pytest

from domain.carcassonne.messages import TileDiscarded, TileDrawn, TurnEnded
from domain.table.lifecycle import GameFinished
from tests.rules.carcassonne.tables import Match

# After E is laid to the north, every open edge around is meadow: neither C nor X fits anywhere.
CLOSING = "A3 D0* A1"


def drawn(events: list[Any]) -> list[str]:
    """The draws (+) and discards (-) among events."""
    return [
        ("+" if isinstance(event, TileDrawn) else "-") + event.tile[-1]
        for event in events
        if isinstance(event, TileDrawn | TileDiscarded)
    ]


@pytest.mark.clause("B-3")
def test_the_next_seat_draws_and_shows_a_tile_after_the_turn_has_ended() -> None:
    match = Match(tiles="U E")
    events = match.turn("U -1,0 0")
    assert events[-2:] == [TurnEnded(0, 1), TileDrawn(1, "BA-E")]
    assert match.game.drawn == "BA-E"
    assert match.awaited == (1, ("PlaceTile",))


@pytest.mark.clause("B-3")
def test_a_tile_that_fits_nowhere_is_shown_and_discarded_and_the_next_one_drawn() -> None:
    match = Match("D0*", tiles="E C U")
    events = match.turn("E 0,-1 2")
    assert drawn(events) == ["+C", "-C", "+U"]
    assert match.game.discarded == ["BA-C"]
    assert match.awaited == (1, ("PlaceTile",))


@pytest.mark.clause("B-3")
def test_several_tiles_in_a_row_are_discarded() -> None:
    match = Match(CLOSING, tiles="E C X E")
    assert drawn(match.turn("E 0,-1 2")) == ["+C", "-C", "+X", "-X", "+E"]
    assert match.game.discarded == ["BA-C", "BA-X"]
    assert match.game.drawn == "BA-E"


@pytest.mark.clause("B-3")
def test_a_discarded_tile_belongs_to_the_seat_that_drew_it_which_keeps_its_turn() -> None:
    match = Match(CLOSING, tiles="E C X E", seats=3)
    draws = [event for event in match.turn("E 0,-1 2") if isinstance(event, TileDrawn)]
    assert [event.seat for event in draws] == [1, 1, 1]


@pytest.mark.clause("B-3")
def test_a_discarded_tile_never_comes_back() -> None:
    match = Match(CLOSING, tiles="E C X E")
    match.turn("E 0,-1 2")
    left = match.game.stack
    assert "BA-C" not in left
    assert "BA-X" not in left
    view = match.table.rulebook.view(match.game, None)
    assert view.discarded == ("BA-C", "BA-X")
    assert sum(view.unseen.values()) + len(view.tiles) + len(view.discarded) + 1 == 72


@pytest.mark.clause("B-3", "B-14")
@pytest.mark.parametrize(("tiles", "expected"), [("E C", ["+C", "-C"]), ("E C X", ["+C", "-C", "+X", "-X"])])
def test_where_the_last_tiles_fit_nowhere_they_are_discarded_and_the_game_ends(tiles: str, expected: list[str]) -> None:
    match = Match(CLOSING, tiles=tiles, ends=True)
    events = match.turn("E 0,-1 2")
    assert drawn(events) == expected
    assert isinstance(events[-1], GameFinished)
    assert match.game.drawn is None
    assert match.awaited is None


@pytest.mark.clause("B-3")
def test_a_tile_that_fits_only_when_turned_is_not_discarded() -> None:
    # The one city edge that is open shows to the north; Q fits there in three turns, none of them its printed one.
    match = Match("A3 D0* A1", tiles="Q E")
    match_rows = [row for offer in match.table.rulebook.legal(match.game, 0) for row in offer.rows]
    assert {row[3] for row in match_rows if (row[1], row[2]) == (0, -1)} == {1, 2, 3}
