"""Root under the kernel: replay, undo and redo, and standing orders, over whole random games."""

from random import Random

import pytest

from domain.root.commands import DeclineAmbush, EndStep, PlayAmbush
from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.root.steps import DECISIONS, STEPS
from domain.table.digest import digest
from domain.table.lifecycle import BeginGame, OrderFollowed
from domain.table.messages import HOST
from domain.table.refusals import Refusal
from tests.rules.root.games import COMBINATIONS, options_for
from tests.rules.root.tables import ORDERS, begun, give_orders, play_one, seated
from tests.table.play import Play
from tests.table.whole_games import (
    decided_again,
    play_again_after_an_undo,
    played_out,
    replayed,
    undo_and_redo_now_and_then,
)

NUMBERS = range(len(COMBINATIONS))


@pytest.mark.parametrize("number", NUMBERS)
def test_a_game_replayed_from_its_bytes_is_the_game_that_was_played(number: int) -> None:
    table = played_out(begun(options_for(number)), play_one, Random(number))

    assert digest(replayed(table)) == digest(table)


@pytest.mark.parametrize("number", [*NUMBERS[:4], *(pytest.param(n, marks=pytest.mark.slow) for n in NUMBERS[4:])])
def test_undo_and_redo_are_identity_at_any_moment_of_a_game(number: int) -> None:
    assert undo_and_redo_now_and_then(begun(options_for(number)), play_one, Random(number)) > 10


@pytest.mark.parametrize("number", NUMBERS)
def test_after_an_undo_the_same_commands_lead_to_the_same_game(number: int) -> None:
    play, rng = begun(options_for(number)), Random(number)
    for _ in range(60):
        play_one(play, rng)

    play_again_after_an_undo(play, play_one, rng)


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
    assert digest(decided_again(play.table)) == digest(play.table)


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
