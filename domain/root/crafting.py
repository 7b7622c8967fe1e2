"""Crafting cards by activating pieces on the map (core-10)."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

from domain.root.cards import CARDS, Card
from domain.root.checks import check_clearing, check_in_hand, check_sorted
from domain.root.commands import Craft
from domain.root.events import CardCrafted, ItemGained
from domain.root.factions import CRAFTING_CLAUSE, CRAFTING_PIECE, GARDENS, is_building
from domain.root.piles import pile
from domain.root.removal import remove_all_enemies
from domain.root.scoring import score, winner
from domain.root.state import Game
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

ANY = "any"


def crafting_kind(game: Game, seat: int) -> str | None:
    """The crafting piece that the faction's board names (6.2.1, 7.2.1); of gardens, those of the Outcast's suit (10.2.1)."""
    cult = game.cult
    if cult is None or cult.seat != seat:
        return CRAFTING_PIECE[game.faction(seat)]
    return GARDENS[cult.outcast] if cult.outcast else None


def _pieces_like(game: Game, kind: str) -> list[list[tuple[int, str]]]:
    """The pieces by clearing among which those of a kind are: buildings or tokens."""
    return game.buildings if is_building(kind) else game.tokens


def ready_pieces(game: Game, seat: int) -> list[int]:
    """core-10: the clearings of the crafting pieces that are not activated yet this turn, one entry a piece, sorted."""
    kind = crafting_kind(game, seat)
    if kind is None:
        return []
    left = Counter({n: here.count((seat, kind)) for n, here in enumerate(_pieces_like(game, kind)) if here})
    left.subtract(Counter(game.activated))
    return sorted(left.elements())


def can_craft(game: Game, seat: int) -> bool:
    """Whether crafting is possible, by what everybody sees: with a card in hand and a piece to activate.

    Where everybody knows the whole hand, everybody sees whether one of its cards can be crafted.
    """
    if not game.hands[seat] or not ready_pieces(game, seat):
        return False
    return len(game.known[seat]) < len(game.hands[seat]) or bool(legal_crafts(game, seat))


def payments(game: Game, cost: Sequence[str], ready: Sequence[int]) -> list[tuple[int, ...]]:
    """core-10: the sets of pieces, by their clearings, that pay a cost one for one; `any` takes any suit."""
    wanted = Counter(icon for icon in cost if icon != ANY)
    paid: list[tuple[int, ...]] = [()]
    for suit, count in sorted(wanted.items()):
        there = [clearing for clearing in ready if game.paths.suits[clearing] == suit]
        paid = [(*chosen, *more) for chosen in paid for more in dict.fromkeys(combinations(there, count))]
    free = len(cost) - sum(wanted.values())
    found = dict.fromkeys(
        tuple(sorted((*chosen, *more)))
        for chosen in paid
        for more in combinations(sorted((Counter(ready) - Counter(chosen)).elements()), free)
    )
    return list(found)


def legal_crafts(game: Game, seat: int) -> list[Offer]:
    """core-10: the cards that can be crafted, with the pieces that can be activated for each."""
    if not _may_craft_now(game, seat):
        return []
    ready = ready_pieces(game, seat)
    rows = []
    for card in game.hands[seat]:
        face = CARDS[card]
        if face.cost is not None and len(face.cost) <= len(ready) and _fault(game, seat, face) is None:
            rows += [(card, paid) for paid in payments(game, face.cost, ready)]
    return [Offer(Craft, ("card", "clearings"), rows)] if rows else []


def _may_craft_now(game: Game, seat: int) -> bool:
    """6.2.1: the Marquise crafts before her actions."""
    return game.step != "actions" or (game.marquise is not None and not game.marquise.acting)


def _fault(game: Game, seat: int, face: Card) -> tuple[str, str] | None:
    """core-10: what keeps a card from being crafted, whatever is paid for it: a code and the word for its argument.

    core-5.5, core-5.6: ambush and dominance cards have no cost.
    """
    if face.cost is None:
        return "CANNOT_CRAFT_KIND", face.kind
    if face.item is not None and not game.items[face.item]:
        return "ITEM_NOT_IN_SUPPLY", face.item
    if face.kind == "persistent" and any(CARDS[card].effect == face.effect for card in game.play[seat]):
        return "DUPLICATE_EFFECT", face.name
    return None


def craft(game: Game, seat: int, command: Craft, chance: Chance) -> Iterator[Happening]:
    """core-10: pieces are activated, and the card does what it does: an item, an effect at once, or one that stays."""
    if not _may_craft_now(game, seat):
        raise Refusal("WRONG_STEP", "6.2.1", command="Craft", step="acting")
    check_in_hand(game, seat, command.card)
    face = CARDS[command.card]
    fault = _fault(game, seat, face)
    if fault is not None:
        raise Refusal(fault[0], "core-10", what=fault[1])
    _check_payment(game, seat, face, command.clearings)
    stays = face.kind == "persistent"
    yield Under(CRAFTING_CLAUSE[game.faction(seat)], CardCrafted(seat, command.card, command.clearings, stays))
    if face.item is not None:
        yield ItemGained(seat, face.item)
        yield from score(game, seat, "core-10", *_item_terms(game, seat, face))
    elif face.kind == "immediate":
        yield from remove_all_enemies(game, seat, face.suit)
    # At 30 points nothing else is resolved (core-12).
    if not stays and winner(game) is None:
        yield from pile(game, seat, command.card, "crafted", "core-10")


def _item_terms(game: Game, seat: int, face: Card) -> tuple[Term, ...]:
    """core-10: the printed points; 7.2.3: the Eyrie scores 1 instead, 7.8.1: but not under the Builder."""
    eyrie = game.eyrie
    if eyrie is not None and eyrie.seat == seat and eyrie.leader != "builder" and face.vp > 1:
        return (Term("item", 1, face.vp, "core-10"), Term("disdain", 1, 1 - face.vp, "7.2.3"))
    return (Term("item", 1, face.vp, "core-10"),)


def _check_payment(game: Game, seat: int, face: Card, clearings: tuple[int, ...]) -> None:
    kind = crafting_kind(game, seat) or ""
    for clearing in clearings:
        check_clearing(game, clearing)
        there = _pieces_like(game, kind)[clearing].count((seat, kind))
        if not there and any(
            piece in ((seat, garden) for garden in GARDENS.values()) for piece in game.buildings[clearing]
        ):
            raise Refusal("GARDEN_NOT_OUTCAST_SUIT", "10.2.1", clearing=clearing)
        if not there:
            raise Refusal("COST_NOT_PAID", "core-10", cost=face.cost or ())
        if clearings.count(clearing) > there - game.activated.count(clearing):
            raise Refusal("CRAFTING_PIECE_USED", "core-10", clearing=clearing)
    check_sorted(clearings)
    if clearings not in payments(game, face.cost or (), clearings):
        raise Refusal("COST_NOT_PAID", "core-10", cost=face.cost or ())
