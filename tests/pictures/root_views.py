"""Hand-made views of Root: no game came to them, but every one could."""

from collections.abc import Mapping

from domain.root.cards import BIRD, SUITS, count_suits
from domain.root.factions import COLUMNS, LEADERS, STOCK, VIZIERS, WARRIORS
from domain.root.view import (
    GameView,
    SeenBattle,
    SeenClearing,
    SeenCult,
    SeenDecree,
    SeenEyrie,
    SeenMarquise,
    SeenPiece,
    SeenSeat,
)
from domain.root.woodland import woodland

CULT, MARQUISE, EYRIE = 0, 1, 2
ALL = ("cult", "marquise", "eyrie")
Troops = tuple[int, ...]
Pieces = tuple[tuple[int, str], ...]


def clearings(
    seats: int,
    troops: Mapping[int, Troops],
    buildings: Mapping[int, Pieces],
    tokens: Mapping[int, Pieces],
    rulers: Mapping[int, int],
) -> tuple[SeenClearing, ...]:
    """All clearings, with what is named in them."""
    return tuple(
        SeenClearing(
            number=one.number,
            suit=one.suit,
            warriors=troops.get(one.number, (0,) * seats),
            buildings=tuple(SeenPiece(*piece) for piece in buildings.get(one.number, ())),
            tokens=tuple(SeenPiece(*piece) for piece in tokens.get(one.number, ())),
            slots=one.building_slots - one.ruin,
            open_slots=one.building_slots - one.ruin - len(buildings.get(one.number, ())),
            ruin=one.ruin,
            ruler=rulers.get(one.number, -1),
        )
        for one in woodland("autumn").clearings
    )


def seat(faction: str, score: int | None = 0, hand: tuple[str, ...] = (), **changes: object) -> SeenSeat:
    """A board with an open hand, and nothing else unless named."""
    values: dict[str, object] = {
        "faction": faction,
        "score": score,
        "hand_size": len(hand) or 3,
        "hand": hand,
        "known": (),
        "play": (),
        "dominance": None,
        "items": (),
        "stock": {"warrior": WARRIORS[faction], **STOCK[faction]},
    }
    return SeenSeat(**{**values, **changes})  # type: ignore[arg-type]


def game(seats: tuple[SeenSeat, ...], woods: tuple[SeenClearing, ...], **changes: object) -> GameView:
    """A view with nothing going on unless named; the boards' own parts follow from the factions."""
    values: dict[str, object] = {
        "viewer": 0,
        "seats": seats,
        "phase": "daylight",
        "step": "rituals",
        "turn": 1,
        "active": 0,
        "wanted": "rituals",
        "clearings": woods,
        "deck_size": 30,
        "discard": (),
        "available": (),
        "lost_souls": (),
        "item_supply": woodland("autumn").item_supply,
        "activated": (),
        "used": (),
        "wounded": (),
        "battle": None,
        "cult": None,
        "marquise": None,
        "eyrie": None,
        "ranking": (),
    }
    values |= changes
    return GameView(**{"awaited": (values["active"],), **values})  # type: ignore[arg-type]


def cult(outcast: str | None = "mouse", hated: bool = False, acolytes: int = 0, **changes: object) -> SeenCult:
    """The Cult's board in seat 0."""
    values: dict[str, object] = {
        "seat": CULT,
        "acolytes": acolytes,
        "outcast": outcast,
        "hated": hated,
        "gardens": dict.fromkeys(SUITS, 0),
        "revealed": (),
        "scored": (),
        "next_outcast": outcast,
        "next_hated": True,
    }
    return SeenCult(**{**values, **changes})  # type: ignore[arg-type]


