"""What crafted cards do outside battle, each in its window (core-6, core-10, card-*)."""

import pytest

from domain.root.cards import CARDS, SUIT_OF
from domain.root.commands import (
    EndStep,
    TakeDominance,
    UseBetterBurrowBank,
    UseCobbler,
    UseCodebreakers,
    UseCommandWarren,
    UseRoyalClaim,
    UseStandAndDeliver,
    UseTaxCollector,
)
from domain.root.cult.commands import AdjustOutcast
from domain.root.cult.events import AcolytesGained
from domain.root.events import (
    BattleStarted,
    CardPiled,
    CardsDrawn,
    CardTaken,
    EffectUsed,
    HandShown,
    PointsScored,
    WarriorsMoved,
)
from domain.root.marquise.commands import Battle, UseFieldHospitals
from domain.root.rulebook import rulebook
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    go_on,
    kinds,
    of,
    offers,
    play,
    position,
    refused,
    scored,
)

# --- The cards themselves ---------------------------------------------------------------------------------------------

FACES = [
    ("armorers", "bird", 2, ("fox",)),
    ("sappers", "bird", 2, ("mouse",)),
    ("brutal-tactics", "bird", 2, ("fox", "fox")),
    ("royal-claim", "bird", 1, ("any", "any", "any", "any")),
    ("stand-and-deliver", "fox", 2, ("mouse", "mouse", "mouse")),
    ("tax-collector", "fox", 3, ("fox", "rabbit", "mouse")),
    ("favor-of-the-foxes", "fox", 1, ("fox", "fox", "fox")),
    ("favor-of-the-rabbits", "rabbit", 1, ("rabbit", "rabbit", "rabbit")),
    ("favor-of-the-mice", "mouse", 1, ("mouse", "mouse", "mouse")),
    ("command-warren", "rabbit", 2, ("rabbit", "rabbit")),
    ("better-burrow-bank", "rabbit", 2, ("rabbit", "rabbit")),
    ("cobbler", "rabbit", 2, ("rabbit", "rabbit")),
    ("scouting-party", "mouse", 2, ("mouse", "mouse")),
    ("codebreakers", "mouse", 2, ("mouse",)),
]


@pytest.mark.parametrize(("card", "suit", "count", "cost"), FACES)
def test_the_faces_of_the_effect_cards(card: str, suit: str, count: int, cost: tuple[str, ...]) -> None:
    face = CARDS[f"{card}#1"]
    assert (face.suit, face.count, face.cost) == (suit, count, cost)


# --- Better Burrow Bank -----------------------------------------------------------------------------------------------


@pytest.mark.clause("card-better-burrow-bank", "core-6")
def test_the_bank_draws_for_its_owner_and_then_for_another_seat_before_everything_else_in_birdsong() -> None:
    game = position("", "cult 8 warrior", active=CULT, play={CULT: ["better-burrow-bank#1", "royal-claim#1"]})
    events = go_on(game)
    assert kinds(events) == ["PhaseStarted", "StepStarted"]
    assert asked(game) == [(CULT, "bank")]
    # It is not optional: nothing else can be done, not even ending the step.
    assert game.prompts[0].commands == ("UseBetterBurrowBank",)
    assert offers(game, CULT, UseBetterBurrowBank) == [UseBetterBurrowBank(MARQUISE), UseBetterBurrowBank(EYRIE)]
    assert refused(game, CULT, UseBetterBurrowBank(CULT)) == "TARGET_NOT_ENEMY"
    assert refused(game, CULT, UseBetterBurrowBank(5)) == "TARGET_NOT_ENEMY"

    events = done(game, CULT, UseBetterBurrowBank(EYRIE), deck=["anvil#1", "cobbler#1"])

    assert of(events, CardsDrawn) == [CardsDrawn(CULT, 1, ("anvil#1",)), CardsDrawn(EYRIE, 1, ("cobbler#1",))]
    assert asked(game) == [(CULT, "adjust")]
    assert game.play[CULT] == ["better-burrow-bank#1", "royal-claim#1"]


