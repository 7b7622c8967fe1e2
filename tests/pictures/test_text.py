"""Boards in characters: legible without colour, usable in narrow terminals, deaf to control characters."""

import re
from itertools import pairwise

import pytest

from domain.carcassonne.drawing.glyphs import tile_cells
from domain.carcassonne.scene import scene
from domain.carcassonne.tiles import TileType
from domain.carcassonne.view import SeenPiece, SeenTile
from domain.table.scene import Block, Ink, Scene, Span
from projections.pictures.text import render_text
from tests.pictures.views import ALL, BASE, BLANK, BRIDGE, ODD_TILES, full_board, small_board, view

SMALL = """\
       -2     -1      0      1

  -2           ·      ·

            ┏..│..┓.......
  -1    ·   ..r╰───.......   ·
            ┗.....┛..#B##.
            ........#####.
   0    ·   ..R†──────B───   ·
            ..............

   1           ·      ·

       -2     -1      0      1
"""


def lines(text: str, first: int) -> str:
    return "".join(line + "\n" for line in text.splitlines()[:first])


def test_a_small_board_reads_like_this() -> None:
    assert lines(render_text(scene(small_board()), 80, False), 14) == SMALL


def test_below_the_board_stands_what_the_table_waits_for() -> None:
    text = render_text(scene(small_board()), 80, False)
    assert "Red places a tile. Turn 4, 3 tiles left." in text
    assert "Last: red BA-V at (-1, -1) turned 180°, road bend" in text
    assert "  ───╮...  city edge, road turning left" in text
    assert ">  R  red       0 points, at home: 5 followers" in text
    assert "   B  blue     12 points, at home: 5 followers" in text
    assert "       knight (0, -1) city:0; thief (0, 0) road:0" in text
    assert "† abbey" in text


def test_while_a_piece_may_be_deployed_the_segments_are_listed() -> None:
    tile = SeenTile("BA-P", 0, 0, 1, 1, 1)
    text = render_text(scene(view(tile, phase="deploy", drawn=None)), 80, False)
    assert "Segments: city:0 NE, road:0 SW, farm:0, farm:1" in text


def test_an_empty_board_shows_the_cell_where_play_begins() -> None:
    board = lines(render_text(scene(view(placed=-1)), 80, False), 5)
    assert board == "        0\n\n   0    ·\n\n        0\n"


def test_one_tile() -> None:
    board = render_text(scene(view(SeenTile("BA-X", 0, 0, 0, -1, 0), placed=-1)), 80, False).splitlines()
    assert board[4:7] == ["            ...│...", "   0    ·   ───o───   ·", "            ...│..."]


def test_cells_far_out_keep_their_coordinates() -> None:
    board = render_text(scene(view(SeenTile("BA-B", -72, -71, 0, 0, 1))), 80, False).splitlines()
    assert board[0].split() == ["-73", "-72", "-71"]
    assert [line.split()[0] for line in board[2:9:3]] == ["-72", "-71", "-70"]


@pytest.mark.parametrize("width", [20, 40, 60, 80, 120, 200])
def test_no_line_is_wider_than_the_terminal(width: int) -> None:
    text = render_text(scene(full_board()), width, False)
    assert max(map(len, text.splitlines())) <= width
    for x in range(-4, 5):
        assert str(x) in text.split()


def test_a_wider_terminal_gets_larger_tiles() -> None:
    heads = [render_text(scene(full_board()), width, False).splitlines()[0] for width in (40, 60, 80)]
    assert [len(head.rstrip()) for head in heads] == sorted(len(head.rstrip()) for head in heads)
    assert len({len(head) for head in heads}) == 3


def test_what_is_too_wide_even_so_is_cut_into_bands_with_labels() -> None:
    row = tuple(SeenTile("BA-U", x, 0, 0, 0, x) for x in range(40))
    text = render_text(scene(view(*row)), 80, False)
    assert [line[:5] for line in text.splitlines()].count("   0 ") == 2
    assert max(map(len, text.splitlines())) <= 80


