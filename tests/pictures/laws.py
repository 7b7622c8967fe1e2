"""What holds of every picture of a view, of whatever game."""

from collections.abc import Iterator
from math import cos, radians, sin
from xml.etree import ElementTree

import msgspec

from domain.table.layout import breadth
from domain.table.scene import Group, Rect, Scene, Shape, Text
from projections.pictures.svg import PREFIX, render_svg

SVG = "{http://www.w3.org/2000/svg}"
Point = tuple[float, float]
# What turning by sines and cosines may be off by.
ROUNDING = 1e-6


def check_well_formed(scene: Scene) -> None:
    """It is XML, and what it uses it defines."""
    root = ElementTree.fromstring(render_svg(scene))
    defined = {element.get("id") for element in root.iter()}
    assert {use.get("href", "")[1:] for use in root.iter(SVG + "use")} <= defined
    classes = {name for element in root.iter() if (name := element.get("class"))} - {"souls"}
    assert {name.removeprefix(PREFIX) for name in classes} <= scene.styles.keys()


def check_survives_json(scene: Scene) -> None:
    """It has no floats, and nothing that is no plain data."""
    assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


def check_nothing_sticks_out(scene: Scene) -> None:
    """All rectangles and texts lie within the picture, however their groups are scaled and turned."""
    left, top, width, height = scene.box
    for shape, corners in framed(scene, scene.shapes):
        for x, y in corners:
            assert left - ROUNDING <= x <= left + width + ROUNDING, shape
            assert top - ROUNDING <= y <= top + height + ROUNDING, shape


def framed(scene: Scene, shapes: tuple[Shape, ...]) -> Iterator[tuple[Rect | Text, list[Point]]]:
    """Rectangles and texts with their corners; a text that is anchored elsewhere than at its beginning has one."""
    for shape in shapes:
        if isinstance(shape, Group):
            for inner, corners in framed(scene, shape.items):
                yield inner, [_placed(shape, corner) for corner in corners]
        elif isinstance(shape, Rect):
            x, y = shape.x, shape.y
            yield shape, [(x, y), (x + shape.w, y), (x, y + shape.h), (x + shape.w, y + shape.h)]
        elif isinstance(shape, Text):
            style = scene.styles[shape.style]
            wide = 0 if style.anchor else breadth(shape.text) * style.size // 100
            yield shape, [(shape.x, shape.y), (shape.x + wide, shape.y)]


def _placed(group: Group, corner: Point) -> Point:
    x, y, turn = corner[0] * group.scale / 100, corner[1] * group.scale / 100, radians(group.turn)
    return group.x + x * cos(turn) - y * sin(turn), group.y + x * sin(turn) + y * cos(turn)
