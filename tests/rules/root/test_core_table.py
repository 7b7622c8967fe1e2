"""What the engine as a whole owes: commands, chance, secrets, undo, windows, invariants (core-1 to 3, core-14, core-15)."""

from typing import Any

import pytest

from domain.root.commands import (
    ChooseHits,
    DeclineAmbush,
    DeclineFoil,
    EndStep,
    OrderEffects,
    PlayAmbush,
    UseBattleEffects,
    UseCodebreakers,
)
from domain.root.cult.commands import (
    ChooseOutcast,
    CrusadeBattle,
    CrusadeFollowUp,
    CrusadeMove,
    RitualRecruit,
    RitualSacrifice,
    RitualScore,
)
from domain.root.events import CardsDrawn, DiceRolled
from domain.root.eyrie.commands import DecreeBattle
from domain.root.marquise.commands import (
    Battle,
    DeclineFieldHospitals,
    PlaceKeep,
    PlaceStartingBuildings,
    Recruit,
    UseFieldHospitals,
)
from domain.root.options import GameOptions
from domain.root.rule import ruler
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.steps import DECISIONS
from domain.table.chance import Dictated
from domain.table.lifecycle import BeginGame, GiveConsent, RequestUndo, Undo
from domain.table.messages import HOST
from domain.table.table import fold
from tests.rules.root.invariants import Invariants
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, asked, done, go_on, offers, play, position, refused
from tests.rules.root.tables import seated
from tests.table.play import Play

HAND = ("anvil#1", "armorers#1", "bake-sale#1")
MARQUISES = ("ambush-mouse#1", "codebreakers#1", "sword#1")


def cults_turn(*more_of_deck: str, dice: tuple[int, ...] = ()) -> Play:
    """A table of Cult and Marquise in the Cult's first Daylight, with known hands; the Cult begins in clearing 3 (rabbit)."""
    table = seated(GameOptions(factions=("cult", "marquise")))
    table.source = Dictated({"first": [0], "deck": [*HAND, *MARQUISES, *more_of_deck], "dice": dice})
    table.do(HOST, BeginGame())
    table.do(1, PlaceKeep(1))
    table.do(1, PlaceStartingBuildings(5, 9, 10))
    table.do(0, ChooseOutcast("rabbit"))
    assert asked(table.table.game) == [(0, "rituals")]
    return table


def end_cults_turn(table: Play) -> None:
    """The Cult ends its rituals, and crafts nothing; it draws, and the Marquise's actions begin."""
    table.do(0, EndStep())
    table.do(0, EndStep())
    assert asked(table.table.game) == [(1, "actions")]


def game_of(table: Play) -> Game:
    """What the table's game is now, as a copy."""
    game: Game = table.table.game.copy()
    return game


# --- core-1.1, core-1.2 Commands, prompts and refusals ----------------------------------------------------------------


@pytest.mark.clause("core-1.1")
def test_a_command_is_checked_against_the_table_as_it_is_and_done_once() -> None:
    table = cults_turn()
    seen = table.version
    table.do(0, RitualRecruit("anvil#1", 8), id="once")
    assert table.refused(0, RitualSacrifice("armorers#1"), expected=seen) == "STALE_VERSION"
    after = table.version
    assert table.do(0, RitualRecruit("anvil#1", 8), id="once").repeated
    assert table.version == after


@pytest.mark.clause("core-1.1", "core-1.3")
def test_the_state_follows_from_the_records_alone_and_replaying_never_draws() -> None:
    table = cults_turn("cobbler#1", dice=(2, 1))
    end_cults_turn(table)
    table.do(1, Battle(7, 0))
    table.do(0, DeclineAmbush())
    table.do(1, DeclineFieldHospitals())
    # No source of chance is there to draw from.
    again = fold(table.table.id, rulebook, table.table.records)
    assert again.game == table.table.game
    assert again.draws == table.table.draws


@pytest.mark.clause("core-1.3")
def test_what_chance_gives_is_stored_in_the_record_that_used_it() -> None:
    table = cults_turn("cobbler#1", dice=(2, 1))
    end_cults_turn(table)
    (drawn,) = [record for record in table.table.records[-12:] if isinstance(record.event, CardsDrawn)]
    assert [(draw.label, draw.bound) for draw in drawn.draws] == [("deck", 44)]
    table.do(1, Battle(7, 0))
    table.do(0, DeclineAmbush())
    (rolled,) = [record for record in table.table.records if isinstance(record.event, DiceRolled)]
    assert [(draw.label, draw.bound, draw.value) for draw in rolled.draws] == [("dice", 4, 2), ("dice", 4, 1)]


