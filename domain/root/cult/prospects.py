"""What the Cult's position promises, for a bot: in hundredths of a point. Heuristics, no law."""

from domain.root.cards import SUIT_OF, SUITS
from domain.root.cult.outcast import next_designation
from domain.root.cult.rituals import score_value
from domain.root.factions import GARDENS
from domain.root.outlook import Outlook
from domain.root.rule import open_slots
from domain.root.state import Game

GARDEN = 45
# Of the points that a suit may score each turn, what is to be expected: a card of the suit has to come, and is spent.
SCORED_A_TURN = 40
CARD_OF_SUIT = 20
ROOM = (0, 30, 42, 48)
ACOLYTE = 40
ACOLYTES_OF_USE = 9
HATED = 5
TARGET = 4


def prospects(look: Outlook, seat: int) -> int:
    """Gardens and what they score, room for more of them, and acolytes."""
    worth = sum(_suit(look, seat, suit) for suit in SUITS)
    return worth + _acolytes(look.game, seat)


def _suit(look: Outlook, seat: int, suit: str) -> int:
    game = look.game
    gardens = game.on_map(seat, GARDENS[suit])
    value = score_value(game, gardens) or 0
    held = sum(SUIT_OF[card] == suit for card in look.known_hand(seat))
    worth = GARDEN * gardens + look.over_turns(SCORED_A_TURN * value)
    if held and value:
        worth += CARD_OF_SUIT * value
    if game.stock[seat][GARDENS[suit]]:
        room = sum(
            max(open_slots(game, clearing), 0) for clearing in look.ruled[seat] if game.paths.suits[clearing] == suit
        )
        worth += ROOM[min(room, 3)]
    return worth


def _acolytes(game: Game, seat: int) -> int:
    """Acolytes, and what there is to do with them where the next Outcast would be."""
    cult = game.cult
    assert cult is not None
    worth = ACOLYTE * min(cult.acolytes, ACOLYTES_OF_USE)
    if not cult.acolytes or cult.outcast is None:
        return worth
    given = next_designation(game)
    targets = sum(
        any(owner != seat for owner, _ in game.buildings[clearing]) for clearing in game.paths.by_suit[given.outcast]
    )
    return worth + min(cult.acolytes, ACOLYTES_OF_USE) * (HATED * given.hated + TARGET * min(targets, 3))
