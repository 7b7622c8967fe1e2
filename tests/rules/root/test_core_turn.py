"""Set-up, the turn and its windows, scoring and the end (core-6, core-12, core-13, core-16)."""

from itertools import permutations

import pytest

from domain.root.commands import ActivateDominance, ChooseStart, EndStep
from domain.root.cult.commands import ChooseOutcast
from domain.root.events import (
    CardsDrawn,
    DeckShuffled,
    FactionSetUp,
    FirstSeatDrawn,
    PhaseStarted,
    PointsLost,
    TurnEnded,
    TurnStarted,
    WoodlandSetUp,
)
from domain.root.eyrie.commands import ChooseLeader, DecreeBattle
from domain.root.marquise.commands import PlaceKeep, PlaceStartingBuildings
from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.root.scoring import finish, lose, score, winner
from domain.root.state import Game
from domain.root.woodland import woodland
from domain.table.messages import Term
from domain.table.refusals import Refusal
from domain.table.rulebook import event_of
from tests.rules.root.positions import (
    CULT,
    EYRIE,
    MARQUISE,
    asked,
    check_counts,
    dictated,
    done,
    go_on,
    kinds,
    of,
    offers,
    play,
    position,
    refused,
)

FACTIONS = ("cult", "marquise", "eyrie")


def new_table(*factions: str, first: int = 0, **options: object) -> tuple[Game, list[object]]:
    """A game that has been set up as far as that goes by itself, and what happened."""
    game: Game = rulebook.start(GameOptions(factions=factions, **options), len(factions), rulebook.editions[0])  # type: ignore[arg-type]
    chance, events = dictated({"first": [first]}), []
    for happening in rulebook.setup(game, chance):
        rulebook.evolve(game, event_of(happening))
        chance.take()
        check_counts(game)
        events.append(event_of(happening))
    return game, events


# --- core-13 Set-up ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-13", "core-12", "core-5.1")
@pytest.mark.parametrize(("factions", "deck"), [(FACTIONS, 54), (("eyrie", "marquise"), 50)])
def test_the_table_is_laid(factions: tuple[str, ...], deck: int) -> None:
    game, events = new_table(*factions, first=1)
    assert of(events, DeckShuffled) == [DeckShuffled(deck)]
    assert of(events, FirstSeatDrawn) == [FirstSeatDrawn(1)]
    assert [drawn.count for drawn in of(events, CardsDrawn)] == [3] * len(factions)
    assert game.scores == [0] * len(factions)
    assert game.items == {"bag": 2, "boot": 2, "crossbow": 1, "hammer": 1, "sword": 2, "tea": 2, "coin": 2}
    assert [clearing.number for clearing in woodland("autumn").clearings if clearing.ruin] == [6, 10, 11, 12]


@pytest.mark.clause("core-13", "6.3", "7.3", "10.3.2")
@pytest.mark.parametrize("factions", list(permutations(FACTIONS)))
def test_factions_set_up_by_their_letters_wherever_they_sit(factions: tuple[str, ...]) -> None:
    game, _ = new_table(*factions, first=2)
    cult, marquise, eyrie = (factions.index(name) for name in FACTIONS)
    assert asked(game) == [(marquise, "keep")]
    events = play(game, marquise, PlaceKeep(1), PlaceStartingBuildings(5, 9, 10))
    # The Eyrie has no choice but the corner opposite.
    assert asked(game) == [(eyrie, "first_leader")]
    events += play(game, eyrie, ChooseLeader("despot"))
    assert asked(game) == [(cult, "cult_corner")]
    assert offers(game, cult, ChooseStart) == [ChooseStart(2), ChooseStart(4)]
    assert refused(game, cult, ChooseStart(1)) == "START_CORNER_TAKEN"
    assert refused(game, cult, ChooseStart(5)) == "NOT_A_CORNER"
    events += play(game, cult, ChooseStart(2), ChooseOutcast("fox"))
    assert [done.faction for done in of(events, FactionSetUp)] == ["marquise", "eyrie", "cult"]
    assert of(events, TurnStarted)[0] == TurnStarted(2, 1)
    assert game.turn >= 1