def eyrie(leader: str | None, columns: Mapping[str, tuple[str, ...]], resolved: tuple[str, ...] = ()) -> SeenEyrie:
    """The Eyrie's board in seat 2, the viziers under the leader's columns."""
    decree = {column: columns.get(column, ()) for column in COLUMNS}
    for column, vizier in zip(LEADERS.get(leader or "", ()), VIZIERS, strict=False):
        decree[column] = (vizier, *decree[column])
    rest = tuple(one for one in LEADERS if one != leader)
    return SeenEyrie(EYRIE, leader, rest, SeenDecree(**decree, resolved=resolved))


def early_setup() -> GameView:
    """The keep stands; the Eyrie chooses its corner; the Cult waits."""
    woods = clearings(
        3,
        {n: (0, 1, 0) for n in range(1, 13) if n != 3},
        {1: ((MARQUISE, "sawmill"),), 5: ((MARQUISE, "workshop"),), 9: ((MARQUISE, "recruiter"),)},
        {1: ((MARQUISE, "keep"),)},
        {n: MARQUISE for n in range(1, 13) if n != 3},
    )
    seats = (
        seat("cult", 0, ("anvil#1", "cobbler#1", "ambush-bird#1")),
        seat("marquise", stock={"warrior": 14, "sawmill": 5, "workshop": 5, "recruiter": 5, "wood": 8}),
        seat("eyrie"),
    )
    return game(
        seats,
        woods,
        phase="setup",
        step="roost_corner",
        turn=0,
        awaited=(EYRIE,),
        wanted="roost_corner",
        deck_size=45,
        cult=cult(None, next_outcast=None, next_hated=False),
        marquise=SeenMarquise(MARQUISE, 1, 0, False, False),
        eyrie=eyrie(None, {}),
    )


MIDDLE_TROOPS: dict[int, Troops] = {
    1: (0, 4, 0), 2: (3, 0, 2), 3: (0, 0, 7), 4: (5, 1, 0), 5: (0, 2, 0), 6: (0, 0, 3), 7: (2, 0, 4), 8: (1, 1, 0),
    9: (0, 3, 0), 10: (1, 5, 0), 11: (2, 4, 3), 12: (2, 2, 0),
}  # fmt: skip
MIDDLE_BUILDINGS: dict[int, Pieces] = {
    1: ((MARQUISE, "sawmill"),),
    2: ((CULT, "garden-mouse"), (CULT, "garden-mouse")),
    3: ((EYRIE, "roost"),),
    4: ((CULT, "garden-rabbit"),),
    5: ((MARQUISE, "workshop"), (MARQUISE, "recruiter")),
    6: ((EYRIE, "roost"),),
    7: ((EYRIE, "roost"),),
    9: ((MARQUISE, "sawmill"), (MARQUISE, "recruiter")),
    10: ((MARQUISE, "workshop"),),
    11: ((CULT, "garden-mouse"), (MARQUISE, "sawmill")),
    12: ((CULT, "garden-fox"),),
}
MIDDLE_TOKENS: dict[int, Pieces] = {
    1: ((MARQUISE, "keep"), (MARQUISE, "wood"), (MARQUISE, "wood")),
    9: ((MARQUISE, "wood"),),
    11: ((MARQUISE, "wood"), (MARQUISE, "wood"), (MARQUISE, "wood")),
}
MIDDLE_RULERS = {
    1: MARQUISE, 2: CULT, 3: EYRIE, 4: CULT, 5: MARQUISE, 6: EYRIE, 7: EYRIE, 9: MARQUISE, 10: MARQUISE, 11: CULT, 12: CULT,
}  # fmt: skip
MIDDLE_SOULS = (
    "ambush-fox#1", "tax-collector#2", "anvil#1", "codebreakers#1", "birdy-bindle#1", "bake-sale#1", "dominance-mouse#1",
)  # fmt: skip
MIDDLE_DISCARD = (
    "root-tea-fox#1", "mouse-in-a-sack#1", "sword#1", "favor-of-the-mice#1", "arms-trader#1", "tax-collector#1",
    "a-visit-to-friends#1", "better-burrow-bank#2",
)  # fmt: skip