@pytest.mark.clause("core-1.2")
def test_a_refusal_changes_nothing() -> None:
    table = cults_turn()
    for seat, command, code in (
        (0, RitualRecruit("sword#1", 8), "CARD_NOT_IN_HAND"),
        (0, RitualRecruit("anvil#1", 3), "CARD_SUIT_MISMATCH"),
        (0, RitualSacrifice("anvil#1"), "BIRD_REQUIRED"),
        (0, CrusadeFollowUp(None), "WRONG_PHASE"),
        (1, EndStep(), "NOT_YOUR_TURN"),
        (1, RitualScore("bake-sale#1"), "NOT_YOUR_FACTION"),
    ):
        assert table.refused(seat, command) == code


@pytest.mark.clause("core-1.1", "core-14", "core-1.2")
def test_while_a_prompt_is_open_nothing_else_goes_on() -> None:
    table = cults_turn("cobbler#1")
    end_cults_turn(table)
    table.do(1, Battle(7, 0))
    assert asked(table.table.game) == [(0, "ambush")]
    assert table.refused(1, Recruit()) == "DECISION_PENDING"
    assert table.refused(1, DeclineAmbush()) == "NOT_YOUR_DECISION"
    assert table.refused(0, DeclineFieldHospitals()) == "NOT_YOUR_FACTION"
    assert table.refused(0, EndStep()) == "DECISION_PENDING"


@pytest.mark.clause("core-1.2", "core-12")
def test_a_game_that_is_over_takes_no_commands() -> None:
    table = cults_turn()
    table.table.game.scores[0] = 30
    table.do(0, RitualRecruit("anvil#1", 8))
    assert table.table.game.over
    assert table.refused(0, EndStep()) == "GAME_NOT_ACTIVE"


# --- core-1.5 Undo ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-1.5", "10.5", "10.2.6")
def test_rituals_are_taken_back_one_by_one_and_everything_is_as_it_was() -> None:
    table = cults_turn()
    commands: list[Any] = [RitualRecruit("anvil#1", 8), RitualScore("bake-sale#1"), RitualSacrifice("armorers#1")]
    before = []
    for command in commands[:2]:
        before.append((table.version, game_of(table)))
        table.do(0, command)
    assert table.table.game.lost_souls == ["bake-sale#1"]

    while before:
        version, kept = before.pop()
        table.do(0, Undo(version))
        assert table.table.game == kept
    # An undo is a record of its own, and what it took back is still there.
    assert table.version > version + 2


@pytest.mark.clause("core-1.5", "10.4.3")
def test_a_conspiracy_that_only_moved_is_taken_back_with_its_acolytes() -> None:
    table = cults_turn("cobbler#1", "sappers#1", "royal-claim#1", "dominance-fox#1", "birdy-bindle#1")
    table.do(0, RitualSacrifice("armorers#1"))
    end_cults_turn(table)
    table.do(1, EndStep())
    assert asked(table.table.game) == [(0, "conspiracies")]
    version, kept = table.version, game_of(table)
    assert kept.cult is not None
    assert kept.cult.acolytes == 1
    table.do(0, CrusadeMove(3, 7, 1))
    table.do(0, Undo(version))
    assert table.table.game == kept


@pytest.mark.clause("core-1.5", "core-1.4")
def test_a_draw_is_taken_back_by_consent_alone() -> None:
    table = cults_turn("cobbler#1")
    table.do(0, EndStep())
    version, kept = table.version, game_of(table)
    table.do(0, EndStep())
    assert table.refused(0, Undo(version)) == "UNDO_NOT_FREE"
    table.do(0, RequestUndo(version))
    table.do(1, GiveConsent())
    assert table.table.game == kept


@pytest.mark.clause("core-1.5", "card-codebreakers")
def test_a_look_at_a_hand_is_not_taken_back_freely() -> None:
    table = cults_turn()
    # The Cult holds the card as if it had crafted it earlier.
    table.table.game.deck.remove("codebreakers#2")
    table.table.game.play[0].append("codebreakers#2")
    version = table.version
    table.do(0, UseCodebreakers(1))
    assert table.refused(0, Undo(version)) == "UNDO_NOT_FREE"


@pytest.mark.clause("core-1.5")
def test_what_another_seat_has_answered_is_not_taken_back_freely() -> None:
    table = cults_turn("cobbler#1", dice=(0, 0))
    end_cults_turn(table)
    version = table.version
    table.do(1, Battle(7, 0))
    asked_for = game_of(table)
    table.do(1, Undo(version))
    table.do(1, Battle(7, 0))
    assert table.table.game == asked_for
    table.do(0, DeclineAmbush())
    assert table.refused(1, Undo(version)) == "UNDO_NOT_FREE"


