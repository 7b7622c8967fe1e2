"""Dominance (core-11)."""

import pytest

from domain.root.commands import ActivateDominance, Craft, EndStep, TakeDominance
from domain.root.cult.commands import RitualScore
from domain.root.dominance import has_dominated, may_activate, may_take
from domain.root.events import CardPiled, DominanceActivated, PointsForfeited, PointsScored
from domain.root.rulebook import rulebook
from domain.root.state import Game
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

FOX, RABBIT, MOUSE, BIRD = (f"dominance-{suit}#1" for suit in ("fox", "rabbit", "mouse", "bird"))

# --- Activating -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-11", "core-15", "core-5.7")
def test_with_ten_points_a_card_in_hand_is_activated_and_the_score_marker_taken_off() -> None:
    game = position("rituals", "cult 8 warrior", hands={CULT: [FOX, "anvil#1"]}, scores=[10, 3, 4])
    (activated,) = done(game, CULT, ActivateDominance(FOX))
    assert isinstance(activated, DominanceActivated)
    assert (game.play[CULT], game.hands[CULT], game.dominance[CULT]) == ([FOX], ["anvil#1"], FOX)
    assert game.scores == [0, 3, 4]
    seen = rulebook.view(game, None).seats[CULT]
    assert (seen.score, seen.dominance) == (None, FOX)


@pytest.mark.clause("core-11", "core-1.2")
def test_activating_that_is_refused() -> None:
    hand = [FOX, "anvil#1"]
    assert (
        refused(position("rituals", hands={CULT: hand}, scores=[9]), CULT, ActivateDominance(FOX)) == "NEED_10_POINTS"
    )
    game = position("rituals", hands={CULT: hand}, scores=[10])
    assert refused(game, CULT, ActivateDominance(MOUSE)) == "CARD_NOT_IN_HAND"
    assert refused(game, CULT, ActivateDominance("anvil#1")) == "NOT_DOMINANCE"
    assert refused(game, CULT, ActivateDominance("wolf#1")) == "UNKNOWN_CARD"
    game = position("rituals", hands={CULT: hand}, scores=[10], dominance={CULT: BIRD})
    assert refused(game, CULT, ActivateDominance(FOX)) == "ALREADY_ACTIVATED"
    assert offers(game, CULT, ActivateDominance) == []


@pytest.mark.clause("core-11", "core-6")
@pytest.mark.parametrize("step", ["conspiracies", "cult_craft"])
def test_dominance_is_activated_and_taken_in_daylight_alone(step: str) -> None:
    game = position(step, "cult 8 warrior garden-fox", hands={CULT: [FOX, "anvil#1"]}, scores=[10], available=[MOUSE])
    assert refused(game, CULT, ActivateDominance(FOX)) in ("WRONG_PHASE", "WRONG_STEP")
    assert refused(game, CULT, TakeDominance(MOUSE, "anvil#1")) in ("WRONG_PHASE", "WRONG_STEP")


@pytest.mark.clause("core-11", "core-12")
def test_who_plays_for_dominance_forfeits_points_whatever_they_come_from_and_others_score() -> None:
    pieces = "cult 8 garden-fox*2 \n cult 5 warrior"
    game = position("rituals", pieces, hands={CULT: ["anvil#1"]}, dominance={CULT: RABBIT})
    events = done(game, CULT, RitualScore("anvil#1"))
    (forfeited,) = of(events, PointsForfeited)
    assert (forfeited.seat, sum(term.points for term in forfeited.terms)) == (CULT, 2)
    assert of(events, PointsScored) == []
    assert game.scores == [0, 0, 0]

    game = position("actions", "marquise 8 workshop", hands={MARQUISE: ["anvil#1"]}, dominance={CULT: RABBIT})
    assert scored(done(game, MARQUISE, Craft("anvil#1", (8,))), MARQUISE) == 2


# --- Winning ----------------------------------------------------------------------------------------------------------

