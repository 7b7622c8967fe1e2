"""What the Cult does to the others, and they to it: battles, boards, cards and undo, by the clauses that meet there."""

from random import Random
from typing import Any

import pytest

from domain.root.commands import (
    ActivateDominance,
    DeclineAmbush,
    DeclineFoil,
    PlayAmbush,
    UseBattleEffects,
    UseRoyalClaim,
    UseTaxCollector,
)
from domain.root.cult.commands import (
    Convert,
    CrusadeBattle,
    CrusadeMove,
    RitualBuild,
    RitualRecruit,
    RitualScore,
    Sanctify,
)
from domain.root.cult.events import AcolytesGained, FaithfulFeared
from domain.root.cult.outcast import next_designation
from domain.root.events import BattleEnded, CardPiled, DiceRolled, HitsCounted, PointsScored
from domain.root.eyrie.commands import DecreeBuild, DecreeMove
from domain.root.marquise.commands import Battle, DeclineFieldHospitals, UseFieldHospitals
from domain.root.options import GameOptions
from domain.root.state import Game
from domain.table.lifecycle import GameFinished, Undo
from domain.table.refusals import Refusal
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
    rows,
    scored,
)
from tests.rules.root.tables import begun, play_one
from tests.table.play import Play


def acolytes(game: Game) -> int:
    assert game.cult is not None
    return game.cult.acolytes


# --- Battles ----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.2.3", "10.2.5")
def test_two_warriors_and_a_garden_take_three_hits() -> None:
    woods = "cult 8 warrior*2 garden-fox\nmarquise 8 warrior*3"
    game = position("actions", woods, hands={CULT: ["anvil#1", "sword#1"]})
    done(game, MARQUISE, Battle(8, CULT))
    events = done(game, CULT, DeclineAmbush(), dice=[3, 0], fear=["sword#1"])
    assert kinds(events) == [
        "AmbushDeclined", "DiceRolled", "HitsCounted", "PiecesRemoved", "AcolytesGained", "PointsScored",
        "FaithfulFeared", "CardPiled", "BattleEnded",
    ]  # fmt: skip
    assert (acolytes(game), game.scores, game.buildings[8], game.hands[CULT]) == (2, [0, 1, 0], [], ["anvil#1"])


@pytest.mark.clause("10.2.3", "core-8.5")
def test_a_garden_alone_is_defenceless() -> None:
    game = position("actions", "cult 8 garden-fox*2\nmarquise 8 warrior*3")
    events = done(game, MARQUISE, Battle(8, CULT), dice=[1, 1])
    assert of(events, HitsCounted) == [HitsCounted(attacker_takes=0, defender_takes=2)]
    assert (acolytes(game), game.scores[MARQUISE], game.warriors[MARQUISE][8]) == (0, 2, 3)
    assert of(events, AcolytesGained) == []


@pytest.mark.clause("10.2.5", "10.2.6")
def test_an_ambush_card_that_was_played_is_safe_from_fear() -> None:
    woods = "cult 8 garden-fox*2\nmarquise 8 warrior*4"
    game = position("actions", woods, hands={CULT: ["ambush-fox#1"]})
    done(game, MARQUISE, Battle(8, CULT))
    events = done(game, CULT, PlayAmbush("ambush-fox#1"), dice=[0, 0])
    assert game.lost_souls == ["ambush-fox#1"]
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, None)]
    assert game.warriors[MARQUISE][8] == 2


@pytest.mark.clause("10.2.3", "10.4.3-I")
def test_the_cult_ambushed_in_its_attack_loses_its_warriors_to_the_supply() -> None:
    game = position("conspiracies", "cult 8 warrior*2\neyrie 8 warrior", acolytes=2, hands={EYRIE: ["ambush-bird#1"]})
    before = game.supply[CULT]
    done(game, CULT, CrusadeBattle(8, EYRIE))
    events = done(game, EYRIE, PlayAmbush("ambush-bird#1"))
    assert (acolytes(game), game.supply[CULT]) == (0, before + 2 + 2)
    assert of(events, DiceRolled) == []
    assert of(events, BattleEnded) == [BattleEnded()]


@pytest.mark.clause("10.2.5", "10.4.3-I")
def test_an_ambush_can_hit_the_attacking_cults_garden_and_the_defender_scores() -> None:
    game = position(
        "conspiracies", "cult 8 warrior garden-fox\neyrie 8 warrior", acolytes=2,
        hands={EYRIE: ["ambush-bird#1"], CULT: ["anvil#1", "sword#1"]}, leader="builder",
    )  # fmt: skip
    play(game, CULT, CrusadeBattle(8, EYRIE))
    done(game, EYRIE, PlayAmbush("ambush-bird#1"))
    events = done(game, CULT, DeclineFoil(), fear=["anvil#1"])
    assert of(events, FaithfulFeared) == [FaithfulFeared(CULT, "anvil#1")]
    assert (scored(events, EYRIE), acolytes(game)) == (1, 0)
    assert game.lost_souls == ["anvil#1", "ambush-bird#1"]


