"""What an undo costs: nothing, the consent of exactly those concerned, or the arbiter's word."""

from collections.abc import Iterator
from itertools import product
from typing import Any, ClassVar

import msgspec
import pytest

from domain.table.chance import Chance, Dictated
from domain.table.frontier import learned, shown_by
from domain.table.lifecycle import (
    AbandonTable,
    GiveConsent,
    PauseTable,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RequestUndo,
    Resign,
    TakeSeat,
    Undo,
    Undone,
    UndoRequested,
    WithdrawRequest,
)
from domain.table.messages import ARBITER, HOST, Command, GameEvent
from domain.table.records import Draw, Record
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening
from domain.table.seeing import view_of
from domain.table.table import fold
from tests.table.play import Play, begun, dealt, finish, game_digest
from tests.table.toy import (
    CallVote,
    DrawCard,
    Nudge,
    Plan,
    PlayCards,
    RollDie,
    Toy,
    Trumps,
    TurnPassed,
    Vote,
    VoteCalled,
)


def asked_for(play: Play, by: int, to_version: int) -> object:
    """Who would have to consent to an undo: nobody at all for a free one, else the seats in order."""
    result = play.copy().ask(by, Undo(to_version))
    if isinstance(result, Refusal):
        assert result.code == "UNDO_NOT_FREE"
        return result.arguments["asked"]
    return "free"


# Three seats; 0 holds 1 2, 1 holds 3 4, 2 holds 5 6. It is 0's turn. The last of the steps is to be undone by `by`.
COSTS: list[tuple[str, list[tuple[int, Command]], int, object]] = [
    ("a move that shows nothing is free", [(0, Nudge(1))], 0, "free"),
    ("a secret plan about one's own known card is free", [(0, Plan(1))], 0, "free"),
    ("calling a vote is free", [(0, CallVote())], 0, "free"),
    ("drawing a card is not, as one knows it now; all others are asked", [(0, DrawCard())], 0, (1, 2)),
    ("showing one's own card is not; those who saw it are asked", [(0, PlayCards((1,)))], 0, (1, 2)),
    ("rolling is not; those who saw it are asked", [(0, RollDie())], 0, (1, 2)),
    ("a vote while others are still to vote is free", [(0, CallVote()), (1, Vote(True))], 1, "free"),
    ("a vote after others have voted is free too", [(0, CallVote()), (0, Vote(True)), (1, Vote(True))], 1, "free"),
    ("the last vote shows all others", [(0, CallVote()), (0, Vote(True)), (2, Vote(True)), (1, Vote(True))], 1, (0, 2)),
    ("somebody else's move is not one's own; who acted is asked", [(0, Nudge(1))], 1, (0,)),
    ("the host did not do it either", [(0, Nudge(1))], HOST, (0,)),
    ("the arbiter asks nobody", [(0, RollDie())], ARBITER, "free"),
]


@pytest.mark.clause("T-20", "T-21", "T-23")
@pytest.mark.parametrize(("sentence", "steps", "by", "cost"), COSTS, ids=[row[0] for row in COSTS])
def test_what_an_undo_of_the_last_command_costs(sentence: str, steps: list[tuple[int, Command]], by: int, cost: object):
    play = dealt(1, 2, 3, 4, 5, 6, 7, seats=3, die=(2,))
    for seat, command in steps:
        before, state = play.version, game_digest(play.table)
        play.do(seat, command)
    assert asked_for(play, by, before) == cost
    if cost == "free":
        play.do(by, Undo(before))
        assert game_digest(play.table) == state


@pytest.mark.clause("T-20")
def test_an_undo_is_not_free_after_somebody_acted():
    play = begun(3)
    play.do(0, CallVote())
    before = play.version
    play.do(1, Vote(True))
    play.do(2, Vote(True))
    assert asked_for(play, 1, before) == (2,)
    assert asked_for(play, 2, before) == (1,)
    assert asked_for(play, 0, before) == (1, 2)
    # Free again for 1 once 2 has taken the own vote back.
    play.do(2, Undo(play.version - 1))
    assert asked_for(play, 1, before) == "free"


@pytest.mark.clause("T-20")
def test_table_records_in_between_do_not_count_as_acting():
    play = begun(3)
    before = play.version
    play.do(0, Nudge(1))
    play.do(HOST, PauseTable())
    assert asked_for(play, 0, before) == "free"


