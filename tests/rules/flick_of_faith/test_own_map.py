"""G-1: a map of a group's own: what is read, and every fault with its place in the file."""

import copy
import json
from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.flick_of_faith.map import LARGEST_RADIUS, LARGEST_SIDE, content_hash, house_map
from domain.flick_of_faith.own_map import LARGEST_FILE, UnsoundMap, check_map, read_map

pytestmark = pytest.mark.clause("G-1")
FILE = (resources.files("domain.flick_of_faith.data") / "map-house-480.json").read_bytes()
HOUSE: dict[str, Any] = json.loads(FILE)
SQUARE = [[200_000, 60_000], [280_000, 60_000], [280_000, 140_000], [200_000, 140_000]]
SKIPPED = object()


def test_the_house_map_is_sound_and_the_same_from_bytes_and_from_values() -> None:
    check_map(house_map())
    assert read_map(FILE) == read_map(HOUSE) == house_map()


def test_a_maps_hash_is_of_its_content_not_of_its_layout() -> None:
    spaced = json.dumps(dict(reversed(HOUSE.items())), indent=3).encode()
    assert content_hash(read_map(spaced)) == content_hash(house_map())
    assert content_hash(read_map(edited("mat.width", 480_001))) != content_hash(house_map())


def test_regions_are_found_by_id() -> None:
    assert house_map().island("west").city == "west-city"
    assert house_map().city("west-city").circle == (100_000, 240_000, 20_000)
    assert house_map().corner("NE").circle == (480_000, 480_000, 90_000)
    with pytest.raises(KeyError):
        house_map().island("west-city")


def edited(where: str, value: object) -> dict[str, Any]:
    """The house map with another value at a path; SKIPPED takes it out."""
    twin = copy.deepcopy(HOUSE)
    *way, last = (int(step) if step.isdecimal() else step for step in where.split("."))
    at: Any = twin
    for step in way:
        at = at[step] if not (isinstance(at, dict) and isinstance(step, int)) else at[str(step)]
    key = str(last) if isinstance(at, dict) else last
    if value is SKIPPED:
        del at[key]
    elif isinstance(at, list) and key == len(at):
        at.append(value)
    else:
        at[key] = value
    return twin


SOUND = [
    ("islands.0.polygon", SQUARE),
    ("islands.0.polygon", SQUARE[::-1]),
    ("islands.0.polygon", [*SQUARE, [200_000, 100_000]]),
    ("cities.0.circle", [240_000, 100_000, 50_000]),
    ("clockwise", ["NW", "NE", "SE", "SW"]),
    ("seats.3", ["NE", "SW", "NW"]),
    ("seats.2", ["NE", "SE"]),
    ("mat.width", LARGEST_SIDE),
    ("navel.circle", [240_000, 240_000, 90_000]),
    ("corners.0.circle", [0, 0, 43_456]),
    ("pieces.temple.radius", LARGEST_RADIUS),
    ("note", SKIPPED),
    ("status", SKIPPED),
]


@pytest.mark.parametrize(("where", "value"), SOUND, ids=[f"{n} {row[0]}" for n, row in enumerate(SOUND)])
def test_a_group_may_have_its_own_measures(where: str, value: object) -> None:
    assert read_map(edited(where, value)) == read_map(json.dumps(edited(where, value)).encode())


