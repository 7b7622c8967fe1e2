"""Battle, step by step (core-8). Each step yields what happens by itself, and stops where somebody has to decide."""

from collections.abc import Callable, Iterable, Iterator

from domain.root.cards import AMBUSHES, CARDS, matches
from domain.root.checks import check_clearing, check_in_hand, check_other, check_sorted
from domain.root.commands import (
    ChooseHits,
    DeclineAmbush,
    DeclineFoil,
    FoilAmbush,
    OrderEffects,
    PlayAmbush,
    UseBattleEffects,
)
from domain.root.events import (
    AmbushDeclined,
    AmbushFoiled,
    AmbushPlayed,
    BattleEffectsUsed,
    BattleEnded,
    BattleStarted,
    DecisionRequested,
    DiceRolled,
    EffectsOrdered,
    FoilDeclined,
    HitsChosen,
    HitsCounted,
    Loss,
)
from domain.root.piles import may_hold, pile
from domain.root.removal import enemy_pieces, removal_terms, remove
from domain.root.scoring import score
from domain.root.state import Battle, Game
from domain.table.chance import Chance
from domain.table.messages import Command, Term
from domain.table.offers import Offer, OneOf, SomeOf
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening

DICE = "dice"
AMBUSH_HITS = 2

# --- core-8.0 Declaring -----------------------------------------------------------------------------------------------


def enemies_in(game: Game, seat: int, clearing: int) -> list[int]:
    """core-8.0: the seats that have any piece in a clearing, and so can be battled there."""
    return [enemy for enemy in range(game.seats) if enemy != seat and has_pieces(game, enemy, clearing)]


def has_pieces(game: Game, seat: int, clearing: int) -> bool:
    """Whether a seat has a warrior, a building or a token in a clearing."""
    if game.warriors[seat][clearing]:
        return True
    return any(owner == seat for pieces in (game.buildings, game.tokens) for owner, _ in pieces[clearing])


def legal_battles(game: Game, seat: int, clearings: Iterable[int]) -> list[tuple[int, int]]:
    """core-8.0: the clearings and defenders that the seat may battle; rule does not matter."""
    return [
        (clearing, enemy)
        for clearing in clearings
        if game.warriors[seat][clearing]
        for enemy in enemies_in(game, seat, clearing)
    ]


def check_battle(game: Game, seat: int, clearing: int, defender: int) -> None:
    """core-8.0: an own warrior and an enemy piece are in the clearing."""
    check_clearing(game, clearing)
    check_other(game, seat, defender)
    if not game.warriors[seat][clearing]:
        raise Refusal("NO_ATTACKING_PIECE", "core-8.0", clearing=clearing)
    if not has_pieces(game, defender, clearing):
        raise Refusal("NO_SUCH_ENEMY_HERE", "core-8.0", clearing=clearing, defender=defender)


def start_battle(seat: int, clearing: int, defender: int) -> Iterator[Happening]:
    """core-8.0: the battle begins."""
    yield BattleStarted(seat, defender, clearing)


def go_on(game: Game, chance: Chance) -> Iterator[Happening]:
    """core-8: what comes next in the battle, until somebody decides, or other things come between."""
    assert game.battle is not None
    yield from _STAGES[game.battle.stage](game, game.battle, chance)


# --- core-8.1 Ambush --------------------------------------------------------------------------------------------------


def fitting_ambushes(game: Game, cards: Iterable[str]) -> list[str]:
    """core-5.5: the ambush cards that fit the clearing of the battle; a bird ambush fits any."""
    assert game.battle is not None
    suit = game.paths.suits[game.battle.clearing]
    return [card for card in cards if CARDS[card].kind == "ambush" and matches(card, suit)]