def test_without_a_width_nothing_is_cut() -> None:
    row = tuple(SeenTile("BA-U", x, 0, 0, 0, x) for x in range(40))
    assert "─" * 7 * 39 in render_text(scene(view(*row)), None, False)


def test_colours_only_add_escapes() -> None:
    picture = scene(full_board())
    coloured = render_text(picture, 200, True)
    assert "\x1b[1;38;5;15;48;5;160m" in coloured
    bare = "".join(line.rstrip() + "\n" for line in re.sub("\x1b\\[[0-9;]*m", "", coloured).splitlines())
    assert bare == render_text(picture, 200, False)


def test_every_seat_has_a_letter_of_its_own_and_farmers_a_small_one() -> None:
    tile = SeenTile("BA-D", 0, 0, 0, -1, 0)
    seen = []
    for seat in range(6):
        for segment in ("city:0", "farm:1"):
            piece = SeenPiece(seat, "follower", "", 0, 0, segment)
            board = render_text(scene(view(tile, pieces=(piece,), placed=-1)), 80, False).splitlines()[4:7]
            seen += [c for line in board for c in line if c.isalpha()]
    assert "".join(seen) == "RrBbGgYyKkPp"


@pytest.mark.parametrize("width", [7, 5, 3])
@pytest.mark.parametrize("tile", [*ALL.values(), *ODD_TILES, BRIDGE, BLANK], ids=lambda tile: tile.id)
def test_a_tile_shows_every_edge_for_what_it_is(tile: TileType, width: int) -> None:
    signs = {"city": "#%*wgc‡", "field": ".π†&o⌂", "road": "─│╭╮╰╯├┤┬┴┼o", "river": "~", None: "?"}
    for rotation in range(4):
        rows = tile_cells(tile, rotation, width)
        middles = (rows[0][width // 2], rows[1][width - 1], rows[2][width // 2], rows[1][0])
        for edge, (character, _) in enumerate(middles):
            assert character in signs[(tile.edges or [None] * 4)[(edge - rotation) % 4]], (edge, rotation)


def test_neighbouring_caps_and_a_corner_look_different() -> None:
    apart = ["".join(c for c, _ in row) for row in tile_cells(BASE["BA-I"], 0, 7)]
    joined = ["".join(c for c, _ in row) for row in tile_cells(BASE["BA-N"], 0, 7)]
    assert apart == ["╲#####.", "##.....", "#......"]
    assert joined == ["#####..", "###....", "#......"]


def test_control_characters_never_reach_the_terminal() -> None:
    picture = Scene("", (0, 0, 1, 1), (), texts=((Block(((Span("a\x1b[2J\u202eb\nc"),),)),),))
    assert render_text(picture, None, True) == "a\ufffd[2J\ufffdb\ufffdc\n"


def test_prose_wraps_between_words_and_keeps_its_inks() -> None:
    line = (Span("one two ", "a"), Span("three four\u00a0five six"))
    picture = Scene("", (0, 0, 1, 1), (), texts=((Block((line,)),),), inks={"a": Ink(bold=True)})
    assert render_text(picture, 14, False) == "one two three\n  four five\n  six\n"
    assert render_text(picture, 14, True).startswith("\x1b[1mone two \x1b[0mthree\n")


def test_a_word_longer_than_the_terminal_is_broken() -> None:
    picture = Scene("", (0, 0, 1, 1), (), texts=((Block(((Span("x" * 25),),)),),))
    pieces = render_text(picture, 10, False).split()
    assert "".join(pieces) == "x" * 25
    assert all(len(a) >= len(b) for a, b in pairwise(pieces))


def test_a_scene_without_a_text_drawing_is_empty() -> None:
    assert render_text(Scene("", (0, 0, 1, 1), ()), 80, True) == ""
