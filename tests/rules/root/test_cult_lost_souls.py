"""10.2.6: which cards go to Lost Souls, and which do not."""

from typing import Any

import pytest

from domain.root.commands import (
    ActivateDominance,
    Craft,
    DeclineFoil,
    DiscardToLimit,
    EndStep,
    FoilAmbush,
    PlayAmbush,
    TakeDominance,
    UseBattleEffects,
    UseRoyalClaim,
    UseStandAndDeliver,
)
from domain.root.cult.commands import Convert, RitualRecruit, RitualSacrifice, RitualScore
from domain.root.events import CardPiled, CardsDrawn, DeckReshuffled
from domain.root.eyrie.commands import Addition, AddToDecree, DecreeMove
from domain.root.marquise.commands import Battle, DeclineFieldHospitals, Overwork, SpendBird, UseFieldHospitals
from domain.root.rulebook import rulebook
from domain.root.state import Game
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, done, hand_of, of, play, position, rows

# Everybody stands in 8; nobody needs a card to be there.
FIGHT = "cult 8 warrior*3\nmarquise 8 warrior*3 sawmill\nmarquise 1 keep workshop\neyrie 8 warrior*3\neyrie 12 roost"
SIX = hand_of("fox", "fox", "mouse", "mouse", "bird", "bird")


def ambushed(attacker: int, defender: int, *, foiled: bool) -> tuple[Game, list[Any]]:
    """The Marquise attacks and is ambushed."""
    game = position("actions", FIGHT, hands={attacker: ["ambush-bird#1"], defender: ["ambush-fox#1"]})
    events = done(game, attacker, Battle(8, defender))
    events += done(game, defender, PlayAmbush("ambush-fox#1"))
    if foiled:
        return game, events + done(game, attacker, FoilAmbush("ambush-bird#1"), dice=[0, 0])
    return game, events + play(game, attacker, DeclineFoil(), DeclineFieldHospitals(), dice=[0, 0])


def acting(seat: int, step: str, *commands: Any, **given: Any) -> tuple[Game, list[Any]]:
    """A seat gives commands at a step of its turn."""
    game = position(step, FIGHT, active=seat, **given)
    return game, play(game, seat, *commands)


def hospitals() -> tuple[Game, list[Any]]:
    game = position("conspiracies", FIGHT, acolytes=2, hands={MARQUISE: ["anvil#1"]})
    done(game, CULT, Convert(8, MARQUISE))
    return game, done(game, MARQUISE, UseFieldHospitals(8, "anvil#1"))


def after_the_roll(card: str) -> tuple[Game, list[Any]]:
    """The Cult defends with a card."""
    game = position("actions", FIGHT, play={CULT: [card]})
    done(game, MARQUISE, Battle(8, CULT), dice=[1, 1])
    return game, done(game, CULT, UseBattleEffects((card,)))


def turmoil() -> tuple[Game, list[Any]]:
    """The vizier in the battle column finds no enemy."""
    decree = {"recruit": ["armorers#1"], "move": ["anvil#1"], "build": ["sword#1"]}
    game = position("move", "eyrie 8 warrior\neyrie 12 roost", active=EYRIE, decree=decree, leader="charismatic")
    return game, done(game, EYRIE, DecreeMove("anvil#1", 8, 4, 1))


def at_the_limit(faction: str) -> tuple[Game, list[Any]]:
    """The Cult's turn, which would empty the pile, does not come next."""
    factions = ("cult", "eyrie", "marquise") if faction == "eyrie" else ("cult", "marquise", "eyrie")
    seat = factions.index(faction)
    return acting(seat, "discard", DiscardToLimit((SIX[0],)), hands={seat: SIX}, factions=factions)