def middle(**changes: object) -> GameView:
    """A game in full swing, seen by the Cult: the Eyrie attacks the Marquise in clearing 11."""
    woods = clearings(3, MIDDLE_TROOPS, MIDDLE_BUILDINGS, MIDDLE_TOKENS, MIDDLE_RULERS)
    seats = (
        seat(
            "cult",
            14,
            ("investments#1", "scouting-party#1", "foxfolk-steel#1", "royal-claim#1", "cobbler#2"),
            known=("cobbler#2",),
            items=("tea", "sword"),
            stock={"warrior": 6, "garden-fox": 4, "garden-rabbit": 4, "garden-mouse": 2},
        ),
        seat(
            "marquise",
            17,
            (),
            hand_size=4,
            play=("sappers#1", "command-warren#1"),
            items=("bag", "coin", "hammer"),
            stock={"warrior": 3, "sawmill": 3, "workshop": 4, "recruiter": 4, "wood": 2},
        ),
        seat(
            "eyrie",
            14,
            ("stand-and-deliver#1",),
            hand_size=3,
            known=("stand-and-deliver#1",),
            play=("armorers#2", "brutal-tactics#1"),
            items=("boot",),
            stock={"warrior": 1, "roost": 4},
        ),
    )
    decree = {
        "recruit": ("protection-racket#1",),
        "move": ("woodland-runners#1", "travel-gear-mouse#1"),
        "battle": ("crossbow-mouse#1",),
        "build": ("smugglers-trail#1",),
    }
    resolved = ("protection-racket#1", VIZIERS[0], "woodland-runners#1", "travel-gear-mouse#1")
    values: dict[str, object] = {
        "phase": "daylight",
        "step": "battle",
        "turn": 7,
        "active": EYRIE,
        "awaited": (MARQUISE,),
        "wanted": "effects",
        "deck_size": 19,
        "discard": MIDDLE_DISCARD,
        "lost_souls": MIDDLE_SOULS,
        "available": ("dominance-bird#1",),
        "item_supply": {"bag": 1, "boot": 1, "crossbow": 1, "hammer": 0, "sword": 1, "tea": 1, "coin": 1},
        "activated": (3, 6),
        "used": ("command-warren#1",),
        "battle": SeenBattle(11, EYRIE, MARQUISE, "effects", None, (3, 1)),
        "cult": cult(
            "mouse", False, 3, gardens={"fox": 1, "rabbit": 1, "mouse": 3}, next_outcast="fox", next_hated=False
        ),
        "marquise": SeenMarquise(MARQUISE, 1, 0, True, False),
        "eyrie": eyrie("charismatic", decree, resolved),
    }
    return game(seats, woods, **{**values, **changes})


def hated() -> GameView:
    """The Cult in its Daylight, the Outcast Hated, cards revealed, one spent to score."""
    revealed = (("travel-gear-mouse#1", "build"), ("ambush-bird#2", "sacrifice"))
    board = cult(
        "mouse",
        True,
        8,
        gardens={"fox": 1, "rabbit": 1, "mouse": 3},
        revealed=revealed,
        scored=("sword#1",),
        next_outcast="mouse",
        next_hated=True,
    )
    return middle(
        battle=None,
        active=CULT,
        awaited=(CULT,),
        step="rituals",
        wanted="rituals",
        turn=8,
        cult=board,
        lost_souls=("sword#1",),
        discard=MIDDLE_SOULS,
        activated=(),
    )


def dominance() -> GameView:
    """The Marquise plays for mice, seen by a spectator; field hospitals are open."""
    shown = middle(viewer=None, available=(), battle=None, wanted="hospitals", wounded=((11, 2),))
    first, second, third = shown.seats
    seats = (
        seat("cult", 14, (), hand_size=5, stock=first.stock),
        seat(
            "marquise",
            None,
            (),
            hand_size=4,
            play=(*second.play, "dominance-mouse#1"),
            dominance="dominance-mouse#1",
            stock=second.stock,
        ),
        third,
    )
    values = {field: getattr(shown, field) for field in shown.__struct_fields__}
    souls = tuple(card for card in MIDDLE_SOULS if not card.startswith("dominance"))
    return GameView(**{**values, "seats": seats, "lost_souls": souls})


