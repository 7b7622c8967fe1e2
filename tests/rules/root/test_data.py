"""The data of Root: the map, the deck, the boards, the law and the register of what its texts leave open."""

import json
import re
from collections import Counter
from importlib import resources
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from domain.table.clauses import load_law, load_register

LAW = load_law("domain.root.data")
KERNEL = load_law("domain.table.data")
REGISTER = load_register("domain.root.data")
CITED = re.compile(r"\bcore-\d+(?:\.\d+)?|\bcard-[a-z]+(?:-[a-z]+)*|\bT-\d+|\b(?:6|7|10)\.\d+(?:\.\d+)?(?:-[IVX]+)?")
SUITS = ("fox", "rabbit", "mouse")


def data(name: str) -> Any:
    """A data file of the game."""
    return json.loads((resources.files("domain.root.data") / name).read_bytes())


MAP = data("map-autumn.json")
CARDS = data("deck-standard.json")["cards"]
BOARDS = data("factions.json")["factions"]
VECTORS = json.loads((Path(__file__).parent / "data" / "cult-vectors.json").read_bytes())
CLEARINGS = {clearing["id"]: clearing for clearing in MAP["clearings"]}
FORESTS = {forest["id"]: forest for forest in MAP["forests"]}
PATHS = {frozenset(path) for path in MAP["paths"]}


def edges(forest: str) -> set[frozenset[str]]:
    """The paths around a forest: those between the clearings that touch it."""
    return {path for path in PATHS if path <= set(FORESTS[forest]["clearings"])}


# --- The map ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-4")
def test_there_are_twelve_clearings_four_of_each_suit_numbered_from_one() -> None:
    assert [clearing["number"] for clearing in MAP["clearings"]] == list(range(1, 13))
    assert list(CLEARINGS) == [f"C{n}" for n in range(1, 13)]
    assert Counter(clearing["suit"] for clearing in MAP["clearings"]) == dict.fromkeys(SUITS, 4)


def test_four_clearings_hold_a_ruin_and_every_slot_is_counted() -> None:
    assert [name for name, clearing in CLEARINGS.items() if clearing["ruin"]] == ["C6", "C10", "C11", "C12"]
    assert all(1 <= clearing["buildingSlots"] <= 3 for clearing in CLEARINGS.values())
    assert sum(clearing["buildingSlots"] - clearing["ruin"] for clearing in CLEARINGS.values()) == 18


def test_paths_and_rivers_join_what_the_clearings_say() -> None:
    for links, ways in (("adjacent", MAP["paths"]), ("riverTo", MAP["rivers"])):
        said = [frozenset((name, other)) for name, clearing in CLEARINGS.items() for other in clearing[links]]
        assert all(len(link) == 2 for link in said)
        assert Counter(said) == {frozenset(way): 2 for way in ways}
        assert len({frozenset(way) for way in ways}) == len(ways)
    assert all(clearing["onRiver"] == bool(clearing["riverTo"]) for clearing in CLEARINGS.values())


def test_every_clearing_can_be_reached() -> None:
    found: set[str] = set()
    ahead = ["C1"]
    while ahead:
        here = ahead.pop()
        if here not in found:
            found.add(here)
            ahead += CLEARINGS[here]["adjacent"]
    assert found == set(CLEARINGS)


def test_corners_are_two_pairs_of_opposites_with_three_neighbours_each() -> None:
    corners = {name: clearing for name, clearing in CLEARINGS.items() if clearing["corner"]}
    assert {name: clearing["corner"] for name, clearing in corners.items()} == {
        "C1": "NW", "C2": "NE", "C3": "SE", "C4": "SW",
    }  # fmt: skip
    assert {name: clearing["oppositeCorner"] for name, clearing in corners.items()} == {
        "C1": "C3", "C2": "C4", "C3": "C1", "C4": "C2",
    }  # fmt: skip
    for clearing in corners.values():
        assert len(clearing["adjacent"]) == 3
        assert not set(clearing["adjacent"]) & set(corners)
    assert all(clearing["oppositeCorner"] is None for name, clearing in CLEARINGS.items() if name not in corners)


