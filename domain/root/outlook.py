"""A position as one seat sees it, and what is judged alike for every faction. Heuristics, no law."""

from collections.abc import Sequence
from typing import NamedTuple

from domain.root.cards import CARDS, HAND_LIMIT
from domain.root.rule import open_slots, ruler
from domain.root.scoring import POINTS_TO_WIN
from domain.root.state import Game

# A hundredth of a point is the unit, so that small preferences can be told apart in whole numbers.
POINT = 100
CARD = 55
AMBUSH = 12
CRAFTABLE_POINT = 30
EFFECT_IN_PLAY = 60
EFFECTS_WORTH_MORE = {"better-burrow-bank": 30, "codebreakers": -40, "tax-collector": -10}
RULED = 14
# What so many warriors in one clearing are worth: the first hold it, the others help.
STACK = (0, 30, 58, 82, 100, 114, 125, 134, 142, 149, 155)
DANGER = 14


class Outlook(NamedTuple):
    """What a judgement is made from: public knowledge, and the viewer's own hand.

    `ruled` are the clearings that each seat rules, `turns` the turns that may be left, in tenths.
    """

    game: Game
    viewer: int
    ruled: tuple[list[int], ...]
    turns: int

    def known_hand(self, seat: int) -> Sequence[str]:
        """The cards in a hand that the viewer knows of."""
        return self.game.hands[seat] if seat == self.viewer else self.game.known[seat]

    def over_turns(self, each: int) -> int:
        """What comes again every turn is worth so much."""
        return each * self.turns // 10


def outlook(game: Game, viewer: int) -> Outlook:
    """The position as a seat sees it."""
    ruled: tuple[list[int], ...] = tuple([] for _ in game.factions)
    for clearing in range(1, len(game.buildings)):
        seat = ruler(game, clearing)
        if seat is not None:
            ruled[seat].append(clearing)
    return Outlook(game, viewer, ruled, 10 + max(POINTS_TO_WIN - max(game.scores), 0))


def is_before_evening(game: Game, seat: int) -> bool:
    """Whether the seat is on turn, and what its Evening brings is still to come."""
    return game.active == seat and game.phase in ("birdsong", "daylight", "evening") and game.step != "discard"


def cards_worth(look: Outlook, seat: int, drawn: int) -> int:
    """Cards in hand, with the `drawn` of each Evening; those above the limit are worth nothing."""
    game = look.game
    held = len(game.hands[seat]) + drawn * is_before_evening(game, seat)
    special = sum(_special(look, seat, card) for card in look.known_hand(seat))
    return CARD * min(held, HAND_LIMIT) + special + look.over_turns(drawn * CARD // 2)


def _special(look: Outlook, seat: int, card: str) -> int:
    face = CARDS[card]
    if face.kind == "ambush":
        return AMBUSH
    if face.item is not None and look.game.items[face.item]:
        return CRAFTABLE_POINT * face.vp // 2
    return 0


def in_play_worth(look: Outlook, seat: int) -> int:
    """Cards in front of a seat."""
    worth = 0
    for card in look.game.play[seat]:
        effect = CARDS[card].effect
        if effect == "royal-claim":
            worth += POINT * len(look.ruled[seat]) * 9 // 10
        elif CARDS[card].kind == "persistent":
            worth += EFFECT_IN_PLAY + EFFECTS_WORTH_MORE.get(effect or "", 0)
    return worth


def forces_worth(look: Outlook, seat: int) -> int:
    """Warriors on the map and what they rule."""
    stacks = sum(STACK[min(count, len(STACK) - 1)] for count in look.game.warriors[seat] if count)
    return stacks + RULED * len(look.ruled[seat])


def danger(look: Outlook, seat: int) -> int:
    """What threatens the seat's buildings: enemy warriors beside them, where they are more than its own."""
    game, worth, own = look.game, 0, look.game.warriors[seat]
    for clearing, pieces in enumerate(game.buildings):
        standing = [owner for owner, _ in pieces].count(seat) if pieces else 0
        if standing:
            here = own[clearing]
            enemies = sum([counts[clearing] for counts in game.warriors]) - here
            worth += DANGER * (standing * min(max(enemies - here, 0), 4) - min(here, 2))
    return worth


def open_slots_ruled(look: Outlook, seat: int) -> int:
    """How many buildings there is room for where the seat rules."""
    return sum(max(open_slots(look.game, clearing), 0) for clearing in look.ruled[seat])
