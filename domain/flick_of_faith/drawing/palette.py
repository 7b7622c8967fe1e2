"""The colours of the picture and of the terminal. Nothing is told by colour alone: each seat has a mark too."""

from domain.table.scene import Ink, Style

SEATS = ("red", "yellow", "green", "blue")
FILLS = {"red": "#cf3f38", "yellow": "#efb91f", "green": "#3b9650", "blue": "#3a63bd", "neutral": "#85776a"}
DARKS = {"red": "#6d1613", "yellow": "#6b4c04", "green": "#124a20", "blue": "#152a61", "neutral": "#3b332c"}
TINTS = {"red": "#fdeeec", "yellow": "#fdf6df", "green": "#edf6ee", "blue": "#ecf0fa", "neutral": "#f4f1ec"}
LANDS = {"red": "#efb5a2", "yellow": "#f7dd7d", "green": "#b3d79c", "blue": "#b1c8ee", "neutral": "#efe0b4"}
INK = "#2b2521"
FAINT = "#6a5d4d"
TRAIL_STEPS = 8
"""How many pieces a trail fades in."""

GROUND = {
    "page": Style(fill="#fbf8f1"),
    "table": Style(fill="#5a4a3c"),
    "sea": Style(fill="#8ccbd3"),
    "wave": Style(stroke="#b5e0e4", width=5),
    "mat-edge": Style(stroke="#2f5a63", width=8),
    "shoal": Style(stroke="#b9e2e2", width=46),
    "beach": Style(stroke="#fdf6dc", width=16),
    "cloud": Style(fill="#fcfdfb"),
    "wall": Style(fill="#f6efe2", stroke="#5d4c39", width=5),
    "ward": Style(fill="#e2d2b4", stroke="#5d4c39", width=3),
    "roof": Style(fill="#b8653f", stroke="#5d3018", width=3),
    "navel": Style(fill="#7b4f8f", stroke="#432452", width=6),
    "whorl": Style(stroke="#e7cff0", width=6),
    "storm": Style(fill="#4d5560", opacity=42),
    "storm-line": Style(stroke="#2b3038", width=7, dash=(26, 14)),
    "storm-swirl": Style(stroke="#f3f5f7", width=9),
}
THINGS = {
    "shade": Style(fill="#12333a", opacity=35),
    "inlay": Style(stroke="#ffffff", width=5, opacity=70),
    "mark": Style(fill="#ffffff"),
    "mark-line": Style(stroke="#ffffff", width=7),
    "pit": Style(fill=INK),
    "under": Style(stroke="#ffffff", width=5, dash=(9, 7)),
    "under-dark": Style(stroke=INK, width=9, opacity=60),
    "about": Style(stroke="#ffffff", width=6, dash=(4, 9)),
    "again": Style(stroke="#ffe14d", width=11),
    "again-dark": Style(stroke=INK, width=19),
    "count-back": Style(fill=INK, stroke="#ffffff", width=3),
    "pill": Style(fill="#fffdf6", stroke="#5d4c39", width=3),
    "gone": Style(stroke="#ffffff", width=17),
    "gone-line": Style(stroke="#b01919", width=9),
    "start": Style(stroke="#ffffff", width=5, dash=(10, 8)),
    "gold": Style(fill="#f0b93a", stroke="#7d560d", width=3),
    "thumb": Style(fill="#f7d7b5", stroke="#5d3c1d", width=4),
    "tick": Style(stroke="#2d7d3a", width=9),
    "flash": Style(stroke="#fff3b0", width=12),
    "hand-wall": Style(stroke="#3b2a1b", width=14),
}
WORDS = {
    "headline": Style(fill=INK, size=54, bold=True),
    "heading": Style(fill=INK, size=46, bold=True),
    "label": Style(fill=FAINT, size=38),
    "value": Style(fill=INK, size=40, bold=True),
    "prose": Style(fill=INK, size=38),
    "alarm": Style(fill="#a51d1d", size=40, bold=True),
    "points": Style(fill=INK, size=104, bold=True, anchor="end"),
    "count": Style(fill="#ffffff", size=30, bold=True, anchor="middle"),
    "tilde": Style(fill="#ffffff", size=34, bold=True, anchor="middle"),
    "place": Style(fill=INK, size=34, bold=True, anchor="middle"),
    "tally": Style(fill=INK, size=40, bold=True, anchor="middle"),
    "cell-mid": Style(fill=INK, size=40, bold=True, anchor="middle"),
    "cell-none": Style(fill="#a2947f", size=36, anchor="middle"),
}
PANELS = {
    "panel": Style(fill="#ffffff", stroke="#d8ccb4", width=3),
    "active": Style(stroke="#e0a526", width=12),
    "law": Style(fill="#fff9e8", stroke="#b98a2c", width=4),
    "law-lasting": Style(fill="#f4eefb", stroke="#7b4f8f", width=4),
    "rule": Style(stroke="#d8ccb4", width=3),
}
OWNERS = {
    **{f"of-{name}": Style(fill=fill, stroke=DARKS[name], width=5) for name, fill in FILLS.items()},
    **{f"dark-{name}": Style(fill=DARKS[name]) for name in FILLS},
    **{f"line-{name}": Style(stroke=fill, width=14) for name, fill in FILLS.items()},
    **{f"thin-{name}": Style(stroke=DARKS[name], width=4, dash=(16, 10)) for name in FILLS},
    **{f"way-{name}": Style(stroke=DARKS[name], width=7, dash=(4, 16), opacity=60) for name in FILLS},
    **{
        f"claim-{name}": Style(fill=FILLS[name], stroke=DARKS[name], width=5, dash=(10, 8), opacity=60)
        for name in FILLS
    },
    **{f"haze-{name}": Style(fill=LANDS[name]) for name in FILLS},
    **{f"land-{name}": Style(fill=land) for name, land in LANDS.items()},
    **{f"board-{name}": Style(fill=TINTS[name], stroke=fill, width=5) for name, fill in FILLS.items()},
    **{f"faint-{name}": Style(fill=fill, stroke=DARKS[name], width=5, opacity=35) for name, fill in FILLS.items()},
}
TRAILS = {
    f"trail-{name}-{step}": Style(fill=DARKS[name], opacity=18 + 57 * step // (TRAIL_STEPS - 1))
    for name in FILLS
    for step in range(TRAIL_STEPS)
}
STYLES = {**GROUND, **THINGS, **WORDS, **PANELS, **OWNERS, **TRAILS}

INKS = {
    "heading": Ink(bold=True),
    "note": Ink(dim=True),
    "alarm": Ink(160, -1, True),
    "sea": Ink(31),
    "land": Ink(16, 187),
    "land-red": Ink(16, 217),
    "land-yellow": Ink(16, 228),
    "land-green": Ink(16, 157),
    "land-blue": Ink(16, 153),
    "city": Ink(16, 223, True),
    "navel": Ink(231, 96, True),
    "cloud": Ink(250),
    "frame": Ink(245),
    "storm": Ink(231, 240, True),
    "again": Ink(16, 226, True),
    "trail": Ink(244),
    "red": Ink(231, 160, True),
    "yellow": Ink(16, 220, True),
    "green": Ink(231, 28, True),
    "blue": Ink(231, 25, True),
    "neutral": Ink(231, 239, True),
}


def owner_name(owner: int) -> str:
    """The colour of a seat, or of what belongs to nobody."""
    return SEATS[owner] if 0 <= owner < len(SEATS) else "neutral"