OTHER_ISLAND = {"id": "south", "city": "south-city", "polygon": SQUARE}
# What is changed, into what, where the fault is said to be, and a word that says what it is.
FAULTS: list[tuple[str, object, str, str]] = [
    # Types, bounds, missing and unknown fields.
    ("schema", "flick-of-faith/map@2", "schema", "not possible"),
    ("schema", SKIPPED, "map", "missing"),
    ("unit", "mm", "unit", "not possible"),
    ("colour", "blue", "map", "there is no field"),
    ("mat.depth", 1, "mat", "there is no field"),
    ("mat", None, "mat", "an object"),
    ("mat.width", 0, "mat.width", "at least 1"),
    ("mat.height", -480_000, "mat.height", "at least 1"),
    ("mat.width", LARGEST_SIDE + 1, "mat.width", "at most"),
    ("mat.width", 10**30, "mat.width", "at most"),
    ("mat.width", 480_000.5, "mat.width", "whole number"),
    ("mat.width", "480000", "mat.width", "whole number"),
    ("mat.width", True, "mat.width", "whole number"),
    ("id", "", "id", "form"),
    ("id", "a b", "id", "form"),
    ("id", "x" * 33, "id", "form"),
    ("note", "x" * 1001, "note", "characters"),
    ("islands", [], "islands", "entr"),
    ("islands.0.polygon", SQUARE[:2], "islands[0].polygon", "entr"),
    ("islands.0.polygon", SQUARE * 17, "islands[0].polygon", "entr"),
    ("islands.0.polygon.0", [1, 2, 3], "islands[0].polygon[0]", "entr"),
    ("islands.0.polygon.0", [-1, 2], "islands[0].polygon[0][0]", "at least 0"),
    ("cities.1.circle", [380_000, 240_000, 0], "cities[1].circle[2]", "at least 1"),
    ("navel.circle", [240_000, 240_000, -5], "navel.circle[2]", "at least 1"),
    ("navel.circle", [240_000, 240_000, LARGEST_RADIUS + 1], "navel.circle[2]", "at most"),
    ("navel.circle", [240_000, 240_000], "navel.circle", "entr"),
    ("corners.3", SKIPPED, "corners", "entr"),
    ("seats.5", ["SW"], "seats", "not possible"),
    ("pieces.hero", HOUSE["pieces"]["prophet"], "pieces", "there is no field"),
    ("pieces.sphinx", SKIPPED, "pieces", "missing"),
    ("pieces.prophet.radius", 0, "pieces.prophet.radius", "at least 1"),
    ("pieces.prophet.inv_mass_quarters", -1, "pieces.prophet.inv_mass_quarters", "at least 0"),
    ("pieces.prophet.counts_as_prophet", 1, "pieces.prophet.counts_as_prophet", "true or false"),
    ("supply.prophets_per_player", 21, "supply.prophets_per_player", "at most"),
    ("supply.prophets_ready_at_start.2", 0, "supply.prophets_ready_at_start", "at least 1"),
    # Ids.
    ("islands.1.id", "south", "islands[1].id", "twice"),
    ("cities.3.id", "south", "cities[3].id", "twice"),
    ("corners.2.id", "SW", "corners[2].id", "twice"),
    ("navel.id", "NW", "navel.id", "twice"),
    # Polygons.
    ("islands.0.polygon.2", [480_001, 100], "islands[0].polygon[2]", "off the mat"),
    ("islands.0.polygon.2", [275_000, 480_001], "islands[0].polygon[2]", "off the mat"),
    ("islands.0.polygon.1", [165_000, 80_000], "islands[0].polygon[0]", "same"),
    ("islands.0.polygon.8", [165_000, 80_000], "islands[0].polygon[8]", "same"),
    ("islands.0.polygon", [SQUARE[0], SQUARE[2], SQUARE[1], SQUARE[3]], "islands[0].polygon", "crosses"),
    ("islands.0.polygon", [*SQUARE, [240_000, 60_000]], "islands[0].polygon", "crosses or touches"),
    ("islands.0.polygon", [[0, 0], [100, 100], [50, 50]], "islands[0].polygon", "crosses"),
    ("islands.0.polygon", [[0, 0], [50, 50], [100, 100]], "islands[0].polygon", "crosses"),
    ("islands.0.polygon", [*SQUARE, [200_000, 50_000]], "islands[0].polygon", "crosses"),
    # Islands that meet: side by side, one across, one inside the other.
    (
        "islands.1.polygon",
        [[300_000, 90_000], [460_000, 90_000], [460_000, 300_000]],
        "islands[1].polygon",
        "overlap",
    ),
    ("islands.1.polygon", [[315_000, 80_000], [460_000, 80_000], [460_000, 300_000]], "islands[1].polygon", "touch"),
    ("islands.1.polygon", [[0, 0], [480_000, 0], [480_000, 480_000], [0, 480_000]], "islands[1].polygon", "overlap"),
    ("islands.1.polygon", [[230_000, 90_000], [250_000, 90_000], [240_000, 95_000]], "islands[1].polygon", "overlap"),
    (
        "islands.1.polygon",
        [[150_000, 100_000], [330_000, 90_000], [330_000, 110_000]],
        "islands[1].polygon",
        "overlap",
    ),
    # Cities.
    ("islands.0.city", "north", "islands[0].city", "no City"),
    ("islands.0.city", "north-city", "cities[0].island", "not south-city"),
    ("cities.0.island", "navel", "cities[0].island", "no Island"),
    ("cities.0.island", "north", "cities[0].island", "north-city"),
    ("cities.0.circle", [240_000, 240_000, 20_000], "cities[0].circle", "not wholly"),
    ("cities.0.circle", [240_000, 100_000, 50_001], "cities[0].circle", "not wholly"),
    ("cities.0.circle", [240_000, 60_000, 20_000], "cities[0].circle", "not wholly"),
    ("cities.3", SKIPPED, "islands[3].city", "no City"),
    ("islands.3", SKIPPED, "cities[3].island", "no Island"),
    ("cities.4", {"id": "more", "island": "south", "circle": [240_000, 100_000, 5]}, "cities[4].island", "not more"),
    # Navel, pieces.
    ("navel.circle", [10_000, 240_000, 25_000], "navel.circle", "beyond the mat"),
    ("navel.circle", [240_000, 460_000, 25_000], "navel.circle", "beyond the mat"),
    ("navel.circle", [240_000, 240_000, 90_001], "navel.circle", "overlaps the Island south"),
    ("navel.circle", [100_000, 240_000, 5_000], "navel.circle", "overlaps the Island west"),
    ("pieces.temple.inv_mass_quarters", 1, "pieces.temple.inv_mass_quarters", "0"),
    ("pieces.sphinx.inv_mass_quarters", 0, "pieces.sphinx.inv_mass_quarters", "at least 1"),
    ("pieces.king_ape.inv_mass_quarters", 0, "pieces.king_ape.inv_mass_quarters", "at least 1"),
    ("pieces.king_ape.counts_as_prophet", True, "pieces.king_ape.counts_as_prophet", "false"),
    ("pieces.templar.counts_as_prophet", False, "pieces.templar.counts_as_prophet", "true"),
    # Corners and seats.
    ("corners.1.circle", [0, 480_001, 90_000], "corners[1].circle", "off the mat"),
    ("corners.1.circle", [0, 480_000, 43_455], "corners[1].circle", "no room"),
    ("corners.1.circle", [0, 480_000, 17_000], "corners[1].circle", "no room"),
    ("pieces.sphinx.radius", 60_000, "corners[0].circle", "no room"),
    ("corners.1.circle", [0, 0, 90_000], "corners[1].circle", "corners SW and NW overlap"),
    ("corners.1.circle", [0, 178_000, 90_000], "corners[1].circle", "the Island west"),
    ("corners.2.circle", [480_000, 160_000, 71_000], "corners[2].circle", "the Island east"),
    ("corners.3.circle", [120_000, 0, 44_000], "corners[3].circle", "corners SW and SE overlap"),
    ("clockwise.3", "XX", "clockwise[3]", "no corner"),
    ("clockwise.3", "SW", "clockwise[0]", "twice"),
    ("clockwise.3", SKIPPED, "clockwise", "SE is missing"),
    ("seats.3", SKIPPED, "seats", "3 players are missing"),
    ("seats.2", ["SW", "XX"], "seats.2[1]", "no corner"),
    ("seats.2", ["SW", "SW"], "seats.2[0]", "twice"),
    ("seats.2", ["SW"], "seats.2", "2 corners"),
    ("seats.2", [], "seats.2", "2 corners"),
    ("seats.3", ["SW", "NE", "NW"], "seats.3", "clockwise"),
    # Supply.
    ("supply.prophets_ready_at_start.4", 8, "supply.prophets_ready_at_start.4", "only 7"),
    ("supply.prophets_ready_at_start.4", SKIPPED, "supply.prophets_ready_at_start", "missing"),
]


