"""Pictures inside a page: their names are their own, and who cannot see them is told what they show."""

import re

import pytest

from domain.carcassonne.rulebook import rulebook
from domain.table.scene import Circle, Group, Scene, Style, Text, Use
from projections.pictures.inline import inlined
from projections.pictures.svg import render_svg
from tests.projections.case_tables import contested_city

SCENE = Scene(
    'A "board"', (0, 0, 9, 9),
    (Use("dot", 1, 1, "red"), Group((Text(1, 1, '.ls-red id="ls-dot" url(#ls-x)\n.ls-red', "red"),), clip=(0, 0, 1, 1))),
    {"red": Style(fill="#ff0000")}, {"dot": (Circle(0, 0, 3, "red"),)},
)  # fmt: skip


def names_in(svg: str) -> set[str]:
    return set(re.findall(r' id="([^"]*)"', svg))


def test_a_picture_has_names_of_its_own_wherever_they_stand() -> None:
    svg = inlined(render_svg(SCENE), "before", "What was there")
    assert names_in(svg) == {"ls-before-dot", "ls-before-clip_0_0_1_1"}
    assert 'href="#ls-before-dot"' in svg
    assert 'clip-path="url(#ls-before-clip_0_0_1_1)"' in svg
    assert ".ls-before-red{" in svg
    assert set(re.findall(r'class="(ls-[^"]*)"', svg)) == {"ls-before-red"}


def test_text_in_a_picture_stays_as_it_is() -> None:
    svg = inlined(render_svg(SCENE), "before", "What was there")
    assert ">.ls-red id=&quot;ls-dot&quot; url(#ls-x)\n.ls-red</text>" in svg


def test_a_picture_says_what_it_shows_and_names_nothing_elsewhere() -> None:
    svg = inlined(render_svg(SCENE), "before", 'A <board> of "two"')
    assert 'aria-label="A &lt;board&gt; of &quot;two&quot;"' in svg
    assert "http" not in svg


def test_two_pictures_of_a_game_share_no_name() -> None:
    svg = render_svg(rulebook.scene(rulebook.view(contested_city().table.game, None)))
    one, other = (inlined(svg, name, "") for name in ("before", "after"))
    assert len(names_in(one)) == len(names_in(svg)) > 3
    assert not names_in(one) & names_in(other)
    assert not set(re.findall(r"ls-[\w-]+", one)) & set(re.findall(r"ls-[\w-]+", other))


def test_every_reference_in_a_picture_leads_to_something_in_it() -> None:
    svg = inlined(render_svg(rulebook.scene(rulebook.view(contested_city().table.game, None))), "after", "")
    assert set(re.findall(r'href="#([^"]*)"', svg)) | set(re.findall(r"url\(#([^)]*)\)", svg)) <= names_in(svg)


@pytest.mark.parametrize("name", ["", "a b", 'a"', "ä"])
def test_a_name_that_could_break_the_page_is_not_taken(name: str) -> None:
    with pytest.raises(ValueError, match="no name"):
        inlined("<svg/>", name, "")
