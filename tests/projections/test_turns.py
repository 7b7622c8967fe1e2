"""Turns: who is awaited for what, since when."""

import msgspec
import pytest

from domain.table.canonical import encode
from domain.table.lifecycle import (
    AbandonTable,
    GiveConsent,
    PauseTable,
    Phase,
    ProposeEdition,
    RequestUndo,
    Resign,
    ResumeTable,
    Undo,
)
from domain.table.messages import ARBITER, HOST
from domain.table.table import fold
from projections.turns import Awaited, Turns, read_turn, turn_of
from tests.table.play import Play, begun, dealt, in_phase, opened
from tests.table.toy import CallVote, Nudge, PlayCards, RollDie, Vote

SECOND = 1_000_000


def awaited(play: Play) -> dict[int, int]:
    """By seat, how many seconds after the beginning of time it began to be awaited."""
    turn = turn_of(play.table)
    again = turn_of(fold(play.table.id, play.table.rulebook, play.table.records))
    assert again == turn, "replayed, they wait since another time"
    (row,) = Turns().rows(play.table)
    assert row[0] == play.table.id
    assert read_turn(row[1]) == turn
    return {one.seat: one.since // SECOND for one in turn.awaited}


def now(play: Play) -> int:
    return play.now // SECOND


def test_the_first_seat_is_awaited_since_the_game_began() -> None:
    play = begun()
    assert awaited(play) == {0: now(play)}
    assert turn_of(play.table).awaited == (Awaited(0, "turn", "TOY-1", play.now),)


def test_the_next_seat_is_awaited_since_the_last_one_moved() -> None:
    play = begun(3)
    for seat in (0, 1, 2, 0):
        play.do(seat, RollDie())
        assert awaited(play) == {(seat + 1) % 3: now(play)}


def test_a_seat_that_goes_on_with_its_turn_is_awaited_since_its_turn_began() -> None:
    play = begun()
    since = now(play)
    play.do(0, Nudge(1))
    assert awaited(play) == {0: since}
    play.do(0, RollDie())
    assert awaited(play) == {1: now(play)}


def test_seats_that_are_asked_at_once_each_wait_since_they_were_asked() -> None:
    play = begun(3)
    play.do(0, CallVote())
    asked = now(play)
    assert awaited(play) == {0: asked, 1: asked, 2: asked}
    play.do(1, Vote(True))
    assert awaited(play) == {0: asked, 2: asked}
    play.do(0, Vote(True))
    assert awaited(play) == {2: asked}
    play.do(2, Vote(False))
    assert awaited(play) == {1: now(play)}


def test_what_happens_at_the_table_meanwhile_changes_nothing_of_it() -> None:
    play = begun(3)
    play.do(0, CallVote())
    asked = now(play)
    play.do(0, Vote(True))
    play.do(HOST, ProposeEdition("1"))
    play.do(0, GiveConsent())
    play.do(HOST, PauseTable())
    assert awaited(play) == {}
    play.do(HOST, ResumeTable())
    assert awaited(play) == {1: asked, 2: asked}


def test_after_an_undo_seats_wait_since_they_did_then() -> None:
    play = begun(3)
    play.do(0, CallVote())
    asked, voting = now(play), play.version
    play.do(1, Vote(True))
    play.do(ARBITER, Undo(voting))
    assert awaited(play) == {0: asked, 1: asked, 2: asked}
    play.do(ARBITER, Undo(play.table.setup_end))
    assert awaited(play) == {0: asked - 1}


def test_nobody_is_awaited_where_nobody_may_play() -> None:
    for phase in Phase:
        if phase in (Phase.UNOPENED, Phase.BEGUN):
            continue
        play = in_phase(phase)
        assert awaited(play) == {}
        assert turn_of(play.table).phase == phase.value


def test_a_turn_tells_who_sits_where_and_when_the_last_record_was() -> None:
    play = begun(3)
    play.do(1, Resign())
    turn = turn_of(play.table)
    assert turn.seats == ("person0", None, "person2")
    assert (turn.table, turn.game, turn.edition) == ("toytable2345", "trumps", "1")
    assert (turn.version, turn.at) == (play.version, play.now)


def test_a_turn_tells_the_seats_names_as_the_table_has_them() -> None:
    assert turn_of(begun(3).table).names == ("north", "east", "south")
    assert turn_of(opened(2, options='{"marks":["colours"]}').table).names == ("Deep Red", "Deep Blue")


def test_a_row_from_before_there_were_names_is_still_read() -> None:
    turn = turn_of(begun().table)
    fields = msgspec.structs.asdict(turn)
    del fields["names"]
    assert read_turn(encode(fields)) == msgspec.structs.replace(turn, names=())


def test_those_whose_consent_is_awaited_are_named_until_they_have_given_it() -> None:
    play = dealt(3, 5, 7, 9, 1, 2, seats=3)
    assert turn_of(play.table).asked == ()
    play.do(HOST, ProposeEdition("2"))
    assert turn_of(play.table).asked == (0, 1, 2)
    play.do(1, GiveConsent())
    assert turn_of(play.table).asked == (0, 2)
    play.do(0, GiveConsent())
    play.do(2, GiveConsent())
    assert (turn_of(play.table).asked, turn_of(play.table).edition) == ((), "2")
    before = play.version
    play.do(0, PlayCards((3,)))
    play.do(0, RequestUndo(before))
    assert turn_of(play.table).asked == (1, 2)


@pytest.mark.parametrize("end", [AbandonTable()])
def test_a_request_that_is_open_when_the_table_ends_is_still_told(end: AbandonTable) -> None:
    play = begun()
    play.do(HOST, ProposeEdition("2"))
    play.do(HOST, end)
    assert turn_of(play.table).phase == "abandoned"


def test_a_table_that_is_only_open_has_a_turn() -> None:
    turn = turn_of(opened(2).table)
    assert (turn.phase, turn.seats, turn.awaited, turn.asked) == ("open", (None, None), (), ())
