"""The pictures of Flick of Faith in the documentation are what the program draws today, byte for byte.

After a change that is meant: ``python -m tests.pictures.test_flick_samples`` draws them anew. Then look at them.
"""

from pathlib import Path

import pytest

from domain.flick_of_faith.rulebook import rulebook
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.flick_views import laid, sample

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def samples() -> dict[str, str]:
    """The files of the documentation and what is to be in them."""
    shown = rulebook.scene(sample())
    return {
        "flick-of-faith.svg": render_svg(shown),
        "flick-of-faith.txt": render_text(shown, 98, False),
        "flick-in-motion.svg": render_svg(rulebook.animation(*laid())),
    }


@pytest.mark.parametrize("name", ["flick-of-faith.svg", "flick-of-faith.txt", "flick-in-motion.svg"])
def test_the_documentation_shows_what_is_drawn_today(name: str) -> None:
    assert (FOLDER / name).read_bytes() == samples()[name].encode()


if __name__ == "__main__":
    for name, text in samples().items():
        (FOLDER / name).write_bytes(text.encode())
