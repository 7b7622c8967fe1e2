"""The words and letters for what lies on the table, the same in the picture and in the terminal."""

from collections.abc import Iterable
from importlib import resources

import msgspec

from domain.root.cards import CARDS
from domain.root.factions import NAMES

SHORT = {"cult": "Cult", "marquise": "Marquise", "eyrie": "Eyrie"}
LETTERS = {"cult": "L", "marquise": "M", "eyrie": "E"}
"""L for the Lizards: C could be the cats as well."""
MARKS = {
    "sawmill": "Sa",
    "workshop": "Wo",
    "recruiter": "Re",
    "roost": "Ro",
    "garden-fox": "Gf",
    "garden-rabbit": "Gr",
    "garden-mouse": "Gm",
    "ruin": "##",
    "slot": "__",
}
"""Two letters for what fills a slot."""
PIECES = {"garden-fox": "fox garden", "garden-rabbit": "rabbit garden", "garden-mouse": "mouse garden"}
STEPS = {
    "keep": "place the keep",
    "starting_buildings": "place the first buildings",
    "roost_corner": "choose a corner",
    "first_leader": "choose a leader",
    "cult_corner": "choose a corner",
    "first_outcast": "choose the Outcast",
    "bank": "Better Burrow Bank",
    "birdsong": "cards of Birdsong",
    "new_rule": "cards of Birdsong",
    "after_decree": "cards of Daylight",
    "warren": "Command Warren",
    "discard": "discard to five",
    "wood": "place wood",
    "actions": "craft, then actions",
    "decree": "add to the Decree",
    "new_roost": "a new roost",
    "eyrie_craft": "craft",
    "recruit": "Decree: recruit",
    "move": "Decree: move",
    "battle": "Decree: battle",
    "build": "Decree: build",
    "adjust": "adjust the Outcast",
    "cult_craft": "craft",
}
"""What a step of a turn is called, where its id does not say it."""
BATTLE_STAGES = {
    "ambush": "will there be an ambush?",
    "foil": "will the ambush be foiled?",
    "ambush_hits": "hits of the ambush",
    "ambush_over": "the ambush is over",
    "roll": "the roll",
    "effects": "effects of cards",
    "hits": "dealing hits",
}
"""What comes next in a battle."""
_BOARDS = msgspec.json.decode((resources.files("domain.root.data") / "factions.json").read_bytes())
ABILITIES: dict[str, str] = {one["id"]: one["ability"] for one in _BOARDS["factions"]["eyrie"]["leaders"]}
"""What a leader of the Eyrie is good at."""


def faction_name(faction: str) -> str:
    """The name on the faction's board."""
    return NAMES.get(faction, faction)


def spoken(word: str) -> str:
    """An id as words."""
    return word.replace("_", " ").replace("-", " ")


def step_name(step: str) -> str:
    """What a step is called."""
    return STEPS.get(step, spoken(step))


def piece_name(kind: str) -> str:
    """What a kind of piece is called."""
    return PIECES.get(kind, spoken(kind))


def counted(number: int, thing: str) -> str:
    """A number of things in words; wood has no plural."""
    return f"{number} {thing}" if number == 1 or thing == "wood" else f"{number} {thing}s"


def card_name(copy: str) -> str:
    """The name on a card."""
    if copy.startswith("vizier"):
        return "Loyal Vizier"
    return CARDS[copy].name if copy in CARDS else copy


def card_suit(copy: str) -> str:
    """The suit of a card; the viziers of the Eyrie are birds."""
    return CARDS[copy].suit if copy in CARDS else "bird"


def card_said(copy: str) -> str:
    """A card with its suit, as people call it."""
    return f"{card_name(copy)} ({card_suit(copy)})"


def cost_said(copy: str) -> str:
    """What crafting a card takes, or nothing where it cannot be crafted."""
    cost = CARDS[copy].cost if copy in CARDS else None
    return " + ".join(f"{count} {suit}" for suit, count in tallied(cost or ()))


def card_title(copy: str) -> str:
    """All that is printed on a card, in one line."""
    if copy not in CARDS:
        return f"{card_said(copy)}: never leaves the Eyrie"
    card = CARDS[copy]
    cost = f" Costs {', '.join(card.cost)}." if card.cost else ""
    return f"{card_said(copy)}.{cost} {card.text}"


def cards_said(cards: Iterable[str]) -> str:
    """Cards in their order, or a dash."""
    return ", ".join(card_said(card) for card in cards) or "–"


def tallied(things: Iterable[str]) -> list[tuple[str, int]]:
    """Different things with how many there are, in the order in which they first appear."""
    counts: dict[str, int] = {}
    for thing in things:
        counts[thing] = counts.get(thing, 0) + 1
    return list(counts.items())
