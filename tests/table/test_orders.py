"""Standing orders: set, hidden, followed as a part of what led to them, and ended."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar

import msgspec
import pytest

from domain.table.chance import Chance
from domain.table.clauses import Edition
from domain.table.digest import digest as table_digest
from domain.table.kernel import Accepted
from domain.table.lifecycle import (
    BeginGame,
    LeaveSeat,
    OrderFollowed,
    OrderSet,
    PauseTable,
    Phase,
    Redo,
    RequestUndo,
    Resign,
    ResumeTable,
    SetOrder,
    TakeSeat,
    Undo,
)
from domain.table.messages import ARBITER, HOST, GameEvent, SeatNumber
from domain.table.prompts import Prompt, StandingOrder
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Happening
from domain.table.seeing import seen_record, view_of
from domain.table.table import fold
from tests.table.play import COMMAND, ENCODE, Play, begun, dealt, digest, game_digest, opened, seated
from tests.table.toy import (
    Ballot,
    CallVote,
    DieRolled,
    DrawCard,
    Hunch,
    Nudge,
    Nudged,
    Plan,
    PlayCards,
    RollDie,
    Routine,
    Toy,
    Trumps,
    TurnPassed,
    Vote,
    VoteCalled,
    Voted,
    VotesShown,
    pass_turn,
)

FOLLOWED = pytest.mark.clause("T-26")


def order(prompt: str, wanted: StandingOrder) -> SetOrder:
    return SetOrder(prompt, msgspec.json.encode(wanted).decode())


def events(result: Accepted) -> list[Any]:
    return [record.event for record in result.records]


def kinds(result: Accepted) -> list[type]:
    return [type(event) for event in events(result)]


# --- T-25 Setting and taking back -------------------------------------------------------------------------------------


@pytest.mark.clause("T-25")
@pytest.mark.parametrize(
    ("prompt", "text", "kept"),
    [
        ("vote", ' {"yes": true, "order": "Ballot"} ', '{"order":"Ballot","yes":true}'),
        ("vote", '{"order":"Hunch"}', '{"order":"Hunch"}'),
        ("turn", "{}", '{"order":"Routine","nudge":0,"roll":false}'),
        ("turn", '{"roll": true, "order": "Routine"}', '{"order":"Routine","nudge":0,"roll":true}'),
    ],
)
def test_an_order_is_kept_in_its_one_form(prompt: str, text: str, kept: str):
    play = begun()
    play.do(1, SetOrder(prompt, text))
    assert play.table.records[-1].event == OrderSet(1, prompt, kept)
    assert play.table.seats[1].orders == {prompt: kept}


@pytest.mark.clause("T-25")
def test_an_order_is_changed_and_taken_back():
    play = seated()
    play.do(0, order("vote", Ballot(True)))
    play.do(0, order("turn", Routine(3)))
    play.do(0, order("vote", Hunch()))
    assert play.table.seats[0].orders.keys() == {"vote", "turn"}
    assert play.table.seats[0].orders["vote"] == '{"order":"Hunch"}'
    play.do(0, SetOrder("vote", None))
    assert play.table.seats[0].orders.keys() == {"turn"}
    assert play.refused(0, SetOrder("vote", None)) == "NO_SUCH_ORDER"
    assert play.refused(1, SetOrder("turn", None)) == "NO_SUCH_ORDER"
    assert fold(play.table.id, play.table.rulebook, play.table.records).seats == play.table.seats


@pytest.mark.clause("T-25")
@pytest.mark.parametrize(
    ("prompt", "text", "code"),
    [
        ("bid", "{}", "UNKNOWN_ORDER"),
        ("Ballot", '{"order":"Ballot","yes":true}', "UNKNOWN_ORDER"),
        ("bid", None, "NO_SUCH_ORDER"),
        ("vote", "", "BAD_ORDER"),
        ("vote", "null", "BAD_ORDER"),
        ("vote", "{}", "BAD_ORDER"),
        ("vote", '{"order":"Routine"}', "BAD_ORDER"),
        ("vote", '{"order":"Ballot"}', "BAD_ORDER"),
        ("vote", '{"order":"Ballot","yes":1}', "BAD_ORDER"),
        ("vote", '{"order":"Hunch","yes":true}', "BAD_ORDER"),
        ("vote", '{"order":"Hunch"', "BAD_ORDER"),
        ("turn", '{"nudge":"\ud800"}', "BAD_ORDER"),
        ("turn", "[" * 5_000, "BAD_ORDER"),
        ("turn", '{"nudge":1.5}', "BAD_ORDER"),
    ],
)
def test_what_is_no_order_of_the_game_is_refused(prompt: str, text: str | None, code: str):
    assert begun().refused(0, SetOrder(prompt, text)) == code


class Steady(Toy):
    """Only seat 0 ever votes, and a marker that is moved by order never goes back."""

    def orders_for(self, state: Trumps, seat: int) -> Mapping[str, Any]:
        assert len(state.hands) == 2
        return self.orders if seat == 0 else {"turn": Routine}

    def check_order(self, state: Trumps, seat: int, kind: str, order: Any) -> None:
        if kind == "turn" and order.nudge < 0:
            raise Refusal("TOO_FAR", "TOY-5", steps=order.nudge)


@pytest.mark.clause("T-25")
@pytest.mark.parametrize("start", [opened, seated, begun])
def test_an_order_that_can_never_answer_is_refused_also_before_the_game_begins(start: Callable[..., Play]):
    play = start(rulebook=Steady())
    if play.table.phase is Phase.OPEN:
        for seat in (0, 1):
            play.do(seat, TakeSeat(seat, f"person{seat}"))
    assert play.refused(1, order("vote", Hunch())) == "NEVER_ASKED"
    assert play.refused(1, order("turn", Routine(-1))) == "TOO_FAR"
    assert play.refused(1, SetOrder("bid", "{}")) == "UNKNOWN_ORDER"
    play.do(0, order("vote", Hunch()))
    play.do(1, order("turn", Routine(1)))


@pytest.mark.clause("T-25")
def test_an_order_that_is_never_asked_for_any_more_can_still_be_taken_back():
    play = begun()
    play.do(1, order("vote", Hunch()))
    play.table.rulebook = Steady()
    play.do(1, SetOrder("vote", None))
    assert play.table.seats[1].orders == {}


@pytest.mark.clause("T-25")
def test_an_order_ends_with_who_gave_it():
    play = opened()
    for seat in (0, 1):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
        play.do(seat, order("vote", Ballot(True)))
    play.do(0, LeaveSeat(0))
    play.do(HOST, TakeSeat(0, "zoe"))
    assert [seat.orders for seat in play.table.seats] == [{}, {"vote": '{"order":"Ballot","yes":true}'}]
    play.do(HOST, BeginGame())
    play.do(1, Resign())
    play.do(1, TakeSeat(1, "yan"))
    assert [seat.orders for seat in play.table.seats] == [{}, {}]
    assert kinds(play.do(0, CallVote())) == [VoteCalled]


@pytest.mark.clause("T-25")
def test_a_copy_of_a_table_has_orders_of_its_own():
    play = seated()
    twin = play.copy()
    twin.do(0, order("vote", Hunch()))
    assert play.table.seats[0].orders == {}


@pytest.mark.clause("T-25")
def test_an_order_is_part_of_what_a_table_is():
    """Also in the digest that exports carry; without one a table has the digest that it had before there were orders."""
    play, other = seated(), seated()
    play.do(0, order("vote", Ballot(True)))
    other.do(0, order("vote", Ballot(False)))
    assert table_digest(play.table) != table_digest(other.table)
    for each in (play, other):
        each.do(0, SetOrder("vote", None))
    assert table_digest(play.table) == table_digest(other.table)


# --- T-26 Following ---------------------------------------------------------------------------------------------------


@FOLLOWED
def test_an_order_answers_as_part_of_the_command_that_asked():
    play = dealt(1, 2, 3, 4, 5, 6, seats=3)
    play.do(1, order("vote", Ballot(True)))
    result = play.do(0, CallVote())
    assert events(result) == [VoteCalled(0), OrderFollowed(1, "vote"), Voted(1, True)]
    assert [(record.by, record.cause is not None) for record in result.records] == [(0, True), (0, False), (0, False)]
    assert [record.law for record in result.records] == ["TOY-7", "T-26", "TOY-7"]
    assert [prompt.seat for prompt in play.table.prompts] == [0, 2]
    assert play.table.command_span(play.version) == (result.first, result.last)


@FOLLOWED
@pytest.mark.parametrize(("card", "yes"), [(4, True), (5, False)])
def test_what_is_answered_may_depend_on_the_hand(card: int, yes: bool):
    play = dealt(1, 2, 6, card)
    play.do(1, order("vote", Hunch()))
    assert events(play.do(0, CallVote()))[2] == Voted(1, yes)


@FOLLOWED
def test_orders_that_answer_one_another_play_on_to_the_end():
    play = begun(2, options='{"rounds":3}')
    play.do(1, order("turn", Routine(2, roll=True)))
    assert kinds(play.do(0, RollDie())).count(OrderFollowed) == 2
    result = play.do(0, order("turn", Routine(roll=True)))
    assert play.table.phase is Phase.FINISHED
    assert kinds(result).count(OrderFollowed) == 2 + 2 * 2
    unordered = begun(2, options='{"rounds":3}')
    for seat in (0, 1, 0, 1, 0, 1):
        unordered.do(seat, RollDie())
    rolled = [[r.event for r in p.table.records if isinstance(r.event, DieRolled)] for p in (play, unordered)]
    assert rolled[0] == rolled[1]
    assert play.table.draws == unordered.table.draws


@FOLLOWED
def test_an_answer_that_is_not_offered_leaves_the_decision_to_the_seat():
    play = begun()
    play.do(1, order("turn", Routine(9)))
    assert OrderFollowed not in kinds(play.do(0, RollDie()))
    assert [prompt.seat for prompt in play.table.prompts] == [1]


@FOLLOWED
def test_an_order_that_answers_no_more_leaves_the_rest_to_the_seat():
    play = begun()
    play.do(1, order("turn", Routine(3)))
    assert events(play.do(0, RollDie()))[-3:] == [TurnPassed(1), OrderFollowed(1, "turn"), Nudged(1, 3)]
    play.do(1, RollDie())


@FOLLOWED
def test_what_a_game_begins_with_is_answered_and_cannot_be_undone():
    play = seated()
    play.do(0, order("turn", Routine(roll=True)))
    result = play.do(HOST, BeginGame())
    assert kinds(result)[-1] is TurnPassed
    assert [prompt.seat for prompt in play.table.prompts] == [1]
    assert play.table.setup_end == play.version
    assert play.refused(ARBITER, Undo(play.version - 1)) == "NOTHING_TO_UNDO"


@FOLLOWED
def test_an_order_for_what_is_awaited_already_answers_at_once():
    play = begun()
    result = play.do(0, order("turn", Routine(2)))
    assert kinds(result) == [OrderSet, OrderFollowed, Nudged]
    assert play.table.awaited_since() == {play.table.prompts[0]: play.now - 1_000_000}


@FOLLOWED
def test_at_a_paused_table_nothing_is_answered_until_it_goes_on():
    play = begun()
    play.do(HOST, PauseTable())
    assert kinds(play.do(0, order("turn", Routine(2)))) == [OrderSet]
    result = play.do(HOST, ResumeTable())
    assert kinds(result)[1:] == [OrderFollowed, Nudged]
    assert {record.by for record in result.records} == {HOST}


@FOLLOWED
def test_after_an_undo_or_a_redo_nothing_is_answered_and_after_the_next_command_it_is():
    play = begun()
    before = play.version
    result = play.do(0, order("turn", Routine(2)))
    assert kinds(play.do(0, Undo(before)))[1:] == []
    assert play.table.seats[0].orders != {}
    assert play.table.game.markers == [0, 0]
    assert kinds(play.do(0, Redo()))[1:] == []
    assert (play.table.game.markers, play.table.history.tip) == ([2, 0], result.last)
    play.do(0, Undo(before))
    assert kinds(play.do(0, Plan(play.table.game.hands[0][0])))[1:] == [OrderFollowed, Nudged]


@FOLLOWED
def test_after_a_resignation_orders_answer():
    play = begun(3)
    before = play.version
    play.do(0, order("turn", Routine(2)))
    play.do(0, Undo(before))
    result = play.do(1, Resign())
    assert kinds(result)[-2:] == [OrderFollowed, Nudged]
    assert play.refused(1, Undo(before)) == "SEAT_VACANT"
    assert play.refused(0, Undo(before)) == "RESIGNED_SINCE"


@FOLLOWED
def test_a_command_that_is_asked_twice_has_its_whole_first_result():
    play = begun()
    play.do(1, order("turn", Routine(3)))
    before = play.version
    first = play.do(0, RollDie(), id="once")
    play.do(1, RollDie())
    again = play.do(0, RollDie(), id="once", expected=before)
    assert again.repeated
    assert (again.first, again.last, again.records) == (first.first, first.last, first.records)
    assert again.records[-1].event == Nudged(1, 3)


@FOLLOWED
def test_a_table_with_orders_is_the_same_from_its_records_at_every_version():
    play = begun(3)
    rng = random.Random(3)
    for seat in range(3):
        play.do(seat, order("vote", rng.choice([Ballot(True), Hunch()])))
    play.do(1, order("turn", Routine(1, roll=True)))
    play.do(0, CallVote())
    assert VotesShown in [type(record.event) for record in play.table.records]
    while len(play.table.records) < 60 and play.table.prompts:
        seat = play.table.prompts[0].seat
        play.do(seat, rng.choice(play.table.rulebook.legal(play.table.game, seat)).sample(rng))
    assert digest(fold(play.table.id, play.table.rulebook, play.table.records)) == digest(play.table)
    assert digest(play.copy().table) == digest(play.table)


class Optional(Toy):
    """A vote is a right that nobody waits for."""

    def evolve(self, state: Trumps, event: Any) -> None:
        super().evolve(state, event)
        if isinstance(event, VoteCalled):
            state.prompts = tuple(msgspec.structs.replace(prompt, optional=True) for prompt in state.prompts)


@FOLLOWED
def test_a_right_that_nobody_waits_for_is_left_to_the_seat():
    play = begun(rulebook=Optional())
    play.do(1, order("vote", Ballot(True)))
    assert kinds(play.do(0, CallVote())) == [VoteCalled]


class Restless(Toy):
    """A marker may go for ever."""

    def evolve(self, state: Trumps, event: Any) -> None:
        super().evolve(state, event)
        state.nudged = False


@FOLLOWED
def test_orders_that_would_go_on_for_ever_are_a_fault():
    play = begun(rulebook=Restless())
    with pytest.raises(EngineFault, match="1000 times"):
        play.ask(0, order("turn", Routine(1)))


class Wasteful(Toy):
    """It draws what no event tells of, before others' orders answer."""

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        yield from super().decide(state, seat, command, chance)
        chance.below("die", 6)


