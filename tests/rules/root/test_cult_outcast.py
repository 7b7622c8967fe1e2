"""10.4, 10.4.1, 10.4.2: the Outcast is adjusted, and Lost Souls is emptied."""

import json
from pathlib import Path
from typing import Any

import pytest

from domain.root.cards import CARDS, SUIT_OF
from domain.root.commands import EndStep, TakeDominance, UseBetterBurrowBank, UseRoyalClaim, UseStandAndDeliver
from domain.root.cult.commands import AdjustOutcast, RitualRecruit
from domain.root.cult.events import LostSoulsEmptied, OutcastAdjusted
from domain.root.cult.outcast import designate
from domain.root.events import PhaseStarted
from domain.table.lifecycle import GameFinished
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    done,
    go_on,
    hand_of,
    kinds,
    of,
    position,
    refused,
    rows,
)

VECTORS = json.loads((Path(__file__).parent / "data" / "cult-vectors.json").read_bytes())["adjustOutcast"]


def souls(fox: int = 0, rabbit: int = 0, mouse: int = 0, bird: int = 0) -> list[str]:
    """So many cards of each suit."""
    return hand_of(*["fox"] * fox, *["rabbit"] * rabbit, *["mouse"] * mouse, *["bird"] * bird)


def adjusted(**given: Any) -> OutcastAdjusted:
    """What the Cult's next adjustment tells."""
    (event,) = of(go_on(position("", active=CULT, **given)), OutcastAdjusted)
    assert isinstance(event, OutcastAdjusted)
    return event


# --- 10.4.1 Adjust the Outcast ----------------------------------------------------------------------------------------


@pytest.mark.clause("10.4.1")
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["case"]))
def test_the_outcast_follows_from_lost_souls(vector: dict[str, Any]) -> None:
    counts, expected = vector["lostSouls"], vector["expect"]
    event = adjusted(outcast=vector["outcast"], hated=vector["hated"], lost_souls=souls(**counts))
    assert (event.after, event.hated_after) == (expected["outcast"], expected["hated"])
    assert (event.before, event.hated_before) == (vector["outcast"], vector["hated"])
    assert (event.fox, event.rabbit, event.mouse, event.birds) == tuple(counts.values())
    given = designate(vector["outcast"], vector["hated"], counts, first=False)
    assert (given.outcast, given.hated) == (expected["outcast"], expected["hated"])


@pytest.mark.clause("10.4.1")
@pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: str(vector["case"]))
def test_hatred_ends_only_by_another_suit(vector: dict[str, Any]) -> None:
    for hated in (False, True):
        given = designate(vector["outcast"], hated, vector["lostSouls"], first=False)
        assert given.hated is (given.outcast == vector["outcast"])


FOX_AGAIN = ["dominance-fox#1", "ambush-fox#1"]
CASES: list[tuple[Any, ...]] = [
    ("10.4.1", "suited dominance cards count for their suit", "rabbit", ["dominance-fox#1"], ("fox", False, "fox")),
    ("10.4.1", "and so do suited ambush cards", "rabbit", ["ambush-mouse#1"], ("mouse", False, "mouse")),
    ("10.4.1", "bird ambush and bird dominance cards are ignored", "rabbit",
        ["ambush-bird#1", "ambush-bird#2", "dominance-bird#1", "sword#1"], ("mouse", False, "mouse")),
    ("10.4.1", "and alone they leave the marker where it is, Hated", "rabbit",
        ["ambush-bird#1", "dominance-bird#1"], ("rabbit", True, None)),
    ("10.4.1", "a dominance card can break a tie", "mouse", ["anvil#1", "bake-sale#1", "dominance-rabbit#1"],
        ("rabbit", False, "rabbit")),
    ("10.4.1", "the same suit twice running is Hated", "fox", FOX_AGAIN, ("fox", True, "fox")),
    ("10.4.1", "an empty pile is a tie", "fox", [], ("fox", True, None)),
]  # fmt: skip


@pytest.mark.parametrize(("outcast", "pile", "expected"), rows(CASES))
def test_which_cards_count(outcast: str, pile: list[str], expected: tuple[str, bool, str | None]) -> None:
    event = adjusted(outcast=outcast, lost_souls=pile)
    assert (event.after, event.hated_after, event.winner) == expected


@pytest.mark.clause("10.4.1")
def test_the_adjustment_is_told_even_if_nothing_changes() -> None:
    event = adjusted(outcast="mouse", hated=True)
    assert event == OutcastAdjusted(CULT, 0, 0, 0, 0, None, "mouse", "mouse", True, True)