@pytest.mark.clause("card-better-burrow-bank", "core-1.1")
def test_between_two_there_is_nobody_to_choose_so_nobody_is_asked() -> None:
    game = position("", "cult 8 warrior", active=0, factions=("cult", "marquise"), play={0: ["better-burrow-bank#1"]})
    events = go_on(game, deck=["anvil#1", "cobbler#1"])
    assert of(events, CardsDrawn) == [CardsDrawn(0, 1, ("anvil#1",)), CardsDrawn(1, 1, ("cobbler#1",))]


@pytest.mark.clause("card-better-burrow-bank", "core-5.3")
def test_with_one_card_left_the_owner_draws_it() -> None:
    every = [card for card in CARDS if card not in ("better-burrow-bank#1", "anvil#1")]
    game = position("bank", "cult 8 warrior", active=CULT, play={CULT: ["better-burrow-bank#1"]}, lost_souls=every)
    events = done(game, CULT, UseBetterBurrowBank(EYRIE))
    assert of(events, CardsDrawn) == [CardsDrawn(CULT, 1, ("anvil#1",))]


# --- Royal Claim ------------------------------------------------------------------------------------------------------


@pytest.mark.clause("card-royal-claim", "10.2.4", "core-5.4")
def test_royal_claim_scores_every_clearing_ruled_gardens_included_and_is_discarded() -> None:
    pieces = "cult 8 garden-fox \n marquise 8 warrior*5 \n cult 5 warrior \n cult 2 warrior \n marquise 2 warrior"
    game = position("conspiracies", pieces, play={CULT: ["royal-claim#1"]})
    events = done(game, CULT, UseRoyalClaim())
    assert scored(events, CULT) == 2
    assert game.play[CULT] == []
    assert game.lost_souls == ["royal-claim#1"]


@pytest.mark.clause("card-royal-claim", "core-6", "10.4.1")
@pytest.mark.parametrize("first", [True, False])
def test_the_cult_uses_royal_claim_before_or_after_the_adjustment(first: bool) -> None:
    game = position("", "cult 8 garden-fox", active=CULT, play={CULT: ["royal-claim#1"]}, lost_souls=["anvil#1"])
    go_on(game)
    assert asked(game) == [(CULT, "adjust")]
    if first:
        # Nothing is left to use, and so the rest happens by itself: the claim went to the pile that is emptied.
        done(game, CULT, UseRoyalClaim())
        assert game.discard == ["anvil#1", "royal-claim#1"]
    else:
        play(game, CULT, AdjustOutcast(), UseRoyalClaim())
        assert (game.discard, game.lost_souls) == (["anvil#1"], ["royal-claim#1"])


@pytest.mark.clause("card-royal-claim")
def test_royal_claim_need_not_be_used_and_may_rule_nothing() -> None:
    game = position("birdsong", "marquise 8 wood", active=MARQUISE, play={MARQUISE: ["royal-claim#1"]})
    kept = game.copy()
    done(kept, MARQUISE, EndStep())
    assert kept.play[MARQUISE] == ["royal-claim#1"]

    events = done(game, MARQUISE, UseRoyalClaim())
    assert of(events, PointsScored) == []
    assert game.play[MARQUISE] == []


@pytest.mark.clause("card-royal-claim", "core-12")
def test_royal_claim_may_win() -> None:
    game = position("conspiracies", "cult 8 garden-fox", play={CULT: ["royal-claim#1"]}, scores=[29])
    done(game, CULT, UseRoyalClaim())
    assert game.over
    assert game.ranking[CULT] == 1


# --- Stand and Deliver! -----------------------------------------------------------------------------------------------


@pytest.mark.clause("card-stand-and-deliver", "core-1.3")
def test_stand_and_deliver_takes_a_random_card_and_its_owner_scores() -> None:
    hands = {MARQUISE: ["anvil#1", "cobbler#1"]}
    game = position("conspiracies", "cult 8 warrior", play={CULT: ["stand-and-deliver#1"]}, hands=hands)
    events = done(game, CULT, UseStandAndDeliver(MARQUISE), take=["cobbler#1"])
    assert of(events, CardTaken) == [CardTaken(CULT, MARQUISE, "cobbler#1")]
    assert scored(events, MARQUISE) == 1
    assert (game.hands[CULT], game.hands[MARQUISE]) == (["cobbler#1"], ["anvil#1"])
    # It is no discard, and the card stays.
    assert of(events, CardPiled) == []
    assert game.play[CULT] == ["stand-and-deliver#1"]


