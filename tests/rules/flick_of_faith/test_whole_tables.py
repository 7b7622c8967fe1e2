"""Flick of Faith under the kernel: replay, undo and redo, and deciding again, over whole random games in both modes."""

from random import Random

import pytest

from domain.flick_of_faith.commands import CastLawVote, Flick, Forfeit, KeepInCorner
from domain.flick_of_faith.options import GameOptions
from domain.table.digest import digest
from tests.rules.flick_of_faith.games import seats_of
from tests.rules.flick_of_faith.positions import shot
from tests.rules.flick_of_faith.tables import begun, numbered, play_one
from tests.table.whole_games import (
    decided_again,
    play_again_after_an_undo,
    played_out,
    replayed,
    undo_and_redo_now_and_then,
)

NUMBERS = range(6)


@pytest.mark.clause("D-4")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_replayed_from_its_bytes_is_the_game_that_was_played(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = played_out(numbered(number), play_one, Random(number))

    # D-4: replaying never simulates.
    monkeypatch.delattr("domain.flick_of_faith.flicking.simulate")
    monkeypatch.delattr("domain.flick_of_faith.opening.simulate", raising=False)
    assert digest(replayed(table)) == digest(table)


@pytest.mark.parametrize("number", NUMBERS)
def test_undo_and_redo_are_identity_at_any_moment_of_a_game(number: int) -> None:
    assert undo_and_redo_now_and_then(numbered(number), play_one, Random(number)) > 5


@pytest.mark.clause("D-2")
@pytest.mark.parametrize("number", NUMBERS)
def test_after_an_undo_the_same_commands_lead_to_the_same_game(number: int) -> None:
    play, rng = numbered(number), Random(number)
    for _ in range(30):
        play_one(play, rng)

    # A flick strays again as it did.
    play_again_after_an_undo(play, play_one, rng)


@pytest.mark.clause("D-2", "D-4")
@pytest.mark.parametrize("number", NUMBERS)
def test_every_command_decided_again_with_the_chance_it_had_leads_to_the_same_records(number: int) -> None:
    table = played_out(numbered(number), play_one, Random(number))

    assert digest(decided_again(table)) == digest(table)


# --- What is awaited --------------------------------------------------------------------------------------------------

PLAIN = GameOptions(deity_powers=False, first_player="random", scatter="none")


@pytest.mark.clause("FF-3.2", "P-2", "FF-1.2")
def test_a_command_that_nobody_waits_for_is_told_what_is_awaited() -> None:
    play = begun(PLAIN, 2)
    play.do(0, CastLawVote("up"))
    assert play.refused(0, CastLawVote("down")) == "ALREADY_VOTED"
    assert play.refused(0, Forfeit()) == "NOT_YOUR_TURN"
    assert play.refused(1, Forfeit()) == "WRONG_PHASE"
    play.do(1, CastLawVote("up"))

    active = play.table.game.active
    assert play.refused(active, CastLawVote("up")) == "WRONG_PHASE"
    assert play.refused(active, KeepInCorner()) == "REFLICK_NOT_OFFERED"
    assert play.refused(1 - active, Flick(shot("1-p01", (460, 460), (-1, -1), 900))) == "NOT_YOUR_TURN"


@pytest.mark.clause("P-5")
def test_a_finished_game_takes_no_more_commands() -> None:
    play = begun(GameOptions(generations=1, deity_powers=False, laws=False), 2)
    played_out(play, play_one, Random(1))
    assert play.refused(0, Forfeit()) == "GAME_NOT_ACTIVE"


def test_random_games_have_two_to_four_seats() -> None:
    assert {seats_of(number) for number in NUMBERS} == {2, 3, 4}
