"""Hidden information: whatever changes where a viewer may not look, the viewer's bytes stay the same."""

import random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.chance import Dictated
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    BeginGame,
    CloseTable,
    GiveConsent,
    OpenTable,
    PauseTable,
    Redo,
    RequestUndo,
    Resign,
    ResumeTable,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST
from domain.table.rulebook import Rulebook
from domain.table.seeing import seen_record, view_of
from tests.table.play import COMMAND, ENCODE, SEED, Play, begun, finish, opened, seated
from tests.table.toy import (
    CardsDrawn,
    CardsPlayed,
    DrawCard,
    HandGone,
    Nudge,
    Plan,
    PlayCards,
    RollDie,
    Toy,
    ToyView,
    Trumps,
    Vote,
    VotesShown,
)

SEATS, CARDS = 3, 14
OPTIONS = f'{{"cards":{CARDS},"rounds":4}}'
Said = tuple[int, Any, int | None]


def seen_by(play: Play, viewer: int | None) -> list[bytes | None]:
    """The bytes of all records that a viewer gets."""
    table = play.table
    commands = [COMMAND.decode(record.cause.command) if record.cause else None for record in table.records]
    seen = [
        seen_record(table, record, viewer, command) for record, command in zip(table.records, commands, strict=True)
    ]
    return [None if record is None else ENCODE(record) for record in seen]


def played_at_random(seed: int) -> tuple[Play, list[Said]]:
    """A game with undos, requests, pauses and a resignation, and all that was said in it after the set-up."""
    rng = random.Random(seed)
    play = begun(SEATS, options=OPTIONS)
    said: list[Said] = []
    start = play.version
    for _ in range(rng.randrange(5, 30)):
        line: Said = (HOST, PauseTable(), None)
        kind = rng.randrange(12)
        if kind == 0:
            line = (ARBITER, Undo(rng.randrange(start, play.version + 1)), None)
        elif kind == 1:
            line = (ARBITER, Redo(), None)
        elif kind == 2:
            line = (rng.randrange(SEATS), RequestUndo(rng.randrange(start, play.version + 1)), None)
        elif kind in (3, 4):
            line = (rng.randrange(SEATS), GiveConsent(), None)
        elif kind == 5 and rng.randrange(4) == 0:
            line = (rng.randrange(SEATS), Resign(), None)
        elif play.table.prompts:
            seat = rng.choice(play.table.prompts).seat
            command = rng.choice(play.table.rulebook.legal(play.table.game, seat)).sample(rng)
            line = (HOST if play.table.seats[seat].vacant else seat, command, seat)
        if isinstance(play.ask(line[0], line[1], seat=line[2]), Accepted):
            said.append(line)
        if play.table.paused:
            play.do(HOST, ResumeTable())
            said.append((HOST, ResumeTable(), None))
    return play, said


def shown_cards(play: Play, viewer: int | None) -> set[int]:
    """The cards that the viewer has seen, also in what was undone."""
    shown: set[int] = set()
    for record in play.table.records:
        event = record.event
        if isinstance(event, CardsPlayed) or (isinstance(event, CardsDrawn | HandGone) and event.seat == viewer):
            shown.update(event.cards)
    return shown


def with_other_secrets(play: Play, said: list[Said], viewer: int | None, seed: int) -> tuple[Dictated, list[Said]]:
    """Chance and commands of a game that differs only where the viewer may not look."""
    hidden = sorted(set(range(1, CARDS + 1)) - shown_cards(play, viewer))
    others = random.Random(seed).sample(hidden, len(hidden))
    swap = dict(zip(hidden, others, strict=True))
    deck: dict[int, int] = {}
    dice: dict[int, int] = {}
    for record in play.table.records:
        for draw in record.draws:
            if draw.label == "die":
                dice[draw.number] = draw.value
            else:
                deck[draw.number] = swap.get(record.event.cards[0], record.event.cards[0])
    shown_at = [n for n, record in enumerate(play.table.records) if isinstance(record.event, VotesShown)]
    last_shown = max(shown_at, default=-1)
    asked_at = {record.cause.id: n for n, record in enumerate(play.table.records) if record.cause}
    new: list[Said] = []
    ids = [record.cause.id for record in play.table.records if record.cause][-len(said) :] if said else []
    for (by, command, seat), id_ in zip(said, ids, strict=True):
        if isinstance(command, Plan) and seat != viewer:
            command = Plan(swap.get(command.card, command.card))
        if isinstance(command, Vote) and seat != viewer and asked_at[id_] > last_shown:
            command = Vote(not command.yes)
        new.append((by, command, seat))
    return Dictated({"deck": [deck[n] for n in sorted(deck)], "die": [dice[n] for n in sorted(dice)]}), new


