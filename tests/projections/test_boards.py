"""Boards: what each viewer sees of a table."""

import random
from itertools import pairwise

import msgspec
import pytest

from domain.table.table import fold
from projections import rows_of
from projections.boards import SPECTATOR, Boards, field_of, read_board
from tests.table.play import Play, begun, dealt, finish, opened, play_one
from tests.table.toy import CallVote, Plan, ToyView, Vote


def rows(play: Play) -> dict[str, bytes]:
    return dict(Boards().rows(play.table))


def test_a_table_has_a_board_for_every_seat_and_one_for_those_who_only_look() -> None:
    play = begun(3)
    assert list(rows(play)) == [f"toytable2345/{viewer}" for viewer in (SPECTATOR, 0, 1, 2)]
    for viewer in (None, 0, 1, 2):
        board = read_board(rows(play)[field_of("toytable2345", viewer)])
        assert (board.table, board.game, board.version, board.phase) == (
            "toytable2345",
            "trumps",
            play.version,
            "begun",
        )
        assert board.viewer == viewer
        assert msgspec.convert(board.view, ToyView) == play.table.rulebook.view(play.table.game, viewer)


def test_before_the_game_begins_there_is_nothing_to_see() -> None:
    play = opened(2)
    assert [read_board(row).view for row in rows(play).values()] == [None] * 3


def test_every_seat_sees_its_own_hand_only() -> None:
    play = dealt(31, 35, 47, 49, options='{"cards":99}')
    seen = {viewer: read_board(rows(play)[field_of("toytable2345", viewer)]).view["own"] for viewer in (None, 0, 1)}
    assert seen == {None: [], 0: [31, 35], 1: [47, 49]}


def test_what_is_hidden_from_a_viewer_changes_no_byte_of_the_viewers_board() -> None:
    """Seat 0 holds, plans and votes otherwise, and nobody else's board tells."""
    boards = []
    for card, yes in ((1, True), (2, False)):
        play = dealt(card, 5, 7, 9)
        play.do(0, Plan(card))
        play.do(0, CallVote())
        play.do(0, Vote(yes))
        boards.append(rows(play))
    for field in boards[0]:
        assert (boards[0][field] == boards[1][field]) == (field != "toytable2345/0")


@pytest.mark.parametrize("seed", range(5))
def test_boards_are_the_same_bytes_whether_a_table_was_played_or_replayed(seed: int) -> None:
    rng, play = random.Random(seed), begun(3)
    for _ in range(10):
        if play.table.prompts:
            play_one(play, rng)
        replayed = fold(play.table.id, play.table.rulebook, play.table.records)
        assert rows_of(play.table) == rows_of(replayed)


def test_rows_of_a_table_only_ever_become_more(play_fields: list[set[str]]) -> None:
    for earlier, later in pairwise(play_fields):
        assert earlier <= later


@pytest.fixture
def play_fields() -> list[set[str]]:
    """The fields of all rows after every record of a game."""
    play = begun(2)
    finish(play)
    tables = [fold("toytable2345", play.table.rulebook, play.table.records[:n]) for n in range(1, play.version + 1)]
    return [{field for rows in rows_of(table).values() for field in rows} for table in tables]


def test_fields_begin_with_the_tables_id() -> None:
    play = begun(2)
    assert all(field.split("/")[0] == "toytable2345" for rows in rows_of(play.table).values() for field in rows)