def _ambush(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the defender is asked whenever an ambush is possible by what everybody knows.

    card-scouting-party: ambush cards do not affect an attacker who has one, so nobody is asked.
    """
    if _has_effect(game, battle.attacker, "scouting-party"):
        yield from _roll(game, battle, chance)
    elif may_hold(game, battle.defender, fitting_ambushes(game, AMBUSHES)):
        yield DecisionRequested(battle.defender, "ambush")
    else:
        yield from _roll(game, battle, chance)


def legal_ambushes(game: Game, seat: int) -> list[Offer]:
    return [Offer(PlayAmbush, ("card",), [(card,) for card in fitting_ambushes(game, game.hands[seat])])]


def play_ambush(game: Game, seat: int, command: PlayAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the defender plays one ambush card that fits the clearing."""
    _check_ambush(game, seat, command.card)
    yield AmbushPlayed(seat, command.card)


def decline_ambush(game: Game, seat: int, command: DeclineAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: nobody has to ambush."""
    yield AmbushDeclined(seat)


def _check_ambush(game: Game, seat: int, card: str) -> None:
    check_in_hand(game, seat, card)
    if not fitting_ambushes(game, [card]):
        raise Refusal("NO_FITTING_AMBUSH", "core-5.5", card=card)


def _foil(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: the attacker may foil the ambush with an ambush card that fits."""
    if may_hold(game, battle.attacker, fitting_ambushes(game, AMBUSHES)):
        yield DecisionRequested(battle.attacker, "foil")
    else:
        yield FoilDeclined(battle.attacker)


def legal_foils(game: Game, seat: int) -> list[Offer]:
    return [Offer(FoilAmbush, ("card",), [(card,) for card in fitting_ambushes(game, game.hands[seat])])]


def foil_ambush(game: Game, seat: int, command: FoilAmbush, chance: Chance) -> Iterator[Happening]:
    """core-8.1: an ambush that is foiled does nothing."""
    _check_ambush(game, seat, command.card)
    yield AmbushFoiled(seat, command.card)


def decline_foil(game: Game, seat: int, command: DeclineFoil, chance: Chance) -> Iterator[Happening]:
    """core-8.1: nobody has to foil."""
    yield FoilDeclined(seat)


def _ambush_over(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.1: all ambush cards played are discarded; an attacker without warriors ends the battle at once."""
    for seat, card in tuple(battle.cards):
        yield from pile(game, seat, card, "played")
    if game.warriors[battle.attacker][battle.clearing]:
        yield from _roll(game, battle, chance)
    else:
        yield BattleEnded()


# --- core-8.2, core-8.3 The roll --------------------------------------------------------------------------------------


def _roll(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
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


def _effects(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.4: each side with cards to use decides about them; if both have, the attacker says who goes first."""
    sides = [
        side for side in (battle.attacker, battle.defender) if side not in battle.effects and usable_effects(game, side)
    ]
    if not sides:
        yield from _count(game, battle)
    elif len(sides) == 2 and battle.first is None:
        yield DecisionRequested(battle.attacker, "effects_order")
    else:
        yield DecisionRequested(battle.first if battle.first in sides else sides[0], "effects")


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
            yield from pile(game, seat, card, "used_up")


# --- core-8.5 Counting ------------------------------------------------------------------------------------------------


def _count(game: Game, battle: Battle) -> Iterator[Happening]:
    """core-8.5: capped rolled hits, and extra hits, which nothing caps; card-armorers ignores rolled hits only."""
    attacker_rolled, defender_rolled = battle.rolled
    attacker_takes = 0 if _used(battle, battle.attacker, "armorers") else defender_rolled
    defender_takes = 0 if _used(battle, battle.defender, "armorers") else attacker_rolled
    attacker_takes += _used(battle, battle.defender, "sappers")
    defender_takes += _used(battle, battle.attacker, "brutal-tactics") + _automatic_hits(game, battle)
    yield HitsCounted(attacker_takes, defender_takes)


def _automatic_hits(game: Game, battle: Battle) -> int:
    """core-8.5: a defender without warriors is defenceless; 7.8.3: the Commander deals one more as attacker."""
    eyrie = game.eyrie
    commander = eyrie is not None and eyrie.seat == battle.attacker and eyrie.leader == "commander"
    return (not game.warriors[battle.defender][battle.clearing]) + commander


def _used(battle: Battle, seat: int, effect: str) -> int:
    return sum(CARDS[card].effect == effect for card in battle.effects.get(seat, ()))


def _has_effect(game: Game, seat: int, effect: str) -> bool:
    return any(CARDS[card].effect == effect for card in game.play[seat])


# --- core-8.6 Dealing -------------------------------------------------------------------------------------------------


def choice_of_hits(game: Game, seat: int) -> tuple[list[str], int]:
    """core-8.6: a side's buildings and tokens here, and how many of them hits remove: all its warriors go before them."""
    battle = game.battle
    assert battle is not None
    here = enemy_pieces(game, seat, battle.clearing)
    pieces = sorted((*here.buildings, *here.tokens))
    return pieces, min(max(battle.takes.get(seat, 0) - here.warriors, 0), len(pieces))


def must_choose(game: Game, seat: int) -> bool:
    """core-8.6: a side is asked where its choice is a real one."""
    pieces, count = choice_of_hits(game, seat)
    return 0 < count < len(pieces) and len(set(pieces)) > 1


def _deal(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8.6: both sides choose together, then all hits land at once.

    core-8.1: an ambush deals two hits to the attacker in the same way.
    """
    sides = [
        side for side in (battle.attacker, battle.defender) if side not in battle.chosen and must_choose(game, side)
    ]
    if sides:
        for side in sides:
            yield DecisionRequested(side, "hits")
        return
    losses = [hit_pieces(game, side) for side in (battle.attacker, battle.defender)]
    if not any(loss.warriors or loss.buildings or loss.tokens for loss in losses):
        yield BattleEnded()
        return
    ambush = battle.stage == "ambush_hits"
    cause, clause = ("ambush", "core-8.1") if ambush else ("battle", "core-8.6")
    yield from remove(game, battle.attacker, losses, cause, clause)
    for seat, victim in ((battle.attacker, battle.defender), (battle.defender, battle.attacker)):
        yield from score(game, seat, clause, *removal_terms(losses, victim), *_despot_term(game, seat, victim, losses))


def hit_pieces(game: Game, seat: int) -> Loss:
    """core-8.6: what the hits remove of a side; hits beyond its pieces are lost. 10.2.3: a defending Cult's revenge."""
    battle = game.battle
    assert battle is not None
    warriors = min(battle.takes.get(seat, 0), game.warriors[seat][battle.clearing])
    pieces, count = choice_of_hits(game, seat)
    chosen = battle.chosen.get(seat, tuple(pieces[:count]))
    tokens = [kind for owner, kind in game.tokens[battle.clearing] if owner == seat]
    revenge = game.cult is not None and game.cult.seat == seat and seat == battle.defender
    return Loss(
        seat,
        battle.clearing,
        warriors,
        tuple(kind for kind in chosen if kind not in tokens),
        tuple(kind for kind in chosen if kind in tokens),
        to_acolytes=revenge and warriors > 0,
    )


def _despot_term(game: Game, seat: int, victim: int, losses: list[Loss]) -> tuple[Term, ...]:
    """7.8.4: the Despot scores one more, once a battle, for removing at least one building or token."""
    eyrie, battle = game.eyrie, game.battle
    if eyrie is None or battle is None or eyrie.seat != seat or eyrie.leader != "despot" or battle.despot_scored:
        return ()
    return (Term("despot", 1, 1, "7.8.4"),) if removal_terms(losses, victim) else ()


def legal_hits(game: Game, seat: int) -> list[Offer]:
    pieces, count = choice_of_hits(game, seat)
    return [Offer(ChooseHits, free={"pieces": SomeOf(tuple(pieces), count, count)})]


def choose_hits(game: Game, seat: int, command: ChooseHits, chance: Chance) -> Iterator[Happening]:
    """core-8.6: the side that takes hits chooses which of its buildings and tokens they remove."""
    pieces, count = choice_of_hits(game, seat)
    check_sorted(command.pieces)
    if len(command.pieces) != count or any(command.pieces.count(kind) > pieces.count(kind) for kind in command.pieces):
        raise Refusal("ILLEGAL_CHOICE", "core-8.6", count=count, pieces=tuple(pieces))
    yield HitsChosen(seat, command.pieces)


def _end(game: Game, battle: Battle, chance: Chance) -> Iterator[Happening]:
    """core-8: the battle is over."""
    yield BattleEnded()


_STAGES: dict[str, Callable[[Game, Battle, Chance], Iterator[Happening]]] = {
    "ambush": _ambush,
    "foil": _foil,
    "ambush_hits": _deal,
    "ambush_over": _ambush_over,
    "roll": _roll,
    "effects": _effects,
    "hits": _deal,
    "end": _end,
}

DECIDE: dict[type[Command], Callable[..., Iterator[Happening]]] = {
    PlayAmbush: play_ambush,
    DeclineAmbush: decline_ambush,
    FoilAmbush: foil_ambush,
    DeclineFoil: decline_foil,
    OrderEffects: order_effects,
    UseBattleEffects: use_battle_effects,
    ChooseHits: choose_hits,
}

OFFERS: dict[type[Command], Callable[[Game, int], list[Offer]]] = {
    PlayAmbush: legal_ambushes,
    DeclineAmbush: lambda game, seat: [Offer(DeclineAmbush)],
    FoilAmbush: legal_foils,
    DeclineFoil: lambda game, seat: [Offer(DeclineFoil)],
    OrderEffects: legal_orders,
    UseBattleEffects: legal_effects,
    ChooseHits: legal_hits,
}
