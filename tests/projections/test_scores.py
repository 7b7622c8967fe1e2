"""Scores: every point is there, in the history that counts, and explains itself."""

import random

import msgspec
import pytest

from domain.root.events import DominanceActivated, PointsForfeited
from domain.table.canonical import encode
from domain.table.lifecycle import Resign, Undo
from domain.table.messages import ARBITER
from domain.table.table import fold
from projections.scores import Score, Scores, ScoreSheet, read_score_sheet, score_sheet
from tests.projections.root_tables import played
from tests.table.play import Play, begun, dealt, finish, opened, play_one
from tests.table.toy import CallVote, PlayCards, RollDie, Vote


def consistent(play: Play) -> ScoreSheet:
    """The sheet, once it adds up."""
    table, sheet = play.table, score_sheet(play.table)
    running = [0] * len(table.seats)
    for score in sheet.scores:
        assert score.points == sum(term.count * term.factor for term in score.terms)
        running[score.seat] += score.points
        assert score.total == running[score.seat]
        assert score.clause == table.records[score.version - 1].law
        assert score.at == table.records[score.version - 1].at
    assert sheet.totals == tuple(running)
    if table.game is not None:
        assert sheet.totals == table.rulebook.scores(table.game)
    versions = [score.version for score in sheet.scores]
    assert versions == sorted(versions)
    assert set(versions) <= set(table.history.line())
    (row,) = Scores().rows(table)
    assert row[0] == table.id
    assert read_score_sheet(row[1]) == sheet
    assert list(Scores().rows(fold(table.id, table.rulebook, table.records))) == [row]
    return sheet


@pytest.mark.parametrize("seed", range(10))
def test_scores_add_up_to_the_totals_at_every_step_and_after_every_undo(seed: int) -> None:
    rng = random.Random(seed)
    play = begun(rng.randrange(1, 5))
    for _ in range(40):
        if play.table.prompts:
            play_one(play, rng)
        consistent(play)
        if rng.random() < 0.2:
            play.ask(ARBITER, Undo(rng.randrange(play.table.setup_end, play.version + 1)))
            consistent(play)
    finish(play)
    sheet = consistent(play)
    assert play.table.finished
    assert (sheet.totals, sheet.ranking) == (play.table.finished.scores, play.table.finished.ranking)


def test_a_table_that_has_not_begun_has_a_sheet_without_scores() -> None:
    assert consistent(opened(3)) == ScoreSheet("toytable2345", 1, (0, 0, 0), (), ())
    assert consistent(begun(3)).aims == (None, None, None)


def test_a_score_says_at_what_version_and_by_what_clause_and_terms() -> None:
    play = dealt(3, 5, 7, 9)
    play.do(0, PlayCards((3, 5)))
    (score,) = consistent(play).scores
    assert (score.seat, score.points, score.total, score.clause) == (0, 8, 8, "TOY-8")
    assert [(term.label, term.count, term.factor, term.clause) for term in score.terms] == [
        ("card", 1, 3, "TOY-3"),
        ("card", 1, 5, "TOY-3"),
    ]


def test_the_clause_is_that_of_the_record_where_it_is_not_the_events_own() -> None:
    play = begun()
    play.do(0, RollDie())
    assert [score.clause for score in consistent(play).scores] == ["TOY-4"]


def test_an_event_by_which_two_score_is_a_score_of_each() -> None:
    play = begun()
    play.do(0, CallVote())
    play.do(0, Vote(True))
    play.do(1, Vote(True))
    assert [(score.seat, score.points, score.total) for score in consistent(play).scores] == [(0, 2, 2), (1, 2, 2)]


def test_what_was_undone_is_no_longer_scored() -> None:
    play = begun()
    before = play.version
    play.do(0, RollDie())
    assert consistent(play).scores
    play.do(ARBITER, Undo(before))
    assert consistent(play).scores == ()
    assert consistent(play).version == play.version


def test_whoever_resigns_keeps_the_score() -> None:
    play = begun()
    play.do(0, RollDie())
    scores = consistent(play).scores
    play.do(0, Resign())
    assert consistent(play).scores == scores


def test_a_finished_sheet_has_ranks() -> None:
    play = begun(options='{"rounds":1}')
    assert isinstance(consistent(play).scores, tuple)
    finish(play)
    sheet = consistent(play)
    assert sorted(sheet.ranking)[0] == 1
    assert all(isinstance(score, Score) for score in sheet.scores)


@pytest.fixture(scope="module")
def for_dominance() -> Play:
    """A game of Root in which somebody plays for dominance and forfeits points by it."""
    games = (played(seed) for seed in range(50))
    return next(play for play in games if score_sheet(play.table).forfeited)


def test_who_plays_for_something_else_has_no_points_and_what_it_forfeits_is_told_beside_them(
    for_dominance: Play,
) -> None:
    """A score marker is removed, and later points are not its seat's."""
    play = for_dominance
    sheet = consistent(play)
    line = [(version, play.table.records[version - 1].event) for version in play.table.history.line()]
    activated = {event.seats[0]: (version, event) for version, event in line if isinstance(event, DominanceActivated)}
    assert activated
    for seat, aim in enumerate(sheet.aims):
        since, event = activated.get(seat, (None, None))
        assert aim == (event.card if event else None)
        assert since is None or sheet.totals[seat] == 0
    forfeits = [(version, event) for version, event in line if isinstance(event, PointsForfeited)]
    assert [score.version for score in sheet.forfeited] == [version for version, _ in forfeits]
    for score, (_, event) in zip(sheet.forfeited, forfeits, strict=True):
        assert (score.seat, score.terms, score.clause) == (event.seat, event.terms, "core-11")
        assert score.points == sum(term.points for term in event.terms) > 0
        assert (score.total, score.version > activated[score.seat][0]) == (0, True)


def test_a_row_from_before_there_were_aims_is_still_read() -> None:
    sheet = score_sheet(begun().table)
    fields = msgspec.structs.asdict(sheet)
    del fields["forfeited"], fields["aims"]
    assert read_score_sheet(encode(fields)) == msgspec.structs.replace(sheet, aims=())
