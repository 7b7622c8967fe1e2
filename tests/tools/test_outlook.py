"""Dry runs tell what would happen, and nothing that chance has not decided yet."""

from collections.abc import Iterator
from typing import Any

from domain.table.chain import genesis_of
from domain.table.chance import Chance
from domain.table.disputes.messages import ArrangeDisputes, ContestRecord, GiveRuling, PutToVote, Remedy
from domain.table.lifecycle import BeginGame
from domain.table.messages import ARBITER, HOST
from domain.table.rulebook import Happening
from infra.outlooks import look_ahead
from infra.trials import Trial
from projections.disputes.outlook import CHANCE, Outlook
from tests.table.play import Play, begun, seated
from tests.table.toy import DieRolled, Nudge, RollDie, Toy


class Rolling(Toy):
    """The toy, where a die is rolled at once for whoever was given points."""

    def after_remedy(self, state: Any, chance: Chance) -> Iterator[Happening]:
        yield DieRolled(0, 1 + chance.below("die", 6))


def contested(rulebook: Toy) -> tuple[Play, int]:
    """A table at which seat 0 has nudged and rolled, and the version of the contested nudge."""
    play = begun(rulebook=rulebook)
    nudge = play.do(0, Nudge(1)).first
    play.do(0, RollDie())
    play.do(1, ContestRecord(nudge, "TOY-5"))
    return play, nudge


def ahead(play: Play, by: int, command: Any) -> Outlook:
    return look_ahead(Trial(play.table.copy(), play.source, genesis_of(play.table.id), play.now), by, command)


def test_what_chance_would_decide_anew_is_not_told() -> None:
    play, _ = contested(Rolling())
    told = ahead(play, ARBITER, GiveRuling(1, "overturned", Remedy(points=(1, 0))))
    assert told.events[-1] == CHANCE
    assert told.after is None
    assert not any("rolls" in sentence for sentence in told.events)


def test_what_chance_has_decided_already_is_told() -> None:
    play, nudge = contested(Toy())
    told = ahead(play, ARBITER, GiveRuling(1, "overturned", Remedy(rewind=nudge - 1, reapply=True)))
    assert not told.moves[0].again
    assert told.moves[1].again
    assert told.moves[1].sentence.startswith("North rolls ")
    assert told.after == told.before


def test_a_vote_is_shown_as_if_all_agreed_to_it() -> None:
    play = seated()
    play.do(HOST, ArrangeDisputes(judge="vote"))
    play.do(HOST, BeginGame())
    nudge = play.do(0, Nudge(1)).first
    play.do(HOST, ContestRecord(nudge, "TOY-5"))
    before = play.table.version
    told = ahead(play, 1, PutToVote(1, "overturned", Remedy(points=(0, 3))))
    assert told.after == (told.before[0], told.before[1] + 3)
    assert play.table.version == before
