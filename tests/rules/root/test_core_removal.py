"""Removing pieces, and what follows (core-9.2, core-9.4, core-3)."""

import pytest

from domain.root.commands import DeclineAmbush
from domain.root.cult.commands import Convert, CrusadeBattle
from domain.root.cult.events import FaithfulFeared
from domain.root.events import CardPiled, PiecesRemoved, PointsLost
from domain.root.marquise.commands import Battle, Build, UseFieldHospitals
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, asked, done, kinds, of, position, scored


@pytest.mark.clause("core-9.2", "core-3", "core-2")
def test_all_pieces_come_off_then_points_are_scored_then_follows_what_was_set_off() -> None:
    pieces = "marquise 8 warrior*3 \n cult 8 warrior garden-fox*2 \n marquise 2 keep"
    game = position("actions", pieces, hands={CULT: ["anvil#1", "cobbler#1"], MARQUISE: ["armorers#1"]},
                    lost_souls=["ambush-fox#1", "ambush-bird#1", "ambush-bird#2"])  # fmt: skip
    events = done(game, MARQUISE, Battle(8, CULT), dice=[3, 1], fear=["cobbler#1", "anvil#1"])
    assert kinds(events)[4:] == [
        "PiecesRemoved", "AcolytesGained", "PointsScored",
        "FaithfulFeared", "CardPiled", "FaithfulFeared", "CardPiled", "DecisionRequested",
    ]  # fmt: skip
    assert asked(game) == [(MARQUISE, "hospitals")]
    (removed,) = of(events, PiecesRemoved)
    assert [(loss.seat, loss.warriors, loss.buildings) for loss in removed.losses] == [
        (MARQUISE, 1, ()),
        (CULT, 1, ("garden-fox", "garden-fox")),
    ]
    events = done(game, MARQUISE, UseFieldHospitals(8, "armorers#1"))
    assert kinds(events)[-1] == "BattleEnded"


@pytest.mark.clause("core-9.2", "core-3")
def test_pieces_go_to_their_supply_or_to_their_track() -> None:
    game = position("conspiracies", "cult 8 warrior*4 \n marquise 8 warrior sawmill wood", acolytes=2)
    before = (game.supply[MARQUISE], game.stock[MARQUISE]["sawmill"], game.stock[MARQUISE]["wood"])
    done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[3, 1])
    after = (game.supply[MARQUISE], game.stock[MARQUISE]["sawmill"], game.stock[MARQUISE]["wood"])
    assert after == tuple(count + 1 for count in before)


@pytest.mark.clause("core-9.2", "core-12")
def test_one_point_is_scored_for_each_building_and_token_and_none_for_warriors() -> None:
    game = position("conspiracies", "cult 8 warrior*4 \n marquise 8 warrior sawmill wood", acolytes=2)
    assert scored(done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[3, 1]), CULT) == 2


@pytest.mark.clause("core-9.2")
def test_ones_own_pieces_and_wood_that_is_paid_give_nobody_points() -> None:
    game = position("actions", "marquise 8 warrior sawmill wood")
    events = done(game, MARQUISE, Build("sawmill", 8, (8,)))
    assert [scored(events, seat) for seat in (CULT, MARQUISE, EYRIE)] == [0, 1, 0]
    assert [term.label for event in events for term in getattr(event, "terms", ())] == ["sawmill"]


@pytest.mark.clause("core-9.2", "10.2.3")
def test_that_a_defending_cults_warriors_go_to_the_acolytes_is_where_they_go() -> None:
    game = position("actions", "marquise 8 warrior*3 \n cult 8 warrior*2")
    events = done(game, MARQUISE, Battle(8, CULT), dice=[2, 0])
    (removed,) = of(events, PiecesRemoved)
    assert removed.losses[0].to_acolytes
    assert game.cult is not None
    assert (game.cult.acolytes, game.supply[CULT]) == (2, 23)


@pytest.mark.clause("core-9.2", "core-12")
def test_at_thirty_the_game_ends_before_what_the_removal_sets_off() -> None:
    pieces = "marquise 8 warrior*3 \n cult 8 garden-fox \n marquise 2 keep"
    game = position("actions", pieces, hands={CULT: ["anvil#1"]}, scores=[0, 29, 0])
    done(game, MARQUISE, Battle(8, CULT))
    events = done(game, CULT, DeclineAmbush(), dice=[1, 0])
    assert kinds(events)[-2:] == ["PointsScored", "GameFinished"]
    assert of(events, FaithfulFeared) == []
    assert game.hands[CULT] == ["anvil#1"]


@pytest.mark.clause("core-9.2", "10.2.5", "6.2.3")
def test_of_two_owners_the_one_who_decides_nothing_comes_first() -> None:
    pieces = "cult 8 warrior garden-fox \n marquise 8 warrior*3 \n marquise 2 keep"
    game = position("conspiracies", pieces, acolytes=2, hands={CULT: ["anvil#1"], MARQUISE: ["armorers#1"]})
    done(game, CULT, CrusadeBattle(8, MARQUISE))
    events = done(game, MARQUISE, DeclineAmbush(), dice=[2, 2], fear=["anvil#1"])
    assert kinds(events)[-4:] == ["PointsScored", "FaithfulFeared", "CardPiled", "DecisionRequested"]
    assert scored(events, MARQUISE) == 1
    assert asked(game) == [(MARQUISE, "hospitals")]


@pytest.mark.clause("core-9.4", "core-12")
def test_losing_pieces_costs_no_points_and_a_piece_that_comes_back_scores_again() -> None:
    pieces = "eyrie 2 roost warrior \n cult 8 warrior*4 \n marquise 8 sawmill*2 \n marquise 5 warrior wood*2"
    game = position("conspiracies", pieces, acolytes=2, scores=[0, 9, 0])
    events = done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[1, 1])
    assert of(events, PointsLost) == []
    assert game.scores == [2, 9, 0]

    game = position("actions", "marquise 5 warrior wood", scores=[0, 9, 0])
    assert scored(done(game, MARQUISE, Build("sawmill", 5, ())), MARQUISE) == 0


@pytest.mark.clause("core-3", "10.4.3-II")
def test_to_replace_is_to_remove_one_piece_and_place_another_at_the_same_spot() -> None:
    game = position("conspiracies", "marquise 8 warrior", acolytes=2)
    events = done(game, CULT, Convert(8, MARQUISE))
    assert "PieceReplaced" in kinds(events)
    assert (game.warriors[MARQUISE][8], game.warriors[CULT][8]) == (0, 1)
    # It is no removal in battle, and no card goes anywhere.
    assert of(events, PiecesRemoved, CardPiled) == []
