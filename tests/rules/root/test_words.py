"""The words of Root: every code, event, part, prompt, command, option and order has a sentence that leaves nothing open."""

import ast
import re
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import pytest

from domain.root import commands
from domain.root.cards import CARDS
from domain.root.commands import ActivateDominance, ChooseHits, ChooseStart, Craft, DiscardToLimit
from domain.root.cult.commands import Convert, CrusadeFollowUp, Sanctify
from domain.root.cult.events import FaithfulFeared, LostSoulsEmptied, OutcastAdjusted
from domain.root.events import (
    CardsDrawn,
    CardTaken,
    Cause,
    HandShown,
    HitsChosen,
    Loss,
    PiecesRemoved,
    Pile,
    Placed,
    PointsLost,
)
from domain.root.eyrie.commands import Addition, AddToDecree
from domain.root.eyrie.events import DecreeExtended, LeaderChosen
from domain.root.factions import LEADERS, NAMES, STOCK, VIZIERS
from domain.root.marquise.commands import Build, March
from domain.root.options import GameOptions
from domain.root.orders import ORDERS
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.root.steps import DECISIONS, STEPS, prompt_for
from domain.table.catalogue import load_texts
from domain.table.lifecycle import GameFinished
from domain.table.messages import Event, Term
from domain.table.refusals import Refusal
from tests.rules.root.games import options_for, play_out, positions

RULES = Path(commands.__file__).parent
TEXTS = load_texts("domain.root.data")
CATALOGUE = rulebook.catalogue.named(("Lizard Cult", "Marquise de Cat", "Eyrie Dynasties"))
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
UNCLEAN = re.compile(
    r"[{}#?=_]|\bNone\b|\bTrue\b|\bFalse\b|\bnone\b|\bnobody\b|  | ,|^\s|\s$|\(\)|\b1 \w+s\b(?<!1 boots)"
)


def refused() -> Iterator[tuple[str, set[str]]]:
    """Every refusal that is written out in the sources: its code, and the names of its arguments."""
    for path in sorted(RULES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                arguments = {keyword.arg or "" for keyword in call.keywords}
                for code in codes_in(call.args[0]):
                    yield code, arguments


def codes_in(tree: ast.AST) -> set[str]:
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value)
    }


def all_codes() -> set[str]:
    """All codes in the sources, those too that are chosen before they are raised."""
    trees = (ast.parse(path.read_text(encoding="utf-8")) for path in RULES.rglob("*.py"))
    return set().union(*map(codes_in, trees))


def fields_of(template: str) -> set[str]:
    """The names of a template's fields, those within formats too."""
    found: set[str] = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found |= {name, *fields_of(spec or "")}
    return found


