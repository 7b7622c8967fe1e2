"""The colours of the picture and of the terminal. Nothing is told by colour alone: suits and factions have shapes too."""

from domain.table.scene import Ink, Style

SUIT_FILLS = {"fox": "#cf4526", "rabbit": "#e3ae1b", "mouse": "#d98a73", "bird": "#4b8f9c"}
SUIT_TINTS = {"fox": "#f8d6be", "rabbit": "#f8ebb4", "mouse": "#f0d3da"}
FACTION_FILLS = {"cult": "#3f8f52", "marquise": "#e07a1f", "eyrie": "#3566b0"}
FACTION_DARKS = {"cult": "#1f4f2b", "marquise": "#7a3a06", "eyrie": "#16305c"}
FACTION_TINTS = {"cult": "#eef6ec", "marquise": "#fdf1e3", "eyrie": "#eaf0f9"}
OUTLINE = "#2d241d"
INK = "#2b2521"
FAINT = "#6a5d4d"

GROUND = {
    "page": Style(fill="#fbf8f1"),
    "forest": Style(fill="#8fae6b"),
    "map-edge": Style(stroke="#4f5f38", width=8),
    "meadow": Style(stroke="#a8c283", width=92),
    "path-side": Style(stroke="#8a7350", width=34),
    "path": Style(stroke="#ead9b0", width=25),
    "path-steps": Style(stroke="#cdb684", width=4, dash=(10, 24)),
    "bank": Style(stroke="#6f9a63", width=66),
    "river": Style(stroke="#69add2", width=54),
    "gleam": Style(stroke="#a9d8ec", width=5, dash=(26, 40)),
    "shade": Style(fill="#4e6a35", opacity=40),
    "trunk": Style(fill="#6b4a2f"),
    "pine": Style(fill="#5f8a4b", stroke="#446a36", width=2),
    "pine-dark": Style(fill="#4d7a4a", stroke="#375c36", width=2),
    "crown-green": Style(fill="#84a552", stroke="#5f7f38", width=2),
    "crown-ochre": Style(fill="#c9a04a", stroke="#94722c", width=2),
    "crown-rust": Style(fill="#b5713f", stroke="#80492a", width=2),
    "glade-shade": Style(fill="#3f5629", opacity=45),
    "glade-edge": Style(stroke="#fffaf0", width=18),
    "rule-none": Style(stroke="#9b8b6d", width=6),
    "battle-glow": Style(stroke="#ffe14d", width=40, opacity=90),
    "battle-ring": Style(stroke="#c21f1f", width=12, dash=(24, 12)),
    "plate": Style(fill="#3a1513", stroke="#ffe14d", width=4),
}
THINGS = {
    "eye": Style(fill="#ffffff", stroke="#1b1512", width=1),
    "pupil": Style(fill="#1b1512", stroke="#1b1512", width=1),
    "feature": Style(stroke="#1b1512", width=3),
    "feature-thin": Style(stroke="#1b1512", width=2, opacity=60),
    "beak": Style(fill="#f4c542", stroke=OUTLINE, width=2),
    "mark-light": Style(fill="#fffdf6", stroke=OUTLINE, width=2),
    "mark-dark": Style(fill=OUTLINE),
    "mark-line": Style(stroke=OUTLINE, width=2),
    "mark-ear": Style(fill="#d98a73"),
    "leaf": Style(fill="#b9dd8a", stroke="#1f4f2b", width=2),
    "metal": Style(fill="#f1efe9", stroke=OUTLINE, width=3),
    "dark": Style(fill=OUTLINE),
    "handle": Style(stroke="#5a3a1e", width=6),
    "cloth": Style(fill="#fff6e2", stroke=OUTLINE, width=3),
    "egg": Style(fill="#f6f1e0", stroke=OUTLINE, width=2),
    "nest": Style(fill="#a87b45", stroke=OUTLINE, width=3),
    "twig": Style(stroke="#5a3a1e", width=3),
    "stone": Style(fill="#b9b4ab", stroke="#55504a", width=2),
    "tile-ruin": Style(fill="#dcd6cb", stroke="#7d766c", width=3),
    "slot": Style(fill="#ffffff", stroke="#7d6f57", width=3, dash=(9, 7), opacity=75),
    "token-wood": Style(fill="#f0d8ac", stroke="#5a3a1e", width=4),
    "token-keep": Style(fill="#e07a1f", stroke="#5f2c04", width=4),
    "bark": Style(fill="#8c5a2e", stroke="#4a2d14", width=3),
    "log": Style(fill="#e3b878", stroke="#4a2d14", width=3),
    "ring": Style(stroke="#8c5a2e", width=2),
    "leather": Style(fill="#9a6a3c", stroke=OUTLINE, width=3),
    "tool": Style(stroke="#6b4a2f", width=4),
    "china": Style(fill="#f4f6f8", stroke="#3f5d7a", width=3),
    "steam": Style(stroke="#8a97a3", width=3),
    "gold": Style(fill="#f0b93a", stroke="#7d560d", width=3),
    "card-back": Style(fill="#7a5a86", stroke="#3a2744", width=2),
    "card-line": Style(stroke="#d8c5e0", width=2),
    "die-high": Style(fill="#ffffff", stroke="#1b1512", width=2),
    "count-back": Style(fill="#2b2521", stroke="#ffffff", width=3),
}
WORDS = {
    "number": Style(fill="#2b2521", size=38, bold=True, anchor="middle"),
    "number-back": Style(fill="#fffdf6", stroke="#2b2521", width=3),
    "any-back": Style(fill="#fffdf6", stroke="#2b2521", width=3),
    "any": Style(fill="#2b2521", size=44, bold=True, anchor="middle"),
    "count": Style(fill="#ffffff", size=30, bold=True, anchor="middle"),
    "versus": Style(fill="#ffe9a8", size=26, bold=True, anchor="middle"),
    "pip": Style(fill="#1b1512", size=38, bold=True, anchor="middle"),
    "headline": Style(fill=INK, size=52, bold=True),
    "heading": Style(fill=INK, size=40, bold=True),
    "pip-small": Style(fill=INK, size=27, bold=True, anchor="middle"),
    "label": Style(fill=FAINT, size=32),
    "label-mid": Style(fill=FAINT, size=32, anchor="middle"),
    "value": Style(fill=INK, size=34, bold=True),
    "value-mid": Style(fill=INK, size=34, bold=True, anchor="middle"),
    "alarm": Style(fill="#a51d1d", size=34, bold=True),
    "points": Style(fill=INK, size=76, bold=True, anchor="end"),
    "points-word": Style(fill=INK, size=38, bold=True, anchor="end"),
    "printed": Style(fill=INK, size=36, bold=True, anchor="middle"),
    "printed-small": Style(fill=FAINT, size=24, bold=True, anchor="middle"),
    "chip-text": Style(fill=INK, size=30),
    "chip-text-small": Style(fill=INK, size=26),
    "chip-faint-small": Style(fill="#978b7c", size=26),
    "chip-faint": Style(fill="#978b7c", size=30),
    "tick": Style(fill="#3c7a3c", size=32, bold=True),
}
PANELS = {
    "panel": Style(fill="#ffffff", stroke="#d8ccb4", width=3),
    "active": Style(stroke="#e0a526", width=12),
    "cell": Style(fill="#fffdf8", stroke="#b9a98c", width=2),
    "cell-now": Style(fill="#fff0c2", stroke="#c98d12", width=5),
    "cell-score": Style(fill="#f7f0df", stroke="#b9a98c", width=2),
    "cell-mile": Style(fill="#ead9b0", stroke="#b9a98c", width=2),
    "dimmed": Style(fill="#ffffff", opacity=60),
    "outcast": Style(stroke="#1f4f2b", width=8),
    "hated": Style(stroke="#a51d1d", width=8, dash=(14, 6)),
    "tag": Style(fill="#e0a526"),
    "column": Style(fill="#dfe8f5", stroke="#9db3d6", width=2),
    "chip-plain": Style(fill="#f7f3ea", stroke="#b9a98c", width=3),
    "chip-done": Style(fill="#eceae5", stroke="#c9c4ba", width=3),
}
SUITS = {
    **{f"suit-{suit}": Style(fill=fill, stroke=OUTLINE, width=3) for suit, fill in SUIT_FILLS.items()},
    **{f"glade-{suit}": Style(fill=fill) for suit, fill in SUIT_TINTS.items()},
    **{f"chip-{suit}": Style(fill="#fffdf8", stroke=fill, width=4) for suit, fill in SUIT_FILLS.items()},
}
FACTIONS = {
    **{f"of-{name}": Style(fill=fill, stroke=FACTION_DARKS[name], width=4) for name, fill in FACTION_FILLS.items()},
    **{f"tile-{name}": Style(fill=fill, stroke=FACTION_DARKS[name], width=3) for name, fill in FACTION_FILLS.items()},
    **{f"rule-{name}": Style(stroke=fill, width=14) for name, fill in FACTION_FILLS.items()},
    **{f"hem-{name}": Style(stroke=fill, width=7) for name, fill in FACTION_FILLS.items()},
    **{f"board-{name}": Style(fill=FACTION_TINTS[name], stroke=fill, width=5) for name, fill in FACTION_FILLS.items()},
    **{f"band-{name}": Style(fill=fill) for name, fill in FACTION_FILLS.items()},
}
STYLES = {**GROUND, **THINGS, **WORDS, **PANELS, **SUITS, **FACTIONS}

INKS = {
    "heading": Ink(bold=True),
    "note": Ink(dim=True),
    "path": Ink(137),
    "river": Ink(33, -1, True),
    "box": Ink(245),
    "battle": Ink(231, 124, True),
    "alarm": Ink(160, -1, True),
    "wood": Ink(94, -1, True),
    "fox": Ink(166, -1, True),
    "rabbit": Ink(178, -1, True),
    "mouse": Ink(174, -1, True),
    "bird": Ink(37, -1, True),
    "cult": Ink(15, 28, True),
    "marquise": Ink(16, 208, True),
    "eyrie": Ink(15, 25, True),
}