@pytest.mark.clause("T-20")
def test_a_free_undo_is_of_the_own_last_command_one_at_a_time():
    play = begun(3)
    before = play.version
    play.do(0, Plan(play.table.game.hands[0][0]))
    between = play.version
    play.do(0, Nudge(1))
    assert asked_for(play, 0, before) == (1, 2)
    undone = [play.do(0, Undo(to)).records[0] for to in (between, before)]
    assert [(record.clause, record.law) for record in undone] == [(None, "T-20"), (None, "T-20")]


@pytest.mark.clause("T-21")
def test_a_hidden_draw_of_another_is_not_my_knowledge():
    play = begun(3)
    before = play.version
    play.do(0, DrawCard())
    play.do(1, Nudge(1))
    # 2 has learned nothing and done nothing; 1 has acted; 0 has drawn.
    assert asked_for(play, 0, before) == (1,)
    assert asked_for(play, 1, before) == (0,)
    assert asked_for(play, 2, before) == (0, 1)
    assert asked_for(play, HOST, before) == (0, 1)


@pytest.mark.clause("T-21")
def test_it_happens_when_all_who_were_asked_have_agreed():
    play = begun(3)
    before, state = play.version, game_digest(play.table)
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    assert play.table.records[-1].event == UndoRequested(before, (1, 2))
    assert play.refused(0, GiveConsent()) == "NOT_ASKED"
    assert play.refused(0, RequestUndo(before)) == "REQUEST_OPEN"
    assert play.refused(HOST, ProposeEdition("2")) == "REQUEST_OPEN"
    play.do(2, GiveConsent())
    assert play.refused(2, GiveConsent()) == "CONSENT_GIVEN_ALREADY"
    done = play.do(1, GiveConsent())
    assert done.records[-1].event == Undone(before)
    assert done.records[-1].law == "T-21"
    assert game_digest(play.table) == state
    assert play.table.request is None


@pytest.mark.clause("T-21")
@pytest.mark.parametrize(
    ("by", "command"),
    [
        (1, RefuseConsent()),
        (2, RefuseConsent()),
        (0, WithdrawRequest()),
        (1, Nudge(1)),
        (ARBITER, Undo(0)),
        (2, Resign()),
        (0, Resign()),
    ],
    ids=[
        "a refusal",
        "another's refusal",
        "withdrawing",
        "a move",
        "the arbiter",
        "resigning",
        "the asker's resigning",
    ],
)
def test_a_request_ends_with(by: int, command: Command):
    play = begun(3)
    before = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    play.do(2, GiveConsent())
    play.do(by, Undo(before) if isinstance(command, Undo) else command)
    assert play.table.request is None
    assert play.refused(1, GiveConsent()) == "NOTHING_ASKED"
    assert play.refused(1, RefuseConsent()) == "NOTHING_ASKED"
    assert play.refused(1, WithdrawRequest()) == "NOTHING_ASKED"


class Staying(Toy):
    """A game in which nothing becomes of who leaves."""

    def retire(self, state: Trumps, seat: int, chance: Chance) -> Iterator[Happening]:
        return iter(())


@pytest.mark.clause("T-6", "T-21")
def test_a_request_ends_with_resigning_also_where_that_does_nothing_to_the_game():
    play = begun(3, rulebook=Staying())
    before = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    assert len(play.do(2, Resign()).records) == 1
    assert play.table.request is None


@pytest.mark.clause("T-21")
@pytest.mark.parametrize("by", [1, HOST])
def test_only_who_asked_can_withdraw(by: int):
    play = begun(3)
    before = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    assert play.refused(by, WithdrawRequest()) == "NOT_YOUR_REQUEST"


@pytest.mark.clause("T-21")
def test_vacant_seats_are_not_asked_and_where_there_is_nobody_to_ask_it_is_done():
    play = begun(3)
    for seat in (2, 1):
        play.do(seat, Resign())
        before, state = play.version, game_digest(play.table)
        if seat == 2:
            play.do(0, RollDie())
            assert asked_for(play, 0, before) == (1,)
            play.do(1, RollDie())
            play.do(HOST, RollDie(), seat=2)
    play.do(0, RollDie())
    alone = play.copy()
    alone.do(HOST, TakeSeat(2, "zoe"))
    assert asked_for(alone, 0, before) == (2,)
    asked = play.copy()
    done = asked.do(0, RequestUndo(before))
    assert [record.event for record in done.records] == [UndoRequested(before, ()), Undone(before)]
    assert game_digest(asked.table) == state
    # Also who does not ask for it, but does it; it is not free, only that nobody is there to be asked.
    done = play.do(0, Undo(before))
    assert [(record.event, record.law) for record in done.records] == [(Undone(before), "T-21")]
    assert game_digest(play.table) == state


