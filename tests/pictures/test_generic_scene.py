"""Any rulebook's view has a picture, even if the rulebook draws none."""

from xml.etree import ElementTree

import msgspec

from domain.table.generic_scene import generic_scene
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text


class Heap(msgspec.Struct):
    stones: int
    owner: str | None


class Nim(msgspec.Struct):
    heaps: tuple[Heap, ...]
    over: bool
    words: dict[str, str]
    hidden: frozenset[int] = frozenset()


VIEW = Nim((Heap(3, "ann"), Heap(12, None)), False, {"note": "a <b> & c"})


def test_a_view_becomes_a_table_of_its_fields() -> None:
    assert render_text(generic_scene(VIEW), 80, False) == (
        "Nim\nheaps   (stones 3, owner ann), (stones 12, owner –)\nover    no\nwords   note a <b> & c\nhidden  –\n"
    )


def test_long_containers_are_unfolded() -> None:
    text = render_text(generic_scene({"heaps": [Heap(n, "somebody") for n in range(9)]}), 80, False)
    assert "heaps\n  0    stones 0, owner somebody\n" in text


def test_it_draws_as_well_formed_svg_with_all_text_escaped() -> None:
    root = ElementTree.fromstring(render_svg(generic_scene(VIEW)))
    assert "note a <b> & c" in [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_anything_goes() -> None:
    for view in (None, 3, "word", [], {}, [1, [2, 3]], {"a": {1: object}}):
        ElementTree.fromstring(render_svg(generic_scene(view)))
        render_text(generic_scene(view), 80, True)