FIRST_TURN: list[tuple[Any, ...]] = [
    ("10.4.1", "D4: the choice at set-up counts as the previous designation", True, "fox", {"fox": 1}, ("fox", True)),
    ("10.4.1", "D4: by option the suit chosen at set-up may win without being Hated", False, "fox", {"fox": 1}, ("fox", False)),
    ("10.4.1", "D4: a tie turns the marker by option too", False, "fox", {}, ("fox", True)),
    ("10.4.1", "D4: another suit is never Hated at once", True, "fox", {"mouse": 1}, ("mouse", False)),
    ("10.4.1", "D4: nor by option", False, "fox", {"mouse": 1}, ("mouse", False)),
]  # fmt: skip


@pytest.mark.parametrize(("counts_as_previous", "outcast", "counts", "expected"), rows(FIRST_TURN))
def test_the_first_adjustment(
    counts_as_previous: bool, outcast: str, counts: dict[str, int], expected: tuple[str, bool]
) -> None:
    event = adjusted(outcast=outcast, lost_souls=souls(**counts), first_turn=True, setup_is_previous=counts_as_previous)
    assert (event.after, event.hated_after) == expected


@pytest.mark.clause("10.4.1")
def test_what_is_hated_stays_so_by_the_option_too() -> None:
    assert designate("fox", True, {"fox": 1, "rabbit": 0, "mouse": 0}, first=True).hated


@pytest.mark.clause("10.4.1")
def test_the_option_is_for_the_first_turn_only() -> None:
    event = adjusted(outcast="fox", lost_souls=souls(fox=1), setup_is_previous=False)
    assert (event.after, event.hated_after) == ("fox", True)


# --- 10.4.2 Empty Lost Souls ------------------------------------------------------------------------------------------

PILE = ["sword#1", "dominance-bird#1", "ambush-fox#1", "anvil#1", "dominance-mouse#1", "armorers#1"]


@pytest.mark.clause("10.4.2")
def test_the_pile_goes_to_the_discard_pile_in_its_order_and_dominance_cards_become_available() -> None:
    game = position("", active=CULT, lost_souls=PILE, discard=["bake-sale#1"], available=["dominance-fox#1"])
    (emptied,) = of(go_on(game), LostSoulsEmptied)
    assert emptied.to_discard == ("sword#1", "ambush-fox#1", "anvil#1", "armorers#1")
    assert emptied.to_available == ("dominance-bird#1", "dominance-mouse#1")
    assert game.discard == ["bake-sale#1", "sword#1", "ambush-fox#1", "anvil#1", "armorers#1"]
    assert game.available == ["dominance-fox#1", "dominance-bird#1", "dominance-mouse#1"]
    assert game.lost_souls == []


@pytest.mark.clause("10.4.2")
def test_an_empty_pile_is_emptied_all_the_same() -> None:
    assert of(go_on(position("", active=CULT)), LostSoulsEmptied) == [LostSoulsEmptied(CULT, (), ())]


@pytest.mark.clause("10.4.2")
def test_an_available_dominance_card_can_be_taken_from_the_cults_own_daylight_on() -> None:
    game = position("", active=CULT, lost_souls=["dominance-fox#1"], hands={CULT: ["anvil#1", "sword#1"]})
    go_on(game)
    assert asked(game) == [(CULT, "rituals")]
    events = done(game, CULT, TakeDominance("dominance-fox#1", "anvil#1"))
    assert kinds(events) == ["CardPiled", "DominanceTaken"]
    assert (game.hands[CULT], game.lost_souls) == (["dominance-fox#1", "sword#1"], ["anvil#1"])


@pytest.mark.clause("10.4.2")
def test_a_dominance_card_in_lost_souls_is_not_available() -> None:
    game = position("rituals", lost_souls=["dominance-fox#1"], hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, TakeDominance("dominance-fox#1", "anvil#1")) == "NOT_AVAILABLE"


# --- 10.4 Birdsong ----------------------------------------------------------------------------------------------------

CONSPIRING = "cult 8 warrior\nmarquise 8 warrior"


@pytest.mark.clause("10.4", "10.4.1", "10.4.2", "10.4.3")
def test_birdsong_adjusts_then_empties_then_conspires() -> None:
    game = position("", CONSPIRING, active=CULT, acolytes=2, lost_souls=souls(fox=1), outcast="rabbit")
    events = go_on(game)
    assert kinds(events) == ["PhaseStarted", "OutcastAdjusted", "LostSoulsEmptied", "StepStarted"]
    assert asked(game) == [(CULT, "conspiracies")]


@pytest.mark.clause("10.4")
def test_without_an_effect_to_use_the_first_two_steps_happen_by_themselves() -> None:
    game = position("", active=CULT, hands={CULT: ["royal-claim#1"], MARQUISE: ["anvil#1"]})
    assert kinds(go_on(game))[:3] == ["PhaseStarted", "OutcastAdjusted", "LostSoulsEmptied"]


