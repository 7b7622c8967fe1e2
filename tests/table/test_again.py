"""Deciding again: the same command in the state that it was given in, under another edition, or with other chance."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.table.again import (
    Other,
    Outcome,
    Refused,
    Repeated,
    Same,
    Undecidable,
    decide_again,
    decide_under,
    game_speaks,
)
from domain.table.chance import Dictated
from domain.table.kernel import Moment
from domain.table.lifecycle import BeginGame, PauseTable, Resign, SetOrder
from domain.table.messages import HOST, Command
from domain.table.records import Record, Submission
from domain.table.refusals import Refusal
from domain.table.table import Table, fold
from tests.table.play import COMMAND, Play, begun, dealt, digest
from tests.table.toy import CallVote, CardsPlayed, DieRolled, DrawCard, Nudge, RollDie, Scored, TurnPassed, toy


def last_command(play: Play) -> tuple[Table, Sequence[Record[Any]], Command]:
    """The table before the last command, the records of it, and the command."""
    first = play.table.starts[-1]
    recorded = play.table.records[first - 1 :]
    before = fold(play.table.id, play.table.rulebook, play.table.records[: first - 1])
    assert recorded[0].cause is not None
    return before, recorded, COMMAND.decode(recorded[0].cause.command)


def again(play: Play, **more: Any) -> Outcome:
    return decide_again(*last_command(play), **more)


def rolled(pips: int) -> Play:
    play = dealt(1, 2, 3, 4, die=[pips - 1])
    play.do(0, RollDie())
    return play


def test_what_was_decided_is_decided_again_with_the_recorded_chance_and_the_table_goes_on_from_it() -> None:
    play = rolled(6)
    before, recorded, command = last_command(play)
    assert decide_again(before, recorded, command) == Same(tuple(recorded))
    assert digest(before) == digest(play.table)


def test_another_edition_decides_otherwise_where_its_switch_matters_and_nowhere_else() -> None:
    edition = toy.edition("2")
    assert isinstance(again(rolled(5), edition=edition), Same)
    outcome = again(rolled(6), edition=edition)
    assert isinstance(outcome, Other)
    assert outcome.was is not None
    assert outcome.would_be is not None
    assert outcome.first == 1
    assert isinstance(outcome.was.event, Scored)
    assert isinstance(outcome.would_be.event, Scored)
    assert (outcome.was.event.points, outcome.would_be.event.points) == (6, 12)
    assert [type(record.event) for record in outcome.now] == [DieRolled, Scored, TurnPassed]


def test_other_chance_gives_other_events_and_none_at_all_leaves_it_undecided() -> None:
    outcome = again(rolled(6), chance=Dictated({"die": [1]}))
    assert isinstance(outcome, Other)
    assert outcome.would_be is not None
    assert outcome.would_be.event == DieRolled(0, 2)
    assert again(rolled(6), chance=Dictated({})) == Undecidable("no value number 0 of 'die' was given")


def test_a_draw_that_is_recorded_out_of_turn_leaves_it_undecided() -> None:
    play = begun(2)
    play.do(0, DrawCard())
    before, recorded, command = last_command(play)
    [draw] = recorded[0].draws
    recorded = [msgspec.structs.replace(recorded[0], draws=(msgspec.structs.replace(draw, number=9),)), *recorded[1:]]
    assert decide_again(before, recorded, command) == Undecidable("no value of 'deck' below 8 was recorded here")


@pytest.mark.parametrize(
    "change", [lambda records: records[:-1], lambda records: [*records, records[-1]]], ids=["less", "more"]
)
def test_what_would_be_more_or_less_differs_where_one_of_them_has_no_record(change: Any) -> None:
    before, recorded, command = last_command(rolled(2))
    changed = change(recorded)
    outcome = decide_again(before, changed, command)
    assert isinstance(outcome, Other)
    assert outcome.first == min(len(changed), len(recorded))
    assert (outcome.was is None) == (len(changed) < len(recorded))
    assert (outcome.would_be is None) == (len(changed) > len(recorded))


def test_in_another_state_the_later_commands_are_given_at_the_version_that_it_is_at() -> None:
    play = dealt(1, 2, 3, 4)
    play.do(0, Nudge(1))
    play.do(0, CallVote())
    _, recorded, command = last_command(play)
    elsewhere = dealt(1, 2, 3, 4).table
    version = elsewhere.version
    outcome = decide_again(elsewhere, recorded, command)
    assert isinstance(outcome, Same)
    assert elsewhere.version == version + 1
    refused = decide_again(elsewhere, recorded, command)
    assert refused == Repeated()


def test_a_command_that_is_refused_now_is_told_with_its_refusal() -> None:
    play = dealt(1, 2, 3, 4)
    play.do(0, Nudge(3))
    before, recorded, _ = last_command(play)
    assert decide_again(before, recorded, Nudge(9)) == Refused(Refusal("TOO_FAR", "TOY-5", steps=9))
    submission = Submission("x", 1, before.version, Nudge(1))
    outcome = decide_under(before, submission, Moment(1, Dictated({}), b""), toy.edition("2"))
    assert outcome == Refused(Refusal("NOT_YOUR_TURN", "T-14", seat=1, awaited=(0,)))
    assert before.edition == before.game.edition == toy.edition("2")


def test_a_state_that_the_rules_fail_on_leaves_it_undecided() -> None:
    before, recorded, command = last_command(rolled(3))
    before.game.scores.clear()
    assert decide_again(before, recorded, command) == Undecidable("list index out of range")


def test_the_game_has_its_say_in_its_own_commands_and_in_what_sets_it_up_or_lets_it_go_on() -> None:
    play = begun(2)
    begin = play.table.records[play.table.begun_at - 1 :]
    paused = play.do(HOST, PauseTable()).records
    assert game_speaks(BeginGame(), begin)
    assert game_speaks(Nudge(1), ())
    assert game_speaks(Resign(), ())
    assert game_speaks(SetOrder("turn", None), ())
    assert not game_speaks(PauseTable(), paused)
    assert game_speaks(PauseTable(), [*paused, msgspec.structs.replace(paused[0], event=CardsPlayed(0, (1,)))])
