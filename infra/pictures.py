"""Boards as PNG pictures, for those who cannot show SVG: mail, chat, and old browsers."""

import resvg_py

from domain.table.scene import Scene
from domain.table.seeing import view_of
from domain.table.table import Table
from projections.pictures.svg import render_svg

WIDTH = 900
"""Pixels that a picture is wide where nobody says."""

LARGEST = 2_000_000
"""Bytes that a picture has at most; one with more is made again at half the size."""

WIDEST, NARROWEST, TALLEST = 4_000, 64, 8_000


class PictureError(Exception):
    """A drawing that cannot be made a picture; the message says why."""


def board_png(table: Table, viewer: int | None, width: int = WIDTH) -> bytes | None:
    """The board as a seat, or a spectator (None), may see it; None before the game begins."""
    view = view_of(table, viewer)
    return None if view is None else scene_png(table.rulebook.scene(view), width)


def scene_png(scene: Scene, width: int = WIDTH, largest: int = LARGEST) -> bytes:
    """A scene as a picture so many pixels wide, smaller where it would be taller than TALLEST or larger than `largest` bytes.

    Text is drawn with the fonts of this machine; where there are none, the picture comes without words.
    """
    _, _, wide, high = scene.box
    most = min(max(width, NARROWEST), WIDEST, TALLEST * wide // max(high, 1))
    document = render_svg(scene)
    while True:
        png = _rendered(document, max(most, 1))
        if len(png) <= largest or most <= NARROWEST:
            return png
        most //= 2


def _rendered(document: str, width: int) -> bytes:
    try:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=document, width=width, background="#ffffff", sans_serif_family="DejaVu Sans"
            )
        )
    except ValueError as error:
        raise PictureError(f"A board cannot be drawn: {error}.") from error
