"""What is offered in a full corner: what is drawn can be flicked, and where nothing can be drawn nothing is promised."""

from random import Random

import pytest

from domain.flick_of_faith.commands import Flick, Forfeit
from domain.flick_of_faith.room import Room, spots_of_two
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.shapes import square_distance
from domain.flick_of_faith.state import Game
from domain.table.offers import Offer
from tests.rules.flick_of_faith.games import play_out
from tests.rules.flick_of_faith.positions import done, flick, position

# Prophets left in the corner, until a 2 mm grid has nothing left but some places, or none.
FULL = "1-p01 22 24\n1-p02 22 56\n1-p03 54 24\n1-p04 48 54\n1-p05 74 16"
TIGHT = "1-p01 22 24\n1-p02 22 52\n1-p03 48 24\n1-p04 46 52"

# There is room for one Prophet, and no more.
ONE = """
    1-t01  7 11
    1-t02 21 85
    1-t03 77 27
    1-p01 74 87
    1-p02 20 55
    1-p03 69 56
    1-p04 46 59
    1-p05 86 71
    1-p06 34 31
"""


def flicks(game: Game) -> Offer:
    (offer,) = (offer for offer in rulebook.legal(game, 0) if offer.command is Flick)
    return offer


@pytest.mark.clause("D-1")
def test_in_a_tight_corner_a_flick_is_still_found_and_accepted() -> None:
    game = position(TIGHT)
    offer = flicks(game)
    assert len(offer.rows) == 5
    for seed in range(20):
        found = offer.sample(Random(seed))
        assert offer.contains(found)
        done(position(TIGHT), 0, found)


@pytest.mark.clause("D-1", "P-2")
def test_in_a_full_corner_only_forfeiting_is_left() -> None:
    game = position(FULL, deities={0: "ra"}, ready={0: 0})
    game.discs["sphinx"].zone = "ready"
    assert flicks(game).rows == []
    assert not flicks(game).contains(flick("sphinx", (40, 40), (1, 1), 500))
    done(game, 0, Forfeit())


@pytest.mark.clause("law-both-hands", "law-piggyback")
@pytest.mark.parametrize("law", ["both-hands", "piggyback"])
def test_two_flicks_are_found_in_a_tight_corner_too(law: str) -> None:
    game = position("1-p01 22 24\n1-p02 20 60\n1-p03 60 20", laws=[law])
    offer = flicks(game)
    assert offer.rows
    for seed in range(5):
        found = offer.sample(Random(seed))
        assert isinstance(found, Flick)
        assert found.second is not None
        assert offer.contains(found)


# No 2 mm grid has a start for the Sphinx here.
SPHINX = "1-m01 34 58\n1-m02 62 30"
CORNERS = [
    ("", {0: "ra"}, ()),
    (SPHINX, {0: "ra"}, ()),
    (TIGHT, {0: "ra"}, ()),
    (TIGHT, {}, ("both-hands",)),
    ("1-p01 22 24\n1-p02 22 52", {}, ("both-hands",)),
    ("1-p01 40 40\n1-p02 20 20", {0: "ra"}, ("both-hands",)),
    ("1-m01 40 40", {0: "ra"}, ("piggyback",)),
    (FULL, {}, ("piggyback",)),
]


@pytest.mark.clause("D-1", "law-both-hands", "law-piggyback")
@pytest.mark.parametrize(("discs", "deities", "laws"), CORNERS)
def test_what_is_offered_is_always_found(discs: str, deities: dict[int, str], laws: tuple[str, ...]) -> None:
    offer = flicks(position(discs, deities=deities, laws=laws))
    for seed in range(300 if offer.rows else 0):
        assert offer.contains(offer.sample(Random(seed)))


@pytest.mark.clause("law-both-hands")
@pytest.mark.parametrize(("discs", "two"), [("", True), (TIGHT, True), (ONE, False)])
def test_where_there_is_room_for_one_only_two_are_not_promised(discs: str, two: bool) -> None:
    assert bool(flicks(position(discs, laws=["both-hands"])).rows) is two
    assert flicks(position(discs)).rows


@pytest.mark.clause("D-1")
def test_a_game_of_crowded_corners_comes_to_an_end() -> None:
    assert play_out(1370).over


# --- The room itself --------------------------------------------------------------------------------------------------


def random_room(rng: Random, size: int) -> Room:
    """A small room with circles that leave little of it."""
    low = rng.randrange(3), rng.randrange(3)
    high = low[0] + rng.randrange(size), low[1] + rng.randrange(size)
    taken = tuple(
        (rng.randrange(size), rng.randrange(size), rng.randrange(1, size // 2)) for _ in range(rng.randrange(2, 9))
    )
    return Room((rng.randrange(-2, size), rng.randrange(-2, size), rng.randrange(-1, size)), low, high, taken)


def all_of(room: Room, size: int) -> list[tuple[int, int]]:
    return [(x, y) for x in range(size) for y in range(size) if room.holds(x, y)]


@pytest.mark.clause("D-1")
def test_a_spot_is_found_in_a_room_exactly_where_there_is_one() -> None:
    rng, little = Random(3), 0
    for case in range(500):
        room = random_room(rng, 40)
        there = set(all_of(room, 45))
        found = set(room.spots())
        little += 0 < len(there) < 20
        assert found <= there, case
        assert bool(found) == bool(there), (case, room, len(there))
    assert little > 30


@pytest.mark.clause("law-both-hands")
def test_spots_of_two_are_found_where_there_are_any_but_for_what_rounding_takes() -> None:
    rng, seen = Random(4), set()
    for case in range(150):
        one, other, apart = random_room(rng, 14), random_room(rng, 14), rng.randrange(3, 14)
        other = other._replace(circle=one.circle, low=one.low, high=one.high)
        ways = [square_distance(a, b) for a in all_of(one, 20) for b in all_of(other, 20)]
        found = spots_of_two(one, other, apart)
        if found:
            assert one.holds(*found[0])
            assert other.holds(*found[1])
            assert square_distance(*found) >= apart * apart
        else:
            assert max(ways, default=0) < (apart + 2) ** 2, case
        seen.add((found is not None, bool(ways)))
    assert seen == {(True, True), (False, True), (False, False)}