RULED = [
    pytest.param(FOX, (1, 6, 8), True, id="three fox clearings"),
    pytest.param(FOX, (1, 6, 8, 12), True, id="all four"),
    pytest.param(FOX, (1, 6, 5, 2), False, id="two fox clearings and others"),
    pytest.param(RABBIT, (3, 4, 5), True, id="three rabbit clearings"),
    pytest.param(RABBIT, (1, 6, 8), False, id="three of another suit"),
    pytest.param(MOUSE, (2, 7, 11), True, id="three mouse clearings"),
    pytest.param(BIRD, (1, 3), True, id="opposite corners"),
    pytest.param(BIRD, (2, 4), True, id="the other opposite corners"),
    pytest.param(BIRD, (1, 2), False, id="corners side by side"),
    pytest.param(BIRD, (1, 5, 9), False, id="one corner"),
    pytest.param(BIRD, (1, 2, 3), True, id="three corners"),
]


@pytest.mark.clause("core-11", "core-4", "core-6")
@pytest.mark.parametrize(("card", "clearings", "wins"), RULED)
def test_dominance_wins_at_the_start_of_birdsong(card: str, clearings: tuple[int, ...], wins: bool) -> None:
    pieces = "\n".join(f"marquise {clearing} warrior" for clearing in clearings)
    game = position("", pieces, active=MARQUISE, dominance={MARQUISE: card}, scores=[0, 0, 20])
    assert has_dominated(game, MARQUISE) == wins
    events = go_on(game)
    if wins:
        assert kinds(events) == ["GameFinished"]
        assert game.ranking == (3, 1, 2)
    else:
        assert kinds(events)[0] == "PhaseStarted"


@pytest.mark.clause("core-11", "10.2.4")
def test_clearings_ruled_by_gardens_count() -> None:
    pieces = "cult 1 garden-fox \n cult 3 garden-rabbit \n marquise 1 warrior*5"
    game = position("", pieces, active=CULT, dominance={CULT: BIRD})
    assert kinds(go_on(game)) == ["GameFinished"]


@pytest.mark.clause("core-11", "7.2.2")
def test_a_tie_counts_for_the_eyrie_alone() -> None:
    pieces = "\n".join(f"marquise {clearing} warrior \n eyrie {clearing} warrior" for clearing in (1, 6, 8))
    assert has_dominated(position("", pieces, active=EYRIE, dominance={EYRIE: FOX}), EYRIE)
    assert not has_dominated(position("", pieces, active=MARQUISE, dominance={MARQUISE: FOX}), MARQUISE)


@pytest.mark.clause("core-11", "core-6")
def test_dominance_is_checked_before_anything_else_in_birdsong() -> None:
    pieces = "\n".join(f"cult {clearing} warrior" for clearing in (1, 6, 8))
    game = position(
        "", pieces, active=CULT, dominance={CULT: FOX}, play={CULT: ["better-burrow-bank#1", "royal-claim#1"]}
    )
    assert kinds(go_on(game)) == ["GameFinished"]


@pytest.mark.clause("core-11")
def test_dominance_wins_neither_at_once_nor_in_another_seats_birdsong() -> None:
    pieces = "\n".join(f"cult {clearing} warrior" for clearing in (1, 6, 8)) + "\n marquise 2 wood"
    game = position("rituals", pieces, hands={CULT: [FOX]}, scores=[10])
    done(game, CULT, ActivateDominance(FOX))
    assert not game.over
    game = position("", pieces, active=MARQUISE, dominance={CULT: FOX})
    go_on(game)
    assert not game.over


# --- Spending and taking ----------------------------------------------------------------------------------------------

PAID = [
    (FOX, "anvil#1", None),
    (FOX, "armorers#1", None),
    (FOX, "ambush-bird#1", None),
    (FOX, "sword#1", "CARD_SUIT_MISMATCH"),
    (BIRD, "armorers#1", None),
    (BIRD, "anvil#1", "CARD_SUIT_MISMATCH"),
    (MOUSE, "sword#1", "NOT_AVAILABLE"),
    ("wolf#1", "sword#1", "NOT_AVAILABLE"),
    (FOX, "sappers#1", "CARD_NOT_IN_HAND"),
]