@pytest.mark.clause("T-20", "T-21")
def test_alone_at_a_table_every_undo_is_done():
    play = begun(1)
    before = play.version
    for command in (RollDie(), DrawCard(), Nudge(1)):
        play.do(0, command)
    play.do(0, Undo(before))
    assert play.table.records[-1].law == "T-21"
    assert game_digest(play.table) == game_digest(begun(1).table)


# --- T-6 Resigning ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-6")
def test_nobody_but_the_arbiter_goes_back_behind_what_a_resignation_did():
    play = begun(3)
    start = play.version
    play.do(0, Nudge(1))
    behind = play.version
    play.do(2, Resign())
    for by in (0, 1, HOST):
        for to_version in (start, behind):
            assert play.refused(by, Undo(to_version)) == "RESIGNED_SINCE"
            assert play.refused(by, RequestUndo(to_version)) == "RESIGNED_SINCE"
    after = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(after))
    play.do(1, GiveConsent())
    assert play.table.records[-1].event == Undone(after)
    play.do(ARBITER, Undo(behind))
    assert play.table.game.hands[2] != []
    assert play.table.seats[2].resigned


@pytest.mark.clause("T-6")
def test_a_resignation_that_did_nothing_to_the_game_is_no_hindrance():
    play = begun(3, rulebook=Staying())
    start = play.version
    play.do(0, Nudge(1))
    play.do(2, Resign())
    play.do(0, Undo(start))
    assert play.table.game.markers == [0, 0, 0]


@pytest.mark.clause("T-6")
def test_what_was_undone_before_a_resignation_can_be_asked_back():
    play = begun(3, rulebook=Staying())
    start = play.version
    nudged = play.do(0, Nudge(1))
    play.do(0, Undo(start))
    play.do(2, Resign())
    play.do(0, RequestUndo(nudged.last))
    play.do(1, GiveConsent())
    assert play.table.game.markers == [1, 0, 0]


# --- Who holds the seat since -----------------------------------------------------------------------------------------


def handed_over(seats: int, *steps: tuple[int, Command]) -> Play:
    """Seat 0 has done this, and somebody else has sat down there since."""
    play = begun(seats, rulebook=Staying())
    for by, command in steps:
        play.do(by, command)
    play.do(0, Resign())
    play.do(HOST, TakeSeat(0, "zoe"))
    return play


@pytest.mark.clause("T-20")
def test_who_takes_a_seat_over_does_not_freely_undo_what_was_done_there_before():
    play = handed_over(3, (0, Nudge(1)))
    start = play.table.setup_end
    assert asked_for(play, 0, start) == (1, 2)
    play.do(0, RequestUndo(start))
    play.do(1, GiveConsent())
    play.do(2, GiveConsent())
    assert play.table.game.markers == [0, 0, 0]


@pytest.mark.clause("T-20")
def test_who_takes_a_seat_over_freely_undoes_what_was_done_there_since():
    play = handed_over(3, (0, CallVote()))
    before = play.version
    play.do(0, Vote(True))
    play.do(0, Undo(before))
    assert play.table.records[-1].law == "T-20"
    assert asked_for(play, 0, play.table.setup_end) == (1, 2)


@pytest.mark.clause("T-20")
def test_the_same_person_who_comes_back_is_a_newcomer_too():
    play = begun(3, rulebook=Staying())
    start = play.version
    play.do(0, Nudge(1))
    play.do(0, Resign())
    play.do(0, TakeSeat(0, "person0"))
    assert asked_for(play, 0, start) == (1, 2)
    assert (
        play.table.copy().seats
        == play.table.seats
        == fold(play.table.id, play.table.rulebook, play.table.records).seats
    )