@pytest.mark.clause("10.2.3", "card-armorers")
def test_armorers_of_the_cult_make_fewer_acolytes() -> None:
    game = position("actions", "cult 8 warrior*3\nmarquise 8 warrior*3", play={CULT: ["armorers#1"]})
    done(game, MARQUISE, Battle(8, CULT), dice=[3, 0])
    events = done(game, CULT, UseBattleEffects(("armorers#1",)))
    assert (acolytes(game), game.warriors[CULT][8]) == (0, 3)
    assert of(events, AcolytesGained) == []


# --- The Eyrie --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.2.4", "7.2.2")
def test_a_garden_keeps_the_eyrie_from_building_and_moving_by_rule() -> None:
    woods = "cult 8 garden-fox\ncult 7 garden-mouse\neyrie 8 warrior*3\neyrie 6 warrior*2 roost\neyrie 1 warrior"
    game = position("build", woods, active=EYRIE, decree={"build": ["anvil#1"]}, leader="charismatic")
    assert refused(game, EYRIE, DecreeBuild("anvil#1", 8)) == "NO_RULE"
    game = position("move", woods, active=EYRIE, decree={"move": ["anvil#1"]}, leader="charismatic")
    assert refused(game, EYRIE, DecreeMove("anvil#1", 8, 7, 1)) == "NO_RULE"


@pytest.mark.clause("10.2.6", "7.7.2")
def test_a_purge_of_the_decree_floods_lost_souls_and_decides_the_outcast() -> None:
    decree = {"recruit": ["sword#1", "investments#1"], "battle": ["anvil#1"]}
    game = position("battle", "eyrie 8 warrior", active=EYRIE, decree=decree, outcast="fox", leader="builder")
    events = go_on(game)
    assert [event.card for event in of(events, CardPiled)] == ["sword#1", "investments#1", "anvil#1"]
    given = next_designation(game)
    assert (given.outcast, given.hated) == ("mouse", False)


# --- The Marquise -----------------------------------------------------------------------------------------------------

AT_THE_KEEP = "cult 1 warrior*3\ncult 8 warrior*2 garden-fox\nmarquise 1 keep warrior recruiter\nmarquise 12 warrior"
CLOSED: list[tuple[Any, ...]] = [
    ("10.4.3-II", "Convert", "conspiracies", Convert(1, MARQUISE)),
    ("10.4.3-III", "Sanctify", "conspiracies", Sanctify(1, MARQUISE, "recruiter")),
    ("10.5.1", "Build", "rituals", RitualBuild("anvil#1", 1)),
    ("10.5.2", "Recruit", "rituals", RitualRecruit("anvil#1", 1)),
]


@pytest.mark.parametrize(("step", "command"), rows(CLOSED))
def test_the_keeps_clearing_is_closed_to(step: str, command: Any) -> None:
    game = position(step, AT_THE_KEEP, active=CULT, acolytes=3, hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, command) == "CANNOT_PLACE_HERE"


@pytest.mark.clause("10.4.3-I", "6.2.2")
def test_moving_to_the_keep_and_battling_there_is_fine() -> None:
    woods = "cult 9 warrior*2 garden-mouse\nmarquise 1 keep warrior recruiter"
    game = position("conspiracies", woods, acolytes=2, outcast="mouse")
    done(game, CULT, CrusadeMove(9, 1, 2))
    assert (game.warriors[CULT][1], asked(game)) == (2, [(CULT, "follow_up")])


@pytest.mark.clause("10.4.3-II", "6.2.3")
@pytest.mark.parametrize(
    ("card", "code"),
    [
        pytest.param("anvil#1", None, id="a card of the clearing's suit"),
        pytest.param("armorers#1", None, id="a bird"),
        pytest.param("sword#1", "CARD_SUIT_MISMATCH", id="no card of another suit"),
    ],
)
def test_field_hospitals_answer_a_conversion_for_one_warrior(card: str, code: str | None) -> None:
    woods = "marquise 8 warrior*3\nmarquise 1 keep"
    game = position("conspiracies", woods, acolytes=2, hands={MARQUISE: [card]})
    done(game, CULT, Convert(8, MARQUISE))
    if code is not None:
        assert refused(game, MARQUISE, UseFieldHospitals(8, card)) == code
        done(game, MARQUISE, DeclineFieldHospitals())
        return
    done(game, MARQUISE, UseFieldHospitals(8, card))
    assert (game.warriors[MARQUISE][1], game.warriors[MARQUISE][8], game.warriors[CULT][8]) == (1, 2, 1)


