"""The colours of the picture, and of the seats, in every drawing of the game."""

from domain.table.scene import Ink, Style

SEAT_COLOURS = ("red", "blue", "green", "yellow", "black", "pink")
SEAT_LETTERS = ("R", "B", "G", "Y", "K", "P")
SEAT_FILLS = ("#d1352b", "#2467b8", "#2f9e6e", "#f2c318", "#2b2b2f", "#ee7fb4")
SEAT_MARKS = ("#ffffff", "#ffffff", "#ffffff", "#3a2d05", "#ffffff", "#4a1030")
SEAT_INKS = (
    Ink(15, 160, True),
    Ink(15, 25, True),
    Ink(15, 29, True),
    Ink(16, 220, True),
    Ink(15, 16, True),
    Ink(16, 211, True),
)


def seat_number(seat: int) -> int:
    """Which of the six looks a seat has."""
    return seat % len(SEAT_COLOURS)


def seat_colour(seat: int) -> str:
    """The word for a seat's colour."""
    return SEAT_COLOURS[seat_number(seat)]


def seat_letter(seat: int) -> str:
    """The letter for a seat; unlike colours, all people can tell them apart."""
    return SEAT_LETTERS[seat_number(seat)]


GROUND = {
    "page": Style(fill="#fbf8f1"),
    "cell": Style(stroke="#d6cbb5", width=2, dash=(8, 8)),
    "field": Style(fill="#b4cd85"),
    "tile-edge": Style(stroke="#5f6f43", width=1, opacity=55),
    "blank": Style(fill="#f4efe2"),
    "blank-edge": Style(stroke="#a99a7f", width=4, dash=(14, 10)),
    "city": Style(fill="#dcb382"),
    "city-besieged": Style(fill="#a98877"),
    "wall": Style(stroke="#6d4a2e", width=9),
    "wall-top": Style(stroke="#e8d3b0", width=4, dash=(7, 5)),
    "wall-besieged": Style(stroke="#2a1614", width=12),
    "wall-top-besieged": Style(stroke="#b8493a", width=5, dash=(6, 7)),
    "road-side": Style(stroke="#8b8168", width=19),
    "road": Style(stroke="#f6f0df", width=13),
    "river-side": Style(stroke="#7fa06a", width=31),
    "river": Style(stroke="#6fb4d8", width=24),
    "river-gleam": Style(stroke="#a6d6ec", width=4, dash=(18, 26)),
    "tree": Style(fill="#7fa857", stroke="#5c8440", width=2),
    "shade": Style(fill="#5c8440", opacity=45),
}
THINGS = {
    "plaster": Style(fill="#f7efe0", stroke="#5b4636", width=2),
    "roof-red": Style(fill="#b4553f", stroke="#5b3226", width=2),
    "roof-brown": Style(fill="#94653f", stroke="#5b3226", width=2),
    "roof-slate": Style(fill="#6d7a8c", stroke="#3d4653", width=2),
    "stone": Style(fill="#a9a6a0", stroke="#55524d", width=2),
    "dark": Style(fill="#4a3a2c"),
    "line-dark": Style(stroke="#4a3a2c", width=4),
    "line-gold": Style(stroke="#e0a526", width=4),
    "gold": Style(fill="#f0b93a", stroke="#8a5f10", width=2),
    "flame": Style(fill="#9b59b6", stroke="#5b2f73", width=2),
    "trodden": Style(fill="#a3a77c", stroke="#7d8a55", width=2),
    "fire": Style(fill="#f07f1e", stroke="#8c2a10", width=2),
    "glow": Style(fill="#ffd84a"),
    "canvas": Style(fill="#efe3c8", stroke="#5b4636", width=2),
    "badge-dark": Style(fill="#2a1614", stroke="#ffffff", width=3),
    "banner": Style(fill="#b32020", stroke="#4a3a2c", width=2),
    "foam": Style(fill="#e8f6fd"),
    "smoke": Style(fill="#d9d4cf", stroke="#8a7f78", width=2, opacity=85),
    "plaza": Style(fill="#f6f0df", stroke="#8b8168", width=3),
    "heraldry": Style(fill="#2c5aa0", stroke="#ffffff", width=3),
    "badge": Style(fill="#fffaf0", stroke="#5b4636", width=2),
    "wine": Style(fill="#7d2a6a"),
    "leaf": Style(fill="#4f8a3a"),
    "cloth": Style(fill="#3f7fbf", stroke="#234a75", width=2),
    "blade": Style(stroke="#3c2452", width=6),
    "pond": Style(fill="#6fb4d8", stroke="#4b8fb4", width=2),
    "rock": Style(fill="#8a7468", stroke="#4d3d35", width=2),
    "lava": Style(fill="#e2552c"),
    "pig": Style(fill="#f3cbb8", stroke="#7d4a3a", width=3),
    "question": Style(fill="#a99a7f", size=110, bold=True, anchor="middle"),
}
SIGNS = {
    "axis": Style(fill="#6b5d49", size=40, bold=True, anchor="middle"),
    "last": Style(stroke="#ffffff", width=20),
    "last-line": Style(stroke="#e4572e", width=11),
    "card": Style(fill="#ffffff", stroke="#d8ccb4", width=2),
    "card-active": Style(fill="#fff1cf", stroke="#e0a526", width=5),
    "heading": Style(fill="#3b2f24", size=34, bold=True),
    "label": Style(fill="#5d5143", size=26),
    "name": Style(fill="#2b2521", size=32, bold=True),
    "score": Style(fill="#2b2521", size=50, bold=True, anchor="end"),
    "note": Style(fill="#5d5143", size=24),
    "segment-back": Style(fill="#ffffff", stroke="#5b4636", width=1, opacity=85),
    "segment": Style(fill="#2b2521", size=17, bold=True, anchor="middle"),
    "halo": Style(fill="#ffffff", stroke="#ffffff", width=9),
    "halo-heretic": Style(fill="#7b3fa0", stroke="#7b3fa0", width=11),
    "joker": Style(stroke="#ffffff", width=9),
    "joker-line": Style(stroke="#7b5a1e", width=5, dash=(14, 10)),
    "joker-sign": Style(fill="#7b5a1e", size=30, bold=True, anchor="middle"),
    "challenge": Style(stroke="#ffffff", width=15),
    "challenge-line": Style(stroke="#7b2fa0", width=9, dash=(16, 8)),
    "duel": Style(fill="#f1e2fb", stroke="#7b2fa0", width=4),
    "news": Style(fill="#7b2f1a", size=26, bold=True),
    "count": Style(fill="#2b2521", size=26, bold=True),
    "tally": Style(fill="#5d5143", size=22, anchor="middle"),
}
SEATS = {
    **{f"seat-{n}": Style(fill=fill, stroke="#1d1a18", width=2) for n, fill in enumerate(SEAT_FILLS)},
    **{f"mark-{n}": Style(fill=fill, size=23, bold=True, anchor="middle") for n, fill in enumerate(SEAT_MARKS)},
}
STYLES = {**GROUND, **THINGS, **SIGNS, **SEATS}

INKS = {
    "field": Ink(65, 194),
    "tree": Ink(65, 194),
    "city": Ink(94, 180),
    "wall": Ink(52, 180, True),
    "road": Ink(16, 194),
    "village": Ink(16, 194, True),
    "river": Ink(25, 153),
    "building": Ink(124, 194, True),
    "mark": Ink(16, 180, True),
    "besieged": Ink(231, 138),
    "joker": Ink(94, 230, True),
    "challenge": Ink(15, 90, True),
    "last": Ink(196, 194, True),
    "blank": Ink(240, 255),
    "axis": Ink(dim=True),
    "axis-last": Ink(bold=True),
    "heading": Ink(bold=True),
    "note": Ink(dim=True),
    **{f"seat-{n}": ink for n, ink in enumerate(SEAT_INKS)},
}
