"""Cards: the deck, wild birds, drawing, piles and hands (core-5)."""

import pytest

from domain.root.cards import AMBUSHES, BIRD, CARDS, SUIT_OF, deck_for, matches, matching
from domain.root.commands import DiscardToLimit
from domain.root.events import CardPiled, CardsDrawn, DeckReshuffled
from domain.root.marquise.commands import Overwork, SpendBird
from domain.root.piles import draw, pile_for
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.rulebook import event_of
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    dictated,
    done,
    go_on,
    kinds,
    of,
    offers,
    position,
    refused,
)

MARQUISE_AND_EYRIE = ("marquise", "eyrie")
SUITED = {"fox": "anvil#1", "rabbit": "bake-sale#1", "mouse": "sword#1", "bird": "armorers#1"}


def drawn(game: Game, seat: int, count: int) -> list[object]:
    """What happens when a seat draws."""
    events = []
    for happening in draw(game, seat, count, dictated({})):
        rulebook.evolve(game, event_of(happening))
        events.append(event_of(happening))
    return events


def with_deck(
    *deck: str, discard: tuple[str, ...] = (), factions: tuple[str, ...] = ("cult", "marquise", "eyrie")
) -> Game:
    """A game with this deck, and all other cards in the Cult's play area, where they do not matter."""
    cards = deck_for(len(factions))
    others = [card for card in cards if card not in (*deck, *discard)]
    return position("", active=0, factions=factions, discard=discard, play={0: others})


# --- core-5.1, core-5.5, core-5.6 The deck ----------------------------------------------------------------------------


@pytest.mark.clause("core-5.1", "core-11", "core-13")
def test_between_two_there_are_no_dominance_cards() -> None:
    assert len(deck_for(3)) == 54
    two = deck_for(2)
    assert len(two) == 50
    assert not any(CARDS[card].kind == "dominance" for card in two)


@pytest.mark.clause("core-5.5", "core-5.6", "core-10")
def test_ambush_and_dominance_cards_have_no_cost() -> None:
    assert sorted(SUIT_OF[card] for card in AMBUSHES) == ["bird", "bird", "fox", "mouse", "rabbit"]
    dominance = [card for card in CARDS.values() if card.kind == "dominance"]
    assert sorted(card.suit for card in dominance) == ["bird", "fox", "mouse", "rabbit"]
    assert {card for card in CARDS if CARDS[card].cost is None} == {
        *AMBUSHES, *(f"{card.id}#1" for card in dominance),
    }  # fmt: skip


@pytest.mark.clause("core-5.5", "core-5.6", "6.5", "6.5.5")
@pytest.mark.parametrize("card", ["ambush-fox#1", "dominance-fox#1", "ambush-bird#2", "dominance-bird#1"])
def test_ambush_and_dominance_cards_are_spent_for_their_suit(card: str) -> None:
    game = position("actions", "marquise 8 sawmill", hands={MARQUISE: [card]})
    done(game, MARQUISE, Overwork(8, card))
    assert game.lost_souls == [card]

    game = position("actions", "marquise 8 sawmill", hands={MARQUISE: [card]})
    if SUIT_OF[card] == BIRD:
        done(game, MARQUISE, SpendBird(card))
    else:
        assert refused(game, MARQUISE, SpendBird(card)) == "BIRD_REQUIRED"


# --- core-5.2 Birds are wild ------------------------------------------------------------------------------------------


@pytest.mark.clause("core-5.2")
@pytest.mark.parametrize("asked_for", ["fox", "rabbit", "mouse", "bird"])
def test_a_bird_stands_in_for_any_suit_and_nothing_for_a_bird(asked_for: str) -> None:
    assert [suit for suit, card in SUITED.items() if matches(card, asked_for)] == sorted(
        {asked_for, "bird"}, key=list(SUITED).index
    )
    assert matching(SUITED.values(), asked_for) == [card for card in SUITED.values() if matches(card, asked_for)]


@pytest.mark.clause("core-5.2", "6.5.5", "core-1.2")
def test_where_a_suit_is_asked_for_a_bird_will_do_and_another_suit_not() -> None:
    hand = list(SUITED.values())
    game = position("actions", "marquise 8 sawmill", hands={MARQUISE: hand})
    assert sorted(offer.card for offer in offers(game, MARQUISE, Overwork)) == ["anvil#1", "armorers#1"]
    assert refused(game, MARQUISE, Overwork(8, "sword#1")) == "CARD_SUIT_MISMATCH"


