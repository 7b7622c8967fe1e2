"""What the Eyrie's position promises, for a bot: in hundredths of a point. Heuristics, no law."""

from collections.abc import Sequence

from domain.root.battle.declaring import enemies_in
from domain.root.cards import BIRD, SUITS
from domain.root.eyrie.decree import remaining, suit_of
from domain.root.factions import COLUMNS, ROOST_POINTS
from domain.root.outlook import POINT, Outlook, is_before_evening
from domain.root.rule import may_place, open_slots
from domain.root.state import Eyrie

ROOST = 60
# A card that can be resolved again and again, by its column.
DECREED = {"recruit": 24, "move": 10, "battle": 14, "build": 26}
DECREED_AT_MOST = 3
# For each card that the Decree lacks a place for: at once, and next turn, until when places may be made.
MISSING_NOW = 100
MISSING_LATER = 45
NO_CARD = 40


def prospects(look: Outlook, seat: int) -> int:
    """Roosts with what they score, and a Decree that goes on holding."""
    game = look.game
    eyrie = game.eyrie
    assert eyrie is not None
    roosts = game.on_map(seat, "roost")
    evening = ROOST_POINTS[roosts] * POINT
    worth = ROOST * roosts + look.over_turns(evening) + evening * is_before_evening(game, seat)
    if not game.hands[seat] and not is_before_evening(game, seat):
        worth -= NO_CARD
    return worth + _decree(look, seat, eyrie)


def _decree(look: Outlook, seat: int, eyrie: Eyrie) -> int:
    game = look.game
    now = is_before_evening(game, seat) and not eyrie.turmoil and game.phase != "evening"
    places = _places(look, seat)
    worth = 0
    missing_now = missing_later = 0
    for column, cards in eyrie.decree.items():
        if not cards:
            continue
        missing_later += _missing(cards, places[column])
        if now:
            missing_now += _missing(remaining(game, column), places[column])
        worth += DECREED[column] * min(len(cards), DECREED_AT_MOST)
    birds = sum(suit_of(card) == BIRD for cards in eyrie.decree.values() for card in cards)
    cost = 1 + min(birds, game.scores[seat])
    return worth - (MISSING_NOW * min(missing_now, 2) + MISSING_LATER * min(missing_later, 3)) * (1 + cost) // 3


def _missing(cards: Sequence[str], places: dict[str, int]) -> int:
    """How many cards there is no place for: birds take what the others leave."""
    suits = [suit_of(card) for card in cards]
    left = sum(places.values())
    missing = 0
    for suit in SUITS:
        wanted = suits.count(suit)
        missing += max(wanted - places[suit], 0)
        left -= min(wanted, places[suit])
    return missing + max(suits.count(BIRD) - left, 0)


def _places(look: Outlook, seat: int) -> dict[str, dict[str, int]]:
    """By column and suit, how often the action can be taken."""
    game, ruled, warriors = look.game, look.ruled[seat], look.game.warriors[seat]
    places: dict[str, dict[str, int]] = {column: dict.fromkeys(game.paths.by_suit, 0) for column in COLUMNS}
    for clearing in range(1, len(game.buildings)):
        suit, here, roost = game.paths.suits[clearing], warriors[clearing], (seat, "roost") in game.buildings[clearing]
        if roost:
            places["recruit"][suit] += game.supply[seat]
        if here and enemies_in(game, seat, clearing):
            places["battle"][suit] += min(here, 2)
        if clearing in ruled:
            places["move"][suit] += here
            if not roost and open_slots(game, clearing) > 0 and may_place(game, seat, clearing):
                places["build"][suit] += 1
    return places
