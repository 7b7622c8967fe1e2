"""Turns: one after the other, each with its three phases in their order (core-6)."""

from itertools import groupby
from random import Random

import pytest

from domain.root.events import PhaseStarted, TurnEnded, TurnStarted
from tests.rules.root.games import options_for
from tests.rules.root.tables import begun, play_one

PHASES = ["birdsong", "daylight", "evening"]


@pytest.mark.clause("core-6")
@pytest.mark.parametrize("number", range(6))
def test_each_turn_has_its_phases_once_and_in_their_order_the_first_one_too(number: int) -> None:
    play, rng = begun(options_for(number)), Random(number)
    while play.table.prompts and play.table.game.turn < 12:
        play_one(play, rng)
    kinds = (TurnStarted, PhaseStarted, TurnEnded)
    events = [record.event for record in play.table.records if isinstance(record.event, kinds)]
    assert isinstance(events[0], TurnStarted)
    seats, turn = len(play.table.seats), 0
    for is_start, some in groupby(events, key=lambda event: isinstance(event, TurnStarted)):
        found = list(some)
        if is_start:
            [start] = found
            turn += 1
            assert (start.number, start.seat) == (turn, (events[0].seat + turn - 1) % seats)
            continue
        phases = [event.phase for event in found if isinstance(event, PhaseStarted)]
        assert {event.seat for event in found} == {start.seat}
        assert phases == PHASES[: len(phases)]
        assert isinstance(found[-1], TurnEnded) == (turn < play.table.game.turn)