@pytest.mark.clause("T-22")
def test_who_takes_a_seat_over_does_not_freely_bring_back_what_was_undone_there_before():
    play = begun(3, rulebook=Staying())
    start = play.version
    nudged = play.do(0, Nudge(1))
    play.do(0, Undo(start))
    stayed = play.copy()
    play.do(0, Resign())
    play.do(HOST, TakeSeat(0, "zoe"))
    assert play.refused(0, Redo()) == "NOT_YOUR_UNDO"
    stayed.do(0, Redo())
    play.do(0, RequestUndo(nudged.last))
    assert play.table.request.asked == {1, 2}
    play.do(0, WithdrawRequest())
    play.do(ARBITER, Redo())
    assert play.table.game.markers == [1, 0, 0]


@pytest.mark.clause("T-23")
def test_the_arbiter_undoes_anything_back_to_the_set_up_even_the_end():
    play = begun(2)
    start, state = play.version, game_digest(play.table)
    finish(play)
    assert play.table.finished
    undone = play.do(ARBITER, Undo(start))
    assert undone.records[0].law == "T-23"
    assert game_digest(play.table) == state
    assert play.table.finished is None
    assert play.table.phase.value == "begun"


# --- Points to go to --------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-20")
@pytest.mark.parametrize("command", [Undo, RequestUndo])
def test_an_undo_goes_to_the_end_of_a_command_after_the_set_up_and_before_now(command: Any):
    play = begun(2)
    start = play.version
    rolled = play.do(0, RollDie())
    play.do(1, Nudge(1))
    by = ARBITER if command is Undo else 1
    inside = [rolled.first, rolled.last - 1]
    set_up = [0, 1, start - 1]
    present_and_future = [play.version, play.version + 1, 2**40]
    for version in (*inside, *set_up, *present_and_future):
        assert play.refused(by, command(version)) == "NO_SUCH_POINT", version
    play.do(by, command(rolled.last))


@pytest.mark.clause("T-20")
def test_an_undo_goes_to_what_is_behind_the_present_in_the_history():
    play = begun(2)
    start = play.version
    play.do(0, Nudge(1))
    left = play.version
    play.do(ARBITER, Undo(start))
    play.do(0, Nudge(2))
    assert play.refused(ARBITER, Undo(left)) == "NOT_IN_HISTORY"
    assert play.refused(1, RequestUndo(left)) == "NOT_IN_HISTORY"
    play.do(HOST, PauseTable())
    assert play.refused(ARBITER, Undo(play.version - 1)) == "NOT_IN_HISTORY"


# --- What binds by the game's own rules -------------------------------------------------------------------------------


class Binding(Toy):
    """The toy in which whoever calls a vote is bound to it."""

    def binds(self, event: Any, seat: int) -> bool:
        return isinstance(event, VoteCalled) and event.seat == seat


@pytest.mark.clause("T-20", "T-21")
def test_what_binds_by_the_games_own_rules_is_taken_back_by_consent_alone():
    play = begun(3, rulebook=Binding())
    before, state = play.version, game_digest(play.table)
    play.do(0, CallVote())
    # It showed nothing and nobody has acted: so all others are asked.
    assert asked_for(play, 0, before) == (1, 2)
    assert asked_for(play, ARBITER, before) == "free"
    play.do(0, RequestUndo(before))
    play.do(1, GiveConsent())
    play.do(2, GiveConsent())
    assert game_digest(play.table) == state


@pytest.mark.clause("T-20")
def test_what_binds_stands_before_what_was_done_earlier_and_not_before_what_was_done_since():
    play = begun(3, rulebook=Binding())
    start = play.version
    play.do(0, Nudge(1))
    nudged = play.version
    play.do(0, CallVote())
    called = play.version
    play.do(0, Vote(True))
    assert [asked_for(play, 0, version) for version in (start, nudged, called)] == [(1, 2), (1, 2), "free"]
    play.do(ARBITER, Undo(nudged))
    assert asked_for(play, 0, start) == "free"


@pytest.mark.clause("T-20")
def test_an_event_may_bind_one_seat_and_not_another():
    play = begun(2, rulebook=Binding())
    play.do(0, CallVote())
    before = play.version
    play.do(1, Vote(False))
    assert asked_for(play, 1, before) == "free"
    binds = play.table.rulebook.binds
    assert [binds(VoteCalled(0), 0), binds(VoteCalled(0), 1), Toy().binds(VoteCalled(0), 0)] == [True, False, False]


