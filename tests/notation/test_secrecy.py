"""What is hidden from a seat changes nothing of what it can type, is told, or is offered in words."""

from random import Random

import pytest

from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.notation import NotationError, notation_of
from tests.notation.tables import played, random_table

LINES = {
    "root": (
        "crusade 5 vs marquise", "craft anvil", "craft tea", "craft", "ambush", "ambush with ambush", "foil", "discard anvil",
        "ritual build 3 with ambush", "ritual score with", "spend a", "decree anvil to move", "take dominance for anvil",
        "battle", "convert", "use codebreakers on", "effects armorers", "hospitals", "lose wood", "undo", "xyz",
    ),
    "flick-of-faith": ("flick", "flick to navel", "vote up", "vote", "report p1 off", "confirm", "build p1", "undo", "xyz"),
}  # fmt: skip


def answer(table: Table, seat: int, line: str) -> str:
    try:
        return repr(notation_of(table.rulebook).read(table, seat, line))
    except NotationError as error:
        return str(error)


@pytest.mark.clause("T-16")
@pytest.mark.parametrize("rulebook", [root, flick_of_faith], ids=["root", "flick-of-faith"])
@pytest.mark.parametrize(
    "number",
    [
        0,
        pytest.param(1, marks=pytest.mark.slow),
        pytest.param(2, marks=pytest.mark.slow),
        pytest.param(3, marks=pytest.mark.slow),
    ],
)
def test_a_seat_is_answered_the_same_whatever_others_hold(rulebook: Rulebook, number: int) -> None:
    play, rng, notation = random_table(rulebook, number), Random(number), notation_of(rulebook)
    looked = 0
    for move in played(play, rng, 200):
        if move % 40:
            continue
        for seat in range(len(play.table.seats)):
            twin = play.table.copy()
            twin.game = rulebook.imagined(twin.game, seat, Random(move))
            assert notation.short_forms(play.table, seat, 8) == notation.short_forms(twin, seat, 8)
            for line in LINES[rulebook.game]:
                assert answer(play.table, seat, line) == answer(twin, seat, line)
                looked += 1
    assert looked
