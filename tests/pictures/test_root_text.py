"""Root in characters: the map where it fits, a table or sentences elsewhere, and all that the picture shows."""

import re

import pytest

from domain.root.cards import CARDS
from domain.root.drawing.land import PLACES
from domain.root.drawing.names import LETTERS, MARKS
from domain.root.drawing.palette import INKS
from domain.root.drawing.written_map import TALL, corner
from domain.root.scene import scene
from domain.root.view import GameView
from projections.pictures.text import render_text
from tests.pictures.root_views import VIEWS, dominance, hated, middle

EVERY = pytest.mark.parametrize("shown", VIEWS.values(), ids=VIEWS.keys())
WIDTHS = (100, 78, 40)

BATTLE = """\
╔ 11 mouse ════ L ═╗
║ Gm Sa ##         ║
║ L2 M4 E3         ║
║ wood×3           ║
╚ E→M 3 1 ═════════╝
"""
TABLE = """\
No Suit   R  Slots    Warriors
 1 fox    M Sa        M4
   to 5 9 10; keep wood×2
 2 mouse  L Gm Gm     L3 E2
   to 5 6 10
 3 rabbit E Ro        E7
   to 6 7 11
 4 rabbit L Gr        L5 M1
   to 8 9 12 ~ 7
"""


def said(shown: GameView, width: int) -> str:
    return render_text(scene(shown), width, False)


def flat(text: str) -> str:
    """Text without its line breaks."""
    return " ".join(text.replace("\u00a0", " ").split())


def clearing_box(shown: GameView, number: int, columns: int, wide: int) -> str:
    """The box of a clearing, cut out of the map."""
    block = next(block for drawing in scene(shown).texts for block in drawing if block.step == columns)
    rows = ["".join(span.text for span in line) for line in block.lines]
    offset = 46 - len(rows)
    top, left = corner(number, columns, wide)
    return "".join(row[left : left + wide] + "\n" for row in rows[top - offset : top - offset + TALL])


def test_a_battle_on_the_map_reads_like_this() -> None:
    assert clearing_box(middle(), 11, 100, 20) == BATTLE


def test_a_narrow_terminal_gets_a_table() -> None:
    text = said(middle(), 45)
    start = text.index("No Suit")
    assert text[start:].startswith(TABLE)


def test_the_narrowest_gets_sentences() -> None:
    text = flat(said(middle(), 30))
    assert (
        "11 mouse: ruled by Lizard Cult; 2 warriors of Lizard Cult; 4 warriors of Marquise de Cat; 3 warriors of Eyrie "
        "Dynasties; 1 mouse garden; 1 sawmill; 3 wood; a ruin; paths to 3, 6, 12; river to 7, 10"
    ) in text


@EVERY
@pytest.mark.parametrize("width", [20, 30, 40, 60, 78, 80, 100, 200])
def test_no_line_is_wider_than_the_terminal(shown: GameView, width: int) -> None:
    assert max(map(len, said(shown, width).splitlines())) <= width


@EVERY
@pytest.mark.parametrize(("columns", "wide"), [(100, 20), (78, 16)])
def test_all_that_stands_in_a_clearing_is_in_its_box(shown: GameView, columns: int, wide: int) -> None:
    for one in shown.clearings:
        box = clearing_box(shown, one.number, columns, wide)
        assert f" {one.number} {one.suit} " in box
        marks = [MARKS[piece.kind] for piece in one.buildings] + ["__"] * one.open_slots + ["##"] * one.ruin
        assert box.splitlines()[1][1:-1].split() == marks
        troops = [f"{LETTERS[shown.seats[seat].faction]}{count}" for seat, count in enumerate(one.warriors) if count]
        assert box.splitlines()[2][1:-1].split() == troops
        assert ("keep" in box) == any(piece.kind == "keep" for piece in one.tokens)
        wood = sum(piece.kind == "wood" for piece in one.tokens)
        assert ("wood" in box) == (wood > 0)
        assert (f"wood×{wood}" in box) == (wood > 1)
        ruler = LETTERS[shown.seats[one.ruler].faction] if one.ruler >= 0 else ""
        assert re.findall(" ([LME]) .[┐╗]", box.splitlines()[0]) == [ruler] * bool(ruler)


@pytest.mark.parametrize(("columns", "wide"), [(100, 20), (78, 16)])
def test_boxes_do_not_touch_and_lie_on_the_map(columns: int, wide: int) -> None:
    taken = [
        (row + i, column + j)
        for row, column in (corner(number, columns, wide) for number in PLACES)
        for i in range(-1, TALL)
        for j in range(-1, wide)
    ]
    assert len(taken) == len(set(taken))
    assert all(-1 <= column < columns for _, column in taken)


