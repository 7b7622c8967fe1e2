"""What happens when time runs out: reminders, calling time, and the four things that can follow (T-70 to T-72)."""

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.chance import Chance
from domain.table.clocks import bots_awaited, next_due
from domain.table.clocks.calling import MOST_ANSWERS
from domain.table.clocks.messages import ArrangeTime, GrantTime, SeatReminded, TimeControl, TimeRanOut
from domain.table.disputes.messages import ArrangeDisputes, CallTime, RequestLapsed
from domain.table.kernel import Accepted
from domain.table.least import least_of
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    OrderFollowed,
    PauseTable,
    RequestUndo,
    Resign,
    SeatResigned,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, SERVER, Command, Term
from domain.table.offers import Offer, OneOf, RuledOffer
from domain.table.prompts import Prompt
from domain.table.robots import KINDS, bot_of
from domain.table.rulebook import Happening, Rulebook, event_of
from infra.bots import BOTS
from tests.table.play import Play, digest, opened, seated
from tests.table.timed import HOUR, StillPlay, bank, events, hours_left, pass_time, time_of, timed
from tests.table.toy import (
    CallVote,
    CardsDrawn,
    HandGone,
    Nudge,
    Plan,
    RollDie,
    Scored,
    Toy,
    TurnPassed,
    Vote,
    Voted,
    VotesShown,
    toy,
)  # fmt: skip
from tests.table.whole_games import decided_again, replayed

DUE = CallTime()


def out(play: Play, by: int = SERVER) -> list[Any]:
    """What calling time leads to."""
    return events(play.do(by, DUE))


@pytest.mark.clause("T-71")
@pytest.mark.parametrize("by", [0, 1, HOST, ARBITER, SERVER])
def test_anybody_may_call_time_when_it_is_over_and_nobody_before(by: int):
    play = timed(move=60)
    assert play.refused(by, DUE) == "NOTHING_IS_DUE"
    play.now += HOUR - 1
    assert play.refused(by, DUE) == "NOTHING_IS_DUE"
    assert next_due(play.table) == play.now + 1
    play.now += 1
    assert out(play, by) == [TimeRanOut(0)]
    assert play.refused(by, DUE) == "NOTHING_IS_DUE"
    assert next_due(play.table) is None
    assert (time_of(play).overdue, time_of(play).until) == (True, play.now)


@pytest.mark.clause("T-71")
def test_who_is_late_may_still_act_until_time_is_called_and_uses_up_its_bank():
    play = timed(move=60, bank=60, increment=30)
    pass_time(play, 5)
    play.do(0, RollDie())
    assert bank(play) == 0.5
    assert play.refused(SERVER, DUE) == "NOTHING_IS_DUE"


@pytest.mark.clause("T-71")
def test_time_is_called_later_by_the_grace_which_is_charged_to_nobody():
    play = timed(bank=60, grace=30, increment=10)
    pass_time(play, 1.25)
    assert play.refused(SERVER, DUE) == "NOTHING_IS_DUE"
    twin = play.copy()
    twin.do(HOST, GrantTime(0, 60))
    assert hours_left(twin) == 1
    pass_time(play, 0.25)
    assert out(play) == [TimeRanOut(0)]


@pytest.mark.clause("T-71")
def test_one_seat_after_the_other_is_out_the_first_first_and_what_was_asked_before_that():
    play = seated(3)
    play.do(HOST, ArrangeDisputes(hours=1))
    play.do(HOST, ArrangeTime(TimeControl(120)))
    play.do(HOST, BeginGame())
    rolled = play.do(0, RollDie()).first
    play.do(1, CallVote())
    pass_time(play, 1)
    play.do(1, Vote(False))
    play.do(0, RequestUndo(rolled - 1))
    pass_time(play, 3)
    assert [type(one) for one in out(play)] == [RequestLapsed]
    assert [out(play), out(play)] == [[TimeRanOut(0)], [TimeRanOut(2)]]
    assert play.refused(SERVER, DUE) == "NOTHING_IS_DUE"


@pytest.mark.clause("T-70")
def test_a_seat_is_reminded_once_for_each_mark_and_decision():
    play = timed(move=48 * 60, remind=(24 * 60, 2 * 60, 30))
    assert next_due(play.table) == play.now + 24 * HOUR
    pass_time(play, 25)
    assert out(play) == [SeatReminded(0, 24 * 60)]
    assert play.refused(SERVER, DUE) == "NOTHING_IS_DUE"
    pass_time(play, 22.75)
    assert out(play) == [SeatReminded(0, 30)]
    assert next_due(play.table) == play.now + HOUR // 4
    play.do(0, RollDie())
    play.do(1, RollDie())
    pass_time(play, 24)
    assert out(play) == [SeatReminded(0, 24 * 60)]