@pytest.mark.clause("core-13", "core-1.2")
@pytest.mark.parametrize(
    ("factions", "seats"), [(("cult", "cult"), 2), (("cult", "eyrie", "eyrie"), 3), (("cult", "eyrie"), 3)]
)
def test_each_seat_plays_another_faction(factions: tuple[str, ...], seats: int) -> None:
    with pytest.raises(Refusal, match="FACTIONS_DO_NOT_FIT"):
        rulebook.check_options(GameOptions(factions=factions), seats)  # type: ignore[arg-type]


@pytest.mark.clause("core-13")
@pytest.mark.parametrize(
    ("factions", "reach", "advised"),
    [(FACTIONS, 19, 18), (("marquise", "eyrie"), 17, 17), (("cult", "eyrie"), 9, 17)],
)
def test_less_reach_than_advised_is_told_and_not_forbidden(factions: tuple[str, ...], reach: int, advised: int) -> None:
    rulebook.check_options(GameOptions(factions=factions), len(factions))  # type: ignore[arg-type]
    _, events = new_table(*factions)
    assert of(events, WoodlandSetUp) == [WoodlandSetUp("autumn", factions, reach, advised)]


# --- core-6 The turn --------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-6")
def test_a_turn_has_three_phases_and_then_the_next_seat_clockwise_begins() -> None:
    pieces = "cult 8 warrior \n marquise 2 keep \n eyrie 5 roost warrior"
    game = position("", pieces, active=CULT)
    events = go_on(game)
    flow = [
        (type(event).__name__, event.seat, getattr(event, "phase", ""))
        for event in events
        if isinstance(event, PhaseStarted | TurnEnded | TurnStarted)
    ]
    # Nobody holds a card before the draw of an Evening, and so the Cult's turn passes by itself.
    assert flow[:6] == [
        ("PhaseStarted", CULT, "birdsong"),
        ("PhaseStarted", CULT, "daylight"),
        ("PhaseStarted", CULT, "evening"),
        ("TurnEnded", CULT, ""),
        ("TurnStarted", MARQUISE, ""),
        ("PhaseStarted", MARQUISE, "birdsong"),
    ]


@pytest.mark.clause("core-6")
def test_after_the_last_seat_the_first_begins() -> None:
    game = position("draw", "eyrie 8 roost warrior \n cult 8 warrior", active=EYRIE, hands={CULT: ["anvil#1"]})
    (_, started) = of(go_on(game), TurnEnded, TurnStarted)
    assert started.seat == CULT


@pytest.mark.clause("core-6", "core-2")
@pytest.mark.parametrize(("step", "seat"), [("rituals", CULT), ("actions", MARQUISE), ("eyrie_craft", EYRIE)])
def test_once_the_last_step_has_begun_there_is_nothing_left_to_do(step: str, seat: int) -> None:
    every = ["armorers#1", "better-burrow-bank#1", "codebreakers#1", "royal-claim#1", "tax-collector#1"]
    hand = ["anvil#1", "arms-trader#1", "bake-sale#1", "birdy-bindle#1", "sword#1", "investments#1"]
    game = position("draw", "eyrie 8 roost warrior \n cult 12 warrior \n marquise 5 warrior", active=seat,
                    hands={seat: hand}, play={seat: every})  # fmt: skip
    game.step = "draw"
    go_on(game)
    assert asked(game) == [(seat, "discard")]
    assert game.prompts[0].commands == ("DiscardToLimit",)


@pytest.mark.clause("core-6", "core-1.1")
def test_a_step_without_a_choice_is_passed_without_a_command() -> None:
    game = position("conspiracies", "cult 8 warrior \n eyrie 5 warrior", acolytes=0, hands={CULT: ["anvil#1"]})
    events = go_on(game)
    assert kinds(events)[0] == "StepEnded"
    assert asked(game) == [(CULT, "rituals")]


@pytest.mark.clause("core-6", "core-1.2")
def test_a_step_that_must_be_done_is_not_passed() -> None:
    game = position("decree", "eyrie 8 roost", hands={EYRIE: ["anvil#1"]})
    assert refused(game, EYRIE, EndStep()) in ("WRONG_PHASE", "WRONG_STEP")


