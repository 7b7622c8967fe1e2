"""What the expansions bring, in both pictures: blank tiles, tiles of one's own, pieces, challenges, goods, phases."""

from random import Random
from xml.etree import ElementTree

import msgspec
import pytest

from domain.carcassonne.custom import CustomTile, fault_of
from domain.carcassonne.drawing.glyphs import tile_cells
from domain.carcassonne.drawing.palette import STYLES
from domain.carcassonne.drawing.panel import WIDTH, notes, panel_height
from domain.carcassonne.drawing.pieces import piece_shape
from domain.carcassonne.drawing.symbols import SYMBOLS
from domain.carcassonne.drawing.tile import joker_frame, tile_shapes
from domain.carcassonne.scene import scene
from domain.carcassonne.tiles import EDGE_NAMES, City, Farm, Road, TileType
from domain.carcassonne.view import (
    GameView,
    SeenChallenge,
    SeenOwnTile,
    SeenPiece,
    SeenProposal,
    SeenTile,
)
from domain.table.scene import Circle, Group, Scene, Shape, Use
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.views import ALL, ODD_TILES, PRINTED, SETS, view

SVG = "{http://www.w3.org/2000/svg}"
OWN = CustomTile(
    "Market <town>",
    ("city", "road", "field", "road"),
    (City(("N",), goods="wine"),),
    (Road(("E", "W"), inn=True),),
    (Farm((2, 7), (0,)), Farm((3, 4, 5, 6), ())),
    text="Sell & buy.",
)
SEEN_OWN = SeenOwnTile("OWN-1", OWN.name, OWN.text, "manual", OWN.tile(0))
PIECES = (
    SeenPiece(1, "follower", "monk", 0, 0, "building"),
    SeenPiece(5, "big", "heretic", 1, 0, "building"),
    SeenPiece(0, "big", "knight", 0, 1, "city:0"),
    SeenPiece(0, "builder", "builder", 1, 1, "road:0"),
    SeenPiece(2, "follower", "farmer", 1, 1, "farm:0"),
    SeenPiece(2, "pig", "pig", 0, 1, "farm:0"),
)
GOODS = ({"wine": 2, "grain": 0, "cloth": 1}, *({"wine": 0, "grain": 0, "cloth": 0},) * 5)


def board(**changes: object) -> GameView:
    """An abbey challenged by a shrine, a besieged city, and a blank tile that stands for an inn; six seats."""
    tiles = (
        SeenTile("BA-B", 0, 0, 0, -1, 0),
        SeenTile("CU-1", 1, 0, 0, 0, 1),
        SeenTile("SI-3", 0, 1, 2, 1, 2),
        SeenTile("CR-1", 1, 1, 0, 2, 3, "IC-O"),
    )
    values: dict[str, object] = {
        "sets": SETS,
        "seats": 6,
        "scores": (1, 2, 3, 4, 5, 6),
        "supplies": ({"follower": 6, "big": 0, "builder": 0, "pig": 1}, *({"follower": 7, "big": 1},) * 5),
        "goods": GOODS,
        "challenges": (SeenChallenge(0, 0, 1, 0),),
        "pieces": PIECES,
    }
    return view(*tiles, **{**values, **changes})  # type: ignore[arg-type]


def drawn(shown: GameView) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene(shown)))


def texts(shown: GameView) -> list[str]:
    return [element.text or "" for element in drawn(shown).iter(SVG + "text")]


def titles(shown: GameView) -> list[str]:
    return [element.text or "" for element in drawn(shown).iter(SVG + "title")]


def written(shown: GameView, width: int = 100) -> str:
    return render_text(scene(shown), width, False).replace("\u00a0", " ")


def on_its_own(shapes: tuple[Shape, ...]) -> str:
    return render_svg(Scene("", (0, 0, 200, 200), shapes, STYLES, SYMBOLS))


def symbols(tile: TileType, rotation: int = 0) -> list[str]:
    return [shape.symbol for shape in tile_shapes(tile, rotation) if isinstance(shape, Use)]


BOARD = """\
       -1      0      1      2

  -1           ·      ·

            ..............
   0    ·   ..B†!....!πP².   ·
            ..............
            ......%┏.g..⌂┓
   1    ·   ..G&%%%───R^──   ·
            ..%%R²%┗.....?

   2           ·      ·

       -1      0      1      2
"""


def test_a_board_of_the_expansions_reads_like_this() -> None:
    assert "".join(line + "\n" for line in written(board()).splitlines()[: BOARD.count("\n")]) == BOARD


