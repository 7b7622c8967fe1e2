"""Tiles of a group's own making, for tests (CSC-24): as a host writes them."""

from typing import Any

Own = dict[str, Any]

# A meadow all over: it fits wherever only fields are asked for.
MEADOW: Own = {
    "name": "meadow",
    "edges": ["field", "field", "field", "field"],
    "farms": [{"halves": [0, 1, 2, 3, 4, 5, 6, 7], "cities": []}],
}
# A straight road from west to east, between two farms.
ROAD: Own = {
    "name": "lane",
    "edges": ["field", "road", "field", "road"],
    "roads": [{"edges": ["E", "W"]}],
    "farms": [{"halves": [0, 1, 2, 7], "cities": []}, {"halves": [3, 4, 5, 6], "cities": []}],
}
# A city on the north edge, with a shield and wine.
GATE: Own = {
    "name": "gate",
    "edges": ["city", "field", "field", "field"],
    "cities": [{"edges": ["N"], "shields": 1, "goods": "wine"}],
    "farms": [{"halves": [2, 3, 4, 5, 6, 7], "cities": [0]}],
}
# A besieged city all over, and a building inside.
KEEP: Own = {
    "name": "keep",
    "edges": ["city", "city", "city", "city"],
    "cities": [{"edges": ["N", "E", "S", "W"], "besieged": True}],
    "abbey": True,
}
SHRINE: Own = {**MEADOW, "name": "stones", "shrine": True}


def with_effect(tile: Own, effect: str, **fields: object) -> Own:
    """The tile with an effect."""
    return {**tile, "effect": {"effect": effect, **fields}}


RECALLING = with_effect(ROAD, "recall")
TALKING = {**with_effect(MEADOW, "manual"), "text": "Whoever hums first may send somebody home."}
