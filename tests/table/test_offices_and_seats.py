"""Whoever may have seen by an office what is hidden sits down at no seat of that game (T-2)."""

import pytest

from domain.table.lifecycle import BeginGame, LeaveSeat, PauseTable, Resign, TakeSeat
from domain.table.messages import ARBITER, HOST
from domain.table.seeing import looks_by_office
from projections.disputes import may_read_whole
from tests.table.play import Play, begun, opened
from tests.table.timed import Open
from tests.table.toy import Toy

pytestmark = pytest.mark.clause("T-2")

OFFICES = ("hanna", "arno")


def with_offices_seated(rulebook: Toy | None = None) -> Play:
    """A begun table whose host sits at the first seat, and whose arbiter at the second."""
    play = opened(3, rulebook=rulebook or Toy())
    for seat, person in enumerate((*OFFICES, "ada")):
        play.do(seat, TakeSeat(seat, person))
    play.do(HOST, BeginGame())
    return play


@pytest.mark.parametrize("person", OFFICES)
def test_nobody_with_an_office_sits_down_once_the_game_has_begun(person: str):
    play = begun(3)
    play.do(2, Resign())
    for by in (HOST, 2):
        assert play.refused(by, TakeSeat(2, person)) == "OFFICE_LOOKS"
    play.do(HOST, PauseTable())
    assert play.refused(HOST, TakeSeat(2, person)) == "OFFICE_LOOKS"
    play.do(2, TakeSeat(2, "zoe"))


@pytest.mark.parametrize(("seat", "person"), list(enumerate(OFFICES)))
def test_who_has_an_office_and_leaves_a_seat_comes_back_to_none(seat: int, person: str):
    play = with_offices_seated()
    play.do(2, Resign())
    assert play.refused(HOST, TakeSeat(2, person)) == "ALREADY_SEATED"
    play.do(seat, Resign())
    for vacant in (seat, 2):
        assert play.refused(HOST, TakeSeat(vacant, person)) == "OFFICE_LOOKS"


@pytest.mark.parametrize("person", OFFICES)
def test_before_the_game_begins_everybody_sits_down_and_where_nothing_is_hidden_always(person: str):
    play = opened(2)
    play.do(0, TakeSeat(0, person))
    play.do(0, LeaveSeat(0))
    play.do(1, TakeSeat(1, person))
    open_play = with_offices_seated(Open())
    for seat in (0, 1):
        open_play.do(seat, Resign())
    open_play.do(HOST, TakeSeat(0, person))


def test_an_arbiter_who_plays_reads_no_case_whole_and_one_who_has_left_plays_no_more():
    play = with_offices_seated()
    assert not may_read_whole(play.table)
    assert not looks_by_office(play.table, "ada")
    play.do(1, Resign())
    assert may_read_whole(play.table)
    assert play.refused(ARBITER, TakeSeat(1, "arno")) == "NOT_PERMITTED"
    assert play.refused(1, TakeSeat(1, "arno")) == "OFFICE_LOOKS"
