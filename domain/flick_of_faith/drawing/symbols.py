"""Marks of the seats, discs by kind, and what is printed on the mat, each about its own origin.

A disc has the radius 100 and takes the style of whoever uses it; a mark fits into a disc of radius 50.
"""

from domain.table.scene import Circle, Group, Path, Rect, Shape

Parts = tuple[Shape, ...]

FLAME = (
    "M0 -50C10 -26 36 -14 36 14C36 36 20 48 0 48C-20 48 -36 36 -36 14C-36 2 -28 -10 -20 -20"
    "C-18 -8 -12 -2 -6 -2C-8 -18 -8 -36 0 -50Z"
)
SUN = (
    "M0 -52L10 -30L26 -45L28 -21L50 -18L36 0L50 18L28 21L26 45L10 30L0 52L-10 30L-26 45L-28 21L-50 18L-36 0L-50 -18"
    "L-28 -21L-26 -45L-10 -30Z"
)
LEAF = "M0 -52C36 -26 44 16 6 34L6 52L-6 52L-6 34C-44 16 -36 -26 0 -52Z"
DROP = "M0 -52C14 -26 36 -6 36 16C36 38 20 50 0 50C-20 50 -36 38 -36 16C-36 -6 -14 -26 0 -52Z"
STAR = "M0 -50L12 -12L50 0L12 12L0 50L-12 12L-50 0L-12 -12Z"
MARKS: dict[str, Parts] = {
    "mark-red": (Path(FLAME, "mark"),),
    "mark-yellow": (Path(SUN, "mark"),),
    "mark-green": (Path(LEAF, "mark"),),
    "mark-blue": (Path(DROP, "mark"),),
    "mark-neutral": (Path(STAR, "mark"),),
}
"""What tells the seats apart without their colours."""

TEMPLE = (
    Path("M-56 -14L0 -56L56 -14Z", "mark"),
    Rect(-50, -8, 18, 50, "mark"),
    Rect(-21, -8, 16, 50, "mark"),
    Rect(5, -8, 16, 50, "mark"),
    Rect(32, -8, 18, 50, "mark"),
    Rect(-60, 46, 120, 14, "mark"),
)
SPHINX = (
    Path(
        "M-58 44L-58 10C-40 -2 -14 -2 2 2L2 -30C2 -48 16 -58 30 -58C46 -58 58 -46 58 -30L58 -4C52 2 50 8 50 16L50 44Z",
        "mark",
    ),
    Circle(34, -32, 6, "pit"),
)
APE = (
    Circle(-46, -6, 18, "mark"),
    Circle(46, -6, 18, "mark"),
    Path(
        "M-44 -10C-44 -46 -24 -60 0 -60C24 -60 44 -46 44 -10C44 2 52 10 52 26C52 46 30 58 0 58"
        "C-30 58 -52 46 -52 26C-52 10 -44 2 -44 -10Z",
        "mark",
    ),
    Circle(-16, -16, 9, "pit"),
    Circle(16, -16, 9, "pit"),
    Path("M-30 26C-14 42 14 42 30 26C14 32 -14 32 -30 26Z", "pit"),
)


def disc(*inside: Shape) -> Parts:
    """A wooden disc with something on it."""
    return (Circle(0, 0, 97), Circle(0, 0, 80, "inlay"), *inside)


def discs(name: str) -> dict[str, Parts]:
    """The discs of one owner."""
    mark = MARKS[f"mark-{name}"]
    cross = Path("M0 -76L0 -56M0 76L0 56M-76 0L-56 0M76 0L56 0", "mark-line")
    return {
        f"prophet-{name}": (Circle(0, 0, 97), Group(mark, scale=118)),
        f"templar-{name}": disc(cross, Group(mark, scale=90)),
        f"temple-{name}": disc(Group(TEMPLE, scale=105)),
        f"sphinx-{name}": disc(Group(SPHINX, scale=95)),
        f"king_ape-{name}": disc(Group(APE, scale=100)),
    }


DISCS: dict[str, Parts] = {
    kind: parts for name in ("red", "yellow", "green", "blue", "neutral") for kind, parts in discs(name).items()
}
PRINT: dict[str, Parts] = {
    "city": (
        Circle(0, 0, 97, "wall"),
        Circle(0, 0, 76, "ward"),
        Rect(-44, -6, 32, 44, "wall"),
        Path("M-50 -6L-28 -32L-6 -6Z", "roof"),
        Rect(8, -14, 34, 52, "wall"),
        Path("M2 -14L25 -46L48 -14Z", "roof"),
        Rect(-16, 14, 30, 28, "wall"),
        Path("M-22 14L-1 -8L20 14Z", "roof"),
    ),
    "navel": (
        Circle(0, 0, 97, "navel"),
        Path(
            "M0 4C10 4 14 -8 6 -16C-6 -28 -30 -18 -30 4C-30 32 4 46 30 30C60 12 58 -36 26 -54"
            "C-16 -76 -70 -44 -70 6C-70 50 -34 74 4 74",
            "whorl",
        ),
    ),
    "wave": (Path("M-34 0C-26 -12 -10 -12 0 0C10 12 26 12 34 0", "wave"),),
    "tornado": (
        Path(
            "M-62 -50C-30 -70 40 -66 60 -46C30 -26 -34 -26 -48 -34M-44 -18C-14 -4 34 -8 46 -18M-30 10"
            "C-8 22 24 18 34 8M-14 36C-2 44 16 42 22 34M-4 58C2 64 8 62 12 58",
            "storm-swirl",
        ),
    ),
}
SIGNS: dict[str, Parts] = {
    "thumb": (
        Path(
            "M-34 -4L-12 -4L4 -44C20 -44 22 -28 16 -10L40 -10C48 -10 48 4 42 6C48 10 46 20 40 22"
            "C44 28 40 36 34 36C36 44 30 48 22 48L-12 48L-34 44Z",
            "thumb",
        ),
        Path("M14 6L40 6M14 22L38 22M14 36L33 36", "thumb"),
    ),
    "tick": (Path("M-26 2L-8 22L28 -24", "tick"),),
    "crown": (Path("M-26 20L-32 -16L-13 -1L0 -24L13 -1L32 -16L26 20Z", "gold"),),
    "gone": (Path("M-20 -20L20 20M20 -20L-20 20", "gone"), Path("M-20 -20L20 20M20 -20L-20 20", "gone-line")),
}
SYMBOLS: dict[str, Parts] = {**MARKS, **DISCS, **PRINT, **SIGNS}
