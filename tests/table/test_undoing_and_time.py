"""Who moves and undoes again and again gains no time by that (T-74)."""

from random import Random

import pytest

from domain.table.clocks.messages import (
    GrantTime,
    SeatReminded,
    TimeRanOut,
)
from domain.table.disputes.messages import CallTime
from domain.table.lifecycle import (
    GiveConsent,
    Redo,
    RefuseConsent,
    RequestUndo,
    Resign,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER
from tests.table.timed import (
    HOUR,
    ROUTINE,
    bank,
    events,
    hours_left,
    leave_and_return,
    pass_time,
    same_by_the_log,
    time_of,
    timed,
    with_a_playing_host,
)
from tests.table.toy import CallVote, Nudge, Plan, RollDie, Vote

# --- Moving and undoing -----------------------------------------------------------------------------------------------


@pytest.mark.clause("T-74")
def test_moving_and_undoing_again_and_again_takes_time_from_the_bank():
    play = timed(move=48 * 60, bank=240 * 60, out="forfeits")
    for _ in range(6):
        before = play.version
        pass_time(play, 47)
        play.do(0, Nudge(1))
        play.do(0, Undo(before))
    assert hours_left(play) == 48 + 240 - 6 * 47
    assert same_by_the_log(play)


@pytest.mark.clause("T-74")
def test_each_step_of_a_turn_has_its_time_once_however_often_it_comes_back():
    play = timed(move=48 * 60)
    before = play.version
    pass_time(play, 30)
    play.do(0, Nudge(1))
    assert hours_left(play) == 48
    pass_time(play, 40)
    play.do(0, Undo(before))
    assert hours_left(play) == 18
    pass_time(play, 10)
    play.do(0, Nudge(2))
    assert hours_left(play) == 8
    play.do(0, Undo(before))
    assert hours_left(play) == 8
    play.do(0, Redo())
    assert hours_left(play) == 8
    pass_time(play, 8)
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(0)]


@pytest.mark.clause("T-74", "T-71")
@pytest.mark.parametrize("how", [{"move": 600}, {"bank": 600}, {"move": 300, "bank": 300}], ids=str)
def test_moving_and_undoing_within_the_grace_does_not_begin_it_anew(how: dict[str, int]):
    play = timed(grace=360, **how)
    before = play.version
    pass_time(play, 11)
    for _ in range(4):
        pass_time(play, 1)
        play.do(0, Nudge(1))
        play.do(0, Undo(before))
        play.do(0, SetOrder("vote", ROUTINE))
        assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"
    pass_time(play, 1)
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(0)]
    play.do(0, Nudge(1))
    play.do(0, Undo(before))
    assert events(play.do(SERVER, CallTime())) == [TimeRanOut(0)]
    play.do(HOST, GrantTime(0, 60))
    assert hours_left(play) == 1


@pytest.mark.clause("T-74")
def test_a_decision_has_its_time_anew_when_others_have_acted():
    play = timed(move=48 * 60)
    before = play.version
    pass_time(play, 30)
    play.do(0, Nudge(1))
    play.do(0, Undo(before))
    play.do(0, RollDie())
    play.do(1, RollDie())
    assert hours_left(play) == 48
    play.do(0, Nudge(1))
    assert hours_left(play) == 48


@pytest.mark.clause("T-74")
def test_who_ends_its_turn_and_takes_that_back_goes_on_where_it_was():
    play = timed(move=48 * 60, bank=60)
    play.do(0, CallVote())
    called = play.version
    pass_time(play, 40)
    for _ in range(3):
        play.do(0, Vote(True))
        play.do(0, Undo(called))
        assert (hours_left(play), hours_left(play, 1)) == (9, 9)


@pytest.mark.clause("T-74")
def test_a_host_who_moves_for_a_vacant_seat_and_undoes_it_gives_nobody_time():
    play = timed(3, move=48 * 60)
    play.do(0, RollDie())
    play.do(1, Resign())
    play.do(HOST, RollDie(), seat=1)
    play.do(2, CallVote())
    play.do(0, Vote(True))
    called = play.version
    pass_time(play, 47)
    for _ in range(3):
        play.do(HOST, Vote(True), seat=1)
        play.do(HOST, Undo(called))
        assert hours_left(play, 2) == 1


