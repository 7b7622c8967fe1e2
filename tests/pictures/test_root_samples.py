"""The pictures of Root in the documentation are what the program draws today, byte for byte.

After a change that is meant: ``python -m tests.pictures.test_root_samples`` draws them anew. Then look at them.
"""

from pathlib import Path

import pytest

from domain.root.scene import scene
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.pictures.root_views import middle

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def samples() -> dict[str, str]:
    """The files of the documentation and what is to be in them."""
    shown = scene(middle())
    return {"root.svg": render_svg(shown), "root.txt": render_text(shown, 100, False)}


@pytest.mark.parametrize("name", ["root.svg", "root.txt"])
def test_the_documentation_shows_what_is_drawn_today(name: str) -> None:
    assert (FOLDER / name).read_bytes() == samples()[name].encode()


if __name__ == "__main__":
    for name, text in samples().items():
        (FOLDER / name).write_bytes(text.encode())