@pytest.mark.clause("T-20", "T-2")
def test_the_host_is_bound_as_the_vacant_seat_that_it_plays_for():
    play = begun(3, rulebook=Binding())
    play.do(0, Resign())
    before = play.version
    play.do(HOST, CallVote(), seat=0)
    assert asked_for(play, HOST, before) == (1, 2)


# --- T-22 Redo --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("T-22")
def test_a_redo_brings_back_command_by_command_what_was_undone_last():
    play = begun(2)
    start = play.version
    states = [game_digest(play.table)]
    for seat, command in ((0, Nudge(1)), (0, RollDie()), (1, RollDie())):
        play.do(seat, command)
        states.append(game_digest(play.table))
    play.do(ARBITER, Undo(start))
    for state in states[1:]:
        assert play.refused(0, Redo()) == "NOT_YOUR_UNDO"
        play.do(ARBITER, Redo())
        assert game_digest(play.table) == state
    assert play.refused(ARBITER, Redo()) == "NOTHING_TO_REDO"


@pytest.mark.clause("T-22")
def test_a_redo_is_for_who_undid_and_ends_when_something_else_is_played():
    play = begun(2)
    start = play.version
    play.do(0, Nudge(3))
    play.do(0, Undo(start))
    assert play.refused(1, Redo()) == "NOT_YOUR_UNDO"
    assert play.refused(HOST, Redo()) == "NOT_YOUR_UNDO"
    other = play.copy()
    other.do(0, Nudge(1))
    assert other.refused(0, Redo()) == "NOTHING_TO_REDO"
    redone = play.do(0, Redo())
    assert redone.records[0].law == "T-22"
    assert play.table.game.markers == [3, 0]
    play.do(0, Undo(start))
    play.do(HOST, PauseTable())
    play.do(0, Redo())


@pytest.mark.clause("T-22")
def test_after_an_undo_by_consent_the_redo_is_for_who_asked_and_not_for_the_last_who_agreed():
    play = begun(3)
    start = play.version
    play.do(0, RollDie())
    play.do(0, RequestUndo(start))
    play.do(1, GiveConsent())
    play.do(2, GiveConsent())
    for seat in (1, 2):
        assert play.refused(seat, Redo()) == "NOT_YOUR_UNDO"
    play.do(0, Redo())


@pytest.mark.clause("T-21", "T-22")
def test_what_was_undone_can_be_asked_back_of_all_others():
    play = begun(3)
    start = play.version
    rolled = play.do(0, RollDie())
    state = game_digest(play.table)
    play.do(ARBITER, Undo(start))
    play.do(1, RequestUndo(rolled.last))
    assert play.table.request.asked == {0, 2}
    play.do(0, GiveConsent())
    play.do(2, GiveConsent())
    assert game_digest(play.table) == state


# --- What was shown ---------------------------------------------------------------------------------------------------


class Shuffled(GameEvent, frozen=True, tag="x"):
    """Hands in one event: each seat sees its own."""

    clause = "TOY-2"
    secrets: ClassVar[tuple[str, ...]] = ("hands", "top")
    hands: tuple[tuple[int, ...], ...]
    top: int | None = None


class Peeking(Toy):
    def redact(self, event: Any, seat: int | None) -> Any:
        if not isinstance(event, Shuffled):
            return super().redact(event, seat)
        hands = tuple(hand if n == seat else () for n, hand in enumerate(event.hands))
        return msgspec.structs.replace(event, hands=hands, top=event.top if seat == 0 else None)

    def evolve(self, state: Trumps, event: Any) -> None:
        if not isinstance(event, Shuffled):
            super().evolve(state, event)


@pytest.mark.clause("T-23")
def test_what_redaction_leaves_of_a_secret_counts_as_shown():
    play = begun(2, rulebook=Peeking())
    event = Shuffled(((7, 8), (9,)), 0)
    shown = [list(shown_by(play.table, event, viewer)) for viewer in (0, 1, None)]
    assert shown == [[("hands", (7, 8)), ("top", 0)], [("hands", (9,))], []]
    for _ in range(2):
        play.table.apply(Record(0, 0, event))
    # Also where it is the same again: whoever compared would tell what others hold.
    for version in (play.version - 1, play.version):
        assert [learned(play.table, viewer, [version]) for viewer in (0, 1, None)] == [True, True, False]
    play.table.apply(Record(0, 0, event, (Draw("top", 0, 2, 0),)))
    assert [learned(play.table, viewer, [play.version]) for viewer in (0, 1, None)] == [True, True, False]