@pytest.mark.clause("T-70")
def test_a_mark_that_is_no_shorter_than_the_whole_time_and_a_bot_are_not_reminded():
    play = timed(move=60, remind=(60, 30))
    assert next_due(play.table) == play.now + HOUR // 2
    play.do(0, Resign())
    play.do(HOST, TakeSeat(0, "greedy-bot-1"))
    pass_time(play, 0.75)
    assert play.refused(SERVER, DUE) == "NOTHING_IS_DUE"


@pytest.mark.clause("T-72")
def test_where_the_table_waits_the_host_acts_for_the_seat_as_long_as_the_game_waits_for_it():
    play = timed(move=60)
    assert play.refused(HOST, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    pass_time(play, 1)
    assert play.refused(HOST, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    out(play)
    for by in (1, ARBITER, SERVER):
        assert play.refused(by, Nudge(1), seat=0) == "NOT_YOUR_SEAT"
    play.do(HOST, Nudge(1), seat=0)
    play.do(HOST, RollDie(), seat=0)
    assert play.refused(HOST, RollDie(), seat=1) == "NOT_YOUR_SEAT"
    play.do(1, RollDie())
    assert play.refused(HOST, RollDie(), seat=0) == "NOT_YOUR_SEAT"


@pytest.mark.clause("T-72")
def test_who_acts_itself_is_late_no_more():
    play = timed(move=60)
    pass_time(play, 1)
    out(play)
    play.do(0, Nudge(1))
    assert not time_of(play).overdue
    assert play.refused(HOST, RollDie(), seat=0) == "NOT_YOUR_SEAT"
    assert hours_left(play) == 1


@pytest.mark.clause("T-72", "T-67")
def test_what_nobody_may_know_of_leaves_a_seat_as_late_as_it_was():
    play = timed(move=60)
    pass_time(play, 1)
    out(play)
    play.do(0, Plan(play.table.game.hands[0][0]))
    assert time_of(play).overdue


@pytest.mark.clause("T-73", "T-71")
def test_whoever_is_given_time_when_it_was_called_has_it_from_then_on():
    play = timed(bank=60)
    pass_time(play, 3)
    out(play)
    pass_time(play, 3)
    play.do(HOST, GrantTime(0, 90))
    assert (hours_left(play), time_of(play).overdue) == (1.5, False)


@pytest.mark.clause("T-72")
def test_a_bot_of_the_server_moves_for_the_seat_where_that_is_arranged():
    play = timed(move=60, out="bot")
    assert list(bots_awaited(play.table)) == []
    pass_time(play, 1)
    out(play)
    assert list(bots_awaited(play.table)) == [(0, None)]
    assert next_due(play.table) == play.table.records[-1].at
    play.do(SERVER, Nudge(1), seat=0)
    play.do(SERVER, RollDie(), seat=0)
    assert list(bots_awaited(play.table)) == []
    assert play.refused(SERVER, RollDie(), seat=1) == "NOT_YOUR_SEAT"


def test_bots_are_known_by_their_ids_and_play_at_once_but_not_at_a_paused_table():
    assert set(KINDS) == set(BOTS)
    assert [bot_of(who) for who in ("greedy-bot-1", "random-bot-x", "eager-bot-1", "ada", None)] == [
        "greedy", "random", None, None, None,
    ]  # fmt: skip
    play = opened()
    play.do(0, TakeSeat(0, "random-bot-1"))
    play.do(1, TakeSeat(1, "ada"))
    play.do(HOST, BeginGame())
    assert list(bots_awaited(play.table)) == [(0, "random")]
    assert next_due(play.table) == play.table.records[-1].at
    play.do(HOST, PauseTable())
    assert next_due(play.table) is None


@pytest.mark.clause("T-72")
def test_the_server_answers_with_the_least_that_the_rules_allow_where_a_table_skips():
    play = timed(3, move=60, out="skips", die=(3,))
    pass_time(play, 1)
    assert out(play) == [TimeRanOut(0), CardsDrawn(0, (7,)), TurnPassed(1)]
    assert not time_of(play).overdue
    assert time_of(play, 1).awaited
    assert hours_left(play, 1) == 1


@pytest.mark.clause("T-72")
def test_a_standing_order_answers_first_also_where_it_was_not_followed_behind_an_undo():
    play = timed(move=60, out="skips", die=(3, 3, 3))
    play.do(0, CallVote())
    called = play.version
    play.do(0, Vote(True))
    play.do(1, SetOrder("vote", '{"order":"Ballot","yes":true}'))
    play.do(ARBITER, Undo(called))
    pass_time(play, 1)
    assert out(play) == [TimeRanOut(0), Voted(0, False), OrderFollowed(1, "vote"), Voted(1, True), VotesShown((False, True)),
                         Scored((1,), (Term("vote", 1, 1, "TOY-7"),)), TurnPassed(1)]  # fmt: skip


@pytest.mark.clause("T-72")
def test_each_prompt_is_answered_once_and_then_there_is_time_anew():
    play = timed(1, move=60, out="skips", die=(3, 3))
    pass_time(play, 1)
    first = out(play)
    assert first[0] == TimeRanOut(0)
    assert play.table.game.turns == 1
    assert (hours_left(play), time_of(play).overdue) == (1, False)


class Silent(Toy):
    """What is asked has no least answer."""

    def least(self, state: Any, prompt: Prompt) -> None:
        return None


@pytest.mark.clause("T-72")
def test_where_the_rules_find_no_least_answer_the_table_waits():
    play = StillPlay(seated(rulebook=Silent()))
    play.do(HOST, ArrangeTime(TimeControl(60, out="skips")))
    play.do(HOST, BeginGame())
    pass_time(play, 1)
    assert out(play) == [TimeRanOut(0)]
    play.do(HOST, RollDie(), seat=0)


@pytest.mark.clause("T-72", "T-6")
def test_who_forfeits_has_resigned_and_the_rulebook_says_what_becomes_of_its_pieces():
    play = timed(move=60, out="forfeits")
    hand = tuple(play.table.game.hands[0])
    nudged = play.do(0, Nudge(2)).first
    pass_time(play, 1)
    result = play.do(SERVER, DUE)
    assert events(result) == [TimeRanOut(0), SeatResigned(0), HandGone(0, hand)]
    assert [record.law for record in result.records] == ["T-71", "T-72", "TOY-9"]
    assert play.table.seats[0].resigned
    play.do(HOST, RollDie(), seat=0)
    assert play.refused(1, RequestUndo(nudged - 1)) == "RESIGNED_SINCE"
    play.do(HOST, TakeSeat(0, "zoe"))
    assert not time_of(play).overdue


@pytest.mark.clause("T-72", "T-20", "T-21")
def test_what_the_server_answered_is_nobodys_own_to_take_back_whoever_called_time():
    play = timed(3, move=60, out="skips", die=(3,))
    pass_time(play, 1)
    result = play.do(1, DUE)
    assert result.records[0].by == 1
    before = result.first - 1
    assert play.refused(1, Undo(before)) == "UNDO_NOT_FREE"
    play.do(0, RequestUndo(before))
    for seat in (1, 2):
        play.do(seat, GiveConsent())
    assert (hours_left(play), play.table.game.active) == (1, 0)


@pytest.mark.clause("T-72")
@pytest.mark.parametrize("how", ["waits", "skips", "bot", "forfeits"])
def test_the_log_alone_gives_what_followed_and_every_command_is_decided_so_again(how: str):
    play = timed(3, move=60, bank=30, remind=(20,), out=how, options='{"rounds":20}')
    for _ in range(12):
        pass_time(play, 1.25)
        if isinstance(play.ask(SERVER, DUE), Accepted):
            pass_time(play, 0.5)
            play.ask(SERVER, DUE)
        seat = play.table.prompts[0].seat
        play.ask(HOST, Nudge(1), seat=seat)
        play.ask(SERVER, Nudge(1), seat=seat)
        play.ask(HOST if play.table.seats[seat].vacant else seat, RollDie(), seat=seat)
        assert digest(replayed(play.table)) == digest(play.table)
    assert digest(decided_again(play.table)) == digest(play.table)


def nothing(rng: object) -> Nudge:
    raise LookupError


def test_to_forgo_is_the_least_and_else_the_first_that_can_be_listed():
    class SkipIt(RollDie, frozen=True):
        pass

    class EndOf(Nudge, frozen=True):
        pass

    ruled = RuledOffer(Vote)
    offers = [ruled, Offer(EndOf, ("steps",), ((2,), (1,))), Offer(SkipIt)]
    assert least_of(offers, Prompt(0, "x", "X", ("Vote", "EndOf", "SkipIt"))) == SkipIt()
    assert least_of(offers, Prompt(0, "x", "X", ("Vote", "EndOf"))) == EndOf(2)
    assert least_of([Offer(Vote, free={"yes": OneOf((True, False))})], Prompt(0, "x", "X", ("Vote",))) == Vote(False)
    drawn = RuledOffer(Nudge, draw=lambda rng: Nudge(rng.randrange(99)))
    assert least_of([drawn], Prompt(0, "x", "X", ("Nudge",))) == least_of([drawn], Prompt(0, "x", "X", ("Nudge",)))
    assert least_of([RuledOffer(Nudge, draw=nothing)], Prompt(0, "x", "X", ("Nudge",))) is None
    assert least_of([Offer(EndOf, ("steps",), ())], Prompt(0, "x", "X", ("EndOf",))) is None


class Low:
    """Chance that always gives the least."""

    lasting = False

    def value(self, label: str, number: int, bound: int, items: object) -> int:
        return 0


@pytest.mark.clause("T-72")
@pytest.mark.parametrize(
    ("rulebook", "seats", "options"),
    [
        (carcassonne, 2, {}), (carcassonne, 3, {"sets": ["base", "cult", "siege", "creativity"]}), (root, 3, {}), (root, 2, {}),
        (flick_of_faith, 2, {}), (flick_of_faith, 4, {}), (toy, 3, {}),
    ],
    ids=lambda value: getattr(value, "game", str(value)),
)  # fmt: skip
def test_in_every_game_the_least_answer_is_offered_and_the_turn_soon_anothers(
    rulebook: Rulebook, seats: int, options: Any
):
    state = rulebook.start(msgspec.convert(options, rulebook.options), seats, rulebook.editions[-1])
    chance = Chance(Low(), {})
    happen(rulebook, state, rulebook.setup(state, chance), chance)
    last, answers = -1, 0
    for _ in range(400):
        prompts = [prompt for prompt in state.prompts if not prompt.optional]
        if not prompts:
            return
        seat = prompts[0].seat
        last, answers = seat, answers + 1 if seat == last else 1
        assert answers < 20
        command = rulebook.least(state, prompts[0])
        assert any(offer.contains(command) for offer in rulebook.legal(state, seat))
        happen(rulebook, state, rulebook.decide(state, seat, command, chance), chance)


def happen(rulebook: Rulebook, state: Any, happenings: Iterator[Happening], chance: Chance) -> None:
    for happening in happenings:
        rulebook.evolve(state, event_of(happening))
        chance.take()


class Nudging(Toy):
    """A seat may nudge as often as it likes."""

    def evolve(self, state: Any, event: Any) -> None:
        super().evolve(state, event)
        state.nudged = False


class Slow(Nudging):
    """The least that a seat can do is to nudge five times."""

    def least(self, state: Any, prompt: Prompt) -> Command | None:
        return Nudge(1) if state.markers[prompt.seat] < 5 else RollDie()


@pytest.mark.clause("T-72")
def test_the_server_answers_until_the_game_waits_for_the_seat_no_more_also_the_same_prompt_again():
    play = StillPlay(seated(2, rulebook=Slow()))
    play.do(HOST, ArrangeTime(TimeControl(60, out="skips")))
    play.do(HOST, BeginGame())
    pass_time(play, 1)
    assert [type(event).__name__ for event in out(play)] == [
        "TimeRanOut", *["Nudged"] * 5, "DieRolled", "Scored", "TurnPassed",
    ]  # fmt: skip


class Endless(Nudging):
    """The least that a seat can do leads nowhere."""

    def least(self, state: Any, prompt: Prompt) -> Command | None:
        return Nudge(1)


@pytest.mark.clause("T-72")
def test_what_leads_nowhere_is_answered_so_often_and_then_there_is_time_anew():
    play = StillPlay(seated(2, rulebook=Endless()))
    play.do(HOST, ArrangeTime(TimeControl(60, out="skips")))
    play.do(HOST, BeginGame())
    pass_time(play, 1)
    assert len(out(play)) == 1 + MOST_ANSWERS
    assert (hours_left(play), time_of(play).overdue) == (1, False)
