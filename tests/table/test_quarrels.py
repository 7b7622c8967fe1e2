"""Whatever people quarrel about: the live state is what replay gives, every decision is decided again, and scores add up."""

from collections import Counter
from random import Random

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.digest import digest
from domain.table.rulebook import Rulebook
from tests.table.quarrels import quarrel, quarrelling, scored
from tests.table.toy import toy
from tests.table.whole_games import decided_again, replayed

GAMES: dict[str, tuple[Rulebook, int, str, int]] = {
    "toy": (toy, 3, '{"rounds":8,"cards":60}', 12),
    "carcassonne": (carcassonne, 2, '{"sets":["base","cult","siege","creativity"]}', 5),
    "root": (root, 3, "{}", 4),
    "flick of faith": (flick_of_faith, 2, "{}", 4),
}


@pytest.mark.clause("T-28", "T-55", "T-59")
@pytest.mark.parametrize(("game", "number"), [(game, n) for game, (*_, games) in GAMES.items() for n in range(games)])
def test_whatever_is_quarrelled_about_the_log_gives_the_same_table_and_the_same_decisions(game: str, number: int):
    rulebook, seats, options, _ = GAMES[game]
    rng = Random(f"{game} {number}")
    play = quarrelling(rulebook, seats, rng, options)
    for _ in range(4):
        quarrel(play, rng, 40)
        table = play.table
        assert digest(replayed(table)) == digest(table)
        assert scored(table) == list(rulebook.scores(table.game))
        assert list(rulebook.invariants(table.game)) == []
    assert digest(decided_again(play.table)) == digest(play.table)


def test_the_quarrels_of_these_tests_come_to_everything():
    seen: Counter[str] = Counter()
    for number in range(30):
        rng = Random(number)
        play = quarrelling(toy, 3, rng, '{"rounds":6}')
        seen += quarrel(play, rng, 150)
        seen += Counter(type(record.event).__name__ for record in play.table.records)
    wanted = {
        "GiveRuling", "PutToVote", "VoteOnRuling", "Appeal", "ProposeSettlement", "AnswerSettlement", "WithdrawContest",
        "AcceptArbiter", "CallTime", "RequestUndo", "Undo", "Redo", "Reapplied", "ScoreAdjusted", "Settled", "RefusalContested",
        "RequestLapsed", "VoteClosed", "SCORE_BELOW_ZERO", "UNDO_NOT_FREE", "RULED_SINCE", "ARBITER_IS_PARTY",
    }  # fmt: skip
    assert wanted - set(seen) == set()
