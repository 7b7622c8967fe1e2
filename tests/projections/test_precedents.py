"""Precedents: every contest that was ruled on has a row, that row says what was ruled in the end, and nothing hidden."""

from typing import Any

import msgspec
import pytest

from domain.table.canonical import encode
from domain.table.disputes.messages import (
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.lifecycle import BeginGame, CloseTable, TakeSeat
from domain.table.messages import ARBITER, HOST, Command
from domain.table.refusals import Refusal
from domain.table.table import fold
from domain.table.wire import command_text, events_text
from projections.precedents import (
    Contested,
    Judgement,
    Precedent,
    Precedents,
    field_of,
    precedents_of,
    read_precedent,
)
from tests.table.forked import fork
from tests.table.play import SEED, Play, begun, dealt, finish, seated
from tests.table.toy import CardsDrawn, Nudge, Nudged, Plan, Planned, RollDie, Toy, toy

ARGUMENT, REASONS, MORE, APPEAL = ("a0" * 32, "b1" * 32, "c2" * 32, "d3" * 32)


def of(play: Play) -> list[Precedent]:
    """The precedents of the table, once its rows agree with them, and are the same from the log alone."""
    rows = dict(Precedents().rows(play.table))
    found = [read_precedent(row) for row in rows.values()]
    assert found == list(precedents_of(play.table))
    assert list(rows) == [field_of(precedent) for precedent in found]
    assert [encode(precedent) for precedent in found] == list(rows.values())
    again = fold(play.table.id, play.table.rulebook, play.table.records)
    assert dict(Precedents().rows(again)) == rows
    return found


def only(play: Play) -> Precedent:
    [precedent] = of(play)
    return precedent


def contested(command: Command | None = None, cited: str = "TOY-5", **more: Any) -> tuple[Play, int]:
    """A table where seat 1 contests what seat 0 did, and the version of that."""
    play = begun(2, **more)
    play.do(0, command or Nudge(2))
    version = play.version
    play.do(1, ContestRecord(version, cited, ARGUMENT))
    return play, version


def test_a_ruling_on_a_record_is_a_precedent_with_all_that_it_is_found_by() -> None:
    play, version = contested()
    assert of(play) == []
    play.do(ARBITER, GiveRuling(1, "upheld", reasons=REASONS))
    ruled = play.version
    assert of(play) == [
        Precedent(
            "trumps",
            play.table.id,
            1,
            "1",
            "TOY-5",
            toy.law["TOY-5"].hash,
            Contested("record", version, "Nudged", "TOY-5"),
            (Judgement(ruled, play.table.records[-1].at, "arbiter", "upheld", (), REASONS),),
            "ruled",
            False,
            ARGUMENT,
        )
    ]


@pytest.mark.parametrize(
    ("remedy", "kinds"),
    [
        (lambda before: Remedy(rewind=before), ("rewind",)),
        (lambda before: Remedy(rewind=before, reapply=True), ("rewind", "reapply")),
        (lambda before: Remedy(points=(0, 2)), ("points",)),
        (lambda before: Remedy(events=events_text([Nudged(1, 1)])), ("correction",)),
        (
            lambda before: Remedy(before, events_text([Nudged(1, 1)]), (1, 0), reapply=True),
            ("rewind", "correction", "points", "reapply"),
        ),
    ],
)
def test_what_was_done_to_the_game_is_told_by_its_kinds(remedy: Any, kinds: tuple[str, ...]) -> None:
    play, version = contested()
    play.do(ARBITER, GiveRuling(1, "overturned", remedy(version - 1)))
    precedent = only(play)
    assert (precedent.outcome, precedent.remedies, precedent.ruling.reasons) == ("overturned", kinds, None)


def refused(play: Play, seat: int, command: Command, cited: str) -> None:
    version = play.version
    assert isinstance(play.ask(seat, command), Refusal)
    play.do(seat, ContestRefusal(version, version, seat, command_text(command), cited, ARGUMENT))


def test_a_ruling_on_a_refusal_says_what_was_refused_and_why() -> None:
    play = dealt(1, 2, 3, 4, 5, 6)
    version = play.version
    refused(play, 1, Nudge(1), "TOY-5")
    play.do(ARBITER, GiveRuling(1, "upheld"))
    assert only(play).contested == Contested("refusal", version, "NOT_YOUR_TURN", "T-14")


def test_of_a_refused_command_that_others_may_not_see_nothing_is_said() -> None:
    rows = set()
    for card in (40, 41):  # neither is in the hand
        play = dealt(1, 2, 3, 4, 5, 6)
        version = play.version
        refused(play, 0, Plan(card), "TOY-6")
        play.do(ARBITER, GiveRuling(1, "upheld"))
        precedent = only(play)
        assert precedent.contested == Contested("refusal", version, "", "")
        rows |= set(dict(Precedents().rows(play.table)).values())
    assert len(rows) == 1


def test_of_a_record_that_spectators_do_not_know_of_nothing_is_told() -> None:
    play = dealt(1, 2, 3, 4, 5, 6)
    play.do(0, Plan(play.table.game.hands[0][0]))
    version = play.version
    play.do(0, ContestRecord(version, "TOY-6"))
    play.do(ARBITER, GiveRuling(1, "upheld"))
    assert only(play).contested == Contested("record", version, "", "")


def test_a_correction_that_spectators_do_not_know_of_is_not_told() -> None:
    play, _ = contested()
    hidden = Remedy(events=events_text([Planned(0, play.table.game.hands[0][0])]), points=(1, 0))
    play.do(ARBITER, GiveRuling(1, "overturned", hidden))
    assert only(play).remedies == ("points",)


def test_a_ruling_by_vote_has_its_votes() -> None:
    play = seated(3)
    play.do(HOST, ArrangeDisputes(judge="vote"))
    play.do(HOST, BeginGame())
    play.do(0, Nudge(1))
    play.do(1, ContestRecord(play.version, "TOY-5"))
    play.do(2, PutToVote(1, "overturned", Remedy(points=(0, 1, 0)), REASONS))
    for seat, choice in enumerate(("no", "yes", "yes")):
        play.do(seat, VoteOnRuling(1, choice))
    precedent = only(play)
    assert (precedent.ruling.judge, precedent.ruling.votes, precedent.outcome) == ("vote", (2, 1), "overturned")
    assert precedent.ruling.version < play.version  # the points came after it


# --- Appeals ----------------------------------------------------------------------------------------------------------


def appealed(outcome: str, remedy: Remedy = Remedy()) -> tuple[Play, int]:  # noqa: B008 - it is frozen
    play, version = contested()
    play.do(ARBITER, GiveRuling(1, outcome, remedy, REASONS))
    play.do(0, Appeal(1, APPEAL))
    assert (only(play).standing, only(play).final, only(play).appeal) == ("appealed", False, APPEAL)
    return play, version


def voted(play: Play, outcome: str, remedy: Remedy = Remedy()) -> Precedent:  # noqa: B008 - it is frozen
    before = only(play)
    play.do(1, PutToVote(1, outcome, remedy, MORE))
    for seat in range(2):
        play.do(seat, VoteOnRuling(1, "yes"))
    precedent = only(play)
    assert precedent.final
    assert precedent.judgements[0] == before.ruling
    assert (precedent.ruling.judge, precedent.ruling.votes, precedent.ruling.reasons) == ("vote", (2, 0), MORE)
    assert precedent.texts == (ARGUMENT, APPEAL, REASONS, MORE)
    return precedent


def test_what_is_upheld_twice_is_confirmed() -> None:
    precedent = voted(appealed("upheld")[0], "upheld")
    assert (precedent.standing, precedent.outcome, precedent.remedies) == ("confirmed", "upheld", ())


def test_what_is_overturned_and_confirmed_has_the_remedy_of_the_first_ruling() -> None:
    precedent = voted(appealed("overturned", Remedy(points=(0, 1)))[0], "overturned")
    assert (precedent.standing, precedent.outcome, precedent.remedies) == ("confirmed", "overturned", ("points",))
    assert precedent.ruling.remedies == ()


@pytest.mark.parametrize(("first", "second"), [("upheld", "overturned"), ("overturned", "upheld")])
def test_what_is_ruled_otherwise_on_appeal_is_reversed_and_the_last_ruling_counts(first: str, second: str) -> None:
    remedies = {"upheld": Remedy(), "overturned": Remedy(points=(0, 1))}
    precedent = voted(appealed(first, remedies[first])[0], second, remedies[second])
    assert (precedent.standing, precedent.outcome) == ("reversed", second)
    assert precedent.judgements[0].outcome == first


def test_what_is_overturned_with_another_remedy_on_appeal_is_changed() -> None:
    play, version = appealed("overturned", Remedy(points=(0, 1)))
    precedent = voted(play, "overturned", Remedy(rewind=version - 1))
    assert (precedent.standing, precedent.remedies) == ("changed", ("rewind",))


def test_when_the_table_is_closed_every_ruling_is_final() -> None:
    play, _ = contested()
    play.do(ARBITER, GiveRuling(1, "upheld"))
    finish(play)
    assert not only(play).final
    play.do(ARBITER, CloseTable(SEED.hex()))
    assert only(play).final


# --- What is none -----------------------------------------------------------------------------------------------------


def test_what_is_open_settled_or_withdrawn_is_no_precedent() -> None:
    play, version = contested()
    play.do(0, ContestRecord(version, "TOY-1"))
    play.do(HOST, ContestRecord(version, "TOY-2"))
    play.do(1, WithdrawContest(1))
    play.do(0, ProposeSettlement(2))
    assert play.table.disputes.contests[1].settled
    assert of(play) == []
    play.do(ARBITER, GiveRuling(3, "upheld"))
    assert only(play).contest == 3


def test_what_is_settled_on_appeal_is_none_any_more_and_its_row_says_so() -> None:
    play, _ = appealed("upheld")
    play.do(1, ProposeSettlement(1))
    play.do(0, AnswerSettlement(1, True))
    precedent = only(play)
    assert (precedent.standing, precedent.outcome, len(precedent.judgements)) == ("settled", "upheld", 1)


def test_nothing_of_a_sandbox_is_a_precedent() -> None:
    tried = fork(contested()[0].table, 0)
    for seat in (0, 1):
        tried.do(HOST, TakeSeat(seat, f"tester{seat}"))
    seat = tried.table.prompts[0].seat
    tried.do(seat, RollDie())
    tried.do(HOST, ContestRecord(tried.table.forked.last + 3, "TOY-4"))
    tried.do(HOST, PutToVote(1, "upheld"))
    for voter in (0, 1):
        tried.do(voter, VoteOnRuling(1, "yes"))
    assert tried.table.disputes.contests[0].rulings
    assert list(Precedents().rows(tried.table)) == []


# --- Rows stay --------------------------------------------------------------------------------------------------------


def test_whatever_happens_later_a_table_has_rows_for_the_same_fields_or_more() -> None:
    play = begun(2)
    fields: set[str] = set()
    steps: list[tuple[int, Command]] = [
        (0, Nudge(2)), (1, ContestRecord(play.version + 1, "TOY-5")), (0, RollDie()), (1, AddEvidence(1, versions=(3,))),
        (ARBITER, GiveRuling(1, "overturned", Remedy(rewind=play.version, reapply=True))),
        (0, ContestRecord(3, "T-2")), (ARBITER, GiveRuling(2, "upheld")), (1, Appeal(1)), (0, ProposeSettlement(1)),
        (1, AnswerSettlement(1, True)), (1, Appeal(2)), (0, PutToVote(2, "overturned", Remedy(points=(1, 1)))),
        (0, VoteOnRuling(2, "yes")), (1, VoteOnRuling(2, "abstain")),
        (0, PutToVote(2, "upheld")), (0, VoteOnRuling(2, "yes")), (1, VoteOnRuling(2, "yes")),
    ]  # fmt: skip
    for by, command in steps:
        play.do(by, command)
        now = {field_of(precedent) for precedent in of(play)}
        assert now >= fields
        fields = now
    assert fields == {f"{play.table.id}/1", f"{play.table.id}/2"}
    assert [precedent.standing for precedent in of(play)] == ["settled", "confirmed"]


class Forgetful(Toy):
    """The toy game once it has no cards to plan or to draw any more."""

    commands = tuple(command for command in Toy.commands if command is not Plan)
    corrections = (Planned,)


def test_what_todays_rulebook_cannot_read_any_more_is_told_as_far_as_it_can_be() -> None:
    play = dealt(1, 2, 3, 4, 5, 6)
    refused(play, 0, Plan(40), "TOY-6")
    play.do(ARBITER, GiveRuling(1, "overturned", Remedy(events=events_text([CardsDrawn(1, (7,))]), points=(1, 0))))
    table = fold(play.table.id, Forgetful(), play.table.records)
    [precedent] = precedents_of(table)
    assert (precedent.contested.what, precedent.outcome, precedent.remedies) == ("", "overturned", ("points",))
    assert [field for field, _ in Precedents().rows(table)] == [field for field, _ in Precedents().rows(play.table)]


def test_a_row_without_a_ruling_or_with_too_many_is_none() -> None:
    play, _ = contested()
    play.do(ARBITER, GiveRuling(1, "upheld"))
    precedent = only(play)
    plain = msgspec.to_builtins(precedent)
    for judgements in ([], plain["judgements"] * 3):
        with pytest.raises(msgspec.ValidationError, match="one ruling or two, not"):
            read_precedent(encode({**plain, "judgements": judgements}))


def test_it_is_about_the_clause_that_is_cited_and_the_one_that_what_is_contested_follows_from() -> None:
    play, _ = contested(cited="TOY-1")
    play.do(ARBITER, GiveRuling(1, "upheld"))
    precedent = only(play)
    assert [clause for clause in ("TOY-1", "TOY-5", "TOY-2", "TOY") if precedent.is_about(clause)] == ["TOY-1", "TOY-5"]
