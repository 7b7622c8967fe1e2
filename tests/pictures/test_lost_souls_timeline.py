"""The timeline of Lost Souls, drawn and in characters: one bar a turn of the Cult, counted right, never torn."""

from xml.etree import ElementTree

import pytest

from domain.root.cards import CARDS, SUIT_OF
from domain.table.scene import Group, Rect, Text
from projections.lost_souls.sheet import Counts, Emptying, LostSoulsSheet, PiledCard, Verdict, counts_of
from projections.lost_souls.timeline import IN_A_ROW, STYLES, timeline
from projections.pictures.svg import PREFIX, render_svg
from projections.pictures.text import render_text

SVG = "{http://www.w3.org/2000/svg}"
SUITS = ("fox", "rabbit", "mouse", "bird")


def pile(*suits: str) -> tuple[PiledCard, ...]:
    """Cards of these suits, each copy once."""
    left = list(CARDS)
    cards = []
    for suit in suits:
        card = next(card for card in left if SUIT_OF[card] == suit)
        left.remove(card)
        face = CARDS[card]
        cards.append(PiledCard(card, face.name, face.suit, face.kind, 1, "hand", "spent", "6.5", 9, 9, 2, 1, 9))
    return tuple(cards)


def emptying(turn: int, *suits: str, winner: str | None = None, outcast: str = "fox", hated: bool = False) -> Emptying:
    cards = pile(*suits)
    ids = tuple(one.card for one in cards)
    return Emptying(
        turn * 10, turn * 10 - 1, 0, turn, cards, counts_of(cards), winner, "fox", outcast, False, hated, ids, ()
    )


def sheet(*emptyings: Emptying, now: tuple[str, ...] = (), verdict: Verdict | None = None) -> LostSoulsSheet:
    cards = pile(*now)
    return LostSoulsSheet(
        "table2345672", 99, 0, "everybody", "10.2.6", 9, 1, "fox", False, cards, counts_of(cards), verdict, (), (),
        emptyings, (),
    )  # fmt: skip


EMPTY = sheet()
FIRST = sheet(verdict=Verdict(None, "mouse", True))
SOME = sheet(
    emptying(1, outcast="mouse", hated=True),
    emptying(4, "fox", "rabbit", "rabbit", "bird", winner="rabbit", outcast="rabbit"),
    now=("mouse", "fox"),
    verdict=Verdict(None, "rabbit", True),
)
LONG = sheet(
    *(emptying(3 * n + 1, *SUITS * (n % 13), hated=n % 2 == 0) for n in range(40)), verdict=Verdict(None, "fox", True)
)
EVERY = pytest.mark.parametrize("shown", [EMPTY, FIRST, SOME, LONG], ids=["empty", "first", "some", "long"])


def bars(shown: LostSoulsSheet) -> list[Group]:
    return [shape for shape in timeline(shown).shapes if isinstance(shape, Group)]


def heights(bar: Group) -> dict[str, int]:
    return {item.style: item.h for item in bar.items if isinstance(item, Rect)}


@EVERY
def test_it_is_well_formed_and_every_style_is_there(shown: LostSoulsSheet) -> None:
    root = ElementTree.fromstring(render_svg(timeline(shown)))
    classes = {name for element in root.iter() if (name := element.get("class"))} - {"souls"}
    assert {name.removeprefix(PREFIX) for name in classes} <= STYLES.keys()
    assert len(list(root.iter(SVG + "g"))) == len(shown.emptyings) + (shown.next is not None)


@EVERY
def test_everything_lies_within_the_picture(shown: LostSoulsSheet) -> None:
    scene = timeline(shown)
    _, _, width, height = scene.box
    for bar in bars(shown):
        for item in bar.items:
            if isinstance(item, Rect):
                assert bar.x + item.x >= 0
                assert bar.x + item.x + item.w <= width
                assert bar.y + item.y >= 0
                assert bar.y + item.y + item.h <= height
    assert all(0 <= shape.x < width and 0 < shape.y < height for shape in scene.shapes if isinstance(shape, Text))


def test_bars_are_as_high_as_there_are_cards_of_a_suit() -> None:
    _, second, now = bars(SOME)
    unit = heights(second)["suit-fox"]
    assert {suit: heights(second)[f"suit-{suit}"] // unit for suit in ("rabbit", "bird")} == {"rabbit": 2, "bird": 1}
    assert heights(second)["won"] == 2 * unit
    assert "suit-mouse" not in heights(second)
    assert "won" not in heights(now)
    assert "now" in heights(now)


def test_bars_say_the_turn_the_total_and_whether_the_outcast_is_hated() -> None:
    words = [[item.text for item in bar.items if isinstance(item, Text)] for bar in bars(SOME)]
    assert words == [
        ["0", "1", "M", "HATED"],
        ["F 1", "R 2", "b 1", "4", "4", "R"],
        ["F 1", "M 1", "2", "now", "R", "HATED"],
    ]
    assert bars(SOME)[1].title == (
        "Turn 4: fox 1, rabbit 2, mouse 0; birds 1, not counted; rabbit has most. Outcast: rabbit."
    )
    assert bars(SOME)[2].title.startswith("If the Outcast were adjusted now: ")


def test_a_long_game_goes_on_in_the_next_row() -> None:
    rows = {bar.y for bar in bars(LONG)}
    assert len(bars(LONG)) == 41
    assert len(rows) == -(-41 // IN_A_ROW)
    assert len({(bar.x, bar.y) for bar in bars(LONG)}) == 41


def test_the_chart_counts_by_letters_and_numbers() -> None:
    assert render_text(timeline(SOME), None, False).splitlines() == [
        "Lost Souls over 2 turns of the Cult",
        "turn  pile   F  R  M  b  most    Outcast",
        "   1         0  0  0  0  no suit mouse HATED",
        "   4  FRRb   1  2  0  1  rabbit  rabbit",
        " now  FM     1  0  1  0  tie     rabbit HATED",
        "F fox, R rabbit, M mouse; b bird, which does not count. now: if it were adjusted now.",
    ]


def test_where_the_terminal_is_narrow_the_numbers_stay() -> None:
    lines = render_text(timeline(LONG), 40, False).splitlines()
    assert all(len(line) <= 40 for line in lines)
    assert lines[1] == "turn   F  R  M  b  Outcast"
    assert lines[-1] == " now   0  0  0  0  fox HATED"
    assert len(lines) == 2 + 41


def test_without_turns_there_is_a_title_only() -> None:
    assert render_text(timeline(EMPTY), None, False) == "Lost Souls over 0 turns of the Cult\n"
    assert counts_of(()) == Counts(0, 0, 0, 0)
