"""Small pictures that a tile or a panel uses again and again, each about its own origin."""

from domain.table.scene import Circle, Path, Rect, Shape

MEEPLE = (
    "M0 -25C7 -25 11 -20 11 -14C11 -12 10 -9 9 -8C16 -6 27 -1 27 5C27 9 22 10 18 10L11 9C12 14 19 19 20 23"
    "C20 25 19 25 17 25L5 25C3 25 2 20 0 17C-2 20 -3 25 -5 25L-17 25C-19 25 -20 25 -20 23C-19 19 -12 14 -11 9"
    "L-18 10C-22 10 -27 9 -27 5C-27 -1 -16 -6 -9 -8C-10 -9 -11 -12 -11 -14C-11 -20 -7 -25 0 -25Z"
)
BUILDER = (
    "M-13 -17L13 -17L13 -13L10 -12C10 -7 8 -4 6 -3L14 0L24 -12L20 -16L27 -23L35 -14L29 -9L27 -10L14 9L10 8L16 25L4 25L0 14"
    "L-4 25L-16 25L-10 8L-19 12L-22 5L-8 -3C-10 -5 -10 -8 -10 -12L-13 -13ZM-10 -19C-10 -26 10 -26 10 -19Z"
)
PIG = (
    "M-28 0C-28 -14 -14 -18 0 -17L12 -17L18 -23L21 -15C25 -13 27 -9 27 -6L32 -4L32 4L26 6C24 9 20 11 18 11L18 20L9 20L8 13"
    "L-10 13L-11 20L-20 20L-20 11C-25 9 -28 5 -28 0C-33 -2 -34 -7 -31 -10L-29 -8C-30 -6 -29 -4 -28 -4Z"
)
FIRE = "M0 -24C4 -14 14 -7 12 4C11 12 5 15 0 15C-6 15 -12 11 -12 3C-12 -3 -7 -5 -6 -11C-4 -7 -2 -12 0 -24Z"
SHIELD = "M-13 -15L13 -15L13 1C13 9 6 14 0 18C-6 14 -13 9 -13 1Z"

PIECE_SYMBOLS = {"follower": "meeple", "big": "meeple", "builder": "builder", "pig": "pig"}
PIECE_SCALES = {"follower": 116, "big": 148, "builder": 112, "pig": 112}


def ring(radius: int, style: str) -> Shape:
    """A disc about the origin."""
    return Circle(0, 0, radius, style)


def ear(y: int, side: int) -> Shape:
    """A grain of corn on a stalk, to the west (-1) or east (1) of it."""
    points = f"C{2 * side} {y - 9} {8 * side} {y - 10} {11 * side} {y - 9}C{10 * side} {y - 3} {6 * side} {y} 0 {y}Z"
    return Path(f"M0 {y}{points}", "gold")


def stone(x: int, foot: int, wide: int, tall: int) -> Shape:
    """A standing stone, a little narrower at its slanting top."""
    half = wide // 2
    top = f"L{x - half + 2} {foot - tall + 3}L{x + half - 3} {foot - tall}L{x + half} {foot}Z"
    return Path(f"M{x - half} {foot}{top}", "stone")