# --- core-2 Golden rules ----------------------------------------------------------------------------------------------


@pytest.mark.clause("core-2")
def test_what_can_be_done_only_in_part_is_done_as_far_as_possible_but_a_cost_is_never_waived() -> None:
    # Two recruiters, one warrior left.
    pieces = "marquise 8 recruiter warrior*12 \n marquise 5 recruiter warrior*12"
    game = position("actions", pieces)
    assert offers(game, MARQUISE, Recruit) == [Recruit((5,)), Recruit((8,))]
    done(game, MARQUISE, Recruit((5,)))
    assert game.supply[MARQUISE] == 0

    game = position("conspiracies", "cult 8 warrior \n marquise 8 warrior", acolytes=1, outcast="fox")
    assert refused(game, CULT, CrusadeMove(8, 4, 1)) == "NOT_ENOUGH_ACOLYTES"


@pytest.mark.clause("core-2", "10.2.4", "7.2.2")
def test_a_factions_rule_goes_before_the_general_one() -> None:
    game = position("rituals", "cult 8 garden-fox \n marquise 8 warrior*9 \n eyrie 8 warrior*9")
    assert ruler(game, 8) == CULT


# --- core-14 Windows --------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-14", "core-1.1")
def test_the_decisions_outside_ones_own_turn_are_those_that_the_law_names() -> None:
    in_own_turn = {"march", "leader", "follow_up"}
    assert set(DECISIONS) - in_own_turn == {"ambush", "foil", "effects_order", "effects", "hits", "hospitals"}
    for kind in ("ambush", "foil"):
        assert DECISIONS[kind][0] == "core-8.1"
    assert [DECISIONS[kind][0] for kind in ("effects_order", "effects", "hits", "hospitals")] == [
        "core-8.4", "core-8.4", "core-8.6", "6.2.3",
    ]  # fmt: skip


@pytest.mark.clause("core-14", "core-8", "6.2.3")
def test_one_battle_through_all_its_windows() -> None:
    pieces = "eyrie 8 warrior*4 roost \n marquise 8 warrior*2 sawmill \n marquise 2 keep"
    game = position(
        "battle",
        pieces,
        leader="builder",
        decree={"battle": ["anvil#1"]},
        hands={EYRIE: ["ambush-fox#1"], MARQUISE: ["ambush-bird#1", "arms-trader#1", "cobbler#1"]},
        play={EYRIE: ["brutal-tactics#1"], MARQUISE: ["sappers#1"]},
    )
    windows = []
    for seat, command in (
        (EYRIE, DecreeBattle("anvil#1", 8, MARQUISE)),
        (MARQUISE, PlayAmbush("ambush-bird#1")),
        (EYRIE, DeclineFoil()),
        (EYRIE, OrderEffects(MARQUISE)),
        (MARQUISE, UseBattleEffects(("sappers#1",))),
        (EYRIE, UseBattleEffects(("brutal-tactics#1",))),
        (MARQUISE, UseFieldHospitals(8, "arms-trader#1")),
    ):
        done(game, seat, command, dice=[2, 2])  # type: ignore[arg-type]
        windows.append(asked(game)[0])
    assert windows[:6] == [
        (MARQUISE, "ambush"),
        (EYRIE, "foil"),
        (EYRIE, "effects_order"),
        (MARQUISE, "effects"),
        (EYRIE, "effects"),
        (MARQUISE, "hospitals"),
    ]
    assert game.battle is None
    assert game.warriors[MARQUISE][2] == 2


@pytest.mark.clause("core-14", "10.2.5")
def test_when_a_garden_is_removed_nobody_is_asked() -> None:
    game = position("actions", "marquise 8 warrior*3 \n cult 8 garden-fox*2", hands={CULT: ["anvil#1", "sword#1"]},
                    lost_souls=["ambush-fox#1", "ambush-bird#1", "ambush-bird#2"])  # fmt: skip
    done(game, MARQUISE, Battle(8, CULT), dice=[1, 0], fear=["sword#1", "anvil#1"])
    assert asked(game) == [(MARQUISE, "actions")]


# --- core-15 Invariants -----------------------------------------------------------------------------------------------


