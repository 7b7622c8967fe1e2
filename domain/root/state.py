"""The state of a game of Root. Only `changes` writes it."""

from dataclasses import dataclass, field, replace

from domain.root.cards import deck_for
from domain.root.factions import COLUMNS, LEADERS, STOCK, WARRIORS
from domain.root.options import GameOptions
from domain.root.woodland import Paths, paths, woodland
from domain.table.clauses import Edition
from domain.table.prompts import Prompt

NOWHERE = 0
"""Clearings have the numbers 1 to 12; lists by clearing keep their first entry empty."""


@dataclass(slots=True)
class Cult:
    """The Cult's board (10.3). `revealed` are this turn's cards with their rituals, `scored` the cards scored.

    `adjusted`: the Outcast has been adjusted at least once."""

    seat: int
    acolytes: int = 0
    outcast: str | None = None
    hated: bool = False
    adjusted: bool = False
    revealed: list[tuple[str, str]] = field(default_factory=list)
    scored: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Marquise:
    """The Marquise's board (6.3). `keep` is the keep's clearing; `acting`: an action has been taken this turn;
    `marching`: a second move may follow."""

    seat: int
    keep: int | None = None
    actions_left: int = 0
    acting: bool = False
    recruited: bool = False
    marching: bool = False


@dataclass(slots=True)
class Eyrie:
    """The Eyrie's board (7.3). `resolved` are the cards of the Decree that have been resolved this turn."""

    seat: int
    leader: str | None = None
    leaders: list[str] = field(default_factory=lambda: list(LEADERS))
    decree: dict[str, list[str]] = field(default_factory=lambda: {column: [] for column in COLUMNS})
    resolved: list[str] = field(default_factory=list)
    turmoil: bool = False


@dataclass(slots=True)
class Battle:
    """A battle going on (core-8). `stage` is the step that comes next; `cards` are the ambush cards played."""

    clearing: int
    attacker: int
    defender: int
    stage: str = "ambush"
    cards: list[tuple[int, str]] = field(default_factory=list)
    dice: tuple[int, int] | tuple[()] = ()
    rolled: tuple[int, int] = (0, 0)
    first: int | None = None
    effects: dict[int, tuple[str, ...]] = field(default_factory=dict)
    takes: dict[int, int] = field(default_factory=dict)
    chosen: dict[int, tuple[str, ...]] = field(default_factory=dict)
    despot_scored: bool = False

    def other(self, seat: int) -> int:
        """The side that is not this one."""
        return self.defender if seat == self.attacker else self.attacker

    def copy(self) -> "Battle":
        return replace(
            self,
            cards=self.cards.copy(),
            effects=self.effects.copy(),
            takes=self.takes.copy(),
            chosen=self.chosen.copy(),
        )


