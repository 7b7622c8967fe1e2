"""The pictures in the documentation are what the program draws today, byte for byte.

After a change that is meant: ``python -m tests.pictures.test_samples`` draws them anew. Then look at them.
"""

from pathlib import Path

import msgspec
import pytest

from domain.carcassonne.drawing.geometry import TILE
from domain.carcassonne.drawing.palette import STYLES
from domain.carcassonne.drawing.symbols import SYMBOLS
from domain.carcassonne.drawing.tile import tile_shapes
from domain.carcassonne.scene import scene
from domain.carcassonne.view import GameView
from domain.table.scene import Group, Rect, Scene, Shape, Text
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.views import BASE

GOLDEN = Path(__file__).parent / "golden"
FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
COLUMNS, ACROSS, DOWN = 8, 230, 250


def board(name: str) -> GameView:
    """A real game of three seats: `board` after fifteen turns, `cult-siege` after twenty-five, with an open challenge."""
    return msgspec.json.decode((GOLDEN / f"{name}.json").read_bytes(), type=GameView)


def catalogue() -> Scene:
    """All kinds of tile of the base game."""
    shapes: list[Shape] = [Rect(0, 0, COLUMNS * ACROSS + 20, 3 * DOWN + 20, "page")]
    for number, (name, tile) in enumerate(BASE.items()):
        x, y = number % COLUMNS * ACROSS + 25, number // COLUMNS * DOWN + 20
        shapes.append(Group(tile_shapes(tile, 0), x, y, title=f"{name} {tile.name}", clip=(0, 0, TILE, TILE)))
        shapes.append(Text(x, y + TILE + 28, f"{name} × {tile.count}", "note"))
    return Scene(
        "The tiles of the base game", (0, 0, COLUMNS * ACROSS + 20, 3 * DOWN + 20), tuple(shapes), STYLES, SYMBOLS
    )


def samples() -> dict[str, str]:
    """The files of the documentation and what is to be in them."""
    shown = scene(board("board"))
    return {
        "board.svg": render_svg(shown),
        "board.txt": render_text(shown, 80, False),
        "cult-siege.svg": render_svg(scene(board("cult-siege"))),
        "tiles.svg": render_svg(catalogue()),
    }


@pytest.mark.parametrize("name", ["board.svg", "board.txt", "cult-siege.svg", "tiles.svg"])
def test_the_documentation_shows_what_is_drawn_today(name: str) -> None:
    assert (FOLDER / name).read_bytes() == samples()[name].encode()


if __name__ == "__main__":
    for name, text in samples().items():
        (FOLDER / name).write_bytes(text.encode())
