"""Corrections as people write them become the stored form, or one sentence says what is wrong."""

import json
from typing import Any

import msgspec
import pytest

from domain.carcassonne.messages import TilePlaced
from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.messages import GameEvent, Term
from domain.table.rulebook import Rulebook
from domain.table.wire import read_events
from infra.corrections import CorrectionError, correctable, fields_of, parts_of, stored_correction
from tests.table.toy import CardsPlayed, Nudged, Scored, Toy, TurnPassed, toy


class OnlyNudges(Toy):
    """The toy, where an arbiter may correct nudges alone."""

    corrections = (Nudged,)


def written(*events: GameEvent) -> str:
    """Events as people write them: by the names of their fields."""
    return json.dumps([{"event": type(event).__name__, **named(event)} for event in events])


def named(value: Any) -> Any:
    if isinstance(value, msgspec.Struct):
        return {field: named(getattr(value, field)) for field in value.__struct_fields__}
    return [named(one) for one in value] if isinstance(value, tuple) else value


def wrong(text: str, rulebook: Rulebook = toy) -> str:
    with pytest.raises(CorrectionError) as error:
        stored_correction(rulebook, text)
    return str(error.value)


@pytest.mark.parametrize(
    "events",
    [
        (Nudged(1, -3),),
        (CardsPlayed(0, (4, 7)), TurnPassed(0)),
        (Scored((0, 1), (Term("card", 2, 3, "TOY-8"), Term("rest", -1, 1, "TOY-8"))),),
    ],
)
def test_events_by_the_names_of_their_fields_are_those_events(events: tuple[GameEvent, ...]) -> None:
    stored = stored_correction(toy, written(*events))
    assert read_events(toy, stored) == events


def test_what_has_a_default_may_be_left_out() -> None:
    given = {"event": "TilePlaced", "seat": 1, "tile": "D", "x": 1, "y": -2, "rot": 3}
    stored = stored_correction(carcassonne, json.dumps([given]))
    assert read_events(carcassonne, stored) == (TilePlaced(1, "D", 1, -2, 3),)


@pytest.mark.parametrize("rulebook", [carcassonne, root, flick_of_faith, toy], ids=lambda book: book.game)
def test_every_event_of_every_game_has_named_fields(rulebook: Rulebook) -> None:
    known = correctable(rulebook)
    assert list(known.values()) == list(rulebook.events if rulebook.corrections is None else rulebook.corrections)
    for name, kind in known.items():
        assert tuple(fields_of(kind)) == kind.__struct_encode_fields__
        message = wrong(json.dumps([{"event": name, "nothing": 1}]), rulebook)
        assert message.startswith(f"Event 1, {name}: there is no field 'nothing'; there is ")


def test_only_what_the_rulebook_lets_be_corrected_can_be() -> None:
    book = OnlyNudges()
    assert list(correctable(book)) == ["Nudged"]
    assert read_events(book, stored_correction(book, written(Nudged(0, 1)))) == (Nudged(0, 1),)
    assert "'Scored' cannot be in a correction; 1 kinds of events can" in wrong(written(Scored((0,), ())), book)


def test_the_fields_of_what_a_field_holds_are_told() -> None:
    assert parts_of(fields_of(Scored)["terms"]) == ("label", "count", "factor", "clause")
    assert parts_of(fields_of(Scored)["seats"]) == ()
    assert parts_of(Term | None) == ("label", "count", "factor", "clause")


NUDGED = '[{"event": "Nudged", "seat": 0, "steps": %s}]'
TERM = '[{"event": "Scored", "seats": [0], "terms": [{"label": "x", "count": 2%s}]}]'


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "The correction is not JSON: Input data was truncated."),
        ("[" * 5_000, "The correction is not JSON: "),
        ("\udcff", "The correction is not JSON: "),
        ("{}", "A correction is a list of events, with at least one in it."),
        ("[]", "A correction is a list of events, with at least one in it."),
        ("null", "A correction is a list of events, with at least one in it."),
        ("[1]", 'Event 1 is no event: it is written as {"event": "NAME", field: value, …}.'),
        ('[{"event": 3}]', "Event 1 is no event"),
        ('[{"seat": 0}]', "Event 1 is no event"),
        ('[["nudged", 0, 1]]', "Event 1 is no event"),
        ('[{"event": "nudged"}]', "Event 1: 'nudged' cannot be in a correction; near it is Nudged."),
        ('[{"event": "Nudged", "event": "Nudged"}]', "The correction cannot be used: the name event stands twice"),
        (NUDGED % '"far"', "Event 1, Nudged: steps cannot be used: there must be a whole number, not a text."),
        (NUDGED % "1.5", "Event 1, Nudged: steps cannot be used"),
        (NUDGED % ("9" * 400), "Event 1, Nudged: steps cannot be used: the number must be at most 99."),
        (NUDGED % ("9" * 5_000), "The correction is not JSON: Integer value out of range"),
        (NUDGED % '1, "to": 3', "Event 1, Nudged: there is no field 'to'; there is seat, steps."),
        ('[{"event": "Nudged", "seat": 0}]', "Event 1, Nudged: the field 'steps' is missing."),
        ('[{"event": "Nudged", "seat": 12, "steps": 1}]', "Event 1, Nudged: seat cannot be used: the number must"),
        (TERM % "", "Event 1, Scored: terms, entry 1: the field 'factor' is missing."),
        (TERM % ', "factor": 1, "clause": 5', "Event 1, Scored: terms, at [0][3], cannot be used"),
        (TERM % ', "factor": 1, "clause": "TOY-8", "more": 1', "Event 1, Scored: terms, entry 1: there is no field 'more'"),
        (json.dumps([{"event": "TurnPassed", "seat": 0}] * 201), "This is no correction: 201 events are more than 200."),
    ],
    ids=lambda text: ascii(text[:24]),
)  # fmt: skip
def test_what_is_no_correction_is_said_at_its_place(text: str, sentence: str) -> None:
    assert wrong(text).startswith(sentence)
