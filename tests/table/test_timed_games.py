"""However late seats are and whatever they quarrel about: the log alone gives the same clocks, and they keep their law."""

from collections import Counter
from random import Random

import pytest

from domain.table.clocks import deadlines, next_due
from domain.table.digest import digest
from domain.table.table import Table, fold
from tests.table.test_quarrels import GAMES
from tests.table.timed_games import play_on, timed_table
from tests.table.toy import toy
from tests.table.whole_games import decided_again, replayed


def check_clocks(table: Table) -> None:
    """The law of clocks: nobody has less than nothing, and whoever is awaited at a table that plays has an end."""
    for seat, time in deadlines(table).items():
        clock = table.clocks.seats[seat]
        assert min(time.left, time.bank, time.vacation, clock.bank, clock.vacation, clock.used) >= 0
        assert time.bank <= time.left or not time.awaited
        assert (time.until is not None) == (time.awaited and bool(table.prompts))
        assert time.awaited or not time.overdue


def check_replayed(table: Table) -> None:
    again = replayed(table)
    assert digest(again) == digest(table)
    assert deadlines(again) == deadlines(table)
    assert next_due(again) == next_due(table)


@pytest.mark.clause("T-67", "T-74")
@pytest.mark.parametrize(("game", "number"), [(game, n) for game, (*_, games) in GAMES.items() for n in range(games)])
def test_the_log_alone_gives_the_same_clocks_and_the_same_decisions(game: str, number: int):
    rulebook, seats, options, _ = GAMES[game]
    rng = Random(f"time {game} {number}")
    play = timed_table(rulebook, seats, rng, options)
    for _ in range(4):
        play_on(play, rng, 10)
        check_clocks(play.table)
        check_replayed(play.table)
    assert digest(decided_again(play.table)) == digest(play.table)


@pytest.mark.clause("T-67")
def test_a_log_cut_anywhere_and_played_on_gives_the_same_clocks():
    rng = Random(5)
    play = timed_table(toy, 3, rng, '{"rounds":9}')
    play_on(play, rng, 25)
    whole = play.table
    for cut in whole.starts[1 :: max(len(whole.starts) // 12, 1)]:
        part = fold(whole.id, toy, whole.records[: cut - 1])
        check_clocks(part)
        for record in whole.records[cut - 1 :]:
            part.apply(record)
        assert digest(part) == digest(whole)


def test_these_games_come_to_everything_about_time():
    seen: Counter[str] = Counter()
    for number in range(60):
        rng = Random(number)
        play = timed_table(toy, 3, rng, '{"rounds":6}')
        seen += play_on(play, rng, 40)
    wanted = {
        "TakeVacation", "EndVacation", "GrantTime", "ProposeTime", "CallTime", "SeatReminded", "TimeRanOut", "SeatResigned",
        "NO_VACATION_LEFT", "AWAY_ALREADY", "NOT_AWAY", "NOTHING_IS_DUE", "NO_TIME_CONTROL", "SEAT_VACANT", "Undo",
        "GiveRuling", "TIME_HAS_RUN_OUT", "AnswerForSeat", "HOST_PLAYS", "NOT_LATE", "TakeSeat",
    }  # fmt: skip
    assert wanted - set(seen) == set()
