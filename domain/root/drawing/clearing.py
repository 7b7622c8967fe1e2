"""One clearing with all that stands in it: slots above, warriors in the middle, tokens below, who rules it around."""

from collections.abc import Iterator

from domain.root.drawing.land import HALF_HIGH, HALF_WIDE, PLACES
from domain.root.drawing.names import counted, faction_name, piece_name, tallied
from domain.root.drawing.symbols import BUILDINGS, TOKENS
from domain.root.drawing.telling import battle_line, name_of, ruled_by, seat_at
from domain.root.view import GameView, SeenBattle, SeenClearing, SeenPiece
from domain.table.scene import Circle, Group, Path, Rect, Shape, Text, Use

W, H = HALF_WIDE, HALF_HIGH
GLADE = f"M-{W} 0C-{W} -104 -112 -{H} 0 -{H}C112 -{H} {W} -104 {W} 0C{W} 104 112 {H} 0 {H}C-112 {H} -{W} 104 -{W} 0Z"
SLOTS_Y, WARRIORS_Y, TOKENS_Y = -50, 34, 110
SLOT_STEP, TOKEN_STEP = 72, 84
CORNER = (-126, -116)
BANNER = (126, -118)
PLATE_Y = -214
BANNER_SHAPE = "M-30 -34L30 -34L30 30L0 44L-30 30Z"


def clearing_shapes(view: GameView, clearing: SeenClearing) -> Group:
    """A clearing at its place."""
    x, y = PLACES[clearing.number]
    battle = view.battle if view.battle and view.battle.clearing == clearing.number else None
    shapes = (
        *glade(view, clearing, battle),
        *slots(view, clearing),
        *warriors(view, clearing),
        *tokens(view, clearing),
        *signs(view, clearing),
        *((plate(view, battle),) if battle else ()),
    )
    return Group(shapes, x, y, name=f"clearing {clearing.number}", title=clearing_title(view, clearing))


def clearing_title(view: GameView, clearing: SeenClearing) -> str:
    """The clearing in words."""
    return f"clearing {clearing.number}, {clearing.suit}, {ruled_by(view, clearing)}"


def glade(view: GameView, clearing: SeenClearing, battle: SeenBattle | None) -> Iterator[Shape]:
    """The ground, and around it the colour of who rules."""
    if battle:
        yield Path(GLADE, "battle-glow")
    else:
        yield Group((Path(GLADE, "glade-shade"),), 6, 12)
    yield Path(GLADE, f"glade-{clearing.suit}")
    yield Path(GLADE, "glade-edge")
    yield Path(GLADE, f"rule-{seat_at(view, clearing.ruler).faction}" if clearing.ruler >= 0 else "rule-none")
    if battle:
        yield Path(GLADE, "battle-ring")