@EVERY
@pytest.mark.parametrize("width", WIDTHS)
def test_all_open_cards_are_named(shown: GameView, width: int) -> None:
    text = flat(said(shown, width))
    piles = (*shown.discard, *shown.available, *shown.lost_souls)
    for copy in (*piles, *(copy for one in shown.seats for copy in (*one.hand, *one.play))):
        assert CARDS[copy].name in text
    for one in shown.seats:
        assert f"Hand, {one.hand_size} card" in text


@EVERY
@pytest.mark.parametrize("width", WIDTHS)
def test_scores_supplies_and_items_are_said(shown: GameView, width: int) -> None:
    text = flat(said(shown, width))
    for one in shown.seats:
        assert (f": {one.score} point" in text) or one.score is None
        assert f"{one.stock['warrior']} in the supply" in text
        assert not one.items or f"Items: {', '.join(one.items)}" in text
    assert f"Deck: {shown.deck_size} cards" in text
    assert all(f"{item} {count}" in text for item, count in shown.item_supply.items())


def test_no_card_of_another_hand_is_named() -> None:
    text = said(dominance(), 100)
    assert "Investments" not in text
    assert "Hand, 5 cards: 5 hidden" in text


def test_what_everybody_knows_of_the_own_hand_has_a_star() -> None:
    assert "Cobbler (rabbit)*" in flat(said(middle(), 100))


def test_the_boards_say_what_counts_now() -> None:
    lines = [" ".join(line.split()) for line in said(middle(), 100).splitlines()]
    assert "mouse ×3 0 2+ [2] 3 4" in lines
    assert "costs wood 0 1 2 3 3 4" in lines
    assert "sawmill ×3 0 1 2 [3] 4 5" in lines
    assert "roost ×3 0 1 [2+] 3 4 4+ 5" in lines
    assert "Battle: Loyal Vizier (bird), Crossbow (mouse)" in lines
    assert "Recruit: Loyal Vizier (bird) ✓, Protection Racket (fox) ✓" in lines
    assert "Acolytes: 3 (Crusade 2, Convert 2, Sanctify 3)" in lines


def test_the_outcast_and_the_lost_souls() -> None:
    text = flat(said(middle(), 100))
    assert "Lost Souls, 7 cards: 3 fox, 1 rabbit, 2 mouse, 1 bird 1. Ambush! (fox); 2. Tax Collector (fox)" in text
    assert "The next adjustment would give: fox, not Hated" in text
    text = flat(said(hated(), 100))
    assert "Outcast: mouse, HATED" in text
    assert "Acolytes: 8 (Crusade 1, Convert 1, Sanctify 2)" in text
    assert "Revealed: Travel Gear (mouse) to build, Ambush! (bird) to sacrifice" in text
    assert "Spent to score this turn: Sword (mouse)" in text
    assert "The next adjustment would give: mouse, Hated" in text


def test_who_is_awaited_is_said_above_and_at_the_seat() -> None:
    text = flat(said(VIEWS["early set-up"], 100))
    assert text.startswith("Setting up: Eyrie Dynasties is to choose a corner. 45 cards in the deck. ")
    assert "Eyrie Dynasties: 0 points (seat 2, to choose a corner)" in text
    text = flat(said(middle(), 100))
    assert "Marquise de Cat is to decide which cards to use after the roll" in text
    assert "Marquise de Cat: 17 points (seat 1, to decide which cards to use after the roll)" in text
    assert "Eyrie Dynasties: 14 points (seat 2)" in text


def test_dominance_replaces_the_score() -> None:
    text = flat(said(dominance(), 100))
    assert "Marquise de Cat: mouse dominance" in text
    assert "Plays for: Dominance (mouse)" in text
    assert "Field hospitals may bring back 2 warriors of clearing 11" in text


@EVERY
def test_colours_only_add_escapes(shown: GameView) -> None:
    picture = scene(shown)
    for width in (100, 40, 20):
        coloured = re.sub("\x1b\\[[0-9;]*m", "", render_text(picture, width, True))
        assert "".join(line.rstrip() + "\n" for line in coloured.splitlines()) == render_text(picture, width, False)


@EVERY
def test_all_inks_are_known(shown: GameView) -> None:
    drawings = scene(shown).texts
    assert {span.ink for text in drawings for block in text for line in block.lines for span in line} - {
        ""
    } <= INKS.keys()