def known_to(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over() -> None:
    assert len(TEXTS.refusals) >= 60
    assert set(TEXTS.refusals) == all_codes()
    assert rulebook.catalogue.missing(sorted(all_codes()), [*rulebook.events, GameFinished]) == []


def test_a_sentence_uses_only_what_its_refusal_says_everywhere() -> None:
    for code, arguments in refused():
        assert fields_of(TEXTS.refusals[code]) <= arguments, code


@pytest.mark.parametrize("code", sorted(TEXTS.refusals))
def test_a_refusal_is_a_sentence(code: str) -> None:
    assert TEXTS.refusals[code].endswith(".")
    assert TEXTS.refusals[code][0] in "{" or TEXTS.refusals[code][0].isupper()


SAID = [
    (Refusal("CARD_NOT_IN_HAND", "core-5.7", card="root-tea-fox#2"),
     "Root Tea (fox) is not in your hand, or not as often as you name it."),
    (Refusal("NO_RULE", "core-7.2", clearings=(3, 7)), "For this you must rule clearing 3 or 7."),
    (Refusal("NO_RULE", "core-7.1", clearings=(3,)), "For this you must rule clearing 3."),
    (Refusal("COST_NOT_PAID", "core-10", cost=("fox", "fox", "any")),
     "These clearings do not pay for the card, which costs 2 fox and 1 of any suit."),
    (Refusal("ITEM_NOT_IN_SUPPLY", "core-10", what="sword"), "The supply has no such item left: sword."),
    (Refusal("CANNOT_CRAFT_KIND", "core-10", what="ambush"), "An ambush card cannot be crafted."),
    (Refusal("NOT_ENOUGH_WARRIORS", "core-7.2", clearing=3, wanted=2, found=1),
     "You have 1 warrior in clearing 3, and 2 would be needed."),
    (Refusal("START_NOT_OPPOSITE", "7.3", clearing=1, corners=(3,)),
     "You cannot begin in clearing 1: your corner is diagonally opposite another start where that is possible. "
     "Left to you: clearing 3."),
    (Refusal("NOT_FEWEST_WARRIORS", "7.4.3", clearing=1, clearings=(3, 4)),
     "Clearing 1 is not one with the fewest warriors; these are clearings 3 and 4."),
    (Refusal("DECISION_PENDING", "core-1.1", awaited=(0, 1), kinds=("hits", "hits")),
     "First Lizard Cult and Marquise de Cat must decide: what the hits remove."),
    (Refusal("WRONG_STEP", "core-6", command="Craft", step="move"),
     "Crafting is not possible in this step, in which the seat is to resolve the Move column."),
    (Refusal("NOT_YOUR_FACTION", "core-1.1", faction="eyrie"), "Only the Eyrie Dynasties can do this."),
    (Refusal("NOT_ENOUGH_ACOLYTES", "10.4.3", cost=2, acolytes=0), "This costs 2 acolytes, and you have 0."),
    (Refusal("FACTIONS_DO_NOT_FIT", "core-13", seats=2, factions=("cult", "cult")),
     "2 seats need as many different factions, one each; Lizard Cult and Lizard Cult do not fit."),
]  # fmt: skip


@pytest.mark.parametrize(("refusal", "sentence"), SAID, ids=[refusal.code for refusal, _ in SAID])
def test_a_refusal_explains_itself(refusal: Refusal, sentence: str) -> None:
    assert CATALOGUE.refusal(refusal) == sentence


# --- Events -----------------------------------------------------------------------------------------------------------


def test_every_event_and_every_part_of_one_has_a_sentence_of_its_own_fields() -> None:
    assert set(TEXTS.events) == {event.__name__ for event in rulebook.events}
    for event in rulebook.events:
        assert fields_of(TEXTS.events[event.__name__]) <= known_to(event)
    parts = {part.__name__: part for part in (Placed, Loss, Addition)}
    assert set(TEXTS.parts) == set(parts)
    for name, part in parts.items():
        assert fields_of(TEXTS.parts[name]) <= known_to(part)


TOLD: list[tuple[Event, str]] = [
    (CardsDrawn(0, 2), "Lizard Cult draws 2 cards"),
    (CardsDrawn(0, 1), "Lizard Cult draws 1 card"),
    (CardsDrawn(0, 2, ("root-tea-fox#1", "ambush-bird#2")), "Lizard Cult draws 2 cards: Root Tea (fox) and Ambush! (bird)"),
    (CardTaken(0, 1), "Lizard Cult takes a card at random from Marquise de Cat"),
    (CardTaken(0, 1, "anvil#1"), "Lizard Cult takes Anvil (fox) at random from Marquise de Cat"),
    (HandShown(0, 1), "Lizard Cult looks at the hand of Marquise de Cat"),
    (HandShown(0, 1, ("anvil#1",)), "Lizard Cult looks at the hand of Marquise de Cat: Anvil (fox)"),
    (HitsChosen(1), "Marquise de Cat has chosen what the hits remove"),
    (HitsChosen(1, ("sawmill", "wood", "wood")),
     "Marquise de Cat has chosen what the hits remove: 1 sawmill and 2 wood"),
    (PiecesRemoved(1, (Loss(0, 3, 2, ("garden-fox",), (), to_acolytes=True), Loss(1, 3, 1)), "battle"),
     "The battle: Lizard Cult loses 2 warriors and 1 fox garden in clearing 3, its warriors to the Acolytes box; "
     "Marquise de Cat loses 1 warrior in clearing 3"),
    (PointsLost((2,), (Term("decree_bird", 3, -1, "7.7.1"), Term("floor", 1, 1, "core-12"))),
     "Eyrie Dynasties loses 2 points: 3 birds in the Decree × -1 + 1 stop at zero × 1"),
    (FaithfulFeared(0, None), "A garden is gone, and the faithful fear: Lizard Cult loses nothing, for its hand is empty"),
    (LostSoulsEmptied(0, (), ()), "No card goes from Lost Souls to the discard pile"),
    (LostSoulsEmptied(0, ("anvil#1",), ("dominance-fox#1",)),
     "Lost Souls goes to the discard pile: Anvil (fox); available again: Dominance (fox)"),
    (OutcastAdjusted(0, 1, 0, 2, 1, "mouse", "fox", "mouse", hated_before=True, hated_after=False),
     "In Lost Souls lie 1 fox, 0 rabbit, 2 mouse and 1 bird: the Outcast is mouse (before: fox and Hated)"),
    (DecreeExtended(2, (Addition("anvil#1", "move"), Addition("armorers#2", "build"))),
     "Eyrie Dynasties adds to the Decree: Anvil (fox) to Move and Armorers (bird) to Build"),
    (LeaderChosen(2, "despot", ("move", "build")),
     "Eyrie Dynasties is led by the Despot; Loyal Viziers stand in Move and Build"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert CATALOGUE.event(event) == sentence


@pytest.mark.parametrize("number", range(18))
def test_every_event_of_a_random_game_is_a_clean_sentence_for_everybody(number: int) -> None:
    options = options_for(number)
    catalogue = rulebook.catalogue.named(rulebook.names(options, len(options.factions)))
    labels: set[str] = set()

    def watch(game: Game, event: Event) -> None:
        rulebook.evolve(game, event)
        for viewer in (None, *range(game.seats)):
            assert_clean(catalogue.event(rulebook.redact(event, viewer)))
        labels.update(term.label for term in getattr(event, "terms", ()))

    play_out(number, watch)
    assert all(label in TEXTS.words or label in {one.id for one in CARDS.values()} for label in labels)


# --- Prompts, commands and what they can be -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [*STEPS, *DECISIONS])
def test_every_prompt_and_every_command_that_it_awaits_has_words(kind: str) -> None:
    prompt = prompt_for(kind, 1)
    sentence = CATALOGUE.prompt(prompt)
    assert sentence.startswith("Marquise de Cat ")
    assert_clean(sentence)
    assert f"step.{kind}" in TEXTS.words
    for name in prompt.commands:
        assert name in TEXTS.words
        assert name in TEXTS.commands


def test_no_words_are_about_a_prompt_or_a_command_that_does_not_exist() -> None:
    assert set(TEXTS.prompts) == {*STEPS, *DECISIONS}
    assert set(TEXTS.commands) == set(rulebook.command_types)
    assert {word.removeprefix("kind.") for word in TEXTS.words if word.startswith("kind.")} == set(DECISIONS)
    for name, template in TEXTS.commands.items():
        assert fields_of(template) <= known_to(rulebook.command_types[name])


CHOICES = [
    (March(5, 1, 2), "move 2 from 5 to 1"),
    (Build("sawmill", 3), "build a sawmill in 3"),
    (Build("sawmill", 3, (3, 3)), "build a sawmill in 3 with wood from 3 and 3"),
    (Craft("anvil#1", (4,)), "craft Anvil (fox) in clearing 4"),
    (Craft("armorers#1", (4, 8)), "craft Armorers (bird) in clearings 4 and 8"),
    (DiscardToLimit(("ambush-bird#1", "root-tea-fox#1")), "discard Ambush! (bird) and Root Tea (fox)"),
    (ActivateDominance("dominance-fox#1"), "play for dominance with Dominance (fox)"),
    (AddToDecree((Addition("anvil#1", "move"),)), "add Anvil (fox) to Move"),
    (CrusadeFollowUp(None), "do not battle"),
    (CrusadeFollowUp(1), "battle Marquise de Cat"),
    (Convert(3, 2), "convert a warrior of Eyrie Dynasties in 3"),
    (Sanctify(3, 2, "roost"), "sanctify a roost of Eyrie Dynasties in 3"),
    (ChooseHits(("roost", "roost")), "lose 2 roosts"),
    (ChooseStart(3), "begin in corner 3"),
]


@pytest.mark.parametrize(("command", "words"), CHOICES, ids=[words for _, words in CHOICES])
def test_a_choice_is_read_in_words(command: Any, words: str) -> None:
    assert CATALOGUE.command(command) == words


@pytest.mark.parametrize("number", range(6))
def test_all_that_is_offered_reads_cleanly_and_what_reads_alike_differs_in_copies_of_cards_only(number: int) -> None:
    options = options_for(number)
    catalogue = rulebook.catalogue.named(rulebook.names(options, len(options.factions)))
    for game, prompt, rng in positions(number):
        if rng.random() > 0.1:
            continue
        phrases: dict[str, str] = {}
        for offer in rulebook.legal(game, prompt.seat):
            for command in offer.all() if offer.size < 500 else ():
                phrase = catalogue.command(command) or ""
                assert_clean(phrase)
                face = re.sub(r"#\d", "", f"{command}")
                assert phrases.setdefault(phrase, face) == face


# --- Cards, words, options, orders --------------------------------------------------------------------------------------


def test_every_card_is_called_as_it_is_printed_with_its_suit() -> None:
    for copy, card in CARDS.items():
        assert CATALOGUE.word(copy) == f"{card.name} ({card.suit})"
    assert CATALOGUE.word(VIZIERS[1]) == "Loyal Vizier (bird)"


def test_everything_that_events_name_has_a_word() -> None:
    kinds = {"warrior", *chain.from_iterable(STOCK.values()), *LEADERS, *NAMES}
    rooms = {"cause": get_args(Cause), "pile": get_args(Pile), "removal": ("ambush", "battle", "favor", "tax"),
             "item": {card.item for card in CARDS.values() if card.item},
             "column": ("recruit", "move", "battle", "build")}  # fmt: skip
    assert kinds <= set(TEXTS.words)
    for room, ids in rooms.items():
        assert {f"{room}.{one}" for one in ids} == {word for word in TEXTS.words if word.startswith(f"{room}.")}


def test_every_option_is_explained_in_a_sentence_with_its_point_and_clause() -> None:
    assert set(TEXTS.options) == set(GameOptions.__struct_fields__)
    assert all(text.endswith(".") for text in TEXTS.options.values())
    named = " ".join(TEXTS.options.values())
    assert [point for point in range(1, 7) if f"(D{point}, " in named or f"(D{point}," in named] == [1, 2, 3, 4, 5, 6]
    for clause in re.findall(r"\b(?:10\.\d+(?:\.\d+)?|core-\d+)\b", named):
        assert clause in rulebook.law


def test_every_kind_of_standing_order_is_explained() -> None:
    assert set(TEXTS.orders) == set(ORDERS)
    assert all(rulebook.catalogue.order(kind).endswith(".") for kind in ORDERS)


def assert_clean(text: str) -> None:
    assert text
    assert not UNCLEAN.search(text), text