# --- core-5.3 Drawing -------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-5.3", "core-1.3")
def test_the_moment_the_deck_is_empty_the_discard_pile_becomes_the_deck() -> None:
    game = with_deck("anvil#1", discard=("armorers#1", "cobbler#1"))
    events = drawn(game, MARQUISE, 1)
    assert events == [CardsDrawn(MARQUISE, 1, ("anvil#1",)), DeckReshuffled(2)]
    assert (game.deck, game.discard) == (["armorers#1", "cobbler#1"], [])


@pytest.mark.clause("core-5.3")
def test_drawing_goes_on_after_reshuffling() -> None:
    game = with_deck("anvil#1", discard=("armorers#1", "cobbler#1"))
    events = drawn(game, MARQUISE, 2)
    assert kinds(events) == ["CardsDrawn", "DeckReshuffled", "CardsDrawn"]
    assert len(game.hands[MARQUISE]) == 2
    assert len(game.deck) == 1


@pytest.mark.clause("core-5.3", "10.2.6")
def test_if_both_are_empty_as_many_are_drawn_as_there_are() -> None:
    game = with_deck("anvil#1")
    assert drawn(game, MARQUISE, 3) == [CardsDrawn(MARQUISE, 1, ("anvil#1",))]
    assert drawn(game, MARQUISE, 3) == []


@pytest.mark.clause("core-5.3", "10.2.6")
def test_lost_souls_and_available_dominance_cards_are_not_reshuffled() -> None:
    lost, available = ["cobbler#1"], ["dominance-fox#1"]
    others = [card for card in CARDS if card not in ("anvil#1", "armorers#1", *lost, *available)]
    game = position("", active=0, discard=["armorers#1"], lost_souls=lost, available=available, play={0: others})
    drawn(game, MARQUISE, 3)
    assert game.hands[MARQUISE] == ["anvil#1", "armorers#1"]
    assert (game.lost_souls, game.available, game.deck) == (lost, available, [])


@pytest.mark.clause("core-5.3", "core-1.3")
def test_cards_come_from_the_deck_each_as_likely_as_any_other() -> None:
    # The pick is from all cards of the deck, in an order that everybody knows, so it tells nothing of earlier draws.
    game = with_deck("anvil#1", "armorers#1", "cobbler#1")
    chance = dictated({"deck": ["cobbler#1", "anvil#1"]})
    (happening,) = draw(game, MARQUISE, 2, chance)
    assert event_of(happening) == CardsDrawn(MARQUISE, 2, ("cobbler#1", "anvil#1"))
    assert [(taken.label, taken.bound) for taken in chance.take()] == [("deck", 3), ("deck", 2)]


# --- core-5.4 Where a card goes ---------------------------------------------------------------------------------------


@pytest.mark.clause("core-5.4", "10.2.6")
@pytest.mark.parametrize(
    ("factions", "card", "where"),
    [
        (("cult", "marquise", "eyrie"), "anvil#1", "lost_souls"),
        (("cult", "marquise", "eyrie"), "dominance-fox#1", "lost_souls"),
        (("cult", "eyrie"), "anvil#1", "lost_souls"),
        (MARQUISE_AND_EYRIE, "anvil#1", "discard"),
        (MARQUISE_AND_EYRIE, "ambush-bird#1", "discard"),
    ],
)
def test_where_a_spent_card_goes(factions: tuple[str, ...], card: str, where: str) -> None:
    assert pile_for(position("", active=0, factions=factions), card) == where


@pytest.mark.clause("core-5.4", "core-11")
def test_without_the_cult_a_dominance_card_becomes_available() -> None:
    # Only three seats have dominance cards, and all three factions play then; the rule is asked all the same.
    game = position("", active=0, factions=MARQUISE_AND_EYRIE)
    assert pile_for(game, "dominance-mouse#1") == "available"