def replayed(source: Dictated | None, said: list[Said], viewer: int | None) -> tuple[Play, list[Any]]:
    """The game again, and what the viewer gets after each command: view, prompts, version, and what an undo would cost
    whoever asks for it: that somebody did it for nothing, everybody sees."""
    play = begun(SEATS, options=OPTIONS, source=source)
    got: list[Any] = []
    start = play.version
    for by, command, seat in said:
        play.do(by, command, seat=seat)
        costs = []
        for asker in (*range(SEATS), HOST):
            for to_version in {start, max(start, play.table.command_span(play.version)[0] - 1)}:
                answer = play.copy().ask(asker, Undo(to_version))
                costs.append("free" if isinstance(answer, Accepted) else answer.to_builtins())
                answer = play.copy().ask(asker, RequestUndo(to_version))
                costs.append(answer.records[0].event if isinstance(answer, Accepted) else answer.to_builtins())
        got.append((ENCODE(view_of(play.table, viewer)), play.table.prompts, play.version, costs))
    return play, got


@pytest.mark.clause("T-16")
@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 2**32), st.sampled_from([None, 0, 1, 2]))
def test_a_changed_secret_changes_no_other_viewers_bytes(seed: int, other: int, viewer: int | None):
    play, said = played_at_random(seed)
    source, new = with_other_secrets(play, said, viewer, other)
    first, got_first = replayed(None, said, viewer)
    second, got_second = replayed(source, new, viewer)
    assert got_second == got_first
    assert seen_by(second, viewer) == seen_by(first, viewer)
    assert [record.at for record in second.table.records] == [record.at for record in first.table.records]


@pytest.mark.clause("T-16")
def test_the_law_would_notice_a_leak():
    """The same comparison with the eyes of a seat whose secrets were changed."""
    noticed = 0
    for seed in range(12):
        play, said = played_at_random(seed)
        source, new = with_other_secrets(play, said, 1, seed)
        first, second = replayed(None, said, 0)[0], replayed(source, new, 0)[0]
        noticed += seen_by(second, 0) != seen_by(first, 0)
    assert noticed > 6


# --- One record -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-16")
def test_which_card_was_picked_of_those_that_remain_is_hidden_even_from_who_drew_it():
    play = begun(2)
    record = play.do(0, DrawCard()).records[0]
    seen = seen_record(play.table, record, 0, DrawCard())
    assert seen.event == record.event
    assert (seen.draws, seen.cause) == ((), record.cause)
    rolled = play.do(1, RollDie()).records[0]
    assert seen_record(play.table, rolled, 0, RollDie()).draws == ()


@pytest.mark.clause("T-16", "T-31")
def test_chance_is_seen_once_the_seed_is_published():
    play = begun(2)
    record = play.do(0, DrawCard()).records[0]
    finish(play)
    unpublished = play.copy()
    unpublished.source = Dictated({})  # as where the seed was lost
    unpublished.do(ARBITER, CloseTable())
    play.do(ARBITER, CloseTable(SEED.hex()))
    assert [seen_record(each.table, record, 0).draws for each in (unpublished, play)] == [(), record.draws]
    assert seen_record(play.table, record, 1).draws == ()


class Open(Rulebook):
    """A game without secrets, which takes its rules from the toy and redacts nothing."""

    game, title, seats, seat_names = Toy.game, Toy.title, Toy.seats, Toy.seat_names
    editions, options, commands, events = Toy.editions, Toy.options, Toy.commands, Toy.events
    law, catalogue = Toy.law, Toy.catalogue
    start, setup, decide, evolve, legal, copy = Toy.start, Toy.setup, Toy.decide, Toy.evolve, Toy.legal, Toy.copy

    def view(self, state: Trumps, seat: int | None) -> ToyView:
        return toy_view(self, state, seat)


toy_view = Toy.view


@pytest.mark.clause("T-16")
def test_in_a_game_without_secrets_everything_is_seen():
    play = begun(2, rulebook=Open())
    play.do(0, DrawCard())
    for viewer in (None, 0, 1):
        assert seen_by(play, viewer) == [ENCODE(record) for record in play.table.records]


@pytest.mark.clause("T-16")
def test_a_stored_command_is_seen_only_where_it_hides_nothing():
    play = begun(2)
    card = play.table.game.hands[0][0]
    planned = play.do(0, Plan(card)).records[0]
    assert seen_record(play.table, planned, 0, Plan(card)) == planned
    assert seen_record(play.table, planned, 1, Plan(card)) is None
    assert seen_record(play.table, planned, None, Plan(card)) is None
    nudged = play.do(0, Nudge(1)).records[0]
    assert seen_record(play.table, nudged, 1, Nudge(1)) == nudged
    assert seen_record(play.table, nudged, 1).cause is None
    played = play.do(0, PlayCards((card,))).records[0]
    assert seen_record(play.table, played, None, PlayCards((card,))) == played


@pytest.mark.clause("T-16")
def test_table_records_are_for_everybody():
    play = seated(2)
    assert seen_by(play, None) == seen_by(play, 0) == [ENCODE(record) for record in play.table.records]
    assert view_of(play.table, 0) is None
    play.do(HOST, BeginGame())
    assert view_of(play.table, 0).own == tuple(play.table.game.hands[0])
    assert view_of(play.table, None).own == ()
    assert isinstance(opened().table.records[0].event, msgspec.Struct)
    assert COMMAND.decode(play.table.records[0].cause.command).__class__ is OpenTable
    assert COMMAND.decode(play.table.records[1].cause.command) == TakeSeat(0, "person0")
