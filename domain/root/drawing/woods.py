"""The map: the forest, the river, the paths, and the clearings on them."""

from collections.abc import Iterator

from domain.root.drawing.clearing import clearing_shapes
from domain.root.drawing.land import HEIGHT, WIDTH, curve, links, outline, river_curves, river_links, trees
from domain.root.view import GameView
from domain.table.layout import Part
from domain.table.scene import Group, Path, Rect, Shape, Use


def woods(view: GameView) -> Part:
    """The whole map."""
    box = (0, 0, WIDTH, HEIGHT)
    shapes: tuple[Shape, ...] = (
        Rect(0, 0, WIDTH, HEIGHT, "forest", 30),
        Group(tuple(ground()), layer="ground"),
        Group(tuple(Use(f"tree-{kind}", x, y, scale=104) for (x, y), kind in trees()), layer="forests"),
        Rect(0, 0, WIDTH, HEIGHT, "map-edge", 30),
    )
    clearings = sorted(view.clearings, key=lambda clearing: clearing.number)
    battle = view.battle.clearing if view.battle else 0
    last = sorted(clearings, key=lambda clearing: clearing.number == battle)
    places = Group(tuple(clearing_shapes(view, clearing) for clearing in last), layer="clearings")
    return Part((Group(shapes, clip=box), places), WIDTH, HEIGHT)


def ground() -> Iterator[Shape]:
    """Meadows along the ways, then the river, then the paths, which bridge it nowhere."""
    ways = [(link, outline(curve(*link))) for link in links()]
    stretches = [outline(line) for line in river_curves()]
    for d in (*(d for _, d in ways), *stretches):
        yield Path(d, "meadow")
    for style in ("bank", "river", "gleam"):
        yield from (Path(d, style, river_title(n) if style == "river" else "") for n, d in enumerate(stretches))
    for style in ("path-side", "path"):
        yield from (Path(d, style, f"path between {a} and {b}" if style == "path" else "") for (a, b), d in ways)
    yield from (Path(d, "path-steps") for _, d in ways)


def river_title(number: int) -> str:
    """What a stretch of the river joins."""
    if number >= len(river_links()):
        return "river"
    one, other = river_links()[number]
    return f"river between {one} and {other}"
