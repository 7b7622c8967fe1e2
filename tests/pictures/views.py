"""Hand-made views and tiles for the pictures: shapes that the base set doesn't have are written out here."""

from domain.carcassonne.tiles import City, Farm, River, Road, TileType, tile_types
from domain.carcassonne.view import GameView, SeenPiece, SeenTile

BASE = tile_types(("base",))
SETS = ("base", "cult", "siege", "creativity", "inns_cathedrals", "traders_builders", "river_1", "river_2")
ALL = tile_types(SETS)
PRINTED = tuple(kind for kind in ALL.values() if not kind.blank)


def view(*tiles: SeenTile, pieces: tuple[SeenPiece, ...] = (), **changes: object) -> GameView:
    """A view of two seats with these tiles, the last one just laid."""
    values: dict[str, object] = {
        "sets": ("base",),
        "seats": 2,
        "phase": "place",
        "turn": len(tiles),
        "active": 0,
        "drawn": "BA-K",
        "placed": len(tiles) - 1,
        "tiles": tiles,
        "pieces": pieces,
        "scores": (0, 0),
        "supplies": ({"follower": 7}, {"follower": 7}),
        "unseen": {"BA-A": 2, "BA-B": 1},
        "discarded": (),
        "ranking": (),
    }
    return GameView(**{**values, **changes})  # type: ignore[arg-type]


def small_board() -> GameView:
    """Four tiles north-west of the start and around it, with a piece of every role."""
    return view(
        SeenTile("BA-D", 0, 0, 0, -1, 0),
        SeenTile("BA-A", -1, 0, 3, 0, 1),
        SeenTile("BA-E", 0, -1, 2, 1, 2),
        SeenTile("BA-V", -1, -1, 2, 0, 3),
        pieces=(
            SeenPiece(0, "follower", "monk", -1, 0, "building"),
            SeenPiece(1, "follower", "knight", 0, -1, "city:0"),
            SeenPiece(0, "follower", "farmer", -1, -1, "farm:0"),
            SeenPiece(1, "follower", "thief", 0, 0, "road:0"),
        ),
        scores=(0, 12),
        supplies=({"follower": 5}, {"follower": 5}),
    )


def full_board() -> GameView:
    """Seventy-two tiles, all kinds in all rotations, at the end of a game of six."""
    kinds = sorted(BASE)
    tiles = [SeenTile(kinds[n % 24], n % 9 - 4, n // 9 - 4, n // 24 + n % 2, n % 6, n) for n in range(72)]
    pieces = [
        SeenPiece(n % 6, "follower", "", tile.x, tile.y, BASE[tile.tile].segments[n % len(BASE[tile.tile].segments)])
        for n, tile in enumerate(tiles)
        if n % 2
    ]
    return view(
        *tiles,
        pieces=tuple(pieces),
        seats=6,
        phase="over",
        drawn=None,
        scores=(61, 108, 7, 61, 0, 23),
        supplies=({"follower": 1},) * 6,
        unseen={},
        ranking=(2, 1, 5, 2, 6, 4),
    )


def tile(
    name: str,
    edges: str,
    cities: tuple[City, ...] = (),
    roads: tuple[Road, ...] = (),
    farms: tuple[Farm, ...] = (),
    rivers: tuple[River, ...] = (),
    **more: object,
) -> TileType:
    """A tile of an invented set; `edges` has a letter for each edge."""
    words = {"c": "city", "r": "road", "f": "field", "w": "river", "?": None}
    north, east, south, west = (words[letter] for letter in edges)
    four = (north, east, south, west)
    return TileType(name, "invented", 1, name, four, cities, roads, farms, rivers, **more)  # type: ignore[arg-type]


def city(edges: str, **more: object) -> City:
    return City(tuple(edges), **more)  # type: ignore[arg-type]


def road(edges: str, inn: bool = False) -> Road:
    return Road(tuple(edges), inn)


def river(edges: str) -> River:
    return River(tuple(edges))


def farm(halves: str, *cities: int, pigs: bool = False) -> Farm:
    return Farm(tuple(map(int, halves)), cities, pigs)


ODD_TILES = (
    tile("four caps about a field", "cccc", (city("N"), city("E"), city("S"), city("W")), (), (farm("", 0, 1, 2, 3),)),
    tile(
        *("two cities at a gate", "crcr", (city("N"), city("S")), (road("E"), road("W"))),
        (farm("2", 0), farm("3", 1), farm("6", 1), farm("7", 0)),
    ),
    tile("wedge", "cfff", (city("N"),), (), (farm("23", 0), farm("4567", 0))),
    tile("road to a city edge", "cfrf", (city("N"),), (road("S"),), (farm("234", 0), farm("567", 0))),
    tile("road round to a city edge", "crff", (city("N"),), (road("E", inn=True),), (farm("2", 0), farm("34567", 0))),
    tile(
        "two roads to a city", "cfrr", (city("N"),), (road("S"), road("W")), (farm("234", 0), farm("56"), farm("7", 0))
    ),
    tile(
        *("city corner out at the far corner", "crrc", (city("NW", goods="cloth"),), (road("E"), road("S"))),
        (farm("2", 0), farm("3", 0), farm("4", 0), farm("5", 0)),
    ),
    tile(
        "two corners about a lens", "cccc", (city("NW", goods="wine"), city("ES", goods="grain")), (), (farm("", 0, 1),)
    ),
    tile("band over a cap", "fccc", (city("EW"), city("S")), (), (farm("01", 0), farm("", 0, 1))),
    tile("crossing", "rrrr", (), (road("NS"), road("EW")), (farm("07"), farm("12"), farm("34"), farm("56"))),
    tile("two bends", "rrrr", (), (road("NW"), road("ES", inn=True)), (farm("07"), farm("1256"), farm("34"))),
    tile(
        *("road over a river to a city", "cwrw", (city("N"),), (road("S"),)),
        (
            farm("2", 0),
            farm("34"),
            farm("56"),
            farm("7", 0),
        ),
        (river("EW"),),
    ),
    tile(
        "abbey on a bank", "fwrw", (), (road("S"),), (farm("0127"), farm("34"), farm("56")), (river("EW"),), abbey=True
    ),
    tile("fork", "wwfw", (), (), (farm("07"), farm("12"), farm("3456", pigs=True)), (river("NEW"),), river_role="fork"),
    tile("lake", "fffw", (), (), (farm("01234567"),), (river("W"),), river_role="lake", volcano=True),
    tile("source", "fcfw", (city("E"),), (), (farm("017", 0), farm("456", 0)), (river("W"),)),
    tile("shrine", "crfr", (city("N"),), (road("E"), road("W")), (farm("27", 0), farm("3456")), shrine=True),
    tile("siege", "ccfc", (city("NEW", besieged=True, shields=1),), (), (farm("45", 0),), siege=True),
    tile("cathedral", "cccc", (city("NESW", cathedral=True),)),
)
BRIDGE = tile("city over a river", "wcwc", (city("EW"),), (), (farm("05", 0), farm("14", 0)), (river("NS"),))
BLANK = tile("blank", "????", blank=True)