# --- Cards ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("10.2.6", "card-tax-collector")
def test_anothers_tax_collector_removes_its_own_warrior_and_sends_nothing_to_lost_souls() -> None:
    woods = "cult 8 warrior\nmarquise 8 warrior"
    game = position("actions", woods, play={MARQUISE: ["tax-collector#1"]})
    done(game, MARQUISE, UseTaxCollector(8))
    assert (game.warriors[MARQUISE][8], game.warriors[CULT][8]) == (0, 1)
    assert (game.lost_souls, game.play[MARQUISE], acolytes(game)) == ([], ["tax-collector#1"], 0)


@pytest.mark.clause("10.2.4", "10.2.6", "card-royal-claim")
def test_royal_claim_of_the_cult_counts_gardens_and_is_ignored_as_a_bird() -> None:
    woods = "cult 8 garden-fox\ncult 6 garden-fox\nmarquise 8 warrior*3"
    game = position("conspiracies", woods, play={CULT: ["royal-claim#1"]}, hands={CULT: ["anvil#1"]})
    done(game, CULT, UseRoyalClaim())
    assert (game.scores[CULT], game.lost_souls) == (2, ["royal-claim#1"])


@pytest.mark.clause("10.5", "core-11")
def test_dominance_is_activated_from_the_hand_only() -> None:
    hand = ["dominance-fox#1", "dominance-mouse#1", "anvil#1"]
    game = position("rituals", "cult 8 garden-fox", hands={CULT: hand}, scores=[10, 0, 0])
    done(game, CULT, RitualRecruit("dominance-fox#1", 8))
    assert refused(game, CULT, ActivateDominance("dominance-fox#1")) == "CARD_IS_REVEALED"
    assert offers(game, CULT, ActivateDominance) == [ActivateDominance("dominance-mouse#1")]
    done(game, CULT, ActivateDominance("dominance-mouse#1"))
    assert game.dominance[CULT] == "dominance-mouse#1"


@pytest.mark.clause("10.2.4", "core-11")
@pytest.mark.parametrize(("count", "won"), [(2, False), (3, True)])
def test_garden_clearings_count_for_dominance(count: int, won: bool) -> None:
    woods = "\n".join(f"cult {n} garden-fox\nmarquise {n} warrior*3" for n in (6, 8, 12)[:count])
    game = position("", woods, active=CULT, dominance={CULT: "dominance-fox#1"})
    assert bool(of(go_on(game), GameFinished)) is won


@pytest.mark.clause("10.5.3", "core-12")
def test_a_score_says_what_it_is_made_of() -> None:
    game = position("rituals", "cult 8 garden-fox*2\ncult 6 garden-fox", hands={CULT: ["anvil#1"]})
    (event,) = of(done(game, CULT, RitualScore("anvil#1")), PointsScored)
    assert [(term.label, term.count, term.factor, term.clause) for term in event.terms] == [
        ("gardens_fox", 1, 2, "10.5.3")
    ]


# --- Undo -------------------------------------------------------------------------------------------------------------


def table_at(kind: str, command: type, seed: int) -> Play:
    """A table where the Cult is asked for something, and commands of a type are offered."""
    play, rng = begun(GameOptions(factions=("cult", "marquise", "eyrie"))), Random(seed)
    while not (asked(play.table.game) == [(CULT, kind)] and offers(play.table.game, CULT, command)):
        play_one(play, rng)
    return play


@pytest.mark.clause("10.5", "core-1.5")
def test_rituals_are_taken_back_one_by_one() -> None:
    play = table_at("rituals", RitualScore, 1)
    states = []
    for kind in (RitualScore, RitualRecruit):
        if found := offers(play.table.game, CULT, kind):
            states.append((play.version, play.table.game.copy()))
            play.do(CULT, found[0])
    assert states
    for version, game in reversed(states):
        play.do(CULT, Undo(version))
        assert play.table.game == game


@pytest.mark.clause("10.4.3", "core-1.5")
def test_a_conspiracy_that_another_seat_has_answered_is_not() -> None:
    play = next(
        play
        for seed in range(40)
        if (play := table_at("conspiracies", Convert, seed)) and play.table.game.hands[MARQUISE]
        and any(command.owner == MARQUISE for command in offers(play.table.game, CULT, Convert))
    )  # fmt: skip
    version, before = play.version, play.table.game.copy()
    command = next(one for one in offers(play.table.game, CULT, Convert) if one.owner == MARQUISE)
    play.do(CULT, command)
    assert asked(play.table.game) == [(MARQUISE, "hospitals")]
    # As long as nobody has answered, nothing was shown and nobody acted.
    play.do(CULT, Undo(version))
    assert play.table.game == before
    play.do(CULT, command)
    play.do(MARQUISE, DeclineFieldHospitals())
    answer = play.ask(CULT, Undo(version))
    assert isinstance(answer, Refusal)
    assert answer.code == "UNDO_NOT_FREE"