@pytest.mark.clause("T-74", "T-67")
def test_a_secret_command_and_its_undo_change_no_time():
    play = timed(move=48 * 60)
    pass_time(play, 30)
    before = play.version
    play.do(0, Plan(play.table.game.hands[0][0]))
    play.do(0, Undo(before))
    assert hours_left(play) == 18


@pytest.mark.clause("T-74", "T-70")
def test_a_decision_that_comes_back_is_not_reminded_of_again():
    play = timed(move=48 * 60, remind=(24 * 60,))
    before = play.version
    pass_time(play, 30)
    assert events(play.do(SERVER, CallTime())) == [SeatReminded(0, 24 * 60)]
    play.do(0, Nudge(1))
    play.do(0, Undo(before))
    assert play.refused(SERVER, CallTime()) == "NOTHING_IS_DUE"


@pytest.mark.clause("T-74")
@pytest.mark.parametrize("number", range(12))
def test_no_way_of_moving_undoing_and_leaving_takes_more_than_each_step_once_and_the_bank(number: int):
    rng = Random(number)
    play = timed(1 + number % 2, move=48 * 60, bank=100 * 60)
    start, begun, most = play.now, play.version, 2 * 48 + 100
    for _ in range(300):
        pass_time(play, rng.choice((0, 1, 7)))
        if time_of(play).until is not None and hours_left(play) <= 0:
            break
        deed = rng.choice((Nudge(1), Nudge(2), Undo(begun), Redo(), Plan(9), None))
        if deed is not None:
            play.ask(0, deed)
        elif rng.randrange(4) == 0:
            leave_and_return(play)
    assert (play.now - start) / HOUR <= most + 7
    assert hours_left(play) <= 0


# --- Increments -------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-74", "T-67")
def test_an_undo_takes_back_exactly_what_was_given_also_under_a_cap():
    play = timed(bank=600, increment=300, cap=660)
    play.do(0, CallVote())
    called = play.version
    for _ in range(2):
        play.do(0, Vote(True))
        assert bank(play) == 11
        play.do(0, Undo(called))
        assert bank(play) == 10
        play.do(0, Redo())
        assert bank(play) == 11
        play.do(0, Undo(called))
    play.do(HOST, GrantTime(0, 600))
    play.do(0, Vote(True))
    assert bank(play) == 20
    play.do(0, Undo(called))
    assert bank(play) == 20


@pytest.mark.clause("T-74")
@pytest.mark.parametrize("arbiter", [False, True])
def test_an_undo_by_consent_or_by_the_arbiter_lets_nobody_gain_an_increment(arbiter: bool):
    play = timed(bank=600, increment=60)
    before = play.version
    for _ in range(4):
        play.do(0, RollDie())
        assert (bank(play), bank(play, 1)) == (11, 10)
        if arbiter:
            play.do(ARBITER, Undo(before))
            assert (bank(play), bank(play, 1)) == (10, 10)
            play.do(ARBITER, Redo())
            assert (bank(play), bank(play, 1)) == (11, 10)
            play.do(ARBITER, Undo(before))
        else:
            play.do(0, RequestUndo(before))
            play.do(1, GiveConsent())
        assert (bank(play), bank(play, 1)) == (10, 10)
    assert same_by_the_log(play)


@pytest.mark.clause("T-74")
def test_an_undo_of_many_commands_takes_back_all_that_was_given_for_them():
    play = timed(bank=600, increment=60)
    before = play.version
    for seat in (0, 1, 0, 1):
        play.do(seat, RollDie())
    assert (bank(play), bank(play, 1)) == (12, 12)
    play.do(ARBITER, Undo(before))
    assert (bank(play), bank(play, 1)) == (10, 10)
    for _ in range(4):
        play.do(ARBITER, Redo())
    assert (bank(play), bank(play, 1)) == (12, 12)


@pytest.mark.clause("T-74")
def test_what_was_used_up_of_an_increment_is_not_given_again():
    play = timed(bank=60, increment=60)
    before = play.version
    play.do(0, RollDie())
    play.do(1, RollDie())
    pass_time(play, 1.5)
    play.do(ARBITER, Undo(before))
    assert bank(play) == 0
    play.do(ARBITER, Redo())
    play.do(ARBITER, Redo())
    assert bank(play) == 0.5


