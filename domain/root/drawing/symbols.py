"""Buildings, tokens, items and trees, each about its own origin: a building fills a square of 64, a token a disc of 56."""

from domain.root.drawing.figures import BADGES, FIGURES, HEADS, Parts
from domain.table.scene import Circle, Group, Path, Rect, Shape

TEETH = (
    "M0 -25L6 -18L15 -20L17 -11L25 -8L21 0L25 8L17 11L15 20L6 18L0 25L-6 18L-15 20L-17 11L-25 8L-21 0L-25 -8L-17 -11"
    "L-15 -20L-6 -18Z"
)
NEST = "M-27 2C-20 8 20 8 27 2C27 16 16 24 0 24C-16 24 -27 16 -27 2Z"


def square(style: str) -> Shape:
    """The ground of a building."""
    return Rect(-32, -32, 64, 64, style, 10)


def disc(style: str) -> Shape:
    """The ground of a token."""
    return Circle(0, 0, 28, style)


def garden(suit: str) -> Parts:
    """A garden: the head of its suit among leaves."""
    return (
        square("tile-cult"),
        Path("M-30 26C-26 10 -14 14 -8 26ZM30 26C26 10 14 14 8 26ZM-12 28C-6 16 6 16 12 28Z", "leaf"),
        Circle(0, -4, 24, f"suit-{suit}"),
        Group(HEADS[suit], 0, -4, 68),
    )


BUILDINGS: dict[str, Parts] = {
    "sawmill": (square("tile-marquise"), Path(TEETH, "metal"), Circle(0, 0, 7, "dark")),
    "workshop": (
        square("tile-marquise"),
        Path("M-24 -8L14 -8C22 -8 26 -4 28 2L10 4L8 12L16 22L-16 22L-8 12L-8 2C-16 2 -22 -2 -24 -8Z", "metal"),
        Path("M-10 -14L4 -14L4 -25L-10 -25Z", "metal"),
        Path("M4 -20L22 -20", "handle"),
    ),
    "recruiter": (
        square("tile-marquise"),
        Path("M-17 25L-17 -26", "handle"),
        Path("M-15 -26L24 -20L10 -9L24 2L-15 8Z", "cloth"),
        Path("M-8 -17L2 -15M-8 -9L2 -8M-8 -1L2 -2", "feature-thin"),
    ),
    "roost": (
        square("tile-eyrie"),
        Circle(-10, -1, 9, "egg"),
        Circle(10, -1, 9, "egg"),
        Circle(0, -6, 10, "egg"),
        Path(NEST, "nest"),
        Path("M-24 8L18 14M24 8L-18 16M-14 20L16 20", "twig"),
    ),
    **{f"garden-{suit}": garden(suit) for suit in ("fox", "rabbit", "mouse")},
    "ruin": (
        square("tile-ruin"),
        Path("M-26 24L-26 -8L-18 -8L-18 -16L-10 -16L-10 4L-2 4L-2 24Z", "stone"),
        Path("M6 24L6 0L14 -6L14 -20L24 -12L24 24Z", "stone"),
        Path("M-26 8L-10 8M-18 8L-18 24M6 12L24 12M14 12L14 24", "twig"),
    ),
    "slot": (Rect(-30, -30, 60, 60, "slot", 10),),
}
TOKENS: dict[str, Parts] = {
    "wood": (
        disc("token-wood"),
        Path("M-20 8L6 -18L18 -6L-8 20Z", "bark"),
        Circle(-14, 14, 9, "log"),
        Circle(-14, 14, 4, "ring"),
    ),
    "keep": (
        disc("token-keep"),
        Path(
            "M-17 19L-17 -8L-21 -8L-21 -20L-12 -20L-12 -14L-5 -14L-5 -20L5 -20L5 -14L12 -14L12 -20L21 -20L21 -8L17 -8L17 19Z",
            "metal",
        ),
        Path("M-6 19L-6 6C-6 -3 6 -3 6 6L6 19Z", "dark"),
    ),
}
ITEMS: dict[str, Parts] = {
    "bag": (
        Path("M-16 20C-24 6 -14 -6 -8 -10L8 -10C14 -6 24 6 16 20Z", "leather"),
        Path("M-10 -10L-12 -20L12 -20L10 -10Z", "leather"),
    ),
    "boot": (Path("M-14 -22L4 -22L4 4C12 6 22 8 22 20L-14 20Z", "leather"), Path("M-14 -12L4 -12", "feature-thin")),
    "crossbow": (Path("M0 -20L0 24M-24 0C-14 -16 14 -16 24 0L-24 0M0 -24L-5 -16L5 -16Z", "tool"),),
    "hammer": (Path("M0 -8L0 24", "handle"), Path("M-20 -22L16 -22L22 -14L16 -6L-20 -6Z", "metal")),
    "sword": (Path("M0 -28L6 -18L6 8L-6 8L-6 -18Z", "metal"), Path("M-14 10L14 10M0 10L0 24", "handle")),
    "tea": (
        Path("M-18 -8L14 -8C14 12 6 18 -2 18C-10 18 -18 12 -18 -8ZM14 -4C26 -6 26 10 10 8", "china"),
        Path("M-8 -14C-12 -20 -4 -22 -8 -28M4 -14C0 -20 8 -22 4 -28", "steam"),
    ),
    "coin": (Circle(0, 0, 21, "gold"), Circle(0, 0, 14, "gold"), Path("M0 -8L0 8", "feature")),
}


def tree(crown: str) -> Parts:
    """A tree with leaves."""
    return (
        Path("M-18 22C-18 15 22 15 22 22C22 28 -18 28 -18 22Z", "shade"),
        Rect(-3, 8, 6, 15, "trunk"),
        Path(
            "M0 -28C12 -28 16 -20 15 -15C24 -13 26 2 16 8C8 13 -8 13 -16 8C-26 2 -24 -13 -15 -15C-16 -20 -12 -28 0 -28Z",
            crown,
        ),
    )


def pine(crown: str) -> Parts:
    """A fir."""
    return (
        Path("M-16 24C-16 18 20 18 20 24C20 29 -16 29 -16 24Z", "shade"),
        Rect(-3, 14, 6, 10, "trunk"),
        Path("M0 -32L13 -10L7 -10L19 6L10 6L21 18L-21 18L-10 6L-19 6L-7 -10L-13 -10Z", crown),
    )


TREES: dict[str, Parts] = {
    "tree-0": pine("pine"),
    "tree-1": tree("crown-green"),
    "tree-2": tree("crown-ochre"),
    "tree-3": pine("pine-dark"),
    "tree-4": tree("crown-rust"),
}
OTHERS: dict[str, Parts] = {
    "card": (Rect(-13, -18, 26, 36, "card-back", 4), Path("M-7 -11L7 -11L7 11L-7 11Z", "card-line")),
    "swords": (
        Path("M-20 -20L-14 -20L16 12L20 20L12 16L-20 -14Z", "metal"),
        Path("M20 -20L14 -20L-16 12L-20 20L-12 16L20 -14Z", "metal"),
        Path("M-20 6L-6 20M20 6L6 20", "handle"),
    ),
    "eye": (Path("M-16 0C-8 -12 8 -12 16 0C8 12 -8 12 -16 0Z", "eye"), Circle(0, 0, 6, "pupil")),
    "crown": (Path("M-18 14L-22 -12L-9 -1L0 -17L9 -1L22 -12L18 14Z", "gold"),),
}
SYMBOLS: dict[str, Parts] = {**FIGURES, **BADGES, **BUILDINGS, **TOKENS, **ITEMS, **TREES, **OTHERS}