@dataclass(slots=True)
class Game:
    """A game of Root. Lists by seat are indexed by it, lists by clearing by the clearing's number.

    `deck` and `hands` are sorted: the order of the deck is chance's secret. `known[seat]` is what everybody knows to be in
    that hand. `warriors[seat][clearing]` counts, `supply[seat]` counts warriors off the map, `stock[seat]` other pieces.
    `feared` are the gardens for which random discards are due, `wounded` the warriors that field hospitals may bring back, by
    clearing. `taxed`: a Tax Collector's warrior has been removed, and its card is not drawn yet.
    `moved_to` is where the latest move went, `set_up` the factions that are ready.
    """

    options: GameOptions
    edition: Edition
    factions: tuple[str, ...]
    paths: Paths
    deck: list[str]
    hands: list[list[str]]
    known: list[list[str]]
    play: list[list[str]]
    warriors: list[list[int]]
    supply: list[int]
    stock: list[dict[str, int]]
    buildings: list[list[tuple[int, str]]]
    tokens: list[list[tuple[int, str]]]
    items: dict[str, int]
    crafted: list[list[str]]
    scores: list[int]
    dominance: list[str | None]
    cult: Cult | None
    marquise: Marquise | None
    eyrie: Eyrie | None
    discard: list[str] = field(default_factory=list)
    available: list[str] = field(default_factory=list)
    lost_souls: list[str] = field(default_factory=list)
    phase: str = "setup"
    step: str = ""
    turn: int = 0
    active: int = 0
    first: int = 0
    set_up: list[str] = field(default_factory=list)
    step_prompt: Prompt | None = None
    decisions: tuple[Prompt, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    activated: list[int] = field(default_factory=list)
    used: list[str] = field(default_factory=list)
    battle: Battle | None = None
    feared: tuple[str, ...] = ()
    wounded: dict[int, int] = field(default_factory=dict)
    taxed: bool = False
    moved_to: int = NOWHERE
    ranking: tuple[int, ...] = ()

    @property
    def seats(self) -> int:
        return len(self.factions)

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def faction(self, seat: int) -> str:
        """The faction that a seat plays."""
        return self.factions[seat]

    def seat_of(self, faction: str) -> int | None:
        """The seat that plays a faction, if one does."""
        return self.factions.index(faction) if faction in self.factions else None

    def on_map(self, seat: int, kind: str) -> int:
        """How many buildings of a kind a seat has on the map."""
        return STOCK[self.factions[seat]][kind] - self.stock[seat][kind]

    def building_count(self, clearing: int, seat: int, kind: str) -> int:
        """How many buildings of a kind a seat has in a clearing."""
        return self.buildings[clearing].count((seat, kind))

    def copy(self) -> "Game":
        """A game that shares nothing mutable with this one."""
        return replace(
            self,
            deck=self.deck.copy(),
            hands=[hand.copy() for hand in self.hands],
            known=[hand.copy() for hand in self.known],
            play=[cards.copy() for cards in self.play],
            warriors=[counts.copy() for counts in self.warriors],
            supply=self.supply.copy(),
            stock=[pieces.copy() for pieces in self.stock],
            buildings=[pieces.copy() for pieces in self.buildings],
            tokens=[pieces.copy() for pieces in self.tokens],
            items=self.items.copy(),
            crafted=[items.copy() for items in self.crafted],
            scores=self.scores.copy(),
            dominance=self.dominance.copy(),
            cult=self.cult and replace(self.cult, revealed=self.cult.revealed.copy(), scored=self.cult.scored.copy()),
            marquise=self.marquise and replace(self.marquise),
            eyrie=self.eyrie
            and replace(
                self.eyrie,
                leaders=self.eyrie.leaders.copy(),
                decree={column: cards.copy() for column, cards in self.eyrie.decree.items()},
                resolved=self.eyrie.resolved.copy(),
            ),
            discard=self.discard.copy(),
            available=self.available.copy(),
            lost_souls=self.lost_souls.copy(),
            set_up=self.set_up.copy(),
            activated=self.activated.copy(),
            used=self.used.copy(),
            battle=self.battle and self.battle.copy(),
            wounded=self.wounded.copy(),
        )


def new_game(options: GameOptions, seats: int, edition: Edition) -> Game:
    """The state before the first event: all pieces with their owners, all cards in the deck (core-13)."""
    factions = options.factions_of(seats)
    board = woodland(options.map)
    clearings = len(board.clearings) + 1
    return Game(
        options,
        edition,
        factions,
        paths(options.map),
        deck=deck_for(seats),
        hands=[[] for _ in factions],
        known=[[] for _ in factions],
        play=[[] for _ in factions],
        warriors=[[0] * clearings for _ in factions],
        supply=[WARRIORS[faction] for faction in factions],
        stock=[dict(STOCK[faction]) for faction in factions],
        buildings=[[] for _ in range(clearings)],
        tokens=[[] for _ in range(clearings)],
        items=dict(board.item_supply),
        crafted=[[] for _ in factions],
        scores=[0] * seats,
        dominance=[None] * seats,
        cult=Cult(factions.index("cult")) if "cult" in factions else None,
        marquise=Marquise(factions.index("marquise")) if "marquise" in factions else None,
        eyrie=Eyrie(factions.index("eyrie")) if "eyrie" in factions else None,
    )
