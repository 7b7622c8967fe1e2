"""The folk of the woodland: warriors of the factions, and the heads that stand for suits, each about its own origin.

A warrior is about 84 wide and 90 high and takes the style of whoever uses it; a head fits into a disc of radius 30.
"""

from domain.table.scene import Circle, Path, Shape, Text

Parts = tuple[Shape, ...]

CAT = (
    "M-33 -44C-24 -42 -16 -36 -12 -30C-4 -32 4 -32 12 -30C16 -36 24 -42 33 -44C37 -32 37 -18 34 -8"
    "C33 -1 29 5 25 9C33 18 37 30 37 44L-37 44C-37 30 -33 18 -25 9C-29 5 -33 -1 -34 -8C-37 -18 -37 -32 -33 -44Z"
)
BIRD = (
    "M-6 -34L-14 -47L0 -40L4 -50L10 -39C22 -36 29 -27 29 -17L45 -9L28 -3C28 4 30 10 33 17C38 27 38 36 34 44L-22 44"
    "L-46 38L-34 31L-45 24L-31 18C-29 8 -25 0 -21 -7C-24 -18 -18 -29 -6 -34Z"
)
LIZARD = (
    "M-44 -20C-42 -30 -30 -34 -22 -40L-16 -47L-10 -41L0 -47L4 -38L15 -38L15 -28L25 -22L20 -13L28 -4L21 3"
    "C27 10 29 18 28 25C36 24 37 14 31 13C27 12 25 8 27 5C38 3 46 12 45 24C44 37 34 44 22 44L-27 44C-28 31 -24 18 -17 8"
    "C-15 4 -15 0 -18 -3C-28 -1 -43 -6 -44 -20Z"
)
FOX_HEAD = (
    "M-27 -26C-19 -24 -12 -19 -8 -14C-3 -16 3 -16 8 -14C12 -19 19 -24 27 -26C30 -15 29 -6 26 0C24 9 12 14 5 22"
    "C3 25 -3 25 -5 22C-12 14 -24 9 -26 0C-29 -6 -30 -15 -27 -26Z"
)
RABBIT_HEAD = (
    "M-13 -1C-20 -13 -22 -29 -14 -30C-7 -30 -4 -16 -3 -6C-1 -7 1 -7 3 -6C4 -16 7 -30 14 -30C22 -29 20 -13 13 -1"
    "C19 4 21 11 17 17C13 25 -13 25 -17 17C-21 11 -19 4 -13 -1Z"
)
MOUSE_HEAD = "M-14 -4C-8 -12 8 -12 14 -4C19 3 12 14 6 21C3 25 -3 25 -6 21C-12 14 -19 3 -14 -4Z"
BIRD_HEAD = (
    "M-8 -16L-15 -28L-1 -20L5 -29L8 -18C16 -15 20 -8 20 -1L31 6L19 11C16 20 7 25 -3 24"
    "C-15 23 -22 14 -21 2C-20 -7 -16 -13 -8 -16Z"
)

FIGURES: dict[str, Parts] = {
    "cult": (
        Path(LIZARD),
        Circle(-14, -21, 7, "eye"),
        Circle(-15, -21, 3, "pupil"),
        Path("M-41 -14C-34 -9 -28 -9 -21 -11", "feature"),
        Path("M-6 12C-12 22 -14 32 -12 42M8 8C6 20 8 32 12 42", "feature-thin"),
    ),
    "marquise": (
        Path(CAT),
        Path(
            "M-21 -13C-18 -19 -10 -18 -7 -11C-12 -8 -18 -8 -21 -13ZM21 -13C18 -19 10 -18 7 -11C12 -8 18 -8 21 -13Z",
            "eye",
        ),
        Circle(-13, -13, 3, "pupil"),
        Circle(13, -13, 3, "pupil"),
        Path("M-4 -3L4 -3L0 2ZM0 2L0 6M-14 44L-14 28M14 44L14 28", "feature"),
    ),
    "eyrie": (
        Path(BIRD),
        Circle(12, -20, 7, "eye"),
        Circle(14, -20, 3, "pupil"),
        Path("M29 -17L45 -9L28 -3L26 -10Z", "beak"),
        Path("M-18 10C-6 8 6 14 12 26C2 34 -12 32 -20 24", "feature"),
    ),
}
"""Warriors by faction."""

HEADS: dict[str, Parts] = {
    "fox": (
        Path(FOX_HEAD, "mark-light"),
        Path("M-26 0C-17 0 -9 6 -6 21M26 0C17 0 9 6 6 21", "mark-line"),
        Circle(-11, -3, 3, "mark-dark"),
        Circle(11, -3, 3, "mark-dark"),
        Circle(0, 21, 4, "mark-dark"),
    ),
    "rabbit": (
        Path(RABBIT_HEAD, "mark-light"),
        Circle(-8, 6, 3, "mark-dark"),
        Circle(8, 6, 3, "mark-dark"),
        Path("M-3 13L3 13L0 17Z", "mark-dark"),
    ),
    "mouse": (
        Circle(-17, -13, 13, "mark-light"),
        Circle(17, -13, 13, "mark-light"),
        Circle(-17, -13, 6, "mark-ear"),
        Circle(17, -13, 6, "mark-ear"),
        Path(MOUSE_HEAD, "mark-light"),
        Circle(-6, 1, 3, "mark-dark"),
        Circle(6, 1, 3, "mark-dark"),
        Circle(0, 21, 4, "mark-dark"),
    ),
    "bird": (Path(BIRD_HEAD, "mark-light"), Circle(6, -4, 4, "mark-dark"), Path("M20 -1L31 6L19 11Z", "beak")),
}
"""Heads by suit."""

BADGES: dict[str, Parts] = {f"suit-{suit}": (Circle(0, 0, 36, f"suit-{suit}"), *head) for suit, head in HEADS.items()}
BADGES["suit-any"] = (Circle(0, 0, 36, "any-back"), Text(0, 15, "?", "any"))
"""A head on a disc of the suit's colour; a question mark where any suit will do."""
