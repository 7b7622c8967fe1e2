"""The game of the guide knows nothing of disputes, and has them all."""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from domain.table.again import Same, decide_again
from domain.table.digest import digest
from domain.table.disputes.messages import (
    AnswerSettlement,
    Appeal,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
)
from domain.table.kernel import Accepted
from domain.table.lifecycle import GiveConsent, RequestUndo, SetOrder, Undo
from domain.table.messages import ARBITER
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table, fold
from domain.table.wire import command_text, events_text, stored_command
from infra.codec import Codec
from projections.disputes import NEUTRAL, case_file
from projections.disputes.counterfactual import counterfactual
from projections.precedents import precedents_of
from tests.docs.test_tic_tac_toe import EXAMPLES, RULES, begun, example, give, mark
from tests.tools.running import begin, done, failed, served

FIRST, SECOND, THIRD = 5, 6, 7
"""The versions of the first three marks."""


@pytest.fixture(scope="module")
def rulebook() -> Rulebook:
    return example()


@pytest.fixture
def contested(rulebook: Rulebook) -> Table:
    """Nought marks 4, cross 0, nought 8; nought contests cross's mark."""
    table = begun(rulebook)
    for turn, cell in enumerate((4, 0, 8)):
        done_by(table, turn % 2, mark(rulebook, cell))
    done_by(table, 0, ContestRecord(SECOND, "X-1"))
    return table


def done_by(table: Table, by: int, command: object) -> None:
    outcome = give(table, by, command)
    assert isinstance(outcome, Accepted), outcome


def refused(table: Table, by: int, command: object) -> str:
    outcome = give(table, by, command)
    assert isinstance(outcome, Refusal)
    # The sentence has all its arguments.
    assert outcome.code not in table.catalogue.refusal(outcome)
    return outcome.code


def marks(table: Table) -> dict[int, int]:
    return {cell: seat for cell, seat in enumerate(table.game.cells) if seat is not None}


def test_the_case_file_says_what_was_decided_and_what_could_have_been_done_instead(contested: Table) -> None:
    for reader in (0, 1, None, NEUTRAL):
        case = case_file(contested, 1, reader, {}, ())
        assert (case.cited, case.decision.seat, case.decision.before) == ("X-1", 1, FIRST)
        assert [told.sentence for told in case.decision.events] == ["Cross marks cell 0"]
        assert [(clause.id, clause.text) for clause in case.clauses] == [
            ("X-1", "In turn each puts a sign into a free cell; nought begins.")
        ]
        changes = [change for changes in case.changes for change in changes.changes]
        assert [(change.where, change.before or change.after) for change in changes] == [("cells", "–"), ("cells", "1")]
        assert case.legal.offers is not None
        assert [offer.count for offer in case.legal.offers] == [8]


def test_an_overturned_mark_is_taken_back_and_what_was_marked_since_as_well(contested: Table) -> None:
    done_by(contested, ARBITER, GiveRuling(1, "overturned", Remedy(rewind=FIRST)))
    assert marks(contested) == {4: 0}
    assert contested.prompts[0].seat == 1


def test_what_can_be_made_again_is(rulebook: Rulebook) -> None:
    table = begun(rulebook)
    for turn, cell in enumerate((4, 0, 8)):
        done_by(table, turn % 2, mark(rulebook, cell))
    done_by(table, 1, ContestRecord(FIRST, "X-1"))
    # In the place of nought's mark comes another: then all marks after it can be made as they were.
    other = events_text([rulebook.events[0](0, 2)])  # type: ignore[call-arg]
    done_by(table, ARBITER, GiveRuling(1, "overturned", Remedy(rewind=FIRST - 1, events=other, reapply=True)))
    assert marks(table) == {2: 0, 0: 1, 8: 0}


def test_points_by_a_ruling_are_added_and_end_nothing(contested: Table, rulebook: Rulebook) -> None:
    done_by(contested, ARBITER, GiveRuling(1, "overturned", Remedy(points=(0, 1))))
    assert rulebook.scores(contested.game) == (0, 1)
    for by, cell in ((1, 1), (0, 2), (1, 6), (0, 3), (1, 5), (0, 7)):
        assert contested.finished is None
        done_by(contested, by, mark(rulebook, cell))
    assert contested.finished is not None
    assert (contested.finished.scores, contested.finished.ranking) == ((0, 1), (2, 1))
    assert sum(getattr(record.event, "points", 0) for record in contested.records) == 1