def finished() -> GameView:
    """The Cult has won."""
    shown = middle(phase="over", step="", battle=None, awaited=(), wanted="", ranking=(1, 2, 3), turn=15)
    values = {field: getattr(shown, field) for field in shown.__struct_fields__}
    seats = (
        seat("cult", 31, shown.seats[0].hand, stock=shown.seats[0].stock),
        seat("marquise", 27, (), hand_size=2, stock=shown.seats[1].stock),
        seat("eyrie", 22, (), hand_size=0, stock=shown.seats[2].stock),
    )
    return GameView(**{**values, "seats": seats})


def without_the_cult() -> GameView:
    """Two seats, Eyrie and Marquise: no Lost Souls; the Eyrie between its columns."""
    woods = clearings(
        2,
        {1: (0, 5), 3: (6, 0), 11: (2, 2), 12: (1, 0)},
        {1: ((1, "workshop"),), 3: ((0, "roost"),), 9: ((1, "sawmill"),), 5: ((1, "recruiter"),)},
        {1: ((1, "keep"),), 9: ((1, "wood"),)},
        {1: 1, 3: 0, 9: 1, 5: 1, 11: 0, 12: 0},
    )
    seats = (
        seat("eyrie", 2, ("armorers#1", "bake-sale#1"), stock={"warrior": 11, "roost": 6}),
        seat("marquise", 3, (), stock={"warrior": 18, "sawmill": 5, "workshop": 5, "recruiter": 5, "wood": 7}),
    )
    board = eyrie("builder", {"build": ("root-tea-rabbit#1",)})
    return game(
        seats,
        woods,
        step="recruit",
        wanted="recruit",
        turn=2,
        discard=("cobbler#1", "anvil#1"),
        marquise=SeenMarquise(1, 1, 3, False, False),
        eyrie=SeenEyrie(0, board.leader, board.leaders, board.decree),
    )


def crowded() -> GameView:
    """Everybody in clearing 11, all slots full, the keep and much wood; long piles, many cards, a battle not yet rolled."""
    woods = clearings(
        3,
        {11: (25, 21, 20), 7: (0, 4, 0)},
        {11: ((EYRIE, "roost"), (MARQUISE, "sawmill")), 7: ((CULT, "garden-mouse"), (MARQUISE, "recruiter"))},
        {11: ((MARQUISE, "keep"), *((MARQUISE, "wood"),) * 8), 7: ()},
        {11: EYRIE, 7: CULT},
    )
    souls = tuple(f"{card}#1" for card in ("sappers", "anvil", "sword", "cobbler", "bake-sale", "codebreakers"))
    plenty = tuple(f"tax-collector#{n}" for n in (1, 2, 3)) + MIDDLE_DISCARD
    shown = middle(
        clearings=woods,
        active=CULT,
        awaited=(CULT,),
        step="conspiracies",
        wanted="foil",
        phase="birdsong",
        battle=SeenBattle(11, CULT, EYRIE, "ambush", "ambush-mouse#1", ()),
        lost_souls=souls * 3,
        discard=plenty,
        cult=cult("fox", True, 17, gardens={"fox": 5, "rabbit": 0, "mouse": 2}),
        eyrie=eyrie("despot", dict.fromkeys(COLUMNS, plenty[:5])),
    )
    assert count_suits(souls)[BIRD] == 1
    return shown


VIEWS = {
    "early set-up": early_setup(),
    "middle": middle(),
    "hated": hated(),
    "dominance": dominance(),
    "finished": finished(),
    "without the Cult": without_the_cult(),
    "crowded": crowded(),
}