def test_a_sign_beside_a_letter_stays_on_its_tile_and_hides_no_other_piece() -> None:
    tile = SeenTile("BA-W", 0, 0, 0, 0, 1)
    for segment in ("road:2", "farm:1", "farm:2"):
        board_lines = written(view(tile, pieces=(SeenPiece(0, "big", "", 0, 0, segment),))).splitlines()[4:7]
        assert any("R²" in line or "²R" in line or "r²" in line or "²r" in line for line in board_lines), segment
    two = (SeenPiece(0, "big", "thief", 0, 0, "road:0"), SeenPiece(1, "builder", "builder", 0, 0, "road:1"))
    shown = written(view(tile, pieces=two))
    assert "R" in shown.splitlines()[5]
    assert "B" in "".join(shown.splitlines()[4:7])


def test_the_legend_has_what_is_on_the_board_and_nothing_else() -> None:
    full = written(board(), 400)
    for meaning in (
        "% besieged city",
        "⌂ inn",
        "π shrine",
        "² big follower",
        "^ builder",
        "! challenge",
        "? in a corner",
    ):
        assert meaning in full
    plain = written(view(SeenTile("BA-B", 0, 0, 0, -1, 0), placed=-1), 400)
    assert plain.splitlines()[-1] == ". field, † abbey"


def test_the_last_tile_does_not_hide_a_sign_in_its_corner() -> None:
    shown = view(SeenTile("BA-M", 0, 0, 0, 0, 1))
    corner = "".join(character for character, _ in tile_cells(ALL["BA-M"], 0, 7)[0])
    assert corner[0] == "*"
    assert f"{corner[:-1]}┓" in written(shown)


@pytest.mark.parametrize("tile", [*PRINTED, *ODD_TILES], ids=lambda tile: tile.id)
def test_every_kind_of_piece_draws_on_every_segment(tile: TileType) -> None:
    for rotation in range(4):
        pieces = [
            SeenPiece(seat % 6, kind, "", 0, 0, segment)
            for seat, segment in enumerate(tile.segments)
            for kind in ("follower", "big", "builder", "pig")
        ]
        shapes = tuple(piece_shape(piece, tile, rotation, 0) for piece in pieces)
        ElementTree.fromstring(on_its_own(shapes))
        assert all(-20 <= shape.x <= 220 and -20 <= shape.y <= 220 for shape in shapes)


def test_pieces_are_called_by_what_they_are() -> None:
    found = titles(board())
    for title in (
        "pink big heretic on building of CU-1 (1, 0)",
        "blue monk on building of BA-B (0, 0)",
        "red big knight on city:0 of SI-3 (0, 1)",
        "red builder on road:0 of IC-O (1, 1)",
        "green pig on farm:0 of SI-3 (0, 1)",
    ):
        assert title in found


def test_a_heretic_looks_unlike_a_monk_and_a_big_follower_unlike_a_small_one() -> None:
    def shape(piece: str, role: str, tile: str) -> Group:
        return piece_shape(SeenPiece(0, piece, role, 0, 0, "building"), ALL[tile], 0, 0)

    monk, heretic, big = (
        shape("follower", "monk", "BA-B"),
        shape("follower", "heretic", "CU-1"),
        shape("big", "monk", "BA-B"),
    )
    assert monk.items != heretic.items
    assert monk.x < heretic.x
    assert big.scale > monk.scale


def test_shrine_and_abbey_and_a_siege_are_told_apart() -> None:
    assert "shrine" in symbols(ALL["CU-1"])
    assert "abbey" not in symbols(ALL["CU-1"])
    for name in ("SI-1", "SI-2", "SI-3", "SI-4"):
        assert symbols(ALL[name]).count("fire") == 3
        assert "tree" not in symbols(ALL[name])
        assert "wall-besieged" in on_its_own(tile_shapes(ALL[name], 0))
    assert "fire" not in symbols(ALL["BA-M"])


@pytest.mark.parametrize("good", ["wine", "grain", "cloth"])
def test_goods_are_drawn_once_for_each_tile_that_has_them(good: str) -> None:
    having = [tile for tile in ALL.values() if any(city.goods == good for city in tile.cities)]
    assert having
    assert all(symbols(tile).count(good) == 1 for tile in having)


def test_a_blank_tile_is_drawn_as_what_it_stands_for_in_a_frame() -> None:
    assert "CR-1 blank tile as IC-O straight road with inn (1, 1) turned 0, laid by green in turn 3" in titles(board())
    assert "?" in texts(board())
    alone = board(tiles=board().tiles[:3], placed=2, pieces=PIECES[:3])
    assert "?" not in texts(alone)
    assert "Last: green CR-1 as IC-O at (1, 1)" in written(board())


