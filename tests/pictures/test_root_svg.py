"""The picture of Root: well-formed, complete, the same bytes every time, and silent about what the viewer must not know."""

from xml.etree import ElementTree

import msgspec
import pytest

from domain.root.cards import CARDS
from domain.root.drawing.names import tallied
from domain.root.drawing.symbols import SYMBOLS
from domain.root.factions import VIZIERS
from domain.root.scene import scene
from domain.root.view import GameView, SeenCult
from projections.pictures.svg import PREFIX, render_svg
from tests.pictures.laws import SVG
from tests.pictures.root_views import CULT, EYRIE, MARQUISE, VIEWS, dominance, finished, hated, middle

EVERY = pytest.mark.parametrize("shown", VIEWS.values(), ids=VIEWS.keys())


def parsed(shown: GameView) -> ElementTree.Element:
    return ElementTree.fromstring(render_svg(scene(shown)))


def named(shown: GameView) -> list[str]:
    return [name for group in parsed(shown).iter(SVG + "g") if (name := group.get("data-name"))]


def titles(shown: GameView) -> list[str]:
    return [title.text or "" for title in parsed(shown).iter(SVG + "title")]


def texts(shown: GameView) -> list[str]:
    return [text.text or "" for text in parsed(shown).iter(SVG + "text")]


def cards_in(value: object) -> set[str]:
    """All cards that a view names, wherever."""
    if isinstance(value, str):
        return {value} if value in CARDS or value in VIZIERS else set()
    if isinstance(value, dict):
        return set().union(*(cards_in(item) for item in value.items()))
    if isinstance(value, list | tuple):
        return set().union(*(cards_in(item) for item in value))
    return set()


@EVERY
def test_all_that_stands_in_a_clearing_is_drawn(shown: GameView) -> None:
    names = named(shown)
    for one in shown.clearings:
        n = one.number
        assert names.count(f"clearing {n}") == 1
        assert names.count(f"slot {n}") == one.open_slots
        assert names.count(f"ruin {n}") == one.ruin
        built = [f"building {n} {piece.kind}" for piece in one.buildings]
        assert [name for name in names if name.startswith(f"building {n} ")] == built
        tokens = [f"token {n} {kind} {count}" for kind, count in tallied(piece.kind for piece in one.tokens)]
        assert [name for name in names if name.startswith(f"token {n} ")] == tokens
        present = [(shown.seats[seat].faction, count) for seat, count in enumerate(one.warriors) if count]
        troops = [f"warriors {n} {faction} {count}" for faction, count in present]
        assert [name for name in names if name.startswith(f"warriors {n} ")] == troops
    ruled = [shown.seats[one.ruler].faction for one in shown.clearings if one.ruler >= 0]
    assert sorted(name for name in names if name.startswith("rule ")) == sorted(f"rule {faction}" for faction in ruled)


@EVERY
def test_all_boards_hands_and_scores_are_drawn(shown: GameView) -> None:
    names = named(shown)
    hidden = [f"hidden {count}" for one in shown.seats if (count := one.hand_size - len(one.hand))]
    assert sorted(name for name in names if name.startswith("hidden ")) == sorted(hidden)
    for seat, one in enumerate(shown.seats):
        assert f"seat {seat}" in names
        assert (f"score {one.faction} {one.score}" in names) == (one.score is not None)


@EVERY
def test_cards_are_drawn_where_the_view_has_them_and_no_others(shown: GameView) -> None:
    drawn = {name.removeprefix("card ") for name in named(shown) if name.startswith("card ")}
    plain = msgspec.to_builtins(shown)
    assert drawn <= cards_in(plain)
    for told_in_words in ("discard", "used", "battle"):
        del plain[told_in_words]
    if plain["eyrie"]:
        del plain["eyrie"]["decree"]["resolved"]
    assert drawn == cards_in(plain)
    said = " ".join(texts(shown))
    assert all(CARDS[copy].name in said for copy in shown.discard)


def test_a_spectator_sees_no_card_of_a_hand() -> None:
    document = render_svg(scene(dominance()))
    assert "investments#1" not in document
    assert "Royal Claim" not in document


def test_what_a_seat_holds_changes_no_byte_of_a_view_without_it() -> None:
    held = middle().seats[CULT].hand
    document = render_svg(scene(dominance()))
    assert not [copy for copy in held if copy in document]


@EVERY
def test_equal_views_give_equal_bytes_whatever_the_order_of_their_keys(shown: GameView) -> None:
    again = msgspec.json.decode(msgspec.json.encode(shown), type=GameView)
    turned = msgspec.structs.replace(
        again,
        item_supply=dict(reversed(again.item_supply.items())),
        seats=tuple(msgspec.structs.replace(one, stock=dict(reversed(one.stock.items()))) for one in again.seats),
    )
    assert render_svg(scene(shown)) == render_svg(scene(turned))