@FOLLOWED
def test_what_was_drawn_in_vain_is_not_hidden_by_an_order():
    play = begun(rulebook=Wasteful())
    play.do(1, order("turn", Routine(1)))
    with pytest.raises(EngineFault, match="after the last event"):
        play.ask(0, RollDie())


class Later(Toy):
    """A later version of the rules, without the order that was given."""

    orders: ClassVar[dict[str, Any]] = {"vote": Hunch}


class Elsewhere(Toy):
    """Rules that do not know the table's edition."""

    editions = (Edition("9"),)


@FOLLOWED
@pytest.mark.parametrize(
    ("rulebook", "prompt", "wanted"), [(Later(), "vote", Ballot(True)), (Later(), "turn", Routine(1))]
)
def test_an_order_that_the_rules_do_not_know_any_more_is_not_followed(
    rulebook: Toy, prompt: str, wanted: StandingOrder
):
    play = begun()
    play.do(1, order(prompt, wanted))
    play.table = fold(play.table.id, rulebook, play.table.records)
    assert OrderFollowed not in kinds(play.do(0, CallVote() if prompt == "vote" else RollDie()))
    play.do(1, SetOrder(prompt, None))


@FOLLOWED
@pytest.mark.clause("T-24")
def test_under_an_edition_that_the_rules_do_not_know_nothing_is_answered():
    play = begun()
    play.table = fold(play.table.id, Elsewhere(), play.table.records)
    assert kinds(play.do(0, order("turn", Routine(1)))) == [OrderSet]