@pytest.mark.clause("core-6", "core-11")
def test_what_may_be_done_in_daylight_can_be_done_until_it_ends() -> None:
    # The last card of the Decree gives the Eyrie its tenth point: it may still play for dominance this turn.
    pieces = "eyrie 8 warrior*3 roost \n marquise 8 wood"
    game = position("battle", pieces, leader="charismatic", decree={"battle": ["anvil#1"]}, scores=[0, 0, 9],
                    hands={EYRIE: ["dominance-fox#1"]})  # fmt: skip
    assert game.eyrie is not None
    game.eyrie.resolved = ["vizier#2"]
    done(game, EYRIE, DecreeBattle("anvil#1", 8, MARQUISE), dice=[1, 1])
    assert game.scores[EYRIE] == 10
    assert asked(game) == [(EYRIE, "after_decree")]
    done(game, EYRIE, ActivateDominance("dominance-fox#1"))
    assert game.active != EYRIE


# --- core-12, core-16 Scoring and winning -----------------------------------------------------------------------------


def happen(game: Game, happenings: object) -> list[object]:
    events = []
    for happening in happenings:  # type: ignore[attr-defined]
        rulebook.evolve(game, event_of(happening))
        events.append(event_of(happening))
    return events


@pytest.mark.clause("core-12")
@pytest.mark.parametrize(("points", "won"), [(29, False), (30, True), (34, True)])
def test_who_has_thirty_points_wins_at_once(points: int, won: bool) -> None:
    game = position("rituals", "cult 8 warrior", hands={CULT: ["anvil#1"]})
    happen(game, score(game, CULT, "core-12", Term("test", 1, points, "core-12")))
    assert (winner(game) == CULT) == won
    assert (kinds(go_on(game)) == ["GameFinished"]) == won
    assert game.over == won


TIES = [
    pytest.param((30, 0, 31), CULT, CULT, id="the seat on turn, though another has more"),
    pytest.param((30, 31, 30), MARQUISE, MARQUISE, id="the seat on turn of three"),
    pytest.param((30, 0, 30), MARQUISE, EYRIE, id="the nearest clockwise"),
    pytest.param((30, 30, 0), EYRIE, CULT, id="the nearest clockwise, round the table"),
]


@pytest.mark.clause("core-12", "core-16")
@pytest.mark.parametrize("printing", ["P16", "P6"])
@pytest.mark.parametrize(("scores", "active", "expected"), TIES)
def test_a_tie_at_thirty(scores: tuple[int, ...], active: int, expected: int, printing: str) -> None:
    # By P6 the seat on turn wins; where it is not among them, both printings are read alike.
    game = position("draw", active=active, scores=scores, printing=printing)
    assert winner(game) == expected


@pytest.mark.clause("core-12", "7.7.1")
@pytest.mark.parametrize(("had", "lost", "left"), [(5, 2, 3), (2, 2, 0), (1, 4, 0), (0, 4, 0)])
def test_a_score_never_falls_below_nought(had: int, lost: int, left: int) -> None:
    game = position("draw", active=EYRIE, scores=[0, 0, had])
    events = happen(game, lose(game, EYRIE, "7.7.1", Term("decree_bird", lost, -1, "7.7.1")))
    assert game.scores[EYRIE] == left
    assert [event.points for event in of(events, PointsLost)] == ([left - had] if had else [])  # type: ignore[arg-type]


@pytest.mark.clause("core-12", "core-11")
def test_the_others_are_ranked_by_their_points_equals_together() -> None:
    game = position("draw", active=CULT, scores=[12, 12, 30])
    happen(game, finish(game, EYRIE, "core-12"))
    assert game.ranking == (2, 2, 1)
    game = position("draw", active=CULT, scores=[0, 12, 20])
    happen(game, finish(game, CULT, "core-11"))
    assert game.ranking == (1, 3, 2)


@pytest.mark.clause("core-12")
def test_a_score_of_nothing_is_no_event() -> None:
    game = position("draw", active=CULT)
    assert list(score(game, CULT, "core-12", Term("test", 0, 3, "core-12"))) == []


@pytest.mark.clause("core-16")
def test_the_printing_of_october_2025_holds_unless_the_table_says_otherwise() -> None:
    assert GameOptions().printing == "P16"
    assert rulebook.law["core-16"].note.count("P6") >= 3