@pytest.mark.parametrize("rotation", range(4))
def test_the_sign_of_a_blank_tile_keeps_clear_of_goods_and_shields(rotation: int) -> None:
    for tile in ALL.values():
        placed = [s for s in tile_shapes(tile, rotation) if isinstance(s, Use) and s.symbol in ("wine", "shield")]
        sign = next(shape for shape in joker_frame(tile, rotation) if isinstance(shape, Circle))
        assert all(max(abs(s.x - sign.x), abs(s.y - sign.y)) > 35 for s in placed)


def test_a_drawn_blank_tile_is_empty_until_somebody_says_what_it_is() -> None:
    joker = board(drawn="CR-1", drawn_as=None)
    assert texts(joker).count("?") == 2
    assert "Drawn: CR-1\n" in written(joker)
    own = board(drawn="CR-1", drawn_as="OWN-1", own_tiles=(SEEN_OWN,))
    assert "OWN-1" in texts(own)
    assert "(blank tile CR-1)" in texts(own)
    assert "Drawn: CR-1 as OWN-1\n" in written(own)


def test_tiles_of_the_groups_own_are_drawn_by_their_shape_and_their_texts_are_there() -> None:
    tile = SeenTile("CR-1", 0, 0, 0, 0, 1, "OWN-1")
    shown = view(tile, sets=("base", "creativity"), own_tiles=(SEEN_OWN,))
    assert "CR-1 blank tile as OWN-1 Market <town> (0, 0) turned 0, laid by red in turn 1" in titles(shown)
    for text in (" ".join(texts(shown)), written(shown)):
        assert "OWN-1 Market <town> (by agreement): Sell & buy." in text
    uses = [use.get("href") for use in drawn(shown).iter(SVG + "use")]
    assert "#ls-wine" in uses
    assert "#ls-inn" in uses


@pytest.mark.parametrize(
    "text", ["word " * 99 + "x" * 5, "W" * 500, "m w " * 125, "漢" * 500], ids=lambda text: text[:3]
)
def test_a_very_long_text_is_whole_in_the_panel_and_within_it(text: str) -> None:
    own = SeenOwnTile("OWN-1", "n" * 80, text, "none", OWN.tile(0))
    shown = view(SeenTile("BA-B", 0, 0, 0, -1, 0), own_tiles=(own,))
    lines = [line for line, style, _ in notes(shown) if style == "note"]
    assert set(lines) <= set(texts(shown))
    assert "".join(lines).replace(" ", "") == f"OWN-1{own.name}:{text}".replace(" ", "")
    widest = max(line.count("W") + line.count("m") + line.count("漢") for line in lines)
    assert widest * STYLES["note"].size <= WIDTH
    assert max(map(len, lines)) * STYLES["note"].size * 3 // 10 <= WIDTH
    assert scene(shown).box[3] >= panel_height(shown)
    assert max(map(len, written(shown, 60).splitlines())) <= 60


def random_tile(rng: Random) -> CustomTile:
    """A tile that the rules allow, or one whose farms lie where they cannot."""
    edges = tuple(rng.choice(("city", "road", "field")) for _ in range(4))

    def groups(terrain: str) -> list[tuple[str, ...]]:
        parts: list[list[str]] = [[] for _ in range(4)]
        for edge, there in enumerate(edges):
            if there == terrain:
                rng.choice(parts).append(EDGE_NAMES[edge])
        return [tuple(part) for part in parts if part]

    cities = tuple(
        City(
            group,
            rng.randrange(5),
            rng.random() < 0.2,
            rng.random() < 0.3,
            rng.choice((None, "wine", "grain", "cloth")),
        )
        for group in groups("city")
    )
    roads = tuple(Road(group, rng.random() < 0.4) for group in groups("road"))
    farms: list[list[int]] = [[] for _ in range(4)]
    for edge, there in enumerate(edges):
        if there == "field":
            rng.choice(farms).extend((2 * edge, 2 * edge + 1))
        if there == "road":
            for half in (2 * edge, 2 * edge + 1):
                rng.choice(farms).append(half)
    touching = [tuple(n for n in range(len(cities)) if rng.random() < 0.5) for _ in farms]
    fields = tuple(
        Farm(tuple(sorted(halves)), cities_there, rng.random() < 0.2)
        for halves, cities_there in zip(farms, touching, strict=True)
        if halves or rng.random() < 0.1
    )
    building = rng.choice(("", "", "abbey", "shrine"))
    return CustomTile("t", edges, cities, roads, fields, building == "abbey", building == "shrine")  # type: ignore[arg-type]