# --- Undoing what was followed ----------------------------------------------------------------------------------------


class Hopped(GameEvent, frozen=True, tag="hop"):
    clause = "TOY-5"
    secrets: ClassVar[tuple[str, ...]] = ("steps",)
    seat: SeatNumber
    steps: int


class Relay(Toy):
    """To nudge is a whole turn."""

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        yield from super().decide(state, seat, command, chance)
        if isinstance(command, Nudge):
            yield from pass_turn(state)


class Hopping(Toy):
    """The same, with an event that shows everybody a number that may have been hidden."""

    events = (*Toy.events, Hopped)

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        yield Hopped(seat, command.steps)
        yield from pass_turn(state)


def cost(play: Play, by: int, to_version: int) -> object:
    answer = play.copy().ask(by, Undo(to_version))
    return answer.arguments["asked"] if isinstance(answer, Refusal) else "free"


@FOLLOWED
@pytest.mark.clause("T-20", "T-21")
def test_what_was_followed_is_undone_with_its_trigger_and_nobody_else_has_acted_by_it():
    play = begun(3, rulebook=Relay())
    play.do(1, order("turn", Routine(3)))
    before, state = play.version, game_digest(play.table)
    play.do(0, Nudge(1))
    assert (play.table.game.markers, play.table.prompts[0].seat) == ([1, 3, 0], 2)
    assert cost(play, 1, before) == (0,)
    assert cost(play, 0, before) == "free"
    assert play.refused(0, Undo(before + 1)) == "NO_SUCH_POINT"
    play.do(0, Undo(before))
    assert game_digest(play.table) == state
    play.do(0, Redo())
    assert play.table.game.markers == [1, 3, 0]


