"""The words of Flick of Faith: every code, event, part, prompt, command and option has a sentence that leaves nothing open."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any

import pytest

from domain.flick_of_faith import commands
from domain.flick_of_faith.commands import (
    AnswerCorrection,
    Build,
    BuildTemples,
    CastLawVote,
    Flick,
    Report,
    ReportFlick,
    ReportHeart,
    Spot,
    VoteOnReport,
    Wall,
)
from domain.flick_of_faith.events import (
    FirstFlickSealed,
    FirstFlicksRevealed,
    FlickResolved,
    HeartDropped,
    LawEnacted,
    LawsDrawn,
    LawVoteSealed,
    NavelScored,
    TemplesBuilt,
    WorshipScored,
)
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.parts import Built, Launched, Moved
from domain.flick_of_faith.real_board_events import TableFlickAccepted, TableFlickReported, TableReportContested
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.steps import KINDS, prompt_for
from domain.table.catalogue import load_texts
from domain.table.lifecycle import GameFinished
from domain.table.messages import Event, Term
from domain.table.refusals import Refusal
from tests.rules.flick_of_faith.games import play_out, positions
from tests.rules.flick_of_faith.positions import shot

RULES = Path(commands.__file__).parent
TEXTS = load_texts("domain.flick_of_faith.data")
CATALOGUE = rulebook.catalogue
CODE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+")
UNCLEAN = re.compile(r"[{}#?=_]|\bNone\b|\bTrue\b|\bFalse\b|\bnone\b|\bnobody\b|  | ,|^\s|\s$|\(\)|\d-[pmt]\d\d")


def refused() -> Iterator[tuple[str, set[str]]]:
    """Every refusal that is written out in the sources: its code, and the names of its arguments."""
    for path in sorted(RULES.rglob("*.py")):
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "Refusal":
                arguments = {keyword.arg or "" for keyword in call.keywords}
                for node in ast.walk(call.args[0]):
                    if isinstance(node, ast.Constant) and isinstance(node.value, str) and CODE.fullmatch(node.value):
                        yield node.value, arguments


def fields_of(template: str) -> set[str]:
    """The names of a template's fields, those within formats too, without what is asked of them."""
    found: set[str] = set()
    for _, name, spec, _ in Formatter().parse(template):
        if name is not None:
            found |= {*(one.split(".")[0] for one in name.split("&")), *fields_of(spec or "")}
    return found


def known_to(kind: type) -> set[str]:
    return {name for name in dir(kind) if not name.startswith("_")}


def assert_clean(sentence: str) -> None:
    assert sentence
    assert not UNCLEAN.search(sentence), sentence


# --- Refusals ---------------------------------------------------------------------------------------------------------


def test_every_refusal_has_a_sentence_and_no_sentence_is_left_over() -> None:
    codes = {code for code, _ in refused()}
    assert set(TEXTS.refusals) == codes
    assert CATALOGUE.missing(sorted(codes), [*rulebook.events, GameFinished]) == []


def test_a_sentence_uses_only_what_its_refusal_says_everywhere() -> None:
    for code, arguments in refused():
        assert fields_of(TEXTS.refusals[code]) <= arguments, code


@pytest.mark.parametrize("code", sorted(TEXTS.refusals))
def test_a_refusal_is_a_sentence(code: str) -> None:
    assert TEXTS.refusals[code].endswith(".")
    assert TEXTS.refusals[code][0] in "{" or TEXTS.refusals[code][0].isupper()


SAID = [
    (Refusal("NOT_READY", "D-1", prophet="0-p01"), "Red Prophet 1 is not ready to be flicked."),
    (Refusal("START_OVERLAPS", "D-1", piece="king-ape"), "At this start the disc would overlap King Ape."),
    (Refusal("BAD_SPEED", "D-1", least=1, most=1200), "A flick has a speed of 1 to 1200 mm/s."),
    (Refusal("NOT_ON_CITY", "FF-4.1", prophet="1-p02", city="south-city"), "Yellow Prophet 2 does not touch South's City."),
    (Refusal("TEMPLE_NOT_ON_ISLAND", "FF-4.2", islands=("south",)), "The Temple would not be on South there."),
    (Refusal("TEMPLE_NOT_ON_ISLAND", "FF-4.2", islands=("east", "south")), "The Temple would not be on East or South there."),
    (Refusal("TEMPLE_MOVED", "M-6", temples=("0-t01", "2-t04")),
     "Temples are put back with what they stand on before a flick is reported: red Temple 1 and green Temple 4."),
    (Refusal("DEITY_TAKEN", "S-5", deity="zeus"), "Zeus is on a board that another player has."),
    (Refusal("LAW_NOT_DRAWN", "deity-themis", law="kraken", laws=("pride", "humility")),
     "Kraken is not one of the Laws that were drawn: Pride and Humility."),
    (Refusal("NO_SUCH_COUNTER", "M-3", seat=1), "There is no report by yellow to choose."),
]  # fmt: skip