@pytest.mark.clause("card-stand-and-deliver", "core-1.4")
def test_only_the_two_seats_see_the_card_that_was_taken() -> None:
    taken = CardTaken(CULT, MARQUISE, "cobbler#1")
    assert [rulebook.redact(taken, viewer).card for viewer in (CULT, MARQUISE, EYRIE, None)] == [
        "cobbler#1", "cobbler#1", None, None,
    ]  # fmt: skip


@pytest.mark.clause("card-stand-and-deliver", "core-1.4")
def test_after_a_random_card_is_taken_nobody_knows_any_more_what_the_hand_holds() -> None:
    game = position("conspiracies", "cult 8 warrior", play={CULT: ["stand-and-deliver#1"]},
                    hands={MARQUISE: ["anvil#1", "cobbler#1"]})  # fmt: skip
    game.known[MARQUISE] = ["anvil#1"]
    done(game, CULT, UseStandAndDeliver(MARQUISE), take=["cobbler#1"])
    assert game.known == [[], [], []]


@pytest.mark.clause("card-stand-and-deliver", "core-1.2")
def test_whom_stand_and_deliver_may_not_choose() -> None:
    game = position("decree", "eyrie 8 roost", play={EYRIE: ["stand-and-deliver#1"]},
                    hands={EYRIE: ["anvil#1"], MARQUISE: ["cobbler#1"]})  # fmt: skip
    assert refused(game, EYRIE, UseStandAndDeliver(CULT)) == "EMPTY_HAND"
    assert refused(game, EYRIE, UseStandAndDeliver(EYRIE)) == "TARGET_NOT_ENEMY"
    assert offers(game, EYRIE, UseStandAndDeliver) == [UseStandAndDeliver(MARQUISE)]
    done(game, EYRIE, UseStandAndDeliver(MARQUISE), take=["cobbler#1"])
    game.hands[MARQUISE].append("armorers#1")
    game.deck.remove("armorers#1")
    assert refused(game, EYRIE, UseStandAndDeliver(MARQUISE)) == "ALREADY_USED_THIS_TURN"


@pytest.mark.clause("card-stand-and-deliver", "core-12")
def test_the_point_of_stand_and_deliver_may_win_for_its_victim() -> None:
    game = position("conspiracies", "cult 8 warrior", play={CULT: ["stand-and-deliver#1"]},
                    hands={MARQUISE: ["anvil#1"]}, scores=[0, 29])  # fmt: skip
    done(game, CULT, UseStandAndDeliver(MARQUISE), take=["anvil#1"])
    assert game.ranking == (2, 1, 2)


# --- Command Warren ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("card-command-warren", "core-6")
def test_command_warren_battles_before_everything_else_in_daylight_and_costs_nothing_else() -> None:
    pieces = "marquise 8 warrior*2 sawmill \n eyrie 8 warrior*2"
    game = position("", pieces, active=MARQUISE, play={MARQUISE: ["command-warren#1"]}, leader="builder")
    events = go_on(game)
    assert kinds(events) == ["PhaseStarted", "PiecesPlaced", "PhaseStarted", "StepStarted"]
    assert asked(game) == [(MARQUISE, "warren")]

    events = done(game, MARQUISE, UseCommandWarren(8, EYRIE), dice=[1, 1])

    assert kinds(events)[:2] == ["EffectUsed", "BattleStarted"]
    assert asked(game) == [(MARQUISE, "actions")]
    assert game.marquise is not None
    assert game.marquise.actions_left == 3


@pytest.mark.clause("card-command-warren", "core-8")
def test_command_warren_battles_by_the_rules_of_battle_in_a_clearing_of_any_suit() -> None:
    pieces = "cult 5 warrior \n eyrie 5 warrior \n cult 8 garden-fox \n eyrie 8 warrior"
    game = position("warren", pieces, active=CULT, outcast="fox", play={CULT: ["command-warren#1"]})
    assert refused(game, CULT, UseCommandWarren(8, EYRIE)) == "NO_ATTACKING_PIECE"
    assert refused(game, CULT, UseCommandWarren(5, MARQUISE)) == "NO_SUCH_ENEMY_HERE"
    assert refused(game, CULT, UseCommandWarren(5, CULT)) == "TARGET_NOT_ENEMY"
    assert offers(game, CULT, UseCommandWarren) == [UseCommandWarren(5, EYRIE)]
    events = done(game, CULT, UseCommandWarren(5, EYRIE), dice=[1, 1])
    # The cult attacks: no revenge.
    assert of(events, AcolytesGained) == []


