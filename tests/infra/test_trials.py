"""What may be told of a correction before it is ruled: what fits all that its viewer can imagine, and nothing of what is."""

import pytest

from domain.table.disputes.messages import Remedy
from domain.table.lifecycle import RequestUndo
from infra.outlooks import UnknowableError, check_foreseeable
from infra.trials import is_knowable
from tests.table.disputing import contested, correction
from tests.table.play import finish
from tests.table.toy import CardsPlayed, Nudged


@pytest.mark.clause("T-56", "T-16")
def test_of_what_others_hold_nothing_is_told_by_whether_a_correction_fits():
    table = contested().table
    theirs, lying, own = table.game.hands[1][0], table.game.deck[0], table.game.hands[0][0]
    assert [is_knowable(table, 0, correction(CardsPlayed(1, (card,)))) for card in (theirs, lying)] == [False, False]
    assert [is_knowable(table, viewer, correction(CardsPlayed(0, (own,)))) for viewer in (0, 1, None)] == [
        True,
        False,
        False,
    ]
    assert is_knowable(table, None, correction(Nudged(0, 1), rewind=table.setup_end))
    assert is_knowable(table, 1, correction(CardsPlayed(1, (theirs,))))


@pytest.mark.clause("T-56")
def test_when_the_game_is_over_nothing_is_hidden():
    play = contested(options='{"rounds":1}')
    finish(play)
    assert is_knowable(play.table, 0, correction(CardsPlayed(1, (99,))))


@pytest.mark.clause("T-28", "T-16")
def test_which_moves_would_be_made_again_is_not_told_where_something_is_hidden():
    play = contested(options='{"rounds":1}')
    start = play.table.setup_end
    again, gone = Remedy(rewind=start, reapply=True), Remedy(rewind=start)
    asked, alone = RequestUndo(start, reapply=True), RequestUndo(start)
    assert [is_knowable(play.table, 0, remedy) for remedy in (again, gone)] == [False, True]
    with pytest.raises(UnknowableError, match="hidden from north"):
        check_foreseeable(play.table, 0, asked)
    check_foreseeable(play.table, 0, alone)
    finish(play)
    assert is_knowable(play.table, 0, again)
    check_foreseeable(play.table, 0, asked)
