"""Every refusal of the kernel is reached, and everything that the kernel says has a sentence."""

import ast
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import domain.table
from domain.table.catalogue import Catalogue, Texts, load_texts
from domain.table.disputes.messages import ArrangeDisputes
from domain.table.lifecycle import (
    AddEntropy,
    CloseTable,
    GiveConsent,
    OpenTable,
    PauseTable,
    Phase,
    ProposeEdition,
    Redo,
    RenewChance,
    RequestUndo,
    Resign,
    SetOrder,
    TakeSeat,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, ORIGIN, SERVER, WHOLE, Command, Event, GameEvent, Term
from domain.table.permissions import TABLE_COMMANDS, TABLE_EVENTS
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal
from domain.table.writings import check_text
from tests.table.dispute_refusals import DISPUTED
from tests.table.forked import UNFORKED
from tests.table.play import Play, begun, finish, in_phase, opened, seated
from tests.table.time_refusals import UNTIMELY
from tests.table.toy import CallVote, Nudge, RollDie, Scored, Toy, Vote, toy
from tests.table.values import EVENTS

SOURCES = Path(domain.table.__file__).parent


def said(play: Play, by: int, command: object, **more: object) -> Refusal:
    result = play.ask(by, command, **more)
    assert isinstance(result, Refusal)
    return result


class Voteless(Toy):
    """Only seat 0 ever votes."""

    def orders_for(self, state: object, seat: int) -> dict[str, Any]:
        return {kind: wanted for kind, wanted in self.orders.items() if seat == 0 or kind != "vote"}


def opening(**change: object) -> Refusal:
    asked = {"game": "trumps", "edition": "1", "seats": 2, "host": "hanna", "commitment": "0" * 64, **change}
    return said(Play(), HOST, OpenTable(**asked))


def after(*steps: tuple[int, object]) -> Play:
    play = begun(3)
    for by, command in steps:
        play.do(by, command(play) if callable(command) else command)
    return play


def asked_undo(play: Play) -> RequestUndo:
    return RequestUndo(play.table.command_span(play.version)[0] - 1)


def left_branch() -> Refusal:
    play = after((0, Nudge(1)))
    left = play.version
    play.do(0, Undo(left - 1))
    play.do(0, Nudge(2))
    return said(play, ARBITER, Undo(left))


def recorded() -> Refusal:
    with pytest.raises(Refusal) as caught:
        toy.recorded(b"")
    return caught.value


def no_text(text: str) -> Refusal:
    with pytest.raises(Refusal) as caught:
        check_text(text)
    return caught.value


REFUSALS: dict[str, tuple[Callable[[], Refusal], str, str]] = {
    "UNKNOWN_GAME": (lambda: opening(game="chess"), "T-1", "This server's rulebook is not for the game 'chess'."),
    "UNKNOWN_EDITION": (lambda: opening(edition="7"), "T-1", "These rules do not know the edition '7'."),
    "WRONG_SEAT_COUNT": (lambda: opening(seats=9), "T-1", "This game is played by 1 to 4 seats, not by 9."),
    "BAD_OPTIONS": (lambda: opening(options='{"wings":1}'), "T-1",
                    "These options cannot be used: there is no field wings."),
    "NO_SUCH_SEAT": (lambda: said(seated(), 5, AddEntropy("0" * 64)), "T-2", "This table has no seat 5."),
    "SEAT_TAKEN": (lambda: said(in_phase(Phase.BEGUN), HOST, TakeSeat(1, "zoe")), "T-2", "The seat east is taken."),
    "SEAT_VACANT": (lambda: said(after((2, Resign())), 2, Redo()), "T-2", "Nobody holds the seat south."),
    "ALREADY_SEATED": (lambda: said(after((2, Resign())), HOST, TakeSeat(2, "person0")), "T-2",
                       "Person0 already holds a seat at this table."),
    "OFFICE_LOOKS": (lambda: said(after((2, Resign())), HOST, TakeSeat(2, "arno")), "T-2",
                     "The host and the arbiter take no seat once a game that hides something has begun: by their office they "
                     "may have seen what others hold."),
    "NOT_YOUR_SEAT": (lambda: said(begun(), 1, RollDie(), seat=0), "T-2", "You do not hold the seat north."),
    "ENTROPY_ADDED_ALREADY": (lambda: said(entropy_added(), 0, AddEntropy("0" * 64)), "T-32",
                              "The seat north has already added its secret to the table's chance."),
    "QUORUM_TOO_LARGE": (lambda: said(opened(), HOST, ArrangeDisputes(quorum=3)), "T-50",
                         "A vote needs 3 votes at least, and the table has 2 seats."),
    "NOT_PERMITTED": (lambda: said(begun(), ARBITER, Resign()), "T-10", "Resigning is not for the arbiter."),
    "WRONG_LIFE_PHASE": (lambda: said(opened(), 0, Resign()), "T-10", "Resigning is not possible while the table is open."),
    "BAD_COMMAND_ID": (lambda: said(begun(), 0, RollDie(), id="{x}"), "T-11",
                       "'{x}' is not a command id: 1 to 64 letters, digits, dots, dashes and underscores."),
    "COMMAND_ID_REUSED": (lambda: said(begun(), 0, RollDie(), id="c1"), "T-11",
                          "The command id 'c1' was used for another command, at version 1."),
    "GAME_NOT_ACTIVE": (lambda: said(after((HOST, PauseTable())), 0, RollDie()), "T-12",
                        "Nobody can play: the table is paused."),
    "STALE_VERSION": (lambda: said(begun(), 0, RollDie(), expected=2), "T-13",
                      "You saw version 2, and the table is at version 9: look at what happened since."),
    "NOT_YOUR_TURN": (lambda: said(after((0, CallVote()), (1, Vote(True))), 1, Vote(True)), "T-14",
                      "It is not your turn; the game waits for north and south."),
    "UNKNOWN_COMMAND": (lambda: said(begun(), 0, object()), "T-15", "'object' is not a command of this game."),
    "WRONG_PHASE": (lambda: said(after((0, CallVote())), 0, RollDie()), "T-15",
                    "The game does not wait for RollDie now; it waits for Vote."),
    "WRONG_SEED": (lambda: said(in_phase(Phase.FINISHED), SERVER, CloseTable("0" * 64)), "T-9",
                   "This seed is not the one that the table was opened with."),
    "UNDO_NOT_FREE": (lambda: said(roll := after((0, RollDie())), 0, Undo(roll.version - 3)), "T-20",
                      "This undo needs the consent of east and south; east and south saw what chance decided at version 13."),
    "NOTHING_TO_REDO": (lambda: said(begun(), 0, Redo()), "T-22", "There is nothing to bring back."),
    "NOT_YOUR_UNDO": (lambda: said(after((0, Nudge(1)), (0, lambda play: Undo(play.version - 1))), 1, Redo()), "T-22",
                      "Only who undid it can bring it back."),
    "NO_SUCH_POINT": (lambda: said(after((0, Nudge(1))), 0, Undo(3)), "T-20",
                      "Version 3 is not the end of a command between 12 and 12."),
    "NOT_IN_HISTORY": (left_branch, "T-20", "Version 13 is not behind the present in the table's history."),
    "REQUEST_OPEN": (lambda: said(after((0, RollDie()), (0, asked_undo)), HOST, ProposeEdition("2")), "T-21",
                     "There is an open request by north; it comes first."),
    "NOTHING_ASKED": (lambda: said(begun(), 0, GiveConsent()), "T-21", "Nothing has been asked that could be answered."),
    "NOT_ASKED": (lambda: said(after((0, RollDie()), (0, asked_undo)), 0, GiveConsent()), "T-21",
                  "The seat north was not asked."),
    "CONSENT_GIVEN_ALREADY": (lambda: said(after((0, RollDie()), (0, asked_undo), (1, GiveConsent())), 1, GiveConsent()),
                              "T-21", "The seat east has already agreed."),
    "NOT_YOUR_REQUEST": (lambda: said(after((HOST, ProposeEdition("2"))), 1, WithdrawRequest()), "T-24",
                         "Only the host can withdraw this request."),
    "SEED_REQUIRED": (lambda: said(in_phase(Phase.FINISHED), SERVER, CloseTable()), "T-9",
                      "The table's seed must be published when it is closed."),
    "RESIGNED_SINCE": (lambda: said(resigned := after((0, Nudge(1)), (2, Resign())), 0, Undo(resigned.table.setup_end)),
                       "T-6", "Somebody has resigned since; only the arbiter can go back behind that."),
    "NOTHING_TO_UNDO": (lambda: said(begun(), 0, Undo(9)), "T-20", "Nothing has been played that could be undone."),
    "NO_ARBITER": (lambda: said(Play(), ARBITER, PauseTable()), "T-23", "This table has no arbiter."),
    "SEAT_NOT_ACTED_FOR": (lambda: said(begun(), HOST, PauseTable(), seat=1), "T-2", "This is not asked for a seat."),
    "SEAT_NEEDED": (lambda: said(begun(), HOST, RollDie()), "T-2", "Say for which seat."),
    "CHANCE_NOT_LOST": (lambda: said(begun(), SERVER, RenewChance("1" * 64)), "T-35",
                        "The table's chance is as it was committed to; it is not begun anew."),
    "UNKNOWN_ORDER": (lambda: said(begun(), 0, SetOrder("bid", "{}")), "T-25",
                      "Nothing can be ordered in advance for 'bid'; it can for vote, turn and consent."),
    "NEVER_ASKED": (lambda: said(begun(rulebook=Voteless()), 1, SetOrder("vote", "{}")), "T-25",
                    "East is never asked about 'vote' at this table; it can order something for turn and consent."),
    "BAD_ORDER": (lambda: said(begun(), 0, SetOrder("turn", '{"nudge":"x"}')), "T-25",
                  "This order for 'turn' cannot be used: nudge: there must be a whole number, not a text."),
    "NO_SUCH_ORDER": (lambda: said(begun(), 0, SetOrder("vote", None)), "T-25", "You have no standing order for 'vote'."),
    "NO_RECORDED_FORMAT": (recorded, "T-34", "The rules of 'trumps' read no recorded games."),
    "NO_TEXT": (lambda: no_text(""), "T-60", "There is no text."),
    "TEXT_TOO_LONG": (lambda: no_text("x" * 10_001), "T-60", "The text has 10001 characters, and 10000 is the most."),
    "BAD_TEXT": (lambda: no_text("a\0b"), "T-60",
                 "The character U+0000 at place 2 of the text is none that can be kept: control characters are not, but for "
                 "tabs and line feeds, nor signs that turn the direction of writing."),
}  # fmt: skip

REFUSALS |= DISPUTED
REFUSALS |= UNFORKED
REFUSALS |= UNTIMELY


def entropy_added() -> Play:
    play = seated()
    play.do(0, AddEntropy("1" * 64))
    return play


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_says_what_is_wrong_in_a_sentence(code: str):
    reach, clause, sentence = REFUSALS[code]
    refusal = reach()
    assert (refusal.code, refusal.clause) == (code, clause)
    assert toy.catalogue.refusal(refusal) == sentence
    assert refusal.to_builtins()["code"] == code
    assert refusal == reach()
    assert hash(refusal) == hash(reach())


def refused_in(sources: Path) -> set[str]:
    """The codes of all refusals in the Python files of a folder."""
    calls = (node for path in sources.rglob("*.py") for node in ast.walk(ast.parse(path.read_text())))
    return {
        call.args[0].value
        for call in calls
        if isinstance(call, ast.Call)
        and isinstance(call.func, ast.Name)
        and call.func.id == "Refusal"
        and isinstance(call.args[0], ast.Constant)
    }


def test_every_refusal_of_the_kernel_is_reached_and_has_a_sentence():
    assert refused_in(SOURCES) == set(REFUSALS)
    assert toy.catalogue.missing(sorted(REFUSALS), [*TABLE_EVENTS, *Toy.events]) == []


def test_every_sentence_of_the_kernel_belongs_to_a_refusal_of_the_kernel_or_of_what_stores_tables():
    codes = set().union(*(refused_in(SOURCES.parents[1] / floor) for floor in ("domain/table", "projections", "infra")))
    assert set(load_texts("domain.table.data").refusals) - codes == set()


@pytest.mark.parametrize("name", EVENTS)
def test_an_event_of_the_table_has_a_sentence(name: str):
    sentence = toy.catalogue.event(EVENTS[name])
    assert sentence
    assert "?" not in sentence
    assert type(EVENTS[name]).__name__ not in sentence


def test_sentences_of_the_table():
    names = ("SeatTaken", "UndoRequested", "Undone", "SeatResigned", "LogDisclosed")
    sentences = [toy.catalogue.event(EVENTS[name]) for name in names]
    assert sentences == [
        "Ada takes the seat north",
        "An undo to version 300 is asked of north and south",
        "The history is again what it was at version 1099511627776",
        "East resigns",
        "An operator takes out the whole log, secrets included",
    ]


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_begins_with_a_capital_letter_or_a_quotation(code: str):
    sentence = toy.catalogue.refusal(REFUSALS[code][0]())
    assert sentence[0].isupper() or sentence[0] == "'"
    assert sentence.endswith(".")


@pytest.mark.parametrize("command", TABLE_COMMANDS, ids=lambda command: command.__name__)
def test_every_command_to_a_table_has_words_also_where_it_is_refused(command: type[Command]):
    words = toy.catalogue.word(command.__name__)
    assert words != command.__name__
    refused = Refusal("WRONG_LIFE_PHASE", "T-10", command=command.__name__, phase="open")
    said = toy.catalogue.refusal(refused)
    assert said == f"{words[0].upper()}{words[1:]} is not possible while the table is open."


def test_every_event_of_a_whole_game_has_a_sentence():
    play = begun(3)
    finish(play)
    sentences = [toy.catalogue.event(record.event) for record in play.table.records]
    assert all(sentence and "?" not in sentence and "=" not in sentence for sentence in sentences)
    assert all(sentence[0].isupper() for sentence in sentences)


def test_what_has_no_sentence_still_says_its_code_and_arguments():
    bare = Catalogue(Texts("en", {}, {}), ())
    assert bare.refusal(Refusal("TOO_FAR", "TOY-5", steps=9)) == "TOO_FAR steps=9"
    assert bare.event(Scored((0,), ())) == "Scored seats=(0,) terms=() points=0"
    assert bare.prompt(Prompt(0, "turn", "TOY-1", ())) == "turn seat=0"
    assert bare.missing(["TOO_FAR", "SEAT_TAKEN"], [Scored]) == ["TOO_FAR", "Scored"]
    assert bare.word("pip") == "pip"


class Drawn(msgspec.Struct, frozen=True):
    """A part of an event, to be told."""

    kind: str
    count: int


PARTS = {"Drawn": "{count:n {kind}} drawn", "Drawn each": "{kind:list} drawn, {count} each"}


@pytest.mark.parametrize(
    ("template", "value", "text"),
    [
        ("for {v:seat}", 1, "For east"),
        ("{v:seat}", 1, "East"),
        ("{v:seat}", HOST, "The host"),
        ("{v:seat}", ARBITER, "The arbiter"),
        ("{v:seat}", SERVER, "The server"),
        ("{v:seat}", 9, "Seat 9"),
        ("{v:seat}", ORIGIN, "The origin"),
        ("as {v:viewer}", 1, "As east"),
        ("as {v:viewer}", None, "As a spectator"),
        ("as {v:viewer}", WHOLE, "As somebody who sees everything"),
        ("{v:seats}", (), "Nobody"),
        ("{v:seats}", (2,), "South"),
        ("{v:seats}", (0, 1, 2), "North, east and south"),
        ("{v:list}", ("pip", "cup"), "Pips and cup"),
        ("of {v:list}", (), "Of none"),
        ("of {v:list}", [], "Of none"),
        ("ß {v:seat}", 1, "SS east"),
        ("42 {v:seat}", 1, "42 east"),
        ("", 1, ""),
        ("{v:terms}", (Term("pip", 3, 2, "TOY-4"), Term("cup", 1, -1, "TOY-4")), "3 pips × 2 + 1 cup × -1"),
        ("{v:word}", "pip", "Pips"),
        ("{v:>4}", 7, "   7"),
        ("{v}", "{v}", "{v}"),
        ("{missing}", 1, "?"),
        ("{v:seat}", None, "Nobody"),
        ("{v:by_seat}", (3, 12), "North 3, east 12"),
        ("{v:first}", (1, 3, 1), "North and south"),
        ("{v:word}", "die#2", "Die"),
        ("{v:word}", "cup#2", "Cup#2"),
        ("{v:word}", "cup 2", "Cup 2"),
        ("{v:word}", 7, "7"),
        ("{v:word box}", "die", "Lid"),
        ("{v:word box}", "die#1", "Lid"),
        ("{v:word box}", "pip", "Pips"),
        ("{v:list}", ("die#1", 3), "Die and 3"),
        ("{v:list box}", ("die", "pip", "die"), "Lid and pips"),
        ("{v:list box}", (), "None"),
        ("{v:or}", ("die", 5, "pip"), "Die, 5 or pips"),
        ("{v:or}", (), "None"),
        ("{v:n die}", 1, "1 die"),
        ("{v:n die}", 2, "2 dice"),
        ("{v:n die}", 0, "0 dice"),
        ("{v:n die}", -1, "1 die"),
        ("{v:n cup}", 2, "2 cup"),
        ("{v:n die}", ("a", "b"), "2 dice"),
        ("{v:n {v}}", 1, "1 1"),
        ("{v:which die}", (3,), "Die 3"),
        ("{v:which die}", (3, 3), "Dice 3 and 3"),
        ("{v:which die}", (), "Dice none"),
        ("{v:tally}", ("die#1", "pip", "die#2", "die#2"), "1 die, 1 pips and 2 dice"),
        ("{v:tally}", (), "Nothing"),
        ("{v:each}", (Drawn("die", 2), Drawn("cup", 1), "pip"), "2 dice drawn, 1 cup drawn and pips"),
        ("{v:each ;}", (Drawn("die", 2), Drawn("cup", 1)), "2 dice drawn; 1 cup drawn"),
        ("{v:each}", (), "None"),
        ("{v:each kind}", (Drawn("die", 2), Drawn("cup", 1)), "2 dice drawn and 1 cup drawn"),
        (
            "{v:each kind}",
            (Drawn("die", 2), Drawn("cup", 1), Drawn("cup", 2)),
            "Die and cup drawn, 2 each; 1 cup drawn",
        ),
        ("{v:each kind}", (), "None"),
        ("on{v:?, with {v:list}|}", ("die",), "On, with die"),
        ("on{v:?, with {v:list}|}", (), "On"),
        ("{v:?{v:word}|a card}", None, "A card"),
        ("{v:?yes|no}", 0, "No"),
        ("{v:?or {v:word}|no}", "a|b", "Or a"),
        ("{v:plain}", ("pip", "box.die"), "Pip and box.die"),
        ("{v:plain}", (), "Nothing"),
        ("{v:terms}", (Term("die", 1, 2, "TOY-4"), Term("die", 2, 1, "TOY-4")), "1 die × 2 + 2 dice × 1"),
    ],
)
def test_the_formats_of_a_template(template: str, value: object, text: str):
    words = {"pip": "pips", "die": "die|dice", "box.die": "lid"}
    catalogue = Catalogue(Texts("en", {"X": template}, {}, words=words, parts=PARTS), Toy.seat_names)
    assert catalogue.refusal(Refusal("X", "T-1", v=value)) == text


def test_a_command_has_a_phrase_where_the_game_has_one_for_it():
    catalogue = Catalogue(
        Texts("en", {}, {}, commands={"Nudge": "nudge by {steps:n step}"}, words={"step": "step|steps"}), ()
    )
    assert catalogue.command(Nudge(2)) == "nudge by 2 steps"
    assert catalogue.command(RollDie()) is None
    assert toy.catalogue.command(Nudge(2)) is None


def test_a_table_names_its_seats_as_its_options_decide():
    play = opened(2, options='{"marks":["colours"]}')
    assert play.table.names == ("Deep Red", "Deep Blue")
    assert play.table.catalogue.event(EVENTS["SeatTaken"]) == "Ada takes the seat Deep Red"
    assert play.table.catalogue.seat(9) == "seat 9"
    assert toy.catalogue.event(EVENTS["SeatTaken"]) == "Ada takes the seat north"
    assert opened(2).table.names == ("north", "east")
    assert Play().table.names == toy.seat_names
    assert Play().table.catalogue.seat(3) == "west"


def test_what_can_be_ordered_has_a_sentence():
    assert all(toy.catalogue.order(kind) for kind in toy.orders)
    assert toy.catalogue.order("bid") == ""


def test_prompts_and_scores_have_sentences():
    assert toy.catalogue.prompt(begun().table.prompts[0]) == "North takes a turn"
    scored = Scored((0, 1), (Term("card", 1, 4, "TOY-3"), Term("vote", 2, 1, "TOY-7")))
    assert toy.catalogue.event(scored) == "North and east score 6: 1 card × 4 + 2 votes × 1"
    assert [term.points for term in scored.terms] == [4, 2]
    assert toy.catalogue.seat(3) == "west"
    assert issubclass(Scored, GameEvent)
    assert issubclass(GameEvent, Event)