@FOLLOWED
@pytest.mark.clause("T-21")
def test_what_was_followed_showed_what_it_showed():
    play = dealt(1, 2, 3, 4, 5, 6, seats=3)
    play.do(1, order("vote", Ballot(True)))
    before = play.version
    play.do(0, CallVote())
    assert cost(play, 0, before) == (1,)
    other = begun(2)
    other.do(1, order("turn", Routine(roll=True)))
    before = other.version
    other.do(0, RollDie())
    assert cost(other, 0, before) == (1,)


@FOLLOWED
@pytest.mark.clause("T-23")
@pytest.mark.parametrize("steps", [2, 3])
def test_that_an_answer_shows_what_the_trigger_said_by_chance_does_not_make_it_said(steps: int):
    """Else what an undo costs would tell whether they are the same."""
    play = begun(3, rulebook=Hopping())
    play.do(1, order("turn", Routine(steps)))
    before = play.version
    play.do(0, Nudge(2))
    assert play.table.records[-2].event == Hopped(1, steps)
    assert cost(play, 0, before) == (1, 2)


# --- T-16 Hidden ------------------------------------------------------------------------------------------------------


def seen_by(play: Play, viewer: int | None) -> list[bytes]:
    table = play.table
    commands = [COMMAND.decode(record.cause.command) if record.cause else None for record in table.records]
    seen = [
        seen_record(table, record, viewer, command) for record, command in zip(table.records, commands, strict=True)
    ]
    return [ENCODE(record) for record in seen if record is not None]


