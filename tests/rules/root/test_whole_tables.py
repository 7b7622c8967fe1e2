"""Root under the kernel: replay, undo and redo, and standing orders, over whole random games."""

from random import Random

import msgspec
import pytest

from domain.root.commands import DeclineAmbush, EndStep, PlayAmbush
from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.root.steps import DECISIONS, STEPS
from domain.table.chance import Recorded
from domain.table.digest import digest
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, OrderFollowed, Redo, Undo
from domain.table.messages import ARBITER, HOST
from domain.table.records import Record, Submission
from domain.table.refusals import Refusal
from domain.table.table import Table, fold
from tests.rules.root.games import COMBINATIONS, options_for
from tests.rules.root.tables import ORDERS, begun, give_orders, play_one, seated
from tests.table.play import ENCODE, Play, command_types, event_types, views_of

NUMBERS = range(len(COMBINATIONS))
RECORD = msgspec.msgpack.Decoder(Record[event_types(type(rulebook))])
COMMAND = msgspec.msgpack.Decoder(command_types(type(rulebook)))


def _played_out(play: Play, rng: Random) -> Play:
    while play.table.prompts:
        play_one(play, rng)
    assert play.table.finished is not None
    return play


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_replayed_from_its_bytes_is_the_game_that_was_played(number: int) -> None:
    table = _played_out(begun(options_for(number)), Random(number)).table

    records = [RECORD.decode(ENCODE(record)) for record in table.records]

    assert digest(fold(table.id, rulebook, records)) == digest(table)


@pytest.mark.parametrize("number", NUMBERS)
def test_undo_and_redo_are_identity_at_any_moment_of_a_game(number: int) -> None:
    play, rng = begun(options_for(number)), Random(number)
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
    assert undone > 10


@pytest.mark.parametrize("number", NUMBERS)
def test_after_an_undo_the_same_commands_lead_to_the_same_game(number: int) -> None:
    play, rng = begun(options_for(number)), Random(number)
    for _ in range(60):
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

    # Chance is counted in the history, so nothing is rolled or drawn anew.
    assert views_of(play.table) == there


# --- Standing orders --------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-1.4")
def test_every_order_names_a_kind_of_prompt_and_every_decision_can_be_ordered_but_for_the_new_leader() -> None:
    assert set(ORDERS) == set(rulebook.orders)
    assert set(rulebook.orders) <= STEPS.keys() | DECISIONS.keys()
    assert DECISIONS.keys() - set(rulebook.orders) == {"leader"}


@pytest.mark.parametrize("number", NUMBERS)
def test_games_with_standing_orders_go_on_by_themselves_and_replay_the_same(number: int) -> None:
    play, rng = seated(options_for(number)), Random(number)
    give_orders(play, rng)
    ordered = {(seat, kind) for seat, taken in enumerate(play.table.seats) for kind in taken.orders}
    play.do(HOST, BeginGame())
    while play.table.prompts:
        prompt = play_one(play, rng)
        assert (prompt.seat, prompt.kind) not in ordered, "a seat was asked that had ordered what to answer"
    followed = [record for record in play.table.records if isinstance(record.event, OrderFollowed)]

    assert followed
    assert _decided_again(play.table) == len(play.table.starts)


def _decided_again(table: Table) -> int:
    """How many commands today's rules decide, with the chance they had, as they were decided."""
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
    return len(again.starts)


# --- What is awaited --------------------------------------------------------------------------------------------------


def _until(kind: str, options: GameOptions) -> Play:
    """A random game at the first prompt of a kind."""
    for seed in range(200):
        play, rng = begun(options), Random(seed)
        for _ in range(400):
            if any(prompt.kind == kind for prompt in play.table.prompts):
                return play
            if not play.table.prompts:
                break
            play_one(play, rng)
    raise AssertionError(f"nobody is ever asked for {kind}")


@pytest.mark.clause("core-1.1", "core-1.2")
def test_a_command_that_nobody_waits_for_is_told_whose_decision_is_open() -> None:
    play = _until("ambush", GameOptions(("cult", "marquise", "eyrie")))
    (prompt,) = play.table.prompts
    active = play.table.game.active
    third = ({0, 1, 2} - {prompt.seat, active}).pop()

    assert play.refused(active, EndStep()) == "DECISION_PENDING"
    assert play.refused(active, DeclineAmbush()) == "NOT_YOUR_DECISION"
    assert play.refused(third, PlayAmbush("ambush-bird#1")) == "NOT_YOUR_DECISION"
    assert play.refused(prompt.seat, EndStep()) == "DECISION_PENDING"
    assert play.refused(third, EndStep()) == "NOT_YOUR_TURN"
    play.do(prompt.seat, DeclineAmbush())


@pytest.mark.clause("10.4.3-I", "core-1.2")
def test_nothing_else_can_be_done_before_the_follow_up_of_a_crusade_is_decided() -> None:
    play = _until("follow_up", GameOptions(("cult", "marquise")))

    assert play.refused(0, EndStep()) == "FOLLOW_UP_PENDING"
    assert play.refused(1, EndStep()) == "NOT_YOUR_TURN"


@pytest.mark.clause("core-1.2", "core-6")
@pytest.mark.parametrize(
    ("seat", "command", "code"),
    [
        pytest.param(0, {"command": "RitualScore", "card": "anvil#1"}, "WRONG_PHASE", id="a ritual in Birdsong"),
        pytest.param(0, {"command": "Build", "building": "sawmill", "clearing": 1}, "NOT_YOUR_FACTION", id="not ours"),
        pytest.param(1, {"command": "SpendBird", "card": "armorers#1"}, "NOT_YOUR_TURN", id="not one's turn"),
        pytest.param(0, {"command": "AdjustOutcast"}, "WRONG_STEP", id="an earlier step"),
    ],
)
def test_a_command_in_the_wrong_place_says_so(seat: int, command: dict[str, object], code: str) -> None:
    play = _until("conspiracies", GameOptions(("cult", "marquise")))
    types = {kind.__name__: kind for kind in rulebook.commands}
    kind = types[str(command.pop("command"))]

    outcome = play.ask(seat, kind(**command))

    assert isinstance(outcome, Refusal)
    assert outcome.code == code