BIRD, FOX = "armorers#1", "anvil#1"
PILED: list[tuple[Any, ...]] = [
    # --- Played
    ("10.2.6", "an ambush card, whoever plays it", lambda: ambushed(MARQUISE, EYRIE, foiled=False),
        [("ambush-fox#1", "played")]),
    ("10.2.6", "the foiling ambush card too", lambda: ambushed(MARQUISE, CULT, foiled=True),
        [("ambush-fox#1", "played"), ("ambush-bird#1", "played")]),
    # --- Spent
    ("10.2.6", "a bird spent for an extra action", lambda: acting(
        MARQUISE, "actions", SpendBird(BIRD), hands={MARQUISE: [BIRD]}), [(BIRD, "spent")]),
    ("10.2.6", "a card spent on Overwork", lambda: acting(MARQUISE, "actions", Overwork(8, FOX), hands={MARQUISE: [FOX]}),
        [(FOX, "spent")]),
    ("10.2.6", "a card spent on Field Hospitals", hospitals, [(FOX, "spent")]),
    ("10.2.6", "the price of a dominance card", lambda: acting(
        MARQUISE, "actions", TakeDominance("dominance-fox#1", FOX), hands={MARQUISE: [FOX]}, available=["dominance-fox#1"]),
        [(FOX, "spent")]),
    ("10.2.6", "a dominance card spent for its suit", lambda: acting(
        MARQUISE, "actions", Overwork(8, "dominance-fox#1"), hands={MARQUISE: ["dominance-fox#1"]}),
        [("dominance-fox#1", "spent")]),
    ("10.2.6", "a card that is scored", lambda: acting(
        CULT, "rituals", RitualScore(FOX), hands={CULT: [FOX]}, score_without_garden=True), [(FOX, "spent")]),
    # --- Discarded
    ("10.2.6", "a card above the Marquise's limit", lambda: at_the_limit("marquise"), [(SIX[0], "hand_limit")]),
    ("10.2.6", "a card above the Eyrie's limit", lambda: at_the_limit("eyrie"), [(SIX[0], "hand_limit")]),
    ("10.2.6", "a card above the Cult's limit", lambda: at_the_limit("cult"), [(SIX[0], "hand_limit")]),
    ("10.2.6", "all of a purged Decree but the viziers", turmoil,
        [(BIRD, "purged"), (FOX, "purged"), ("sword#1", "purged")]),
    # --- Used up
    ("10.2.6", "a crafted item", lambda: acting(MARQUISE, "actions", Craft(FOX, (1,)), hands={MARQUISE: [FOX]}),
        [(FOX, "crafted")]),
    ("10.2.6", "Armorers that are used", lambda: after_the_roll("armorers#1"), [("armorers#1", "used_up")]),
    ("10.2.6", "Sappers that are used", lambda: after_the_roll("sappers#1"), [("sappers#1", "used_up")]),
    ("10.2.6", "Royal Claim that is used", lambda: acting(
        MARQUISE, "birdsong", UseRoyalClaim(), play={MARQUISE: ["royal-claim#1"]}), [("royal-claim#1", "used_up")]),
]  # fmt: skip


@pytest.mark.parametrize(("scene", "piled"), rows(PILED))
def test_to_lost_souls_goes(scene: Any, piled: list[tuple[str, str]]) -> None:
    game, events = scene()
    assert [(event.card, event.cause, event.to) for event in of(events, CardPiled)] == [
        (card, cause, "lost_souls") for card, cause in piled
    ]
    assert game.lost_souls == [card for card, _ in piled]
    assert (game.discard, [card for card in game.available if card != "dominance-fox#1"]) == ([], [])


@pytest.mark.clause("10.2.6")
def test_a_favor_goes_there_too_and_counts_for_its_suit() -> None:
    woods = "marquise 8 workshop*2\nmarquise 1 workshop"
    game = position("actions", woods, hands={MARQUISE: ["favor-of-the-foxes#1"]})
    done(game, MARQUISE, Craft("favor-of-the-foxes#1", (1, 8, 8)))
    assert game.lost_souls == ["favor-of-the-foxes#1"]


def crafted() -> tuple[Game, list[Any]]:
    return acting(MARQUISE, "actions", Craft("armorers#1", (1,)), hands={MARQUISE: ["armorers#1"]})


def taken() -> tuple[Game, list[Any]]:
    game = position("conspiracies", FIGHT, play={CULT: ["stand-and-deliver#1"]}, hands={EYRIE: [FOX]})
    return game, done(game, CULT, UseStandAndDeliver(EYRIE), take=[FOX])


def activated() -> tuple[Game, list[Any]]:
    hand = {MARQUISE: ["dominance-fox#1"]}
    return acting(MARQUISE, "actions", ActivateDominance("dominance-fox#1"), hands=hand, scores=[0, 10, 0])