def costs(play: Play) -> list[object]:
    first = play.table.setup_end if play.table.begun_at else 0
    asks = [
        (by, kind(at)) for by in (0, 1, 2, HOST) for kind in (Undo, RequestUndo) for at in (first, play.version - 1)
    ]
    answers = [play.copy().ask(by, command) for by, command in asks]
    return [a.to_builtins() if isinstance(a, Refusal) else [r.event for r in a.records] for a in answers]


@pytest.mark.clause("T-16", "T-25", "T-26")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_what_a_seat_orders_changes_no_byte_of_what_others_get(viewer: int | None):
    got = []
    for wanted in (Ballot(True), Ballot(False), Hunch()):
        play = begun(3)
        play.do(1, order("vote", wanted))
        play.do(0, CallVote())
        times = [record.at for record in play.table.records]
        got.append((seen_by(play, viewer), ENCODE(view_of(play.table, viewer)), play.table.prompts, times, costs(play)))
    assert got[0] == got[1] == got[2]


@pytest.mark.clause("T-16", "T-25")
@pytest.mark.parametrize("viewer", [None, 0, 2])
def test_others_do_not_see_what_an_order_is_about_or_whether_it_was_taken_back(viewer: int | None):
    got = []
    for second in (order("vote", Ballot(True)), order("turn", Routine(3, roll=True)), SetOrder("vote", None)):
        play = seated(3)
        play.do(1, order("vote", Hunch()))
        play.do(1, second)
        got.append((seen_by(play, viewer), costs(play)))
    assert got[0] == got[1] == got[2]
    seen = seen_record(play.table, play.table.records[-1], viewer, second)
    assert (seen.event, seen.cause) == (OrderSet(1, "", None), None)
    assert play.table.catalogue.event(seen.event) == "East changes a standing order"