def test_forests_are_the_faces_that_the_paths_leave() -> None:
    # Euler: clearings - paths + faces = 2, and one face is the border of the map.
    assert len(CLEARINGS) - len(PATHS) + len(FORESTS) + 1 == 2
    assert all(len(edges(name)) == len(forest["clearings"]) for name, forest in FORESTS.items())
    sides = Counter(path for name in FORESTS for path in edges(name))
    assert set(sides) == PATHS
    assert set(sides.values()) == {1, 2}


def test_forests_are_adjacent_where_one_path_divides_them() -> None:
    said = {frozenset((name, other)) for name, forest in FORESTS.items() for other in forest["adjacentForests"]}
    assert sum(len(forest["adjacentForests"]) for forest in FORESTS.values()) == 2 * len(said)
    assert {frozenset(pair) for pair in combinations(FORESTS, 2) if edges(pair[0]) & edges(pair[1])} == said
    assert all(len(edges(one) & edges(other)) == 1 for one, other in map(sorted, said))


def test_clearings_and_forests_name_each_other() -> None:
    touching = {(name, forest) for name, clearing in CLEARINGS.items() for forest in clearing["forests"]}
    assert touching == {(clearing, name) for name, forest in FORESTS.items() for clearing in forest["clearings"]}


@pytest.mark.clause("core-13")
def test_the_item_supply_is_twelve_items() -> None:
    assert MAP["itemSupply"] == {"bag": 2, "boot": 2, "crossbow": 1, "hammer": 1, "sword": 2, "tea": 2, "coin": 2}
    assert sum(MAP["itemSupply"].values()) == 12


# --- The deck ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-5.1")
def test_the_deck_has_54_cards() -> None:
    assert sum(card["count"] for card in CARDS) == data("deck-standard.json")["size"] == 54
    assert len({card["id"] for card in CARDS}) == len(CARDS)
    suits: Counter[str] = Counter()
    kinds: Counter[str] = Counter()
    for card in CARDS:
        suits[card["suit"]] += card["count"]
        kinds[card["kind"]] += card["count"]
    assert suits == {"bird": 14, "fox": 14, "rabbit": 13, "mouse": 13}
    assert kinds == {"ambush": 5, "dominance": 4, "item": 20, "persistent": 22, "immediate": 3}


def test_what_can_be_crafted_has_a_cost_and_nothing_else_has() -> None:
    for card in CARDS:
        assert (card["cost"] is None) == (card["kind"] in ("ambush", "dominance"))
        assert set(card["cost"] or ()) <= {*SUITS, "any"}
        assert len(card["cost"] or ()) <= 4


def test_items_are_of_the_supply_and_score_and_nothing_else_does() -> None:
    for card in CARDS:
        assert (card["kind"] == "item") == (card["item"] is not None) == (card["vp"] > 0) == (card["effect"] is None)
    assert {card["item"] for card in CARDS if card["item"]} == set(MAP["itemSupply"])


@pytest.mark.clause("core-5.5", "core-5.6")
def test_ambush_and_dominance_cards_by_suit() -> None:
    count = {(card["kind"], card["suit"]): card["count"] for card in CARDS if card["cost"] is None}
    assert count == {
        **{("ambush", suit): 1 for suit in SUITS},
        **{("dominance", suit): 1 for suit in (*SUITS, "bird")},
        ("ambush", "bird"): 2,
    }


def test_every_card_says_what_it_does() -> None:
    assert all(card["text"].endswith(".") for card in CARDS)
    for card in CARDS:
        if card["kind"] in ("persistent", "immediate"):
            assert card["effect"] == card["id"]
            assert card["timing"]
            clause = "card-favor" if card["kind"] == "immediate" else f"card-{card['id']}"
            assert clause in LAW


# --- The boards -------------------------------------------------------------------------------------------------------