@pytest.mark.clause("card-command-warren")
def test_command_warren_is_not_asked_for_without_a_battle_to_begin_and_may_be_forgone() -> None:
    pieces = "marquise 8 warrior*2 sawmill \n eyrie 5 warrior*2"
    game = position("", pieces, active=MARQUISE, play={MARQUISE: ["command-warren#1"]})
    go_on(game)
    assert asked(game) == [(MARQUISE, "actions")]

    game = position("warren", pieces + "\n eyrie 8 warrior", active=MARQUISE, play={MARQUISE: ["command-warren#1"]})
    done(game, MARQUISE, EndStep())
    assert asked(game) == [(MARQUISE, "actions")]


# --- Tax Collector ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("card-tax-collector")
def test_tax_collector_removes_an_own_warrior_and_draws_a_card_once_a_turn() -> None:
    game = position(
        "eyrie_craft", "eyrie 8 warrior*2 roost", play={EYRIE: ["tax-collector#1"]}, hands={EYRIE: ["cobbler#1"]}
    )
    events = done(game, EYRIE, UseTaxCollector(8), deck=["anvil#1"])
    assert kinds(events) == ["PiecesRemoved", "EffectUsed", "CardsDrawn"]
    assert (game.warriors[EYRIE][8], game.supply[EYRIE]) == (1, 19)
    assert game.hands[EYRIE] == ["anvil#1", "cobbler#1"]
    assert refused(game, EYRIE, UseTaxCollector(8)) == "ALREADY_USED_THIS_TURN"


@pytest.mark.clause("card-tax-collector", "core-1.2")
def test_tax_collector_needs_a_warrior_of_ones_own() -> None:
    game = position("actions", "marquise 8 warrior \n eyrie 5 warrior", play={MARQUISE: ["tax-collector#1"]})
    assert refused(game, MARQUISE, UseTaxCollector(5)) == "NOT_ENOUGH_WARRIORS"
    assert refused(game, MARQUISE, UseTaxCollector(13)) == "UNKNOWN_CLEARING"
    assert offers(game, MARQUISE, UseTaxCollector) == [UseTaxCollector(8)]


@pytest.mark.clause("card-tax-collector", "6.2.3", "core-14", "core-2")
def test_the_marquise_answers_her_own_tax_collector_with_hospitals_before_she_draws() -> None:
    game = position("actions", "marquise 8 warrior \n marquise 2 keep", play={MARQUISE: ["tax-collector#1"]},
                    hands={MARQUISE: ["anvil#1"]})  # fmt: skip
    events = done(game, MARQUISE, UseTaxCollector(8))
    assert of(events, CardsDrawn) == []
    assert asked(game) == [(MARQUISE, "hospitals")]
    events = done(game, MARQUISE, UseFieldHospitals(8, "anvil#1"))
    assert kinds(events) == ["CardPiled", "FieldHospitalsUsed", "EffectUsed", "CardsDrawn"]
    assert game.warriors[MARQUISE][2] == 1


@pytest.mark.clause("card-tax-collector", "10.2.3")
def test_a_warrior_that_the_cult_taxes_is_no_acolyte() -> None:
    # It could never craft the card, but nothing else keeps it from using one.
    game = position("rituals", "cult 8 warrior", play={CULT: ["tax-collector#1"]}, hands={CULT: ["anvil#1"]})
    done(game, CULT, UseTaxCollector(8))
    assert game.supply[CULT] == 25