NOT_PILED: list[tuple[Any, ...]] = [
    ("10.2.6", "a crafted card that stays in play", crafted),
    ("10.2.6", "a card in the Decree", lambda: acting(
        EYRIE, "decree", AddToDecree((Addition(FOX, "recruit"),)), hands={EYRIE: [FOX]})),
    ("10.2.6", "a card that is taken", taken),
    ("10.2.6", "a card that is revealed", lambda: acting(
        CULT, "rituals", RitualRecruit(FOX, 8), RitualSacrifice(BIRD), hands={CULT: [FOX, BIRD, "sword#1"]})),
    ("10.2.6", "an activated dominance card", activated),
    ("10.2.6", "Brutal Tactics, which stay", lambda: brutal()),
]  # fmt: skip


def brutal() -> tuple[Game, list[Any]]:
    game = position("actions", FIGHT, play={MARQUISE: ["brutal-tactics#1"]})
    done(game, MARQUISE, Battle(8, CULT), dice=[1, 1])
    return game, done(game, MARQUISE, UseBattleEffects(("brutal-tactics#1",)))


@pytest.mark.parametrize("scene", rows(NOT_PILED))
def test_to_lost_souls_does_not_go(scene: Any) -> None:
    game, events = scene()
    assert of(events, CardPiled) == []
    assert (game.lost_souls, game.discard) == ([], [])


# --- Without the Cult, the usual piles --------------------------------------------------------------------------------


@pytest.mark.clause("10.2.6", "core-5.4")
def test_without_the_cult_there_is_a_discard_pile() -> None:
    game = position("actions", "marquise 8 sawmill", factions=("marquise", "eyrie"), active=0, hands={0: [FOX]})
    done(game, 0, Overwork(8, FOX))
    assert (game.discard, game.lost_souls) == ([FOX], [])


# --- The deck ---------------------------------------------------------------------------------------------------------


def nearly_empty(left: int, discard: list[str], **given: Any) -> Game:
    """The Cult's Evening before the draw; so many cards are left in the deck, and all others in Lost Souls."""
    game = position("cult_craft", "cult 8 garden-fox*2", hands={CULT: [FOX]}, discard=discard, **given)
    for card in game.deck[left:]:
        rulebook.evolve(game, CardsDrawn(EYRIE, 1, (card,)))
        rulebook.evolve(game, CardPiled(EYRIE, card, "discarded", "lost_souls"))
    return game


@pytest.mark.clause("10.2.6", "10.6.3")
def test_when_the_deck_runs_out_only_the_discard_pile_is_shuffled() -> None:
    discard = ["bake-sale#1", "sword#1", "armorers#1"]
    game = nearly_empty(1, discard)
    pile = list(game.lost_souls)
    events = done(game, CULT, EndStep())
    assert of(events, DeckReshuffled) == [DeckReshuffled(3)]
    assert [event.count for event in of(events, CardsDrawn)][:2] == [1, 1]
    assert (game.lost_souls, game.discard, len(game.deck)) == (pile, [], 2)


@pytest.mark.clause("10.2.6", "10.6.3")
def test_with_deck_and_discard_pile_empty_drawing_stops() -> None:
    game = nearly_empty(1, [])
    pile = list(game.lost_souls)
    events = done(game, CULT, EndStep())
    assert [event.count for event in of(events, CardsDrawn) if event.seat == CULT] == [1]
    assert (game.lost_souls, game.deck, len(game.hands[CULT])) == (pile, [], 2)


@pytest.mark.clause("10.2.6", "10.6.3")
def test_with_nothing_at_all_to_draw_nothing_is_drawn() -> None:
    game = nearly_empty(0, [])
    events = done(game, CULT, EndStep())
    assert of(events, CardsDrawn, DeckReshuffled) == []
    assert game.hands[CULT] == [FOX]


# --- Looking through it -----------------------------------------------------------------------------------------------


@pytest.mark.clause("10.2.6")
@pytest.mark.parametrize("viewer", [CULT, MARQUISE, EYRIE, None])
def test_everybody_looks_through_the_pile_and_sees_what_the_next_adjustment_gives(viewer: int | None) -> None:
    pile = ["sword#1", "ambush-bird#1", "dominance-mouse#1", "anvil#1"]
    view: Any = rulebook.view(position("rituals", lost_souls=pile, outcast="fox"), viewer)
    assert view.lost_souls == tuple(pile)
    assert (view.cult.next_outcast, view.cult.next_hated) == ("mouse", False)