def test_the_factions_and_their_pieces() -> None:
    assert {
        name: (board["setupLetter"], board["reach"], board["warriors"], board["handLimit"])
        for name, board in BOARDS.items()
    } == {"cult": ("F", 2, 25, 5), "marquise": ("A", 10, 25, 5), "eyrie": ("B", 7, 20, 5)}
    assert {name: (board["buildings"], board["tokens"]) for name, board in BOARDS.items()} == {
        "cult": ({"garden-fox": 5, "garden-rabbit": 5, "garden-mouse": 5}, {}),
        "marquise": ({"sawmill": 6, "workshop": 6, "recruiter": 6}, {"wood": 8, "keep": 1}),
        "eyrie": ({"roost": 7}, {}),
    }
    assert sum(BOARDS["cult"]["buildings"].values()) == 15
    assert data("factions.json")["minimumReachByPlayers"]["3"] <= sum(board["reach"] for board in BOARDS.values())


def test_tracks_have_a_figure_for_every_space() -> None:
    cult, marquise, eyrie = BOARDS["cult"], BOARDS["marquise"], BOARDS["eyrie"]
    assert cult["gardenTrack"]["spacesPerSuit"] == 5
    assert cult["gardenTrack"]["vpByGardensOnMap"] == VECTORS["scoreValue"] == [None, 0, 2, 2, 3, 4]
    assert len(marquise["buildCostByColumn"]) == 6
    assert {kind: len(points) for kind, points in marquise["vpByColumn"].items()} == marquise["buildings"]
    assert len(eyrie["vpByRoostsOnMap"]) == 1 + eyrie["buildings"]["roost"]


@pytest.mark.parametrize("row", [("cult", 1 + 3), ("marquise", 1 + 2), ("eyrie", 1 + 2)], ids=lambda row: row[0])
def test_draws_end_where_all_bonuses_are_uncovered(row: tuple[str, int]) -> None:
    assert BOARDS[row[0]]["draw"] == {"base": 1, "max": row[1]}


def test_each_leader_names_two_columns_of_the_decree() -> None:
    leaders = {leader["id"]: tuple(leader["viziers"]) for leader in BOARDS["eyrie"]["leaders"]}
    assert leaders == {
        "builder": ("recruit", "move"),
        "charismatic": ("recruit", "battle"),
        "commander": ("move", "battle"),
        "despot": ("move", "build"),
    }
    assert BOARDS["eyrie"]["decreeColumns"] == ["recruit", "move", "battle", "build"]


def test_the_vectors_cost_what_the_board_says() -> None:
    costs = BOARDS["cult"]["conspiracyCost"]
    for row in VECTORS["conspiracyCost"]:
        assert row["cost"] == costs[row["kind"]] - (costs["hatedDiscount"] if row["hated"] else 0)
    for row in VECTORS["eveningDraw"]:
        enough = BOARDS["cult"]["gardenTrack"]["drawBonusFromGardensOnMap"]
        assert row["draw"] == 1 + sum(count >= enough for count in row["gardens"].values())


# --- The law ----------------------------------------------------------------------------------------------------------


def said() -> list[tuple[str, str]]:
    """All that the law and the register say, by where they say it."""
    law = [(clause.id, text) for clause in LAW for text in (clause.text, clause.note) if text]
    return law + [(f"#{point.number}", text) for point in REGISTER for text in (point.reading, point.source)]


def test_the_law_has_its_chapters_and_each_clause_is_whole() -> None:
    chapters = Counter(re.match(r"core|card|\d+", clause.id).group() for clause in LAW)  # type: ignore[union-attr]
    assert chapters == {"core": 37, "10": 26, "6": 12, "7": 20, "card": 12}
    assert len({clause.id for clause in LAW}) == len(LAW)
    assert [clause.id for clause in LAW if not (clause.title and clause.text and clause.source)] == []


def test_texts_end_with_a_full_stop() -> None:
    assert [where for where, text in said() if not text.endswith(".")] == []


def test_texts_cite_only_clauses_that_there_are() -> None:
    cited = {(where, clause) for where, text in said() for clause in CITED.findall(text)}
    assert len(cited) > 100
    assert {(where, clause) for where, clause in cited if clause not in LAW and clause not in KERNEL} == set()


def test_the_register_is_numbered_and_cites_the_law() -> None:
    assert [point.number for point in REGISTER] == list(range(1, len(REGISTER) + 1))
    assert [point.question[:3] for point in REGISTER[:7]] == [f"D{n}:" for n in range(1, 8)]
    for point in REGISTER:
        assert point.clauses
        assert [clause for clause in point.clauses if clause not in LAW] == []
