"""Boards and tiles as SVG: well-formed, complete, the same bytes every time, and safe."""

from xml.etree import ElementTree

import msgspec
import pytest

from domain.carcassonne.drawing.palette import STYLES
from domain.carcassonne.drawing.symbols import SYMBOLS
from domain.carcassonne.drawing.tile import tile_shapes
from domain.carcassonne.scene import scene
from domain.carcassonne.tiles import TileType
from domain.carcassonne.view import GameView, SeenPiece, SeenTile
from domain.table.scene import Circle, Group, Path, Rect, Scene, Shape, Style, Text, Use
from projections.pictures.svg import PREFIX, render_svg
from tests.pictures.views import ALL, BASE, BLANK, BRIDGE, ODD_TILES, full_board, small_board, view

SVG = "{http://www.w3.org/2000/svg}"
HREF = "href"
VIEWS = {
    "empty": view(placed=-1),
    "one tile": view(SeenTile("BA-D", 0, 0, 0, -1, 0), placed=-1),
    "small": small_board(),
    "deploying": msgspec.structs.replace(small_board(), phase="deploy", drawn=None),
    "far to the north-west": view(SeenTile("BA-D", -72, -71, 1, -1, 0)),
    "full": full_board(),
}


def parsed(picture: Scene) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(picture))


def named(root: ElementTree.Element) -> list[str]:
    return [name for group in root.iter(SVG + "g") if (name := group.get("data-name"))]


def titles(root: ElementTree.Element) -> list[str]:
    return [title.text or "" for title in root.iter(SVG + "title")]


def on_its_own(shapes: tuple[Shape, ...]) -> Scene:
    return Scene("", (0, 0, 200, 200), shapes, STYLES, SYMBOLS)


@pytest.mark.parametrize("rotation", range(4))
@pytest.mark.parametrize("tile", [*ALL.values(), *ODD_TILES, BRIDGE, BLANK], ids=lambda tile: tile.id)
def test_every_tile_draws_in_every_rotation(tile: TileType, rotation: int) -> None:
    root = parsed(on_its_own(tile_shapes(tile, rotation)))
    defined = {element.get("id") for element in root.iter()}
    assert {use.get(HREF, "")[1:] for use in root.iter(SVG + "use")} <= defined
    classes = {name for element in root.iter() if (name := element.get("class"))} - {"souls"}
    assert {name.removeprefix(PREFIX) for name in classes} <= STYLES.keys()


def test_turned_tiles_look_different_where_they_are() -> None:
    same = {"BA-B", "BA-X"}
    for name, tile in BASE.items():
        pictures = {render_svg(on_its_own(tile_shapes(tile, rotation))) for rotation in range(4)}
        assert len(pictures) == 4 or name in same


@pytest.mark.parametrize("name", VIEWS)
def test_a_board_is_well_formed_and_names_all_its_tiles_and_pieces(name: str) -> None:
    shown = VIEWS[name]
    names = named(parsed(scene(shown)))
    assert [n for n in names if n.startswith("tile ")] == [
        f"tile {tile.x},{tile.y}" for tile in sorted(shown.tiles, key=lambda tile: (tile.y, tile.x))
    ]
    assert sorted(n for n in names if n.startswith("piece ")) == sorted(
        f"piece {piece.seat} {piece.piece} {piece.x},{piece.y} {piece.segment}" for piece in shown.pieces
    )
    assert [n for n in names if n.startswith("seat ")] or shown.seats == 0


def test_tooltips_tell_what_lies_where_and_who_stands_on_it() -> None:
    found = titles(parsed(scene(small_board())))
    assert "BA-V road bend (−1, −1) turned 2, laid by red in turn 3" in found
    assert "BA-D city edge with road passing below (0, 0) turned 0" in found
    assert "red farmer on farm:0 of BA-V (−1, −1)" in found
    assert "empty (1, 0)" in found


@pytest.mark.parametrize("name", VIEWS)
def test_equal_views_give_equal_bytes(name: str) -> None:
    shown = VIEWS[name]
    again = msgspec.json.decode(msgspec.json.encode(shown), type=GameView)
    assert render_svg(scene(shown)) == render_svg(scene(again))


def test_the_order_in_which_tiles_were_laid_does_not_show() -> None:
    shown = small_board()
    turned_round = msgspec.structs.replace(shown, tiles=shown.tiles[::-1], placed=0)
    assert render_svg(scene(shown)) == render_svg(scene(turned_round))


def test_everything_lies_in_the_box() -> None:
    for shown in VIEWS.values():
        left, top, width, height = scene(shown).box
        for tile in shown.tiles:
            assert left <= tile.x * 200
            assert (tile.x + 1) * 200 <= left + width
            assert top <= tile.y * 200
            assert (tile.y + 1) * 200 <= top + height


def test_ranking_replaces_the_turn_at_the_end() -> None:
    text = [element.text for element in parsed(scene(full_board())).iter(SVG + "text")]
    assert "The game is over" in text
    assert text.count("2nd place") == 2
    assert "to move" not in text


def test_segments_are_named_on_the_tile_while_a_piece_may_be_deployed() -> None:
    text = [element.text for element in parsed(scene(VIEWS["deploying"])).iter(SVG + "text")]
    assert {"road:0", "farm:0", "farm:1"} <= set(text)


def test_all_kinds_of_pieces_draw_on_any_segment() -> None:
    kinds = ("follower", "big", "builder", "pig", "unheard-of")
    pieces = tuple(SeenPiece(n, kind, "", 0, 0, "farm:0") for n, kind in enumerate(kinds))
    names = named(parsed(scene(view(SeenTile("BA-D", 0, 0, 0, -1, 0), pieces=pieces))))
    assert sum(n.startswith("piece ") for n in names) == len(kinds)


HOSTILE = "</text><script>\"&'\x00\x1b[2J\ud800\uffff"


def test_hostile_text_stays_text() -> None:
    shapes = (
        Group((Text(0, 0, HOSTILE, "a"), Path("M0 0", "a", HOSTILE)), name=HOSTILE, title=HOSTILE, layer=HOSTILE),
        Circle(0, 0, 1, "a", HOSTILE),
        Rect(0, 0, 1, 1, "a", 0, HOSTILE),
        Use("s", 0, 0, "a", title=HOSTILE),
    )
    text = render_svg(Scene(HOSTILE, (0, 0, 1, 1), shapes, {"a": Style(fill="#000000")}, {"s": ()}))
    root = ElementTree.fromstring(text.encode("utf-8"))
    assert not list(root.iter(SVG + "script"))
    assert set(titles(root)) == {"</text><script>\"&'\ufffd\ufffd[2J\ufffd\ufffd"}


def test_numbers_need_no_floats() -> None:
    use = Use("s", 3, -4, scale=135, turn=-90)
    assert 'transform="translate(3 -4) rotate(-90) scale(1.35)"' in render_svg(Scene("", (0, 0, 1, 1), (use,)))
    half = Group((use,), scale=50)
    assert 'transform="scale(0.5)"' in render_svg(Scene("", (0, 0, 1, 1), (half,)))


def test_groups_are_cut_to_their_boxes() -> None:
    cut = Group((Group((), clip=(0, 0, 5, 6)),), clip=(-1, 0, 5, 6))
    root = parsed(Scene("", (0, 0, 1, 1), (cut,)))
    paths = {f"url(#{path.get('id')})" for path in root.iter(SVG + "clipPath")}
    assert {group.get("clip-path") for group in root.iter(SVG + "g")} == paths
    assert len(paths) == 2
