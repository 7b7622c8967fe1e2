"""The roll, the cards that are used after it, and how many hits it makes (core-8.3 to core-8.5)."""

from collections.abc import Iterator

from domain.root.cards import CARDS
from domain.root.checks import check_sorted
from domain.root.commands import OrderEffects, UseBattleEffects
from domain.root.events import BattleEffectsUsed, DiceRolled, EffectsOrdered, HitsCounted
from domain.root.piles import pile
from domain.root.scoring import score
from domain.root.state import Battle, Game
from domain.root.steps import ask
from domain.table.chance import Chance
from domain.table.messages import Term
from domain.table.offers import Offer, OneOf, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening

DICE = "dice"


# --- core-8.2, core-8.3 The roll --------------------------------------------------------------------------------------


def roll(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.3: two dice, 0 to 3; the attacker has the higher, the defender the lower, each capped by its warriors.

    core-8.2: these factions have no effects before the roll.
    """
    dice = chance.below(DICE, 4), chance.below(DICE, 4)
    high, low = max(dice), min(dice)
    caps = (game.warriors[side][battle.clearing] for side in (battle.attacker, battle.defender))
    yield DiceRolled(dice, high, low, *caps)


# --- core-8.4 After the roll ------------------------------------------------------------------------------------------


def usable_effects(game: Game, seat: int) -> list[str]:
    """core-8.4: the cards that a side may use after the roll, one of each effect.

    card-armorers: either side; card-sappers: the defender; card-brutal-tactics: the attacker.
    """
    assert game.battle is not None
    own = {"armorers", "brutal-tactics"} if seat == game.battle.attacker else {"armorers", "sappers"}
    return sorted(card for card in game.play[seat] if CARDS[card].effect in own)


def ask_for_effects(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.4: each side with cards to use decides about them; if both have, the attacker says who goes first."""
    sides = [
        side for side in (battle.attacker, battle.defender) if side not in battle.effects and usable_effects(game, side)
    ]
    if not sides:
        yield from _count(game, battle)
    elif len(sides) == 2 and battle.first is None:
        yield ask(battle.attacker, "effects_order")
    else:
        yield ask(battle.first if battle.first in sides else sides[0], "effects")


def legal_orders(game: Game, seat: int) -> list[Offer]:
    assert game.battle is not None
    return [Offer(OrderEffects, free={"first": OneOf((game.battle.attacker, game.battle.defender))})]


def order_effects(game: Game, seat: int, command: OrderEffects, chance: Chance) -> Iterator[Happening]:
    """core-8.4: the attacker chooses whose effects come first."""
    assert game.battle is not None
    if command.first not in (game.battle.attacker, game.battle.defender):
        raise Refusal("NOT_IN_BATTLE", "core-8.4", seat=command.first)
    yield EffectsOrdered(seat, command.first)


def legal_effects(game: Game, seat: int) -> list[Offer]:
    usable = tuple(usable_effects(game, seat))
    return [Offer(UseBattleEffects, free={"cards": SomeOf(usable, 0, len(usable))})]


def use_battle_effects(game: Game, seat: int, command: UseBattleEffects, chance: Chance) -> Iterator[Happening]:
    """core-8.4: the cards are used. card-brutal-tactics: the defender scores 1 for it; the others are discarded."""
    usable = usable_effects(game, seat)
    check_sorted(command.cards)
    for card in command.cards:
        if card not in usable or command.cards.count(card) > 1:
            raise Refusal("EFFECT_NOT_USABLE", "core-8.4", card=card)
    assert game.battle is not None
    other = game.battle.other(seat)
    yield BattleEffectsUsed(seat, command.cards)
    for card in command.cards:
        if CARDS[card].effect == "brutal-tactics":
            yield from score(game, other, "card-brutal-tactics", Term("brutal-tactics", 1, 1, "card-brutal-tactics"))
        else:
            yield from pile(game, seat, card, "used_up", f"card-{CARDS[card].effect}")


# --- core-8.5 Counting ------------------------------------------------------------------------------------------------


def _count(game: Game, battle: Battle) -> Iterator[Happening]:
    """core-8.5: capped rolled hits, and extra hits, which nothing caps; card-armorers ignores rolled hits only."""
    attacker_rolled, defender_rolled = battle.rolled
    attacker_takes = 0 if _count_used(battle, battle.attacker, "armorers") else defender_rolled
    defender_takes = 0 if _count_used(battle, battle.defender, "armorers") else attacker_rolled
    attacker_takes += _count_used(battle, battle.defender, "sappers")
    defender_takes += _count_used(battle, battle.attacker, "brutal-tactics") + automatic_hits(game, battle)
    yield HitsCounted(attacker_takes, defender_takes)


def automatic_hits(game: Game, battle: Battle) -> int:
    """core-8.5: a defender without warriors is defenceless; 7.8.3: the Commander deals one more as attacker."""
    eyrie = game.eyrie
    commander = eyrie is not None and eyrie.seat == battle.attacker and eyrie.leader == "commander"
    return (not game.warriors[battle.defender][battle.clearing]) + commander


def _count_used(battle: Battle, seat: int, effect: str) -> int:
    return sum(CARDS[card].effect == effect for card in battle.effects.get(seat, ()))


def has_effect(game: Game, seat: int, effect: str) -> bool:
    return any(CARDS[card].effect == effect for card in game.play[seat])
