"""What somebody may have meant is found in spite of slips, and nothing is guessed where nothing is alike."""

import pytest

from infra.nearness import nearest

KNOWN = ("fox", "rabbit", "mouse", "move", "battle", "knight", "tax collector")


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("fxo", "fox"), ("mvoe", "move"), ("knigth", "knight"), ("KNIGTH", "knight"), ("batle", "battle"), ("rabit", "rabbit"),
        ("tax-c", "tax collector"), ("tax co", "tax collector"), ("bat", "battle"), ("mouse", "mouse"),
    ],
)  # fmt: skip
def test_a_slip_or_a_beginning_is_understood(typed: str, name: str) -> None:
    assert nearest(typed, KNOWN) == [name]


@pytest.mark.parametrize("typed", ["", "x", "sing", "hammock", "castle-building"])
def test_what_is_like_nothing_is_not_guessed(typed: str) -> None:
    assert nearest(typed, KNOWN) == []


def test_the_nearest_come_first() -> None:
    assert nearest("mvoe", ("mvore", "move"), most=2) == ["move", "mvore"]
    assert nearest("fo", ("fox", "fog"), most=1, alike=0) == ["fox"]