@pytest.mark.clause("T-16", "T-23")
@pytest.mark.parametrize("hidden", [(9,), (), (0,), (7, 8)], ids=repr)
def test_a_hidden_value_that_looks_like_what_stands_in_for_it_is_not_shown(hidden: tuple[int, ...]):
    play = begun(2, rulebook=Peeking())
    event = Shuffled(((7, 8), hidden))
    assert list(shown_by(play.table, event, None)) == []
    assert list(shown_by(play.table, event, 0)) == [("hands", (7, 8))]


@pytest.mark.clause("T-20", "T-23")
@pytest.mark.parametrize("first", list(product((False, True), repeat=3)), ids=str)
def test_the_last_vote_of_any_round_is_never_free_whatever_was_voted_before(first: tuple[bool, ...]):
    """Else the last to vote would look at what the others voted, and vote again."""
    for second in product((False, True), repeat=3):
        play = begun(3)
        for caller, votes in ((0, first), (1, second)):
            play.do(caller, CallVote())
            for seat in (0, 2, 1):
                before = play.version
                play.do(seat, Vote(votes[seat]))
        assert asked_for(play, 1, before) == (0, 2), second


class Peek(Command, frozen=True):
    """Look at the colour of a card of the next seat's hand."""

    clause = "TOY-2"
    at: int


class Peeked(GameEvent, frozen=True, tag="peeked"):
    clause = "TOY-2"
    secrets: ClassVar[tuple[str, ...]] = ("colours",)
    seat: int
    colours: tuple[int, ...]


class Looking(Toy):
    """The toy with a look at the colour of somebody's card: there are two colours, by even and odd."""

    commands = (*Toy.commands, Peek)
    events = (*Toy.events, Peeked)

    def decide(self, state: Trumps, seat: int, command: Any, chance: Chance) -> Iterator[Happening]:
        if isinstance(command, Peek):
            return iter([Peeked(seat, (state.hands[(seat + 1) % len(state.hands)][command.at] % 2,))])
        return super().decide(state, seat, command, chance)

    def evolve(self, state: Trumps, event: Any) -> None:
        if not isinstance(event, Peeked):
            super().evolve(state, event)
        if isinstance(event, TurnPassed):
            state.prompts = tuple(
                msgspec.structs.replace(prompt, commands=(*prompt.commands, "Peek")) for prompt in state.prompts
            )

    def redact(self, event: Any, seat: int | None) -> Any:
        if isinstance(event, Peeked) and event.seat != seat:
            return msgspec.structs.replace(event, colours=())
        return super().redact(event, seat)


@pytest.mark.clause("T-16", "T-20", "T-23")
@pytest.mark.parametrize("asker", [0, 1, 2, HOST])
@pytest.mark.parametrize("ask", [Undo, RequestUndo])
def test_what_somebody_sees_a_second_time_is_told_to_nobody_else_by_what_an_undo_costs(ask: Any, asker: int):
    """Two worlds that seat 2 and spectators cannot tell apart: in one of them both cards have the same colour."""
    got = []
    for hand in ((3, 5), (3, 6)):
        play = begun(3, rulebook=Looking(), source=Dictated({"deck": (1, 2, *hand, 7, 8)}))
        play.do(0, Peek(0))
        before = play.version
        play.do(0, Peek(1))
        answer = play.ask(asker, ask(before))
        for viewer in (2, None):
            seen = [play.table.rulebook.redact(record.event, viewer) if isinstance(record.event, GameEvent)
                    else record.event for record in play.table.records]  # fmt: skip
            outcome = (
                answer.to_builtins() if isinstance(answer, Refusal) else [record.event for record in answer.records]
            )
            got.append((viewer, seen, outcome, play.version, play.table.prompts, view_of(play.table, viewer)))
    assert got[:2] == got[2:]


@pytest.mark.clause("T-7")
def test_nothing_is_undone_at_an_abandoned_table():
    play = begun(2)
    play.do(0, Nudge(1))
    play.do(HOST, AbandonTable())
    assert play.refused(ARBITER, Undo(play.version - 2)) == "WRONG_LIFE_PHASE"