@pytest.mark.parametrize("source", [lambda data: data, lambda data: json.dumps(data).encode()], ids=["values", "bytes"])
@pytest.mark.parametrize(
    ("where", "value", "path", "word"), FAULTS, ids=[f"{n} {row[0]} {row[3]}" for n, row in enumerate(FAULTS)]
)
def test_every_fault_is_said_with_its_place(
    source: Callable[[Any], Any], where: str, value: object, path: str, word: str
) -> None:
    with pytest.raises(UnsoundMap) as unsound:
        read_map(source(edited(where, value)))
    assert unsound.value.path == path
    assert word in unsound.value.message
    assert str(unsound.value) == f"{path}: {unsound.value.message}"


@pytest.mark.parametrize(
    "data",
    [b"", b"{", b"\xff\xfe", b"[]", b"null", FILE[:-9], b" " * (LARGEST_FILE + 1), b"[" * 60_000, b'{"a":' * 12_000],
    ids=["nothing", "a brace", "no text", "a list", "null", "cut", "too long", "deep lists", "deep objects"],
)
def test_what_is_no_file_of_this_kind_is_an_unsound_map_too(data: bytes) -> None:
    with pytest.raises(UnsoundMap) as unsound:
        read_map(data)
    assert unsound.value.path == "map"


@pytest.mark.parametrize("again", [b'"unit": "um", "unit": "um"', b'"unit": "um", "note": "", "note": "b"'])
def test_a_name_that_stands_twice_is_a_fault_whatever_it_says(again: bytes) -> None:
    name = again.split(b'"')[-4].decode()
    with pytest.raises(UnsoundMap, match=f"map: the name {name} stands twice in one object"):
        read_map(
            FILE.replace(b'"note"', b'"status"').replace(b'"status": "house",', b"").replace(b'"unit": "um"', again)
        )


junk = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


def reading(data: dict[str, Any]) -> UnsoundMap | None:
    """What is said against a map, if anything."""
    try:
        read_map(data)
    except UnsoundMap as unsound:
        return unsound
    return None


PLACES = [where for where, value, *_ in FAULTS if value is not SKIPPED]


@given(st.sampled_from(PLACES), junk)
def test_junk_anywhere_makes_a_map_that_is_sound_or_said_to_be_unsound(where: str, value: object) -> None:
    unsound = reading(edited(where, value))
    assert unsound is None or (unsound.path and unsound.message)