def test_points_after_the_end_make_another_result(contested: Table, rulebook: Rulebook) -> None:
    for by, cell in ((1, 1), (0, 2), (1, 3), (0, 6)):
        done_by(contested, by, mark(rulebook, cell))
    assert contested.finished is not None
    assert contested.finished.ranking == (1, 2)
    done_by(contested, ARBITER, GiveRuling(1, "overturned", Remedy(points=(0, 2))))
    assert (contested.finished.scores, contested.finished.ranking) == ((1, 2), (2, 1))


def test_a_refusal_is_contested_and_the_ruling_puts_right_what_was_refused(
    contested: Table, rulebook: Rulebook
) -> None:
    version = contested.version
    assert refused(contested, 1, mark(rulebook, 4)) == "CELL_TAKEN"
    asked = ContestRefusal(version, version, 1, command_text(mark(rulebook, 4)), "X-1")
    done_by(contested, 1, asked)
    case = case_file(contested, 2, None, {}, ())
    assert case.decision.refusal is not None
    assert case.decision.refusal.sentence == "Cell 4 is taken."
    other = events_text([rulebook.events[0](1, 4)])  # type: ignore[call-arg]
    done_by(contested, ARBITER, GiveRuling(2, "overturned", Remedy(events=other)))
    assert marks(contested) == {4: 1, 0: 1, 8: 0}


def test_both_settle_it_without_an_arbiter(contested: Table, rulebook: Rulebook) -> None:
    done_by(contested, 0, ProposeSettlement(1, Remedy(points=(1, 0))))
    done_by(contested, 1, AnswerSettlement(1, True))
    assert contested.disputes.contests[0].status == "settled"
    assert rulebook.scores(contested.game) == (1, 0)


def test_the_counterfactual_goes_on_as_far_as_the_other_reading_allows(contested: Table, rulebook: Rulebook) -> None:
    was = digest(contested)
    parted = counterfactual(contested, 1)
    assert ([step.outcome for step in parted.steps], parted.parted) == (["refused"], THIRD)
    assert parted.why == "It is not your turn; the game waits for cross."
    other = events_text([rulebook.events[0](1, 3)])  # type: ignore[call-arg]
    whole = counterfactual(contested, 1, Remedy(events=other))
    assert ([step.outcome for step in whole.steps], whole.parted, whole.differences) == (["same"], 0, (0, 0))
    assert digest(contested) == was


def test_a_ruling_is_a_precedent_and_an_appeal_lets_the_seats_judge_again(contested: Table) -> None:
    assert list(precedents_of(contested)) == []
    done_by(contested, ARBITER, GiveRuling(1, "overturned", Remedy(rewind=FIRST)))
    [precedent] = precedents_of(contested)
    assert (precedent.clause, precedent.outcome, precedent.remedies) == ("X-1", "overturned", ("rewind",))
    assert (precedent.contested.what, precedent.standing) == ("Marked", "ruled")
    done_by(contested, 1, Appeal(1))
    assert refused(contested, ARBITER, GiveRuling(1, "upheld")) == "VOTE_RULES"
    done_by(contested, 1, PutToVote(1, "upheld"))
    for seat in (0, 1):
        done_by(contested, seat, VoteOnRuling(1, "yes"))
    # What the first ruling took back is there again.
    assert marks(contested) == {4: 0, 0: 1, 8: 0}
    assert [precedent.standing for precedent in precedents_of(contested)] == ["reversed"]


def test_nobody_goes_back_behind_a_ruling_but_the_arbiter(contested: Table) -> None:
    done_by(contested, ARBITER, GiveRuling(1, "upheld"))
    assert refused(contested, 0, Undo(SECOND)) == "RULED_SINCE"
    assert refused(contested, 0, RequestUndo(SECOND)) == "RULED_SINCE"
    done_by(contested, ARBITER, Undo(SECOND))
    assert marks(contested) == {4: 0, 0: 1}


def test_consent_is_ordered_in_advance(rulebook: Rulebook) -> None:
    table = begun(rulebook)
    done_by(table, 1, SetOrder("consent", '{"order":"DeclineUndo"}'))
    for turn, cell in enumerate((4, 0)):
        done_by(table, turn % 2, mark(rulebook, cell))
    done_by(table, 0, RequestUndo(FIRST - 1))
    assert [type(record.event).__name__ for record in table.records[-2:]] == ["UndoRequested", "ConsentRefused"]
    assert marks(table) == {4: 0, 0: 1}
    # To lose its own mark cross has to be asked, even if it agrees in advance.
    done_by(table, 1, SetOrder("consent", '{"order":"AgreeToUndo","commands":9}'))
    done_by(table, 0, RequestUndo(FIRST))
    assert table.request is not None
    assert table.request.asked == {1}
    done_by(table, 1, GiveConsent())
    assert marks(table) == {}