@pytest.mark.clause("core-5.4", "10.2.6")
@pytest.mark.parametrize(
    ("factions", "seat", "pile"), [(("cult", "marquise"), 1, "lost_souls"), (MARQUISE_AND_EYRIE, 0, "discard")]
)
def test_spent_cards_go_to_one_pile_whoever_spends_them(factions: tuple[str, ...], seat: int, pile: str) -> None:
    game = position("actions", "marquise 8 sawmill", factions=factions, hands={seat: ["anvil#1", "armorers#1"]})
    events = done(game, seat, SpendBird("armorers#1")) + done(game, seat, Overwork(8, "anvil#1"))
    assert [(piled.card, piled.cause, piled.to) for piled in of(events, CardPiled)] == [
        ("armorers#1", "spent", pile),
        ("anvil#1", "spent", pile),
    ]
    assert getattr(game, pile) == ["armorers#1", "anvil#1"]


# --- core-5.7 Hands ---------------------------------------------------------------------------------------------------

SIX = ["anvil#1", "armorers#1", "bake-sale#1", "cobbler#1", "codebreakers#1"]


@pytest.mark.clause("core-5.7", "core-1.4")
def test_a_hand_is_its_owners_secret_and_its_size_public() -> None:
    game = position("rituals", hands={CULT: SIX[:2]})
    views = [rulebook.view(game, viewer).seats[CULT] for viewer in (CULT, MARQUISE, None)]
    assert [view.hand for view in views] == [tuple(SIX[:2]), (), ()]
    assert {view.hand_size for view in views} == {2}
    assert rulebook.redact(CardsDrawn(CULT, 2, tuple(SIX[:2])), MARQUISE) == CardsDrawn(CULT, 2, ())
    assert rulebook.redact(CardsDrawn(CULT, 2, tuple(SIX[:2])), None) == CardsDrawn(CULT, 2, ())
    assert rulebook.redact(CardsDrawn(CULT, 2, tuple(SIX[:2])), CULT) == CardsDrawn(CULT, 2, tuple(SIX[:2]))


@pytest.mark.clause("core-5.7", "core-1.2")
@pytest.mark.parametrize(
    ("cards", "code"),
    [
        ((), "WRONG_NUMBER_OF_CARDS"),
        (("anvil#1", "armorers#1"), "WRONG_NUMBER_OF_CARDS"),
        (("sword#1",), "CARD_NOT_IN_HAND"),
        (("wolf#1",), "UNKNOWN_CARD"),
    ],
)
def test_who_has_more_than_five_after_drawing_discards_down_to_five_by_choice(
    cards: tuple[str, ...], code: str
) -> None:
    game = position("cult_craft", "cult 5 warrior", hands={CULT: SIX})
    go_on(game, deck=["ambush-bird#1"])
    assert asked(game) == [(CULT, "discard")]
    assert len(offers(game, CULT, DiscardToLimit)) == 6
    assert refused(game, CULT, DiscardToLimit(cards)) == code

    events = done(game, CULT, DiscardToLimit(("cobbler#1",)))

    assert [(piled.card, piled.cause) for piled in of(events, CardPiled)] == [("cobbler#1", "hand_limit")]
    assert len(game.hands[CULT]) == 5
    assert game.active == MARQUISE


@pytest.mark.clause("core-5.7", "core-1.1")
def test_with_five_or_fewer_nobody_is_asked() -> None:
    game = position("cult_craft", "cult 5 warrior", hands={CULT: SIX[:4]})
    go_on(game)
    assert len(game.hands[CULT]) == 5
    assert game.active == MARQUISE


@pytest.mark.clause("core-5.7")
def test_cards_in_play_and_in_the_decree_do_not_count() -> None:
    game = position(
        "turmoil",
        "eyrie 8 warrior roost",
        active=EYRIE,
        phase="daylight",
        hands={EYRIE: SIX[:4]},
        play={EYRIE: ["sappers#1"]},
        decree={"move": ["sword#1"]},
        dominance={EYRIE: "dominance-fox#1"},
    )
    go_on(game)
    assert len(game.hands[EYRIE]) == 5
    assert (EYRIE, "discard") not in asked(game)


@pytest.mark.clause("core-5.7")
def test_the_limit_is_checked_in_the_owners_evening_alone() -> None:
    game = position("cult_craft", "cult 5 warrior", hands={EYRIE: [*SIX, "sword#1", "sappers#1"]})
    go_on(game)
    assert (EYRIE, "discard") not in asked(game)
    assert len(game.hands[EYRIE]) == 7
