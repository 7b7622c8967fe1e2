"""Views of games that were really played, at random: whatever comes up can be drawn."""

import json
import random
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest

from domain.root.drawing.telling import standing
from domain.root.rulebook import rulebook
from domain.root.scene import scene
from domain.root.view import GameView
from domain.table.chance import commitment_to
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST
from projections.pictures.svg import render_svg
from projections.pictures.text import render_text
from tests.table.play import SEED, Play

FACTIONS = (("cult", "marquise", "eyrie"), ("eyrie", "marquise"), ("marquise", "cult"), ("eyrie", "cult"))
COMMANDS, EVERY = 240, 40


def views(factions: tuple[str, ...]) -> Iterator[GameView]:
    """What everybody sees, now and then, the first moves included."""
    play, rng = begun(factions), random.Random(len(factions))
    for number in range(COMMANDS):
        if number < 8 or number % EVERY == 0:
            yield from (rulebook.view(play.table.game, viewer) for viewer in (None, *range(len(factions))))
        if not play.table.prompts:
            return
        move(play, rng)


def begun(factions: tuple[str, ...]) -> Play:
    """A table at which these factions have begun to set up."""
    play = Play(rulebook)
    options = json.dumps({"factions": factions})
    play.do(HOST, OpenTable("root", "1", len(factions), "hanna", commitment_to(SEED), options, "provable", "arno"))
    for seat in range(len(factions)):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, BeginGame())
    return play


def move(play: Play, rng: random.Random) -> None:
    """Let a seat that is awaited do something that it is offered."""
    seat = rng.choice(play.table.prompts).seat
    offers = [offer for offer in rulebook.legal(play.table.game, seat) if offer.size]
    play.do(seat, rng.choice(offers).sample(rng), seat=seat)


def test_a_set_up_tells_who_is_to_place_the_keep() -> None:
    play = begun(("cult", "marquise", "eyrie"))
    shown = rulebook.view(play.table.game, None)
    assert scene(shown).title.startswith("Root. Setting up: Marquise de Cat is to place the keep. ")
    assert (shown.awaited, shown.wanted) == ((1,), "keep")


@pytest.mark.parametrize("factions", FACTIONS, ids="-".join)
def test_the_seats_marked_are_those_that_the_table_waits_for(factions: tuple[str, ...]) -> None:
    play, rng = begun(factions), random.Random(7)
    for _ in range(COMMANDS):
        prompts = play.table.prompts
        shown = rulebook.view(play.table.game, None)
        assert shown.awaited == tuple(prompt.seat for prompt in prompts)
        assert {shown.wanted} == ({prompt.kind for prompt in prompts} or {""})
        for seat in range(len(factions)):
            assert bool(standing(shown, seat)) == (seat in shown.awaited or shown.phase == "over")
        if not prompts:
            return
        move(play, rng)


@pytest.mark.parametrize("factions", FACTIONS, ids="-".join)
def test_whatever_comes_up_is_drawn_and_said(factions: tuple[str, ...]) -> None:
    for shown in views(factions):
        picture = scene(shown)
        root = ElementTree.fromstring(render_svg(picture))
        defined = {element.get("id") for element in root.iter()}
        used = {element.get("href", "#")[1:] for element in root.iter() if element.tag.endswith("}use")}
        assert used <= defined
        for width in (40, 78, 100):
            assert max(map(len, render_text(picture, width, False).splitlines())) <= width
