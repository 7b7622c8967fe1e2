"""Crafting (core-10), and what a favor removes (core-9.3)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, product

import pytest

from domain.root.cards import CARDS
from domain.root.commands import Craft, EndStep, UseBattleEffects, UseCobbler, UseTaxCollector
from domain.root.crafting import payments, ready_pieces
from domain.root.events import CardCrafted, CardPiled, ItemGained, PiecesRemoved, PointsScored, StepStarted
from domain.root.marquise.commands import Battle, Recruit, UseFieldHospitals
from domain.root.rulebook import rulebook
from domain.table.messages import Term
from domain.table.refusals import Refusal
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    give,
    go_on,
    kinds,
    of,
    offers,
    play,
    position,
    refused,
    scored,
)

# Workshops: two fox, one rabbit, two mouse.
WORKSHOPS = "marquise 8 workshop*2 \n marquise 5 workshop \n marquise 2 workshop*2"
WHERE = {"fox": (6, 8, 8), "rabbit": (5, 5, 10), "mouse": (2, 2, 7), "any": (1, 4, 9, 12)}


def payment_for(card: str) -> tuple[int, ...]:
    """Clearings whose workshops pay exactly for a card."""
    cost = CARDS[card].cost
    assert cost is not None
    return tuple(sorted(WHERE[icon][nth] for icon, count in Counter(cost).items() for nth in range(count)))


def workshop_for(card: str) -> str:
    return "\n".join(f"marquise {clearing} workshop" for clearing in payment_for(card))


# --- Costs ------------------------------------------------------------------------------------------------------------

COSTS = sorted({card.cost for card in CARDS.values() if card.cost is not None})


def pays(suits: Sequence[str], cost: Sequence[str]) -> bool:
    """Whether pieces of these suits pay the cost one for one, found by trying every way to put them on it."""
    if len(suits) != len(cost):
        return False
    left = list(suits)
    for icon in sorted(cost, key=lambda icon: icon == "any"):
        fitting = [suit for suit in left if icon in (suit, "any")]
        if not fitting:
            return False
        left.remove(fitting[0])
    return True


def test_the_deck_has_these_costs() -> None:
    assert COSTS == [
        ("any", "any", "any", "any"),
        ("fox",),
        ("fox", "fox"),
        ("fox", "fox", "fox"),
        ("fox", "rabbit", "mouse"),
        ("mouse",),
        ("mouse", "mouse"),
        ("mouse", "mouse", "mouse"),
        ("rabbit",),
        ("rabbit", "rabbit"),
        ("rabbit", "rabbit", "rabbit"),
    ]


@pytest.mark.clause("core-10")
@pytest.mark.parametrize("cost", COSTS, ids="-".join)
def test_a_cost_is_paid_by_exactly_the_pieces_of_its_suits(cost: tuple[str, ...]) -> None:
    game = position("actions")
    ready = (1, 1, 2, 2, 4, 4, 6)
    suits = game.paths.suits
    expected = {
        chosen
        for count in range(len(ready) + 1)
        for chosen in combinations(ready, count)
        if pays([suits[n] for n in chosen], cost)
    }
    found = payments(game, cost, ready)
    assert set(found) == expected
    assert len(found) == len(expected)


@pytest.mark.clause("core-10", "core-1.2")
@pytest.mark.parametrize(
    ("card", "clearings", "code"),
    [
        ("anvil#1", (), "COST_NOT_PAID"),
        ("anvil#1", (5,), "COST_NOT_PAID"),
        ("anvil#1", (8, 8), "COST_NOT_PAID"),
        ("anvil#1", (6,), "COST_NOT_PAID"),
        ("anvil#1", (13,), "UNKNOWN_CLEARING"),
        ("sword#1", (8,), "COST_NOT_PAID"),
        ("tax-collector#1", (2, 2, 5), "COST_NOT_PAID"),
        ("tax-collector#1", (8, 5, 2), "NOT_IN_ORDER"),
        ("royal-claim#1", (2, 2, 5), "COST_NOT_PAID"),
        ("royal-claim#1", (2, 2, 5, 8, 8), "COST_NOT_PAID"),
        ("investments#1", (5, 5), "CRAFTING_PIECE_USED"),
        ("bake-sale#1", (5,), "CARD_NOT_IN_HAND"),
        ("wolf#1", (5,), "UNKNOWN_CARD"),
        ("ambush-fox#1", (8,), "CANNOT_CRAFT_KIND"),
        ("dominance-fox#1", (8,), "CANNOT_CRAFT_KIND"),
    ],
)
def test_crafting_that_is_refused(card: str, clearings: tuple[int, ...], code: str) -> None:
    hand = [
        "anvil#1",
        "sword#1",
        "tax-collector#1",
        "royal-claim#1",
        "investments#1",
        "ambush-fox#1",
        "dominance-fox#1",
    ]
    game = position("actions", WORKSHOPS, hands={MARQUISE: hand})
    assert refused(game, MARQUISE, Craft(card, clearings)) == code


@pytest.mark.clause("core-10", "core-5.5", "core-5.6")
def test_what_is_offered_are_the_craftable_cards_with_every_way_to_pay() -> None:
    hand = ["anvil#1", "tax-collector#1", "royal-claim#1", "ambush-fox#1", "dominance-fox#1", "favor-of-the-foxes#1"]
    game = position("actions", WORKSHOPS, hands={MARQUISE: hand})
    assert {(offer.card, offer.clearings) for offer in offers(game, MARQUISE, Craft)} == {
        ("anvil#1", (8,)),
        ("tax-collector#1", (2, 5, 8)),
        ("royal-claim#1", (2, 2, 5, 8)),
        ("royal-claim#1", (2, 2, 8, 8)),
        ("royal-claim#1", (2, 5, 8, 8)),
    }


@pytest.mark.clause("core-10")
def test_each_piece_is_activated_once_a_turn_and_several_cards_share_the_pieces() -> None:
    game = position(
        "actions", WORKSHOPS, hands={MARQUISE: ["anvil#1", "armorers#1", "codebreakers#1", "crossbow-bird#1"]}
    )
    play(game, MARQUISE, Craft("anvil#1", (8,)), Craft("armorers#1", (8,)), Craft("codebreakers#1", (2,)))
    assert ready_pieces(game, MARQUISE) == [2, 5]
    assert refused(game, MARQUISE, Craft("crossbow-bird#1", (8,))) == "CRAFTING_PIECE_USED"


@pytest.mark.clause("core-10", "core-6")
def test_activations_end_with_the_turn() -> None:
    game = position("cult_craft", "cult 8 garden-fox \n cult 5 warrior", hands={CULT: ["anvil#1"]})
    play(game, CULT, Craft("anvil#1", (8,)))
    assert game.turn == 8
    assert game.activated == []


@pytest.mark.clause("core-10")
def test_a_piece_pays_the_suit_of_its_clearing_whatever_its_faction() -> None:
    game = position("eyrie_craft", "eyrie 8 roost \n eyrie 2 roost", hands={EYRIE: ["anvil#1", "root-tea-fox#1"]})
    assert refused(game, EYRIE, Craft("anvil#1", (2,))) == "COST_NOT_PAID"
    play(game, EYRIE, Craft("anvil#1", (8,)), Craft("root-tea-fox#1", (2,)))
    assert game.crafted[EYRIE] == ["hammer", "tea"]


@pytest.mark.clause("core-10", "10.2.1")
def test_the_cult_activates_gardens_of_the_outcast_suit_alone() -> None:
    pieces = "cult 8 garden-fox*2 \n cult 5 garden-rabbit*2"
    game = position("cult_craft", pieces, outcast="fox", hands={CULT: ["anvil#1", "cobbler#1"]})
    assert refused(game, CULT, Craft("cobbler#1", (5, 5))) == "GARDEN_NOT_OUTCAST_SUIT"
    assert [offer.card for offer in offers(game, CULT, Craft)] == ["anvil#1"]


@pytest.mark.clause("core-10", "6.2.1")
def test_a_workshop_of_somebody_else_is_no_crafting_piece() -> None:
    game = position("eyrie_craft", "eyrie 2 roost \n marquise 8 workshop", hands={EYRIE: ["anvil#1"]})
    assert refused(game, EYRIE, Craft("anvil#1", (8,))) == "COST_NOT_PAID"


# --- Items ------------------------------------------------------------------------------------------------------------

ITEMS = sorted(copy for copy, card in CARDS.items() if card.kind == "item")


@pytest.mark.clause("core-10", "core-12", "core-5.4")
@pytest.mark.parametrize("card", ITEMS)
def test_an_item_card_gives_its_item_and_its_points_and_goes(card: str) -> None:
    face = CARDS[card]
    assert face.item is not None
    game = position("actions", workshop_for(card), hands={MARQUISE: [card]})
    before = game.items[face.item]

    events = done(game, MARQUISE, Craft(card, payment_for(card)))

    assert kinds(events)[:4] == ["CardCrafted", "ItemGained", "PointsScored", "CardPiled"]
    assert of(events, ItemGained) == [ItemGained(MARQUISE, face.item)]
    assert scored(events, MARQUISE) == face.vp
    assert game.items[face.item] == before - 1
    assert game.crafted[MARQUISE] == [face.item]
    assert game.lost_souls == [card]


@pytest.mark.clause("core-10", "core-15")
def test_an_item_that_has_gone_from_the_supply_cannot_be_crafted() -> None:
    game = position("actions", WORKSHOPS, hands={MARQUISE: ["anvil#1"]}, items={EYRIE: ["hammer"]})
    assert refused(game, MARQUISE, Craft("anvil#1", (8,))) == "ITEM_NOT_IN_SUPPLY"
    assert offers(game, MARQUISE, Craft) == []

    # Of two bags one is left.
    game = position("actions", WORKSHOPS, hands={MARQUISE: ["mouse-in-a-sack#1"]}, items={EYRIE: ["bag"]})
    done(game, MARQUISE, Craft("mouse-in-a-sack#1", (2,)))
    assert game.items["bag"] == 0


@pytest.mark.clause("core-10", "core-12")
def test_at_thirty_points_an_item_wins_and_nothing_further_is_resolved() -> None:
    game = position("actions", WORKSHOPS, hands={MARQUISE: ["anvil#1"]}, scores=[0, 28, 0])
    events = done(game, MARQUISE, Craft("anvil#1", (8,)))
    assert kinds(events) == ["CardCrafted", "ItemGained", "PointsScored", "GameFinished"]


# --- Effects that stay ------------------------------------------------------------------------------------------------

PERSISTENT = sorted(copy for copy, card in CARDS.items() if card.kind == "persistent" and copy.endswith("#1"))


@pytest.mark.clause("core-10", "core-5.7")
@pytest.mark.parametrize("card", PERSISTENT)
def test_a_persistent_card_lies_in_the_play_area_and_not_in_a_pile(card: str) -> None:
    game = position("actions", workshop_for(card), hands={MARQUISE: [card]})

    events = done(game, MARQUISE, Craft(card, payment_for(card)))

    assert of(events, CardCrafted)[0].stays
    assert of(events, CardPiled) == []
    assert (game.play[MARQUISE], game.hands[MARQUISE]) == ([card], [])


@pytest.mark.clause("core-10")
def test_an_effect_that_one_has_cannot_be_crafted_again() -> None:
    game = position("actions", WORKSHOPS, hands={MARQUISE: ["armorers#2"]}, play={MARQUISE: ["armorers#1"]})
    assert refused(game, MARQUISE, Craft("armorers#2", (8,))) == "DUPLICATE_EFFECT"
    assert offers(game, MARQUISE, Craft) == []


@pytest.mark.clause("core-10")
def test_an_effect_that_somebody_else_has_can_be_crafted() -> None:
    game = position("actions", WORKSHOPS, hands={MARQUISE: ["armorers#2"]}, play={EYRIE: ["armorers#1"]})
    done(game, MARQUISE, Craft("armorers#2", (8,)))
    assert game.play[MARQUISE] == ["armorers#2"]


@pytest.mark.clause("core-10", "core-6", "card-tax-collector")
def test_an_effect_holds_at_once_and_can_be_used_this_turn_while_its_window_is_open() -> None:
    pieces = WORKSHOPS + "\n marquise 6 warrior"
    game = position("actions", pieces, hands={MARQUISE: ["tax-collector#1"]})
    play(game, MARQUISE, Craft("tax-collector#1", (2, 5, 8)), UseTaxCollector(6))
    assert len(game.hands[MARQUISE]) == 1

    # Cobbler's window, the start of Evening, comes later in the same turn.
    pieces = "marquise 5 workshop*2 \n marquise 6 warrior"
    game = position("actions", pieces, hands={MARQUISE: ["cobbler#1"]})
    play(game, MARQUISE, Craft("cobbler#1", (5, 5)), EndStep())
    assert asked(game) == [(MARQUISE, "cobbler")]
    done(game, MARQUISE, UseCobbler(6, 2, 1))

    # Command Warren's, the start of Daylight, has passed.
    pieces = "marquise 5 workshop*2 \n marquise 6 warrior \n eyrie 6 warrior"
    game = position("actions", pieces, hands={MARQUISE: ["command-warren#1"]})
    play(game, MARQUISE, Craft("command-warren#1", (5, 5)))
    assert "UseCommandWarren" not in game.prompts[0].commands


@pytest.mark.clause("core-10", "card-armorers")
def test_a_battle_effect_crafted_now_helps_in_the_next_battle() -> None:
    pieces = WORKSHOPS + "\n marquise 6 warrior*2 \n eyrie 6 warrior*2"
    game = position("actions", pieces, hands={MARQUISE: ["armorers#1"]}, leader="builder")
    play(game, MARQUISE, Craft("armorers#1", (8,)), Battle(6, EYRIE), UseBattleEffects(("armorers#1",)), dice=[2, 2])
    assert game.warriors[MARQUISE][6] == 2


@pytest.mark.clause("6.2.1", "core-10")
def test_the_marquise_crafts_before_her_actions_alone() -> None:
    pieces = WORKSHOPS + "\n marquise 6 recruiter"
    game = position("actions", pieces, hands={MARQUISE: ["anvil#1"]})
    play(game, MARQUISE, Recruit())
    turned_down = give(game, MARQUISE, Craft("anvil#1", (8,)))
    assert isinstance(turned_down, Refusal)
    assert (turned_down.code, rulebook.catalogue.refusal(turned_down)) == (
        "WRONG_STEP", "Crafting is not possible in this step, in which the seat has begun to spend actions.",
    )  # fmt: skip


@pytest.mark.clause("core-10", "core-6")
@pytest.mark.parametrize(
    ("step", "pieces", "hand"),
    [
        ("eyrie_craft", "eyrie 2 warrior", ["anvil#1"]),
        ("eyrie_craft", "eyrie 2 roost", []),
        ("cult_craft", "cult 2 garden-mouse", ["anvil#1"]),
        ("cult_craft", "cult 8 garden-fox", []),
    ],
    ids=["no roost", "no card", "no garden of the Outcast", "no card for the Cult"],
)
def test_a_crafting_step_without_pieces_or_cards_is_passed(step: str, pieces: str, hand: list[str]) -> None:
    seat = EYRIE if step == "eyrie_craft" else CULT
    game = position(step, pieces, hands={seat: hand})
    go_on(game)
    assert (seat, step) not in asked(game)


KNOWN = [
    ("a card that no roost can pay for", ["anvil#1"], ["anvil#1"], False),
    ("a card that cannot be crafted by anybody", ["ambush-bird#1"], ["ambush-bird#1"], False),
    ("a card that a roost can pay for", ["anvil#1", "root-tea-mouse#1"], ["anvil#1", "root-tea-mouse#1"], True),
    ("a hand of which one card is not known", ["anvil#1", "foxfolk-steel#1"], ["anvil#1"], True),
    ("a hand of which nothing is known", ["anvil#1"], [], True),
]


@pytest.mark.clause("core-6", "core-10", "core-1.4", "7.5.1")
@pytest.mark.parametrize(("hand", "known", "asks"), [row[1:] for row in KNOWN], ids=[row[0] for row in KNOWN])
def test_a_hand_that_everybody_knows_is_asked_about_only_if_a_card_of_it_can_be_crafted(
    hand: list[str], known: list[str], asks: bool
) -> None:
    game = position("begin_daylight", "eyrie 2 roost warrior", active=EYRIE, phase="daylight", hands={EYRIE: hand})
    game.known[EYRIE] = known
    started = [event.step for event in of(go_on(game), StepStarted)]
    assert (started[0] == "eyrie_craft") == asks


# --- core-9.3, card-favor ---------------------------------------------------------------------------------------------

FAVOR = {"fox": "favor-of-the-foxes#1", "rabbit": "favor-of-the-rabbits#1", "mouse": "favor-of-the-mice#1"}
PAID = {"fox": (1, 8, 8), "rabbit": (4, 5, 5), "mouse": (2, 7, 7)}


@pytest.mark.clause("card-favor", "core-9.3", "core-9.2", "core-12")
@pytest.mark.parametrize("suit", sorted(FAVOR))
def test_a_favor_removes_every_enemy_piece_from_every_clearing_of_its_suit(suit: str) -> None:
    first, second, _ = PAID[suit]
    others = {"fox": (6, 12), "rabbit": (3, 10), "mouse": (9, 11)}[suit]
    elsewhere = {"fox": 11, "rabbit": 11, "mouse": 10}[suit]
    pieces = f"""
        eyrie {first} roost warrior
        eyrie {second} roost*2
        marquise {others[0]} warrior*2 sawmill wood
        marquise {first} wood
        cult {others[1]} warrior*3 garden-{suit}
        cult {elsewhere} warrior
        marquise {elsewhere} warrior
    """
    game = position("eyrie_craft", pieces, hands={EYRIE: [FAVOR[suit]]}, leader="despot")

    events = done(game, EYRIE, Craft(FAVOR[suit], PAID[suit]))

    # Sawmill, two wood, a garden: and the Despot has no part in it, since this is no battle.
    assert scored(events, EYRIE) == 4
    (removed,) = of(events, PiecesRemoved)
    assert (removed.by, removed.cause) == (EYRIE, "favor")
    (points,) = of(events, PointsScored)
    assert points.terms == (
        Term("building_removed", 1, 1, "core-9.3"),  # of the Cult
        Term("building_removed", 1, 1, "core-9.3"),  # of the Marquise
        Term("token_removed", 2, 1, "core-9.3"),
    )
    for clearing in game.paths.by_suit[suit]:
        assert game.warriors[MARQUISE][clearing] == game.warriors[CULT][clearing] == 0
        assert {owner for owner, _ in (*game.buildings[clearing], *game.tokens[clearing])} <= {EYRIE}
    assert (game.warriors[EYRIE][first], len(game.buildings[second])) == (1, 2)
    assert (game.warriors[MARQUISE][elsewhere], game.warriors[CULT][elsewhere]) == (1, 1)
    assert game.lost_souls == [FAVOR[suit]]


@pytest.mark.clause("core-9.3", "10.2.3", "card-favor")
def test_a_favor_gives_the_cult_no_acolytes_and_costs_a_card_for_each_garden() -> None:
    pieces = "eyrie 8 roost*2 \n eyrie 1 roost \n cult 6 garden-fox warrior*2 \n cult 12 garden-fox"
    hand = ["ambush-bird#1", "anvil#1", "armorers#1"]
    game = position("eyrie_craft", pieces, hands={EYRIE: [FAVOR["fox"]], CULT: hand})
    events = done(game, EYRIE, Craft(FAVOR["fox"], (1, 8, 8)), fear=["anvil#1", "armorers#1"])
    assert game.cult is not None
    assert game.cult.acolytes == 0
    assert game.supply[CULT] == 25
    assert game.hands[CULT] == ["ambush-bird#1"]
    assert kinds(events)[:4] == ["CardCrafted", "PiecesRemoved", "PointsScored", "CardPiled"]


@pytest.mark.clause("core-9.2", "core-9.3", "6.2.3", "core-14")
def test_after_a_favor_the_marquise_is_offered_hospitals_clearing_by_clearing() -> None:
    pieces = "eyrie 8 roost*2 \n eyrie 1 roost \n marquise 6 warrior*2 \n marquise 12 warrior*3 \n marquise 2 keep"
    hand = ["anvil#1", "armorers#1"]
    game = position("eyrie_craft", pieces, hands={EYRIE: [FAVOR["fox"]], MARQUISE: hand})
    done(game, EYRIE, Craft(FAVOR["fox"], (1, 8, 8)))
    assert asked(game) == [(MARQUISE, "hospitals")]
    done(game, MARQUISE, UseFieldHospitals(12, "armorers#1"))
    assert asked(game) == [(MARQUISE, "hospitals")]
    done(game, MARQUISE, UseFieldHospitals(6, "anvil#1"))
    assert game.warriors[MARQUISE][2] == 5


@pytest.mark.clause("card-favor", "core-9.3", "6.2.2", "core-3")
def test_a_favor_removes_the_keep_which_leaves_the_game_and_with_it_the_hospitals() -> None:
    pieces = "eyrie 8 roost*2 \n eyrie 12 roost \n marquise 1 keep warrior*2 \n marquise 6 warrior"
    game = position("eyrie_craft", pieces, hands={EYRIE: [FAVOR["fox"]], MARQUISE: ["anvil#1"]})
    events = done(game, EYRIE, Craft(FAVOR["fox"], (8, 8, 12)))
    assert scored(events, EYRIE) == 1
    assert game.marquise is not None
    assert game.marquise.keep is None
    assert game.stock[MARQUISE]["keep"] == 0
    # She is not even told that she declines.
    assert "FieldHospitalsDeclined" not in kinds(events)
    assert (MARQUISE, "hospitals") not in asked(game)


@pytest.mark.clause("card-favor", "core-9.2")
def test_a_favor_without_an_enemy_is_legal_and_removes_nothing() -> None:
    game = position("eyrie_craft", "eyrie 8 roost*2 \n eyrie 1 roost", hands={EYRIE: [FAVOR["fox"]]})
    events = done(game, EYRIE, Craft(FAVOR["fox"], (1, 8, 8)))
    assert of(events, PiecesRemoved) == []
    assert game.lost_souls == [FAVOR["fox"]]


@pytest.mark.clause("core-9.2", "core-12", "card-favor")
def test_thirty_points_by_a_favor_end_the_game_before_anything_it_sets_off() -> None:
    pieces = "eyrie 8 roost*2 \n eyrie 1 roost \n cult 6 garden-fox \n marquise 12 warrior \n marquise 2 keep"
    hands = {EYRIE: [FAVOR["fox"]], CULT: ["anvil#1"], MARQUISE: ["armorers#1"]}
    game = position("eyrie_craft", pieces, hands=hands, scores=[0, 0, 29])
    events = done(game, EYRIE, Craft(FAVOR["fox"], (1, 8, 8)))
    assert kinds(events) == ["CardCrafted", "PiecesRemoved", "PointsScored", "GameFinished"]
    assert game.hands[CULT] == ["anvil#1"]


def test_every_way_to_pay_is_named_by_the_trial() -> None:
    # The trial itself, against all assignments of pieces to icons.
    for suits in product(("fox", "rabbit", "mouse"), repeat=3):
        assert pays(suits, ("fox", "rabbit", "mouse")) == (sorted(suits) == ["fox", "mouse", "rabbit"])
        assert pays(suits, ("any", "any", "any"))
        assert pays(suits, ("fox", "fox", "fox")) == (set(suits) == {"fox"})