def spread(count: int, step: int) -> list[int]:
    """Places side by side about the middle."""
    return [n * step - (count - 1) * step // 2 for n in range(count)]


def slots(view: GameView, clearing: SeenClearing) -> Iterator[Shape]:
    """Buildings, open slots, the ruin."""
    there: list[SeenPiece | str] = [*clearing.buildings, *["slot"] * clearing.open_slots]
    there += ["ruin"] * clearing.ruin
    step = min(SLOT_STEP, 216 // max(len(there), 1))
    for x, piece in zip(spread(len(there), step), there, strict=True):
        yield slot(view, clearing, piece, x)


def slot(view: GameView, clearing: SeenClearing, piece: SeenPiece | str, x: int) -> Group:
    """A building, an open slot or a ruin."""
    here = f" in clearing {clearing.number}"
    if isinstance(piece, str):
        title = "an open slot" if piece == "slot" else "a ruin, which fills a slot"
        return Group((Use(piece, 0, 0),), x, SLOTS_Y, name=f"{piece} {clearing.number}", title=title + here)
    title = f"{piece_name(piece.kind)} of {name_of(view, piece.seat)}{here}"
    known = piece.kind if piece.kind in BUILDINGS else "slot"
    return Group((Use(known, 0, 0),), x, SLOTS_Y, name=f"building {clearing.number} {piece.kind}", title=title)


def warriors(view: GameView, clearing: SeenClearing) -> Iterator[Shape]:
    """One figure for each faction, with how many it stands for."""
    present = [(seat, count) for seat, count in enumerate(clearing.warriors) if count]
    step, scale = (88, 84) if len(present) > 2 else (116, 90)
    for x, (seat, count) in zip(spread(len(present), step), present, strict=True):
        faction = seat_at(view, seat).faction
        yield Group(
            (Use(faction, 0, 0, f"of-{faction}", scale), *tally(24, 30, count)),
            x - 6,
            WARRIORS_Y,
            name=f"warriors {clearing.number} {faction} {count}",
            title=f"{counted(count, 'warrior')} of {faction_name(faction)} in clearing {clearing.number}",
        )


def tally(x: int, y: int, count: int) -> Iterator[Shape]:
    """A number on a dark ground."""
    wide = 40 if count < 10 else 54
    yield Rect(x - wide // 2, y - 20, wide, 40, "count-back", 20)
    yield Text(x, y + 11, str(count), "count")


def tokens(view: GameView, clearing: SeenClearing) -> Iterator[Shape]:
    """Tokens by kind, on the edge of the clearing."""
    kinds = tallied(f"{piece.seat} {piece.kind}" for piece in clearing.tokens)
    for x, (owned, count) in zip(spread(len(kinds), TOKEN_STEP), kinds, strict=True):
        seat, kind = owned.split(" ", 1)
        known = kind if kind in TOKENS else "coin"
        yield Group(
            (Use(known, 0, 0, scale=112), *(tally(26, 18, count) if count > 1 else ())),
            x - (8 if count > 1 else 0),
            TOKENS_Y,
            name=f"token {clearing.number} {kind} {count}",
            title=f"{counted(count, piece_name(kind))} of {name_of(view, int(seat))} in clearing {clearing.number}",
        )


def signs(view: GameView, clearing: SeenClearing) -> Iterator[Shape]:
    """The suit with the number, and the banner of who rules."""
    x, y = CORNER
    yield Use(f"suit-{clearing.suit}", x, y, scale=118, title=f"{clearing.suit} clearing")
    yield Circle(x - 26, y - 36, 26, "number-back")
    yield Text(x - 26, y - 23, str(clearing.number), "number")
    if clearing.ruler >= 0:
        yield banner(seat_at(view, clearing.ruler).faction, ruled_by(view, clearing))


def banner(faction: str, title: str) -> Group:
    """The banner of a faction."""
    return Group(
        (
            Path(BANNER_SHAPE, "number-back"),
            Use(faction, 0, -2, f"of-{faction}", 56),
            Path(BANNER_SHAPE, f"hem-{faction}"),
        ),
        *BANNER,
        name=f"rule {faction}",
        title=title,
    )


def plate(view: GameView, battle: SeenBattle) -> Group:
    """Who fights whom, with the dice between them."""
    attacker, defender = (seat_at(view, seat).faction for seat in (battle.attacker, battle.defender))
    dice = tuple(shape for x, value in zip((-34, 34), battle.dice, strict=False) for shape in die(x, value))
    return Group(
        (
            Rect(-142, -38, 284, 76, "plate", 16),
            Use(attacker, -100, 0, f"of-{attacker}", 66, title=f"attacker: {faction_name(attacker)}"),
            Use(defender, 100, 0, f"of-{defender}", 66, title=f"defender: {faction_name(defender)}"),
            *(dice or (Use("swords", 0, 0, scale=130),)),
        ),
        0,
        PLATE_Y,
        name=f"battle {battle.clearing} {attacker} {defender}",
        title=battle_line(view, battle),
    )


def die(x: int, value: int) -> Iterator[Shape]:
    """A die that has been rolled."""
    yield Rect(x - 27, -27, 54, 54, "die-high", 10)
    yield Text(x, 14, str(value), "pip")
