"""The law of notations: what is written is read as the same command, and commands that differ are written differently."""

from collections import Counter
from random import Random

import pytest

from domain.table.rulebook import Rulebook
from infra.notation import notation_of
from infra.notation.scope import Scope
from infra.notation.typed import plain
from tests.notation.tables import GAMES, offered, played, random_table, some_of
from tests.table.play import Play

IDS = [rulebook.game for rulebook in GAMES]


def check(play: Play, rng: Random, most: int, seen: Counter[str]) -> None:
    """All that is offered to all who are awaited, or samples of it."""
    notation = notation_of(play.table.rulebook)
    for seat in sorted({prompt.seat for prompt in play.table.prompts}):
        scope, texts = Scope(play.table, seat), dict[str, object]()
        for offer in offered(play, seat):
            for command in some_of(offer, rng, most):
                text = notation.written(scope, command)
                assert notation.read(play.table, seat, text) == command
                assert texts.setdefault(text, command) == command
                assert plain(text) == text
                assert "{" not in text, "it has words, and need not be spelled with its fields"
                assert notation.read(play.table, seat, f"**{text.upper() if '#' not in text else text}**.") == command
                seen[type(command).__name__] += 1


@pytest.mark.parametrize("rulebook", GAMES, ids=IDS)
@pytest.mark.parametrize("number", range(3))
def test_what_is_offered_in_random_games_is_read_as_it_is_written(rulebook: Rulebook, number: int) -> None:
    rng, seen = Random(number), Counter[str]()
    play = random_table(rulebook, number)
    for move in played(play, rng, 240):
        if move % 20 == 0:
            check(play, rng, 30, seen)
    assert seen


@pytest.mark.slow
@pytest.mark.parametrize("rulebook", GAMES, ids=IDS)
def test_every_command_of_many_games_is_read_as_it_is_written(rulebook: Rulebook) -> None:
    seen = Counter[str]()
    for number in range(15):
        rng, play = Random(1000 + number), random_table(rulebook, number)
        for move in played(play, rng, 400):
            if move < 8 or (move + number) % 6 == 0:
                check(play, rng, 200, seen)
    never = {command.__name__ for command in rulebook.commands} - set(seen)
    assert len(never) <= len(rulebook.commands) // 4, f"random games hardly ever come to {never}"


@pytest.mark.parametrize("rulebook", GAMES, ids=IDS)
def test_what_was_done_can_be_written_at_any_later_time(rulebook: Rulebook) -> None:
    """Where words of the position do not fit any more, with its fields."""
    rng, play = Random(3), random_table(rulebook, 3)
    notation, done = notation_of(rulebook), []
    for _ in played(play, rng, 120):
        seat = play.table.prompts[0].seat
        done += [command for offer in offered(play, seat) for command in some_of(offer, rng, 10)[:3]]
    for seat in range(len(play.table.seats)):
        for command in done[:: max(len(done) // 60, 1)]:
            assert notation.read(play.table, seat, notation.write(play.table, seat, command)) == command