@pytest.mark.clause("T-74", "T-28")
def test_a_move_that_is_made_again_keeps_its_increment_and_one_that_is_not_loses_it():
    play = timed(bank=600, increment=60)
    before = play.version
    play.do(0, Nudge(1))
    play.do(0, RollDie())
    play.do(1, RollDie())
    play.do(0, RequestUndo(before, True))
    play.do(1, GiveConsent())
    assert (bank(play), bank(play, 1)) == (11, 11)
    again = play.version
    play.do(ARBITER, Undo(before))
    assert (bank(play), bank(play, 1)) == (10, 10)
    play.do(ARBITER, Redo())
    assert (bank(play), bank(play, 1)) == (11, 11)
    assert again < play.version


@pytest.mark.clause("T-74", "T-67")
def test_increments_of_who_has_left_are_taken_back_too():
    play = timed(bank=600, increment=60)
    before = play.version
    play.do(0, RollDie())
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "zoe"))
    play.do(1, RollDie())
    play.do(ARBITER, Undo(before))
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "person0"))
    assert bank(play) == 10


@pytest.mark.clause("T-74", "T-28")
@pytest.mark.parametrize("number", range(8))
def test_when_everything_is_undone_every_bank_is_what_it_was(number: int):
    rng = Random(number)
    play = timed(3, bank=600, increment=60, cap=660 * (number % 2), options='{"rounds":99,"cards":60}')
    begun, given = play.version, False
    for _ in range(60):
        given = given or bank(play) != 10
        request, seat = play.table.request, rng.randrange(3)
        if request is not None:
            play.do(min(request.asked - request.agreed), rng.choice((GiveConsent(), GiveConsent(), RefuseConsent())))
            continue
        back = max(play.version - rng.randrange(1, 20), 0)
        deeds = (
            (seat, Nudge(1)), (seat, RollDie()), (seat, RollDie()), (seat, CallVote()), (seat, Vote(True)),
            (seat, Undo(max(play.version - rng.randrange(1, 6), 0))), (seat, Redo()),
            (seat, RequestUndo(back, rng.random() < 0.5)), (ARBITER, Undo(back)), (ARBITER, Redo()),
        )  # fmt: skip
        play.ask(*rng.choice(deeds))
    assert given
    play.do(ARBITER, Undo(begun))
    assert [bank(play, seat) for seat in range(3)] == [10, 10, 10]
    assert same_by_the_log(play)


@pytest.mark.clause("T-74", "T-67", "T-2")
@pytest.mark.parametrize("number", range(20))
def test_a_host_alone_with_its_seat_and_a_vacant_one_gets_no_time_without_end(number: int):
    rng = Random(number)
    play = with_a_playing_host(move=600, bank=600)
    play.do(0, Resign())
    waited = 0.0
    for _ in range(150):
        own = next((n for n, seat in enumerate(play.table.seats) if seat.person == "hanna"), None)
        if own is not None and time_of(play, own).until is not None:
            hours = min(hours_left(play, own), rng.choice((0, 0, 1, 5, 9.9)))
            waited += hours
            pass_time(play, hours)
        vacant = [n for n, seat in enumerate(play.table.seats) if seat.vacant]
        back = play.version - rng.randrange(1, 4)
        deeds: list[tuple[int, object, int | None]] = [
            (HOST, TakeSeat(rng.choice(vacant or [0]), "hanna"), None), (HOST, Undo(back), None), (HOST, Redo(), None),
            *((HOST, deed, seat) for seat in vacant for deed in (Nudge(1), CallVote(), Vote(True))),
        ]  # fmt: skip
        if own is not None:
            mine = (
                Nudge(1),
                Undo(back),
                Undo(back),
                Redo(),
                CallVote(),
                Vote(True),
                Resign(),
                SetOrder("vote", ROUTINE),
            )
            deeds += [(own, deed, None) for deed in mine]
        by, command, seat = rng.choice(deeds)
        play.ask(by, command, seat=seat)
    assert waited <= 50  # ten hours for each of four steps at most, and for the bank