@pytest.mark.parametrize(("refusal", "sentence"), SAID, ids=[refusal.code for refusal, _ in SAID])
def test_a_refusal_explains_itself(refusal: Refusal, sentence: str) -> None:
    assert CATALOGUE.refusal(refusal) == sentence


# --- Events -----------------------------------------------------------------------------------------------------------


def test_every_event_and_every_part_of_one_has_a_sentence_of_its_own_fields() -> None:
    assert set(TEXTS.events) == {event.__name__ for event in rulebook.events}
    for event in rulebook.events:
        assert fields_of(TEXTS.events[event.__name__]) <= known_to(event), event.__name__
    parts = {part.__name__: part for part in (Build, Built, Launched, Moved, Report, Spot)}
    assert set(TEXTS.parts) == set(parts)
    for name, part in parts.items():
        assert fields_of(TEXTS.parts[name]) <= known_to(part)


FIRST = shot("0-p01", (20, 20), (1, 1), 900)
LAUNCHED = Launched(FIRST, (), (), 1000, 1000, 900_000)
STRAYED = Launched(FIRST, (3,), (-9,), 900, 1100, 876_549)
TWO = (Spot("0-p01", 0, 9_950, on="1-t01"), Spot("0-p02"))
TOLD: list[tuple[Event, str]] = [
    (LawVoteSealed(1), "Yellow has voted"),
    (LawVoteSealed(1, "up"), "Yellow has voted: thumb up"),
    (FirstFlickSealed(2), "Green has flicked for the first turn"),
    (LawsDrawn("pride", "humility"), "Two Laws are drawn: Pride above, Humility below"),
    (LawsDrawn("pride", None), "One Law is left: Pride"),
    (LawEnacted("kraken", "pride", "themis"), "Kraken enters play, by the choice of Themis after a tie"),
    (FlickResolved(0, "edd-1", "", "", (LAUNCHED,), (), (Moved("0-p01", 141_949, 50_000),), (), 1, ""),
     "Red flicks red Prophet 1 from 20,20 mm at 45° with 900 mm/s; it brings red Prophet 1 to 141.9,50 mm"),
    (FlickResolved(0, "edd-1", "", "", (STRAYED,), (Wall(0, 0, 9, 9),),
     (Moved("0-p01", 0, 9), Moved("1-p02", 9_000, -40, "1-t01")), ("0-p01", "1-p02"), 1, ""),
     "Red flicks red Prophet 1 from 20,20 mm at 45° with 900 mm/s, straying to 50.7° and 876.5 mm/s, with the Hand on the mat; "
     "it brings red Prophet 1 to 0,0 mm; yellow Prophet 2 to 9,0 mm on yellow Temple 1; off the map: red Prophet 1 and yellow "
     "Prophet 2"),
    (FirstFlicksRevealed((0, 2, 3), (FIRST,) * 3, ((0, 0),) * 3, (25_000_000, None, 9_876_543_210)),
     "The flicks for the first turn are shown, in mm from the middle of the Navel: red 5 mm, green off the map, blue 99.4 mm; "
     "closest: red"),
    (TemplesBuilt(0, (Built("0-p01", "0-t01", "unused", Spot("0-t01", islands=("south",))),)),
     "Red builds red Temple 1 on South for red Prophet 1"),
    (NavelScored((0,), (Term("prophet_on_navel", 2, 1, "FF-5.1"), Term("presence", 3, 2, "FF-5.1")), ("0-p01", "0-p02"), ()),
     "Red scores 8 VP for red Prophet 1 and red Prophet 2 from the Navel: 2 Prophets × 1 + 3 Islands with Presence × 2"),
    (WorshipScored((3,), (), (), ()), "Blue scores 0 VP in Worship"),
    (WorshipScored((3,), (Term("presence", 2, 1, "FF-6.1"), Term("dominance", 1, 2, "FF-6.2")), ("south", "east"), ("east",)),
     "Blue scores 4 VP in Worship: 2 Islands with Presence × 1 + 1 Island with Dominance × 2; present on South and East, "
     "dominating East"),
    (HeartDropped(0, (), None, None, ()), "Red drops the Heart, which touches nothing"),
    (TableFlickReported(0, Report("0-p01", (), ("0-p01",))),
     "Red reports a flick of red Prophet 1: nothing on the map has moved; off the map: red Prophet 1"),
    (TableFlickReported(0, Report("0-p01", TWO, (), "0-p02"), "https://a.example/{c}|d"),
     "Red reports a flick of red Prophet 1 and red Prophet 2: red Prophet 1 at 0,10 mm over yellow Temple 1; red Prophet 2 "
     "at Sea; photo https://a.example/{c}|d"),
    (TableReportContested(1, Report("0-p01", (Spot("0-p01", islands=("east",), city="east-city"),), (), None, ("1-p01",))),
     "Yellow contests the report: red Prophet 1 on East touching East's City; taken by the Tornado: yellow Prophet 1"),
    (TableFlickAccepted(0, Report("0-p01"), "vote", ("1-t01",)),
     "The flick of red Prophet 1 by red is accepted, by vote: nothing on the map has moved; unused again: yellow Temple 1"),
]  # fmt: skip