# --- Codebreakers -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("card-codebreakers", "core-1.4")
def test_codebreakers_shows_another_hand_to_its_owner_alone() -> None:
    game = position("rituals", "cult 8 warrior", play={CULT: ["codebreakers#1"]},
                    hands={CULT: ["cobbler#1"], MARQUISE: ["anvil#1", "armorers#1"]})  # fmt: skip
    (used, shown) = done(game, CULT, UseCodebreakers(MARQUISE))
    assert used == EffectUsed(CULT, "codebreakers#1")
    assert shown == HandShown(CULT, MARQUISE, ("anvil#1", "armorers#1"))
    assert rulebook.redact(shown, CULT) == shown
    assert [rulebook.redact(shown, viewer).cards for viewer in (EYRIE, None)] == [(), ()]
    # What one seat alone saw is not known to everybody.
    assert game.known[MARQUISE] == []
    assert game.hands[MARQUISE] == ["anvil#1", "armorers#1"]


@pytest.mark.clause("card-codebreakers", "core-1.2")
def test_codebreakers_looks_once_a_turn_and_at_no_empty_hand() -> None:
    game = position("rituals", "cult 8 warrior", play={CULT: ["codebreakers#1"]},
                    hands={CULT: ["cobbler#1"], MARQUISE: ["anvil#1"]})  # fmt: skip
    assert refused(game, CULT, UseCodebreakers(EYRIE)) == "EMPTY_HAND"
    assert refused(game, CULT, UseCodebreakers(CULT)) == "TARGET_NOT_ENEMY"
    done(game, CULT, UseCodebreakers(MARQUISE))
    assert refused(game, CULT, UseCodebreakers(MARQUISE)) == "ALREADY_USED_THIS_TURN"


# --- Cobbler ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("card-cobbler", "core-6", "core-7.2")
def test_cobbler_moves_once_at_the_start_of_evening() -> None:
    game = position("actions", "marquise 8 warrior*2", play={MARQUISE: ["cobbler#1"]})
    events = done(game, MARQUISE, EndStep())
    assert kinds(events) == ["StepEnded", "PhaseStarted", "StepStarted"]
    assert asked(game) == [(MARQUISE, "cobbler")]
    assert refused(game, MARQUISE, UseCobbler(8, 12, 1)) == "NOT_ADJACENT"
    assert refused(game, MARQUISE, UseCobbler(8, 4, 3)) == "NOT_ENOUGH_WARRIORS"
    events = done(game, MARQUISE, UseCobbler(8, 4, 2))
    assert of(events, WarriorsMoved) == [WarriorsMoved(MARQUISE, 8, 4, 2)]
    # The turn goes on by itself.
    assert game.active == EYRIE


@pytest.mark.clause("card-cobbler", "10.6.1")
def test_for_the_cult_cobbler_comes_before_revealed_cards_are_taken_back() -> None:
    game = position("rituals", "cult 8 warrior", play={CULT: ["cobbler#1"]}, hands={CULT: ["armorers#1"]})
    assert game.cult is not None
    game.cult.revealed.append(("anvil#1", "recruit"))
    game.deck.remove("anvil#1")
    done(game, CULT, EndStep())
    assert asked(game) == [(CULT, "cobbler")]
    assert game.hands[CULT] == ["armorers#1"]
    done(game, CULT, EndStep())
    assert "anvil#1" in game.hands[CULT]


@pytest.mark.clause("card-cobbler")
def test_cobbler_is_not_asked_for_where_nothing_can_move() -> None:
    pieces = "marquise 8 warrior \n eyrie 8 warrior*2"
    game = position("actions", pieces, play={MARQUISE: ["cobbler#1"]})
    done(game, MARQUISE, EndStep())
    assert game.active == EYRIE


# --- Scouting Party is shown with battle ------------------------------------------------------------------------------


@pytest.mark.clause("card-scouting-party")
def test_a_scouting_party_works_in_every_battle_of_its_owner() -> None:
    pieces = "marquise 8 warrior*2 \n eyrie 8 warrior*2 \n marquise 5 warrior*2 \n eyrie 5 warrior*2"
    game = position("actions", pieces, play={MARQUISE: ["scouting-party#1"]}, hands={EYRIE: ["ambush-bird#1"]})
    events = play(game, MARQUISE, Battle(8, EYRIE), Battle(5, EYRIE), dice=[0, 0])
    assert len(of(events, BattleStarted)) == 2
    assert game.hands[EYRIE] == ["ambush-bird#1"]


# --- Windows ----------------------------------------------------------------------------------------------------------

