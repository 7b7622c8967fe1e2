"""Tables of Flick of Faith in the kernel: what undo, redo and replay do to whole games."""

from random import Random

import msgspec

from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.table.chance import Source, commitment_to
from domain.table.clocks.messages import ArrangeTime, TimeControl
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST
from domain.table.prompts import Prompt
from tests.rules.flick_of_faith.games import asked_now, chosen, options_for, seats_of
from tests.table.play import SEED, Play


def begun(options: GameOptions, seats: int, source: Source | None = None, time: TimeControl | None = None) -> Play:
    """A table of Flick of Faith at which the first thing is to be decided, by a clock if one is given."""
    play = Play(rulebook, source)
    words = msgspec.json.encode(options).decode()
    play.do(HOST, OpenTable("flick-of-faith", "1", seats, "hanna", commitment_to(SEED), words, "provable", "arno"))
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    if time is not None:
        play.do(HOST, ArrangeTime(time))
    play.do(HOST, BeginGame())
    return play


def numbered(number: int) -> Play:
    """The table of a random game's number."""
    return begun(options_for(number), seats_of(number))


def play_one(play: Play, rng: Random) -> Prompt:
    """Let a seat that is awaited do something that it is offered."""
    prompt = asked_now(play.table.game, rng)
    play.do(prompt.seat, chosen(play.table.game, prompt, rng))
    return prompt