def test_whatever_tile_a_group_makes_can_be_drawn() -> None:
    rng = Random(7)
    for _ in range(60):
        custom = random_tile(rng)
        # Farms that lie where they cannot are refused at a table; the drawing can stand them.
        assert fault_of(custom, SETS) in (None, "farm_over_road", "farm_corner")
        tile = custom.tile(0)
        for rotation in range(4):
            pieces = tuple(
                piece_shape(SeenPiece(0, "big", "", 0, 0, segment), tile, rotation, 0) for segment in tile.segments
            )
            ElementTree.fromstring(on_its_own((*tile_shapes(tile, rotation), *joker_frame(tile, rotation), *pieces)))
            for width in (7, 5, 3):
                assert [len(row) for row in tile_cells(tile, rotation, width)] == [width] * 3
        seen = tuple(SeenPiece(1, "follower", "", 0, 0, segment) for segment in tile.segments)
        own = SeenOwnTile("OWN-1", "t", "", "none", tile)
        written(
            view(SeenTile("CR-1", 0, 0, 1, 0, 1, "OWN-1"), sets=("base", "creativity"), pieces=seen, own_tiles=(own,))
        )


def test_a_challenge_joins_abbey_and_shrine() -> None:
    names = [group.get("data-name") for group in drawn(board()).iter(SVG + "g")]
    assert "challenge 0,0 1,0" in names
    assert "challenge between the abbey (0, 0) and the shrine (1, 0)" in titles(board())
    line = "Challenge: abbey (0, 0) (blue) against shrine (1, 0) (pink)"
    assert line in " ".join(texts(board()))
    assert line in written(board())


def test_the_panel_shows_goods_and_supplies_of_all_kinds() -> None:
    assert {"× 2", "× 1"} <= set(texts(board()))
    assert "seat 0, red: 1 points; at home: 6 followers, 1 pig; goods: 2 wine, 1 cloth" in titles(board())
    assert "at home: 6 followers, 1 pig; goods: 2 wine, 1 cloth" in written(board())
    assert "seat 5, pink: 6 points; at home: 7 followers, 1 big follower" in titles(board())


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"phase": "escape", "drawn": None}, "Red may let a knight escape"),
        ({"part": 2}, "Second part of the turn"),
        ({"phase": "deploy", "drawn": None, "part": 2}, "Second part of the turn"),
        ({"river": 3}, "Turn 4, 3 river tiles, then 3 left"),
        ({"river": 1}, "Turn 4, 1 river tile, then 3 left"),
        ({"rulings_open": 1}, "1 text of a tile waits for an agreement"),
        ({"rulings_open": 2}, "2 texts of a tile wait for an agreement"),
        (
            {"proposal": SeenProposal(5, (3, 0, -2, 0, 0, 0), PIECES[:1], (5, 0))},
            "Pink proposes: red +3, green −2, blue monk (0, 0) goes home; accepted by pink, red",
        ),
    ],
)
def test_what_the_table_waits_for_is_said(changes: dict[str, object], sentence: str) -> None:
    shown = board(**changes)
    assert sentence in " ".join(texts(shown))
    assert sentence in " ".join(written(shown).split())


def test_beside_a_tall_board_are_the_tiles_to_come() -> None:
    column = tuple(SeenTile("BA-E", 0, y, y % 2 * 2, 0, y) for y in range(12))
    tall = view(*column, sets=("base", "creativity"), unseen={"BA-A": 2, "CR-1": 1})
    assert "2 × BA-A abbey with a road leading out" in titles(tall)
    assert "Tiles to come" in texts(tall)
    assert "Tiles to come" not in texts(board())
    assert "Tiles to come" not in texts(msgspec.structs.replace(tall, phase="over", ranking=(1, 2)))


@pytest.mark.parametrize("phase", ["place", "deploy", "escape", "over"])
def test_equal_views_give_equal_bytes_in_every_phase(phase: str) -> None:
    ranking = (1, 2, 3, 4, 5, 6) if phase == "over" else ()
    shown = board(phase=phase, ranking=ranking, own_tiles=(SEEN_OWN,), drawn="BA-A" if phase == "place" else None)
    again = msgspec.json.decode(msgspec.json.encode(shown), type=GameView)
    assert render_svg(scene(shown)) == render_svg(scene(again))
    assert written(shown) == written(again)