@pytest.mark.clause("core-15")
def test_every_position_that_tests_build_keeps_what_always_holds() -> None:
    game = position("actions", "marquise 8 warrior*2 sawmill \n cult 8 warrior garden-fox", hands={CULT: ["anvil#1"]},
                    dominance={EYRIE: "dominance-fox#1"}, scores=[3, 4, 0])  # fmt: skip
    watch = Invariants()
    watch(game, CardsDrawn(MARQUISE, 1, ("sword#1",)))
    # The watch itself: one warrior too many is noticed.
    game.supply[CULT] += 1
    with pytest.raises(AssertionError):
        watch(game, CardsDrawn(MARQUISE, 1, ("armorers#1",)))


@pytest.mark.clause("core-15", "core-11")
def test_a_seat_that_plays_for_dominance_has_no_score() -> None:
    game = position("rituals", dominance={CULT: "dominance-fox#1"})
    assert rulebook.view(game, None).seats[CULT].score is None
    assert game.scores[CULT] == 0


@pytest.mark.clause("core-15", "core-7.1")
def test_rule_is_stored_nowhere() -> None:
    assert not any("rule" in name for name in Game.__slots__)


# --- core-3, core-1.4 -------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-3", "10.5", "core-5.7")
def test_a_revealed_card_is_not_in_hand_and_can_be_used_for_nothing_else() -> None:
    game = position(
        "rituals", "cult 8 garden-fox \n marquise 5 warrior", hands={CULT: ["anvil#1", "ambush-fox#1", "sword#1"]}
    )
    play(game, CULT, RitualRecruit("anvil#1", 8), RitualRecruit("ambush-fox#1", 8))
    assert refused(game, CULT, RitualScore("anvil#1")) == "CARD_IS_REVEALED"
    assert len(game.hands[CULT]) == 1
    assert rulebook.view(game, EYRIE).cult.revealed == (("anvil#1", "recruit"), ("ambush-fox#1", "recruit"))


@pytest.mark.clause("core-1.4")
def test_everything_but_hands_and_the_order_of_the_deck_is_public() -> None:
    game = position(
        "rituals",
        "cult 8 warrior*2 garden-fox \n marquise 5 warrior sawmill wood \n eyrie 2 roost",
        hands={CULT: ["anvil#1"], MARQUISE: ["sword#1", "cobbler#1"]},
        play={EYRIE: ["codebreakers#1"]},
        decree={"move": ["bake-sale#1"]},
        lost_souls=["armorers#1"],
        discard=["sappers#1"],
        available=["dominance-mouse#1"],
        items={EYRIE: ["boot"]},
        acolytes=2,
        scores=[1, 2, 3],
    )
    seen = rulebook.view(game, None)
    assert [seat.hand_size for seat in seen.seats] == [1, 2, 0]
    assert [seat.hand for seat in seen.seats] == [(), (), ()]
    assert [seat.score for seat in seen.seats] == [1, 2, 3]
    assert seen.seats[EYRIE].play == ("codebreakers#1",)
    assert seen.seats[EYRIE].items == ("boot",)
    assert (seen.cult.acolytes, seen.eyrie.decree.move) == (2, ("vizier#1", "bake-sale#1"))
    assert (seen.lost_souls, seen.discard, seen.available) == (("armorers#1",), ("sappers#1",), ("dominance-mouse#1",))


@pytest.mark.clause("core-1.4")
@pytest.mark.parametrize("hand", [["anvil#1"], ["dominance-fox#1"], ["ambush-fox#1"], ["armorers#1"]])
def test_how_long_a_step_stays_open_does_not_depend_on_what_the_hand_holds(hand: list[str]) -> None:
    # The Eyrie, after its Decree, may hold a dominance card, or not; the Cult may craft or reveal its card, or not.
    game = position("after_decree", "eyrie 8 roost warrior", hands={EYRIE: hand}, scores=[0, 0, 10])
    go_on(game)
    assert asked(game) == [(EYRIE, "after_decree")]
    for step, pieces in (("rituals", "cult 5 warrior"), ("cult_craft", "cult 8 garden-fox warrior")):
        game = position(step, pieces, hands={CULT: hand})
        go_on(game)
        assert asked(game) == [(CULT, step)]


@pytest.mark.clause("core-1.4", "core-8.6")
def test_choices_of_hits_are_asked_for_by_what_stands_on_the_map() -> None:
    for hand in ([], ["anvil#1"], ["ambush-rabbit#1"]):
        game = position(
            "conspiracies", "cult 8 warrior*3 \n marquise 8 sawmill wood", acolytes=2, hands={MARQUISE: hand}
        )
        done(game, CULT, CrusadeBattle(8, MARQUISE), dice=[0, 0])
        if hand:
            done(game, MARQUISE, DeclineAmbush(), dice=[0, 0])
        assert asked(game) == [(MARQUISE, "hits")]
        assert len(offers(game, MARQUISE, ChooseHits)) == 2