@pytest.mark.clause("core-11", "core-5.2", "core-5.4", "core-1.2")
@pytest.mark.parametrize(("card", "payment", "code"), PAID)
def test_an_available_card_is_taken_for_a_card_of_its_suit(card: str, payment: str, code: str | None) -> None:
    hand = ["ambush-bird#1", "anvil#1", "armorers#1", "sword#1"]
    game = position("rituals", "cult 8 warrior", hands={CULT: hand}, available=[BIRD, FOX])
    if code is not None:
        assert refused(game, CULT, TakeDominance(card, payment)) == code
        return
    events = done(game, CULT, TakeDominance(card, payment))
    assert kinds(events)[:2] == ["CardPiled", "DominanceTaken"]
    assert card in game.hands[CULT]
    assert card not in game.available
    assert game.lost_souls == [payment]
    # Everybody saw where it went.
    assert game.known[CULT] == [card]


@pytest.mark.clause("core-11", "10.2.6", "10.4.2")
def test_with_the_cult_a_spent_dominance_card_waits_in_lost_souls_where_nobody_can_take_it() -> None:
    game = position("rituals", "cult 8 garden-fox", hands={CULT: [FOX, "anvil#1"]})
    (piled,) = of(done(game, CULT, RitualScore(FOX)), CardPiled)
    assert piled.to == "lost_souls"
    assert refused(game, CULT, TakeDominance(FOX, "anvil#1")) == "NOT_AVAILABLE"

    game = position("", "cult 8 garden-fox", active=CULT, lost_souls=[FOX, "cobbler#1"], hands={CULT: ["anvil#1"]})
    go_on(game)
    assert (game.available, game.discard) == ([FOX], ["cobbler#1"])
    assert asked(game) == [(CULT, "rituals")]
    done(game, CULT, TakeDominance(FOX, "anvil#1"))


@pytest.mark.clause("core-11")
def test_a_card_can_be_taken_and_activated_in_one_daylight_but_a_second_not_activated() -> None:
    game = position("rituals", "cult 8 warrior", hands={CULT: ["anvil#1", MOUSE]}, available=[FOX], scores=[12])
    play(game, CULT, TakeDominance(FOX, "anvil#1"), ActivateDominance(FOX))
    assert refused(game, CULT, ActivateDominance(MOUSE)) == "ALREADY_ACTIVATED"


# --- Who is asked, by what everybody knows ----------------------------------------------------------------------------


@pytest.mark.clause("core-1.4", "core-11")
def test_whether_a_seat_might_activate_is_judged_by_what_everybody_knows() -> None:
    def eyrie(**more: object) -> Game:
        return position(
            "eyrie_craft", "eyrie 8 roost", **{"scores": [0, 0, 10], "hands": {EYRIE: ["cobbler#1"]}, **more}
        )  # type: ignore[arg-type]

    assert may_activate(eyrie(), EYRIE)
    assert may_activate(eyrie(hands={EYRIE: [FOX]}), EYRIE)
    assert not may_activate(eyrie(scores=[0, 0, 9]), EYRIE)
    assert not may_activate(eyrie(hands={}), EYRIE)
    assert not may_activate(eyrie(lost_souls=[FOX, RABBIT, MOUSE, BIRD]), EYRIE)
    assert not may_activate(eyrie(dominance={EYRIE: FOX}), EYRIE)
    assert may_take(eyrie(available=[FOX]), EYRIE)
    assert not may_take(eyrie(), EYRIE)
    assert not may_take(eyrie(available=[FOX], hands={}), EYRIE)


@pytest.mark.clause("core-11", "core-5.1")
def test_with_two_seats_nobody_plays_for_dominance() -> None:
    game = position("rituals", "cult 8 warrior", factions=("cult", "eyrie"), hands={0: ["anvil#1"]}, scores=[20])
    assert not may_activate(game, 0)
    assert refused(game, 0, ActivateDominance(FOX)) == "CARD_NOT_IN_HAND"
    done(game, 0, EndStep())
