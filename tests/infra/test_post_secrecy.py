"""A post that is only tried tells the same, byte for byte, whatever is hidden from its poster, and whatever chance gives."""

from random import Random

import msgspec
import pytest

from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.chance import Derived, chance_key
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.notation import notation_of
from infra.posts.trying import Poster, tried
from infra.trials import Trial
from tests.notation.tables import ID, drawn, offered, played, random_table


def told(table: Table, seed: int, seat: int, lines: list[str]) -> bytes:
    """What a seat is told of a post that is tried at a copy of the table, with the chance of a seed."""
    source = Derived(chance_key(bytes([seed]) * 32, ()), ID, 0)
    found = tried(Trial(table.copy(), source, b"", 10**12), notation_of(table.rulebook), Poster(seat), lines)
    return msgspec.json.encode((found.lines, found.code, found.sentence))


@pytest.mark.clause("T-16")
@pytest.mark.parametrize("rulebook", [root, flick_of_faith], ids=["root", "flick-of-faith"])
@pytest.mark.parametrize("number", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 20))])
def test_what_is_tried_tells_nothing_of_what_is_hidden(rulebook: Rulebook, number: int) -> None:
    play, rng, notation = random_table(rulebook, number), Random(number), notation_of(rulebook)
    looked = 0
    for move in played(play, rng, 250):
        if move % 9:
            continue
        seat = rng.choice(play.table.prompts).seat
        offers = offered(play, seat)
        commands = [drawn(rng.choice(offers), rng) for _ in range(3)] if offers else []
        lines = [notation.write(play.table, seat, command) for command in commands if command is not None]
        twins = [play.table.copy() for _ in range(3)]
        for n, twin in enumerate(twins):
            twin.game = rulebook.imagined(twin.game, seat, Random(1000 * move + n))
        for post in ([line] for line in lines):
            # Alone, and before another line, which is tried only where nothing is open.
            for text in (post, [*post, "end"], [*post, lines[0]]):
                first = told(play.table, 0, seat, text)
                assert [told(twin, 1 + n, seat, text) for n, twin in enumerate(twins)] == [first] * len(twins)
                looked += 1
    assert looked >= 9