SYMBOLS: dict[str, tuple[Shape, ...]] = {
    "meeple": (Path(MEEPLE),),
    "builder": (Path(BUILDER),),
    "pig": (Path(PIG),),
    "house-a": (Rect(-9, -4, 18, 13, "plaster"), Path("M-13 -3L0 -15L13 -3Z", "roof-red")),
    "house-b": (Rect(-7, -5, 14, 14, "plaster"), Path("M-10 -4L0 -18L10 -4Z", "roof-brown")),
    "tree": (
        Path("M-9 9C-9 5 13 5 13 9C13 13 -9 13 -9 9Z", "shade"),
        Circle(0, 0, 9, "tree"),
        Circle(-6, 5, 6, "tree"),
        Circle(6, 5, 6, "tree"),
    ),
    "village": (
        ring(20, "plaza"),
        Rect(-14, -6, 14, 11, "plaster"),
        Path("M-17 -5L-7 -15L3 -5Z", "roof-red"),
        Rect(1, 0, 13, 10, "plaster"),
        Path("M-2 1L8 -9L17 1Z", "roof-brown"),
    ),
    "abbey": (
        Path("M-38 30C-38 22 38 22 38 30C38 37 -38 37 -38 30Z", "shade"),
        Rect(-32, -2, 44, 32, "plaster"),
        Path("M-37 0L-27 -22L10 -22L16 0Z", "roof-red"),
        Rect(8, -20, 24, 50, "plaster"),
        Path("M4 -18L20 -42L36 -18Z", "roof-red"),
        Path("M20 -56L20 -40M13 -51L27 -51", "line-dark"),
        Path("M15 30L15 18C15 12 25 12 25 18L25 30Z", "dark"),
        Rect(-24, 8, 7, 11, "dark", 3),
        Rect(-10, 8, 7, 11, "dark", 3),
    ),
    "shrine": (
        Path("M-48 8C-48 -22 48 -22 48 8C48 42 -48 42 -48 8Z", "trodden"),
        stone(-17, -7, 13, 30),
        stone(17, -7, 13, 30),
        Path("M-29 -33L-27 -44L27 -45L29 -34Z", "stone"),
        stone(-37, 6, 13, 27),
        stone(37, 6, 13, 27),
        Path("M-15 16L-12 8L12 8L15 16Z", "stone"),
        Path("M0 -22C8 -12 12 -6 9 3C7 11 -7 11 -9 3C-11 -3 -5 -8 0 -22Z", "flame"),
        stone(-30, 29, 13, 24),
        stone(30, 29, 13, 24),
        stone(0, 35, 12, 13),
    ),
    "cathedral": (
        Path("M-44 34C-44 24 44 24 44 34C44 42 -44 42 -44 34Z", "shade"),
        Rect(-22, -14, 44, 48, "plaster"),
        Path("M-26 -12L0 -38L26 -12Z", "roof-slate"),
        Rect(-40, -24, 20, 58, "plaster"),
        Rect(20, -24, 20, 58, "plaster"),
        Path("M-44 -22L-30 -54L-16 -22ZM16 -22L30 -54L44 -22Z", "roof-slate"),
        Circle(0, -4, 8, "gold"),
        Path("M-8 34L-8 20C-8 10 8 10 8 20L8 34Z", "dark"),
        Path("M0 -54L0 -38M-6 -48L6 -48", "line-dark"),
    ),
    "shield": (Path(SHIELD, "heraldry"), Path("M0 -12L0 13M-10 -4L10 -4", "line-gold")),
    "wine": (
        ring(21, "badge"),
        Path("M-5 -13C3 -16 9 -14 11 -9C5 -6 -2 -7 -5 -13Z", "leaf"),
        *(Circle(x, y, 5, "wine") for x, y in ((-8, -3), (0, -4), (8, -3), (-4, 4), (4, 4), (0, 11))),
    ),
    "grain": (
        ring(21, "badge"),
        Path("M0 15L0 -6", "line-gold"),
        *(leaf for y in (8, 1, -5) for leaf in (ear(y, -1), ear(y, 1))),
    ),
    "cloth": (
        ring(21, "badge"),
        Rect(-12, -7, 21, 15, "cloth", 3),
        Circle(9, 0, 7, "cloth"),
        Circle(9, 0, 3, "badge"),
    ),
    "fire": (Path(FIRE, "fire"), Path("M0 -7C4 -2 6 2 4 6C2 9 -3 9 -4 5C-5 2 -2 -1 0 -7Z", "glow")),
    "siege": (
        ring(22, "badge-dark"),
        Path("M0 -17C3 -9 12 -4 10 6C9 13 4 16 0 16C-5 16 -10 12 -10 5C-10 0 -6 -1 -5 -6C-3 -3 -1 -8 0 -17Z", "fire"),
        Path("M1 -4C5 1 6 5 4 9C2 12 -3 12 -4 8C-5 5 -1 2 1 -4Z", "glow"),
    ),
    "tent": (
        Path("M-19 13C-19 9 21 9 21 13C21 16 -19 16 -19 13Z", "shade"),
        Path("M-17 12L0 -14L17 12Z", "canvas"),
        Path("M-4 12L0 -4L5 12Z", "dark"),
        Path("M0 -14L0 -24L10 -20L0 -17", "banner"),
    ),
    "duel": (ring(25, "duel"), Path("M-13 13L13 -13M13 13L-13 -13M-15 3L-4 14M15 3L4 14", "blade")),
    "inn": (
        Path("M-28 12C-28 2 -8 -2 10 0C26 2 30 12 24 18C14 26 -28 24 -28 12Z", "pond"),
        Rect(-10, -12, 24, 18, "plaster"),
        Path("M-15 -10L2 -27L19 -10Z", "roof-red"),
        Rect(-2, -5, 8, 11, "dark"),
    ),
    "lake": (Path("M-46 0C-46 -26 -20 -36 4 -34C32 -32 46 -18 44 4C42 28 18 36 -8 34C-32 32 -46 20 -46 0Z", "pond"),),
    "spring": (
        Path("M-24 0C-24 -14 -10 -20 4 -18C18 -16 26 -8 24 4C22 16 8 20 -6 18C-18 16 -24 10 -24 0Z", "pond"),
        *(
            Circle(x, y, r, "stone")
            for x, y, r in ((-22, -10, 9), (-26, 4, 10), (-16, 16, 8), (-6, -20, 8), (0, 20, 7))
        ),
        Circle(-4, -1, 8, "foam"),
    ),
    "volcano": (
        Path("M-54 30L-18 -34L18 -34L54 30Z", "rock"),
        Path("M-18 -34L18 -34L24 -23L12 -14L4 -22L-6 -12L-25 -22Z", "lava"),
        Path("M-6 -14C-2 0 -12 8 -8 24L0 24C-2 10 6 2 4 -20Z", "lava"),
        *(Circle(x, y, r, "smoke") for x, y, r in ((-4, -44, 11), (10, -54, 9), (-12, -58, 8))),
    ),
}