def test_quarrels_at_random_leave_a_log_that_decides_and_folds_as_it_was(rulebook: Rulebook) -> None:
    for seed in range(10):
        table = quarrelled(rulebook, random.Random(seed))
        codec = Codec(rulebook)
        stored = [codec.encode(record) for record in table.records]
        records = [codec.decode("t", version, *one) for version, one in enumerate(stored, 1)]
        assert digest(fold("t", rulebook, records)) == digest(table)
        starts = [place for place, record in enumerate(records) if record.cause is not None]
        for start, end in zip(starts, [*starts[1:], len(records)], strict=True):
            cause = records[start].cause
            assert cause is not None
            command = stored_command(rulebook, cause.command)
            again = decide_again(fold("t", rulebook, records[:start]), records[start:end], command)
            assert isinstance(again, Same), (seed, command, again)


def quarrelled(rulebook: Rulebook, rng: random.Random) -> Table:
    """A table at which marks are made, contested and ruled on."""
    table = begun(rulebook)
    while table.prompts:
        seat = table.prompts[0].seat
        done_by(table, seat, rulebook.legal(table.game, seat)[0].sample(rng))
        if len(table.disputes.contests) < 4 and rng.random() < 0.4:
            done_by(table, 1 - seat, ContestRecord(table.command_span(table.history.tip)[0], "X-1"))
            number = len(table.disputes.contests)
            before = table.command_span(table.history.tip)[0] - 1
            remedy = rng.choice((Remedy(rewind=before), Remedy(points=(1, -1)), Remedy(rewind=before, points=(0, 2))))
            done_by(table, ARBITER, GiveRuling(number, "overturned", remedy))
    return table


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A data folder for commands that are given in the example's own folder."""
    monkeypatch.chdir(EXAMPLES)
    with served(tmp_path) as folder:
        yield folder


def test_by_the_command_line_it_is_contested_judged_looked_up_and_verified(data: Path, tmp_path: Path) -> None:
    # Nought marks 4, cross 0, nought 8.
    table = begin("tictactoe", *RULES, "--players", "you,you", "--seed", 1, typed="5\n1\n7\nquit\n")
    log = done("log", table, *RULES, "--json").json["records"]
    second = [record["version"] for record in log if record["event"] == "Marked"][1]
    because = ("--because", "It was not yet the turn of cross.")
    done("contest", table, *RULES, "--by", "nought", "--record", second, "--clause", "X-1", *because)
    assert "It was not yet the turn of cross." in done("case", table, 1, *RULES).out
    done("case", table, 1, *RULES, "--html", tmp_path / "case.html")
    assert "<svg" in (tmp_path / "case.html").read_text()
    done("rule", table, 1, *RULES, "--overturned", "--rewind", "before")
    board = done("show", table, *RULES, "--json").json["board"]["view"]
    assert [cell for cell, sign in enumerate(board["cells"]) if sign is not None] == [4]
    assert "only the arbiter can go back behind that" in failed("undo", table, *RULES)
    [precedent] = done("precedents", "tictactoe", *RULES, "--clause", "X-1", "--json").json["precedents"]
    assert (precedent["table"], precedent["outcome"]) == (table, "overturned")
    done("appeal", table, 1, *RULES, "--by", "cross")
    done("rule", table, 1, *RULES, "--as-vote", "--by", "cross", "--upheld")
    for seat in ("nought", "cross"):
        done("vote", table, 1, "yes", *RULES, "--by", seat)
    board = done("show", table, *RULES, "--json").json["board"]["view"]
    assert [cell for cell, sign in enumerate(board["cells"]) if sign is not None] == [0, 4, 8]
    again = done("readjudicate", table, *RULES, "--edition", "1").out
    assert "Commands: 4 decided again, 4 same, 0 other events, " in again
    done("play", "--table", table, *RULES, typed="1\n" * 9)
    done("close", table, *RULES)
    done("export", table, *RULES, "-o", tmp_path / "file")
    assert done("verify", tmp_path / "file", *RULES).out.endswith("verified.\n")