OTHERS = [
    ("actions", MARQUISE, UseRoyalClaim(), "royal-claim#1"),
    ("actions", MARQUISE, UseStandAndDeliver(EYRIE), "stand-and-deliver#1"),
    ("actions", MARQUISE, UseBetterBurrowBank(EYRIE), "better-burrow-bank#1"),
    ("actions", MARQUISE, UseCommandWarren(8, EYRIE), "command-warren#1"),
    ("actions", MARQUISE, UseCobbler(8, 4, 1), "cobbler#1"),
    ("conspiracies", CULT, UseTaxCollector(8), "tax-collector#1"),
    ("conspiracies", CULT, UseCodebreakers(EYRIE), "codebreakers#1"),
    ("cult_craft", CULT, UseTaxCollector(8), "tax-collector#1"),
    ("cult_craft", CULT, UseCobbler(8, 4, 1), "cobbler#1"),
    ("cult_craft", CULT, UseCodebreakers(EYRIE), "codebreakers#1"),
]


@pytest.mark.clause("core-6", "core-10", "core-1.2")
@pytest.mark.parametrize(("step", "seat", "command", "card"), OTHERS)
def test_effects_are_not_used_outside_their_windows(step: str, seat: int, command: object, card: str) -> None:
    pieces = "marquise 8 warrior \n cult 8 warrior garden-fox \n eyrie 8 warrior"
    game = position(step, pieces, play={seat: [card]}, hands={seat: ["anvil#1"], EYRIE: ["cobbler#2"]})
    assert refused(game, seat, command) in ("WRONG_PHASE", "WRONG_STEP")  # type: ignore[arg-type]


@pytest.mark.clause("core-10", "core-1.2")
@pytest.mark.parametrize(
    ("step", "command"),
    [
        ("conspiracies", UseRoyalClaim()),
        ("conspiracies", UseStandAndDeliver(MARQUISE)),
        ("rituals", UseTaxCollector(8)),
        ("rituals", UseCodebreakers(MARQUISE)),
        ("bank", UseBetterBurrowBank(MARQUISE)),
        ("warren", UseCommandWarren(8, MARQUISE)),
        ("cobbler", UseCobbler(8, 4, 1)),
    ],
)
def test_nobody_uses_an_effect_that_another_has(step: str, command: object) -> None:
    every = [f"{CARDS[card].id}#1" for card in CARDS if CARDS[card].kind == "persistent" and card.endswith("#1")]
    pieces = "cult 8 warrior \n marquise 8 warrior"
    game = position(
        step, pieces, active=CULT, play={MARQUISE: every}, hands={MARQUISE: ["anvil#1"], CULT: ["bake-sale#1"]}
    )
    assert refused(game, CULT, command) == "EFFECT_NOT_YOURS"  # type: ignore[arg-type]


@pytest.mark.clause("core-6")
def test_effects_of_birdsong_are_used_in_any_order_between_its_steps() -> None:
    cards = ["royal-claim#1", "stand-and-deliver#1"]
    pieces = "cult 8 garden-fox warrior"
    for first, second in ((UseRoyalClaim(), UseStandAndDeliver(EYRIE)), (UseStandAndDeliver(EYRIE), UseRoyalClaim())):
        game = position("adjust", pieces, play={CULT: cards}, hands={EYRIE: ["anvil#1"]})
        play(game, CULT, first, second, take=["anvil#1"])
        assert game.scores == [1, 0, 1]


@pytest.mark.clause("core-6", "core-10")
def test_effects_once_a_turn_are_ready_again_next_turn() -> None:
    game = position("cult_craft", "cult 8 garden-fox \n cult 5 warrior", play={CULT: ["codebreakers#1"]})
    game.used.append("codebreakers#1")
    go_on(game)
    assert game.active == MARQUISE
    assert game.used == []


@pytest.mark.clause("core-6", "core-11")
def test_in_daylight_effects_are_used_between_actions_and_dominance_is_taken() -> None:
    game = position("rituals", "cult 8 warrior", play={CULT: ["codebreakers#1"]}, available=["dominance-fox#1"],
                    hands={CULT: ["anvil#1"], MARQUISE: ["cobbler#1"]})  # fmt: skip
    play(game, CULT, UseCodebreakers(MARQUISE), TakeDominance("dominance-fox#1", "anvil#1"))
    assert SUIT_OF[game.hands[CULT][0]] == "fox"
