"""What a seat or a spectator may see of a game of Root (core-1.4).

Public: all pieces, hand sizes, what lies open. Private: the cards in a hand, and the order of the deck. `known` is what
everybody knows to be in a hand, because everybody saw it go there.
"""

import msgspec


class SeenPiece(msgspec.Struct, frozen=True):
    """A building or a token: whose it is, and its kind (`sawmill`, `garden-fox`, `wood` …)."""

    seat: int
    kind: str


class SeenClearing(msgspec.Struct, frozen=True):
    """A clearing: its suit, warriors by seat, buildings, tokens, open slots, and who rules it (-1: nobody)."""

    number: int
    suit: str
    warriors: tuple[int, ...]
    buildings: tuple[SeenPiece, ...]
    tokens: tuple[SeenPiece, ...]
    slots: int
    open_slots: int
    ruin: bool
    ruler: int


class SeenDecree(msgspec.Struct, frozen=True):
    """The Eyrie's Decree by column; `resolved` are the cards resolved this turn."""

    recruit: tuple[str, ...]
    move: tuple[str, ...]
    battle: tuple[str, ...]
    build: tuple[str, ...]
    resolved: tuple[str, ...]


class SeenSeat(msgspec.Struct, frozen=True):
    """One seat's board. `score` is None once it plays for dominance.

    `hand` are the cards that the viewer may see: all of the own hand, else what everybody knows (`known`). `stock` counts
    the pieces that are neither on the map nor out of the game, by kind. `play` are the cards lying in front of the seat.
    """

    faction: str
    score: int | None
    hand_size: int
    hand: tuple[str, ...]
    known: tuple[str, ...]
    play: tuple[str, ...]
    dominance: str | None
    items: tuple[str, ...]
    stock: dict[str, int]


class SeenCult(msgspec.Struct, frozen=True):
    """The Cult's board: `gardens` counts those on the map by suit, `revealed` the cards revealed this turn, with their
    rituals. `next_outcast` and `next_hated` are what the next adjustment would give if it happened now."""

    seat: int
    acolytes: int
    outcast: str | None
    hated: bool
    gardens: dict[str, int]
    revealed: tuple[tuple[str, str], ...]
    scored: tuple[str, ...]
    next_outcast: str | None
    next_hated: bool


class SeenMarquise(msgspec.Struct, frozen=True):
    """The Marquise's board. `keep` is the clearing of the keep, None before and after it stands."""

    seat: int
    keep: int | None
    actions_left: int
    recruited: bool
    marching: bool


class SeenEyrie(msgspec.Struct, frozen=True):
    """The Eyrie's board: the leader in charge, the leaders still face up, and the Decree."""

    seat: int
    leader: str | None
    leaders: tuple[str, ...]
    decree: SeenDecree


class SeenBattle(msgspec.Struct, frozen=True):
    """The battle going on. `stage` is the step it stands at, `dice` what was rolled (high, low), empty before."""

    clearing: int
    attacker: int
    defender: int
    stage: str
    ambush: str | None
    dice: tuple[int, ...]


class GameView(msgspec.Struct, frozen=True):
    """The table as one viewer sees it. `viewer` is a seat, or None for a spectator.

    `phase` is `setup`, `birdsong`, `daylight`, `evening` or `over`; `ranking[seat]` is the rank, 1 for the winner (empty
    before the end). `active` is the seat whose turn it is; `awaited` are the seats that the game waits for, in set-up and in
    decisions outside their turn too, and `wanted` is the kind of what they are asked for. `lost_souls` is in its order, first
    card first. `activated` are the clearings of the crafting pieces used this turn, `wounded` the clearings and numbers of
    warriors that field hospitals may still bring back.
    """

    viewer: int | None
    seats: tuple[SeenSeat, ...]
    phase: str
    step: str
    turn: int
    active: int
    awaited: tuple[int, ...]
    wanted: str
    clearings: tuple[SeenClearing, ...]
    deck_size: int
    discard: tuple[str, ...]
    available: tuple[str, ...]
    lost_souls: tuple[str, ...]
    item_supply: dict[str, int]
    activated: tuple[int, ...]
    used: tuple[str, ...]
    wounded: tuple[tuple[int, int], ...]
    battle: SeenBattle | None
    cult: SeenCult | None
    marquise: SeenMarquise | None
    eyrie: SeenEyrie | None
    ranking: tuple[int, ...]