def test_tooltips_tell_what_stands_where_and_what_a_card_does() -> None:
    found = titles(middle())
    assert "clearing 11, mouse, ruled by Lizard Cult" in found
    assert "4 warriors of Marquise de Cat in clearing 11" in found
    assert "3 wood of Marquise de Cat in clearing 11" in found
    assert "mouse garden of Lizard Cult in clearing 2" in found
    assert "a ruin, which fills a slot in clearing 11" in found
    assert "Sappers (bird). Costs mouse. As defender, discard this card to deal one extra hit." in found


def test_a_battle_shows_on_its_clearing_with_dice_once_they_are_rolled() -> None:
    assert "battle 11 eyrie marquise" in named(middle())
    assert any(
        "Battle in clearing 11 (mouse): Eyrie Dynasties attacks Marquise de Cat; dice 3 and 1" in t
        for t in titles(middle())
    )
    assert not any(name.startswith("battle ") for name in named(hated()))


def test_the_outcast_and_what_the_next_adjustment_would_give() -> None:
    assert {"outcast mouse", "forecast fox outcast"} <= set(named(middle()))
    assert "forecast mouse hated" in named(hated())
    assert "Outcast: HATED" in texts(hated())
    assert "Outcast: HATED" not in texts(middle())


def test_cards_of_the_decree_that_are_resolved_are_ticked_once_each() -> None:
    names = [name for name in named(middle()) if name.startswith("resolved ")]
    assert len(names) == len(set(names)) == 4
    assert "resolved vizier#2" not in names


def test_lost_souls_lie_in_their_order() -> None:
    drawn = [name.removeprefix("card ") for name in named(middle()) if name.startswith("card ")]
    souls = list(middle().lost_souls)
    start = drawn.index(souls[0])
    assert drawn[start : start + len(souls)] == souls


def test_dominance_takes_the_marker_off_the_track() -> None:
    found = texts(dominance())
    assert "mouse dominance" in found
    assert "plays for mouse dominance" in found


def test_the_winner_is_named_at_the_end() -> None:
    found = texts(finished())
    assert "The game is over: Lizard Cult won" in found
    assert not any("to move" in text for text in found)


def marked(shown: GameView) -> list[str]:
    """What marks the seats' boards, beside their numbers."""
    return [text for text in texts(shown) if text.startswith("seat ")]


def test_during_set_up_it_is_said_who_is_to_do_what() -> None:
    shown = VIEWS["early set-up"]
    assert scene(shown).title == "Root. Setting up: Eyrie Dynasties is to choose a corner. 45 cards in the deck."
    assert marked(shown) == ["seat 0, you", "seat 1", "seat 2, to choose a corner"]
    assert highlighted(shown) == ["seat 2"]


def test_a_decision_out_of_turn_is_said_and_marked_where_it_is_awaited() -> None:
    shown = middle()
    title = scene(shown).title
    assert title.startswith("Root. Eyrie Dynasties: Daylight. ")
    assert title.endswith(" Marquise de Cat is to decide which cards to use after the roll.")
    assert marked(shown) == ["seat 0, you", "seat 1, to decide which cards to use after the roll", "seat 2"]
    assert highlighted(shown) == ["seat 1"]


def test_two_seats_may_be_awaited_at_once() -> None:
    shown = middle(awaited=(MARQUISE, EYRIE), wanted="hits")
    assert scene(shown).title.endswith(" Marquise de Cat and Eyrie Dynasties are to decide what the hits remove.")
    assert highlighted(shown) == ["seat 1", "seat 2"]


def test_in_its_own_turn_a_seat_is_to_move() -> None:
    assert marked(hated()) == ["seat 0, you, to move", "seat 1", "seat 2"]
    assert highlighted(hated()) == ["seat 0"]


def highlighted(shown: GameView) -> list[str]:
    """The boards with a frame for who is awaited."""
    return [
        group.get("data-name", "")
        for group in parsed(shown).iter(SVG + "g")
        if any(child.get("class") == f"{PREFIX}active" for child in group)
    ]


def test_without_the_cult_there_are_no_lost_souls() -> None:
    assert not any(text.startswith("Lost Souls") for text in texts(VIEWS["without the Cult"]))


def test_all_symbols_are_used_somewhere() -> None:
    used = {
        use.get("href", "")[1:].removeprefix(PREFIX)
        for shown in VIEWS.values()
        for use in parsed(shown).iter(SVG + "use")
    }
    assert used == SYMBOLS.keys()


def test_a_cult_that_has_chosen_nothing_is_drawn() -> None:
    bare = SeenCult(0, 0, None, False, {}, (), (), None, False)
    assert "Outcast: not chosen yet" in texts(msgspec.structs.replace(middle(), cult=bare))