@pytest.mark.clause("10.4")
def test_with_an_effect_to_use_they_wait_for_the_cults_word() -> None:
    game = position("", active=CULT, play={CULT: ["royal-claim#1"]}, lost_souls=souls(mouse=1))
    assert kinds(go_on(game)) == ["PhaseStarted", "StepStarted"]
    assert asked(game) == [(CULT, "adjust")]
    events = done(game, CULT, AdjustOutcast())
    assert kinds(events) == ["StepEnded", "OutcastAdjusted", "LostSoulsEmptied", "StepStarted"]
    assert asked(game) == [(CULT, "conspiracies")]


@pytest.mark.clause("10.4", "10.2.6")
def test_a_card_used_up_before_the_adjustment_goes_to_the_old_pile() -> None:
    game = position("", "cult 1 garden-fox", active=CULT, play={CULT: ["royal-claim#1"]}, outcast="mouse")
    go_on(game)
    events = done(game, CULT, UseRoyalClaim())
    (event,) = of(events, OutcastAdjusted)
    assert event.birds == 1
    assert game.discard == ["royal-claim#1"]
    assert game.scores[CULT] == 1


@pytest.mark.clause("10.4", "10.2.6")
def test_a_card_used_up_between_conspiracies_begins_the_next_pile() -> None:
    game = position("", "cult 1 garden-fox", active=CULT, play={CULT: ["royal-claim#1"]}, hands={CULT: ["anvil#1"]})
    go_on(game)
    done(game, CULT, AdjustOutcast())
    events = done(game, CULT, UseRoyalClaim())
    assert kinds(events)[:3] == ["EffectUsed", "CardPiled", "PointsScored"]
    assert (game.lost_souls, game.discard) == (["royal-claim#1"], [])
    # With no conspiracy to afford and no effect left, Birdsong is over.
    assert asked(game) == [(CULT, "rituals")]


@pytest.mark.clause("10.4")
def test_stand_and_deliver_is_used_in_birdsong_where_somebody_has_a_card() -> None:
    game = position("", active=CULT, play={CULT: ["stand-and-deliver#1"]}, hands={EYRIE: ["anvil#1"]})
    go_on(game)
    assert asked(game) == [(CULT, "adjust")]
    events = done(game, CULT, UseStandAndDeliver(EYRIE), take=["anvil#1"])
    assert kinds(events)[:5] == ["EffectUsed", "CardTaken", "PointsScored", "StepEnded", "OutcastAdjusted"]
    assert (game.hands[CULT], game.lost_souls) == (["anvil#1"], [])


@pytest.mark.clause("10.4")
def test_effects_at_the_start_of_birdsong_come_before_the_adjustment() -> None:
    game = position("", active=CULT, play={CULT: ["better-burrow-bank#1"]})
    assert kinds(go_on(game)) == ["PhaseStarted", "StepStarted"]
    events = done(game, CULT, UseBetterBurrowBank(EYRIE))
    assert kinds(events)[:6] == [
        "EffectUsed",
        "CardsDrawn",
        "CardsDrawn",
        "StepEnded",
        "OutcastAdjusted",
        "LostSoulsEmptied",
    ]


@pytest.mark.clause("10.4", "10.2.4")
def test_the_dominance_check_comes_before_everything_and_counts_garden_clearings() -> None:
    gardens = "cult 2 garden-mouse\ncult 7 garden-mouse\ncult 9 garden-mouse\nmarquise 7 warrior*5"
    game = position("", gardens, active=CULT, dominance={CULT: "dominance-mouse#1"}, lost_souls=souls(fox=2))
    assert of(go_on(game), PhaseStarted, OutcastAdjusted, GameFinished) == [GameFinished((0, 0, 0), (1, 2, 2))]


@pytest.mark.clause("10.4.3", "10.4")
def test_with_nothing_to_conspire_and_no_effect_birdsong_ends_by_itself() -> None:
    # One acolyte is enough for a crusade only while the Outcast is Hated.
    for pile, step in ((souls(rabbit=1), "rituals"), (souls(fox=1), "conspiracies")):
        game = position("", CONSPIRING + "\ncult 10 warrior", active=CULT, acolytes=1, outcast="fox", lost_souls=pile,
                        hands={CULT: ["anvil#1"]})  # fmt: skip
        go_on(game)
        assert asked(game) == [(CULT, step)]


@pytest.mark.clause("10.4")
def test_birdsong_is_over_when_the_cult_says_so() -> None:
    game = position("conspiracies", CONSPIRING, acolytes=4, hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, AdjustOutcast()) == "WRONG_STEP"
    assert refused(game, CULT, RitualRecruit("anvil#1", 8)) == "WRONG_PHASE"
    assert kinds(done(game, CULT, EndStep())) == ["StepEnded", "PhaseStarted", "StepStarted"]
    assert asked(game) == [(CULT, "rituals")]


def test_the_helper_counts_as_it_says() -> None:
    pile = souls(fox=4, rabbit=3, mouse=2, bird=6)
    assert [SUIT_OF[card] for card in pile].count("bird") == 6
    assert all(CARDS[card].kind not in ("ambush", "dominance") for card in pile)