@pytest.mark.parametrize(("event", "sentence"), TOLD, ids=[type(event).__name__ for event, _ in TOLD])
def test_an_event_is_told_in_a_sentence(event: Event, sentence: str) -> None:
    assert CATALOGUE.event(event) == sentence


@pytest.mark.parametrize("number", [*range(6), *range(60, 63)])
def test_every_event_of_a_random_game_is_a_clean_sentence_for_everybody(number: int) -> None:
    labels: set[str] = set()

    def watch(game: Game, event: Event) -> None:
        rulebook.evolve(game, event)
        for viewer in (None, *range(game.seats)):
            assert_clean(CATALOGUE.event(rulebook.redact(event, viewer)))
        labels.update(term.label for term in getattr(event, "terms", ()))

    play_out(number, watch)
    assert labels <= set(TEXTS.words)


# --- Prompts, commands, options -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", KINDS)
def test_every_prompt_and_every_command_that_it_awaits_has_words(kind: str) -> None:
    prompt = prompt_for(kind, 1)
    sentence = CATALOGUE.prompt(prompt)
    assert sentence.startswith("Yellow ")
    assert_clean(sentence)
    assert sentence == f"Yellow {TEXTS.words[f'step.{kind}']}"
    for name in prompt.commands:
        assert name in TEXTS.words
        assert name in TEXTS.commands


def test_no_words_are_about_a_prompt_or_a_command_that_does_not_exist() -> None:
    assert set(TEXTS.prompts) == set(KINDS)
    assert set(TEXTS.commands) == set(rulebook.command_types)
    assert {word.removeprefix("step.") for word in TEXTS.words if word.startswith("step.")} == set(KINDS)
    for name, template in TEXTS.commands.items():
        assert fields_of(template) <= known_to(rulebook.command_types[name]), name


CHOICES = [
    (CastLawVote("down"), "vote thumb down"),
    (Flick(FIRST), "flick red Prophet 1"),
    (Flick(FIRST, FIRST), "flick red Prophet 1 and another"),
    (BuildTemples((Build("0-p01", "south-city", "0-t01"),)), "build: red Temple 1 for red Prophet 1 on South's City"),
    (ReportHeart(()), "report that the Heart touches nothing"),
    (ReportHeart(("1-p01",)), "report that the Heart touches yellow Prophet 1"),
    (ReportFlick(Report("0-p01")), "report the flick of red Prophet 1"),
    (VoteOnReport(2), "vote for the report of green"),
    (AnswerCorrection(False), "do not agree to the correction"),
]


@pytest.mark.parametrize(("command", "phrase"), CHOICES, ids=[phrase for _, phrase in CHOICES])
def test_a_choice_is_a_phrase(command: Any, phrase: str) -> None:
    assert CATALOGUE.command(command) == phrase


@pytest.mark.parametrize("number", [2, 5, 20, 21])
def test_everything_that_is_offered_in_a_random_game_is_a_clean_phrase(number: int) -> None:
    for game, prompt, rng in positions(number):
        for offer in rulebook.legal(game, prompt.seat):
            if offer.rows:
                assert_clean(CATALOGUE.command(offer.sample(rng)) or "")


def test_every_disc_has_a_word_and_every_option_a_sentence() -> None:
    game = rulebook.start(GameOptions(), 4, rulebook.editions[0])
    words = [CATALOGUE.word(disc) for disc in game.discs]
    assert len(set(words)) == len(words)
    for word in words:
        assert_clean(word)
    assert set(TEXTS.options) == set(GameOptions.__struct_fields__)
    assert all(CATALOGUE.option(name).endswith(".") for name in TEXTS.options)
