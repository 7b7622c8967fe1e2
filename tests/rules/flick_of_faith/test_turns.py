"""Turns: P-1, P-2, and what is said to who is not awaited."""

from typing import Any

import pytest

from domain.flick_of_faith.commands import (
    AnswerCorrection,
    BuildTemples,
    CastLawVote,
    ChooseDeity,
    ConfirmReport,
    DecideLawTie,
    DeclineSecondTry,
    DropHeart,
    FirstFlick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ReportFlick,
    SecondTry,
    VoteOnReport,
)
from domain.flick_of_faith.events import FlickForfeited, MissionEnded
from tests.rules.flick_of_faith.positions import (
    asked,
    done,
    flick,
    kinds,
    of,
    places,
    position,
    refused,
    report,
    rows,
    shot,
)

CORNERS = {0: ((20, 20), (1, 1)), 1: ((460, 460), (-1, -1))}


@pytest.mark.clause("P-1")
def test_turns_go_round_until_nobody_has_a_ready_prophet_and_who_has_none_is_skipped() -> None:
    game = position(ready={0: 3, 1: 1})
    order = []
    while game.phase == "mission" and game.generation == 1:
        order.append(game.active)
        done(game, game.active, Forfeit())
    assert order == [0, 1, 0, 0]
    assert game.generation == 2


@pytest.mark.clause("P-1", "P-4")
def test_the_mission_ends_with_the_last_ready_prophet() -> None:
    game = position(ready={0: 1, 1: 0})
    events = done(game, 0, flick("0-p01", (20, 20), (1, 1), 900))
    assert of(events, MissionEnded)
    assert (game.generation, game.first, asked(game)) == (2, 1, [(1, "flick")])


@pytest.mark.clause("P-2", "FF-4.1")
def test_a_forfeited_turn_sends_the_first_ready_prophet_to_the_reserve_and_nothing_else_happens() -> None:
    # Neither Temples nor the Navel, though there are Prophets on a City and on the Navel.
    game = position("0-p03 240 100\n0-p04 240 240")
    events = done(game, 0, Forfeit())

    assert of(events, FlickForfeited) == [FlickForfeited(0, "0-p01")]
    assert kinds(events) == ["FlickForfeited", "TurnStarted", "DecisionRequested"]
    assert places(game, "0-p01") == ["reserve"]
    assert asked(game) == [(1, "flick")]


@pytest.mark.clause("P-2", "FF-6.4")
def test_r_26_forfeited_prophets_return_with_the_others() -> None:
    game = position(ready={0: 1, 1: 0})
    done(game, 0, Forfeit())
    assert len(game.owned(0, "ready")) == 5


@pytest.mark.clause("P-2")
def test_after_a_flick_come_the_corner_temples_the_navel_and_the_next_turn() -> None:
    game = position("0-p03 240 100\n0-p04 240 240")
    done(game, 0, flick("0-p01", (40, 40), (1, 0), 400))
    assert asked(game) == [(0, "reflick")]
    done(game, 0, KeepInCorner())
    assert asked(game) == [(0, "temples")]
    events = done(game, 0, PassTemples())
    assert kinds(events) == ["TemplesPassed", "NavelScored", "TurnStarted", "DecisionRequested"]


# --- What is not awaited ----------------------------------------------------------------------------------------------

NOW = [
    ("FF-1.2", "leaving a Prophet before any flick", 0, KeepInCorner(), "REFLICK_NOT_OFFERED"),
    ("FF-1.2", "leaving one out of turn", 1, KeepInCorner(), "WRONG_PHASE"),
    ("deity-themis", "deciding a vote", 0, DecideLawTie("pride"), "POWER_NOT_AVAILABLE"),
    ("deity-tyr", "no second try without Tyr", 0, DeclineSecondTry(), "POWER_NOT_AVAILABLE"),
    ("deity-tyr", "a second try without Tyr", 0, SecondTry(shot("0-p01", (20, 20), (1, 1), 900)), "POWER_NOT_AVAILABLE"),
    ("deity-freyja", "the Heart without Freyja", 0, DropHeart(5, 5), "POWER_NOT_AVAILABLE"),
    ("FF-3.2", "a vote outside the Council", 0, CastLawVote("up"), "WRONG_PHASE"),
    ("S-5", "a deity in a game without", 0, ChooseDeity("zeus"), "WRONG_PHASE"),
    ("S-4", "a first flick in the Mission", 0, FirstFlick(shot("0-p01", (20, 20), (1, 1), 900)), "WRONG_PHASE"),
    ("FF-4.1", "building before the flick", 0, BuildTemples(()), "WRONG_PHASE"),
    ("M-1", "reporting in digital mode", 0, ReportFlick(report("0-p01", off=["0-p01"])), "WRONG_PHASE"),
    ("M-2", "confirming where nothing is reported", 1, ConfirmReport(), "REPORT_NOT_PENDING"),
    ("M-4", "voting on a report that there is not", 0, VoteOnReport(0), "REPORT_NOT_PENDING"),
    ("M-5", "answering a correction that there is not", 1, AnswerCorrection(True), "WRONG_PHASE"),
]  # fmt: skip


@pytest.mark.parametrize(("seat", "command", "code"), rows(NOW))
def test_what_nobody_waits_for_is_refused_with_the_reason(seat: int, command: Any, code: str) -> None:
    assert refused(position(), seat, command) == code


@pytest.mark.clause("D-1", "M-1")
def test_on_a_real_board_nothing_is_flicked_by_command() -> None:
    game = position(mode="table")
    assert refused(game, 0, flick("0-p01", (20, 20), (1, 1), 900)) == "WRONG_PHASE"