@pytest.mark.clause("T-25")
def test_a_seat_sees_its_own_orders():
    play = seated(3)
    command = order("vote", Hunch())
    play.do(1, command)
    assert seen_record(play.table, play.table.records[-1], 1, command) == play.table.records[-1]


@pytest.mark.clause("T-16", "T-26")
def test_the_law_would_notice_a_leak():
    seen = []
    for wanted in (Ballot(True), Ballot(False)):
        play = begun(3)
        play.do(1, order("vote", wanted))
        play.do(0, CallVote())
        seen.append(seen_by(play, 1))
    assert seen[0] != seen[1]


@FOLLOWED
def test_that_an_order_was_followed_is_everybodys_to_see():
    play = begun(3)
    play.do(1, order("vote", Hunch()))
    record = play.do(0, CallVote()).records[1]
    assert [seen_record(play.table, record, viewer, None) for viewer in (None, 0, 1, 2)] == [record] * 4


# --- What a rulebook need not write -----------------------------------------------------------------------------------


def test_a_game_without_orders_answers_nothing():
    class Plain(Toy):
        orders: ClassVar[dict[str, Any]] = {}

    play = begun(rulebook=Plain())
    result = play.ask(0, SetOrder("vote", "{}"))
    assert isinstance(result, Refusal)
    assert play.table.catalogue.refusal(result) == "Nothing can be ordered in advance for 'vote'; it can for consent."
    assert super(Toy, play.table.rulebook).answer(play.table.game, Prompt(0, "vote", "TOY-7", ()), Hunch()) is None


def test_a_refusal_can_say_more_than_whose_turn_it_is():
    play = begun()
    card = play.table.game.hands[1][0]
    assert play.refused(1, Plan(card)) == "PLAN_IN_TURN"
    assert play.refused(1, DrawCard()) == "NOT_YOUR_TURN"
    play.do(0, CallVote())
    assert play.refused(0, Plan(card)) == "PLAN_IN_TURN"
    assert play.refused(0, PlayCards(())) == "WRONG_PHASE"
    assert super(Toy, play.table.rulebook).unawaited(play.table.game, 1, Vote(True)) is None
