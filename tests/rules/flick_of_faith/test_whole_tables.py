"""Flick of Faith under the kernel: replay, undo and redo, and deciding again, over whole random games in both modes."""

from random import Random

import msgspec
import pytest

from domain.flick_of_faith.commands import CastLawVote, Flick, Forfeit, KeepInCorner
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.table.chance import Recorded
from domain.table.digest import digest
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import Redo, Undo
from domain.table.messages import ARBITER
from domain.table.records import Record, Submission
from domain.table.table import Table, fold
from tests.rules.flick_of_faith.games import seats_of
from tests.rules.flick_of_faith.positions import shot
from tests.rules.flick_of_faith.tables import begun, numbered, play_one
from tests.table.play import ENCODE, Play, command_types, event_types, views_of

NUMBERS = range(6)
RECORD = msgspec.msgpack.Decoder(Record[event_types(type(rulebook))])
COMMAND = msgspec.msgpack.Decoder(command_types(type(rulebook)))


def _played_out(play: Play, rng: Random) -> Play:
    while play.table.prompts:
        play_one(play, rng)
    assert play.table.finished is not None
    return play


@pytest.mark.clause("D-4")
@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_replayed_from_its_bytes_is_the_game_that_was_played(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = _played_out(numbered(number), Random(number)).table
    records = [RECORD.decode(ENCODE(record)) for record in table.records]

    # D-4: replaying never simulates.
    monkeypatch.delattr("domain.flick_of_faith.flicking.simulate")
    monkeypatch.delattr("domain.flick_of_faith.opening.simulate", raising=False)
    assert digest(fold(table.id, rulebook, records)) == digest(table)


@pytest.mark.parametrize("number", NUMBERS)
def test_undo_and_redo_are_identity_at_any_moment_of_a_game(number: int) -> None:
    play, rng = numbered(number), Random(number)
    undone = 0
    while play.table.prompts:
        before, views = play.version, views_of(play.table)
        play_one(play, rng)
        if rng.random() < 0.2 and play.table.prompts:
            after = views_of(play.table)
            play.do(ARBITER, Undo(before))
            assert views_of(play.table) == views
            play.do(ARBITER, Redo())
            assert views_of(play.table) == after
            undone += 1
    assert undone > 5


@pytest.mark.clause("D-2")
@pytest.mark.parametrize("number", NUMBERS)
def test_after_an_undo_the_same_commands_lead_to_the_same_game(number: int) -> None:
    play, rng = numbered(number), Random(number)
    for _ in range(30):
        play_one(play, rng)
    start, given = play.version, []
    for _ in range(10):
        first = play.version
        play_one(play, rng)
        cause = play.table.records[first].cause
        assert cause is not None
        given.append((cause.seat, COMMAND.decode(cause.command)))
    there = views_of(play.table)

    play.do(ARBITER, Undo(start))
    for seat, command in given:
        play.do(seat, command)

    # Chance is counted in the history: a flick strays again as it did.
    assert views_of(play.table) == there


@pytest.mark.clause("D-2", "D-4")
@pytest.mark.parametrize("number", NUMBERS)
def test_every_command_decided_again_with_the_chance_it_had_leads_to_the_same_records(number: int) -> None:
    table = _played_out(numbered(number), Random(number)).table
    again = Table(table.id, rulebook)
    for first in table.starts:
        last = table.command_span(first)[1]
        records = table.records[first - 1 : last]
        cause = records[0].cause
        assert cause is not None
        seat = None if cause.seat in (-1, records[0].by) else cause.seat
        submission = Submission(cause.id, records[0].by, again.version, COMMAND.decode(cause.command), seat)
        chance = Recorded([draw for record in records for draw in record.draws])
        outcome = handle(again, submission, Moment(records[0].at, chance, cause.head))
        assert isinstance(outcome, Accepted)
        assert [record.event for record in outcome.records] == [record.event for record in records]
    assert digest(again) == digest(table)


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
    play = _played_out(begun(GameOptions(generations=1, deity_powers=False, laws=False), 2), Random(1))
    assert play.refused(0, Forfeit()) == "GAME_NOT_ACTIVE"


def test_random_games_have_two_to_four_seats() -> None:
    assert {seats_of(number) for number in NUMBERS} == {2, 3, 4}
