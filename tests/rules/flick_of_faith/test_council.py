"""The Council: FF-3.1 to FF-3.3, P-1; E-19 to E-23."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import CastLawVote, DecideLawTie
from domain.flick_of_faith.events import LawEnacted, LawsDrawn, LawVoteSealed, LawVotesRevealed
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.chance import Derived, chance_key
from domain.table.clocks.messages import TimeControl
from domain.table.disputes.messages import CallTime
from domain.table.messages import SERVER
from domain.table.records import Record
from domain.table.seeing import seen_record
from tests.rules.flick_of_faith.positions import asked, done, go_on, kinds, of, position, refused
from tests.rules.flick_of_faith.tables import begun
from tests.table.play import Play, digest
from tests.table.timed import pass_time
from tests.table.whole_games import decided_again

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]
UPPER, LOWER = "pride", "humility"


def council(seats: int = 2, upper: str = UPPER, lower: str = LOWER, **more: Any) -> Game:
    """A Council at which these two Laws have been drawn."""
    game = position(seats=seats, step="council", **{"laws": [], **more})
    game.deck = sorted({upper, lower, "shrines", "kraken"} | set(game.deck))
    (drawn,) = of(go_on(game, laws=[upper, lower]), LawsDrawn)
    assert (drawn.upper, drawn.lower) == (upper, lower)
    return game


def vote(game: Game, *thumbs: str, **wanted: Any) -> list[Any]:
    """Everybody votes, in the order of the seats; what happens with the last vote."""
    events: list[Any] = []
    for seat, thumb in enumerate(thumbs):
        events = done(game, seat, CastLawVote(thumb), **(wanted if seat == len(thumbs) - 1 else {}))  # type: ignore[arg-type]
    return events


@pytest.mark.clause("FF-3.1", "FF-3.2")
def test_the_card_drawn_first_is_the_upper_one_and_all_are_asked_at_once() -> None:
    game = council(4)
    assert game.council == (UPPER, LOWER)
    assert {UPPER, LOWER} & set(game.deck) == set()
    assert asked(game) == [(seat, "vote") for seat in range(4)]


@pytest.mark.clause("FF-3.2", "FF-3.3")
@pytest.mark.parametrize("example", [one for one in EXAMPLES if one["type"] == "law_vote"], ids=lambda one: one["id"])
def test_a_vote_worked_out_by_hand(example: dict[str, Any]) -> None:
    game = council(len(example["thumbs"]))
    tie = [] if example["draw"] is None else [example["draw"]]
    events = vote(game, *example["thumbs"], tie=tie)

    (enacted,) = of(events, LawEnacted)
    chosen, other = (UPPER, LOWER) if example["expect"] == "upper" else (LOWER, UPPER)
    assert (enacted.law, enacted.discarded) == (chosen, other)
    assert enacted.by == ("chance" if tie else "majority")
    assert of(events, LawVotesRevealed) == [LawVotesRevealed(tuple(example["thumbs"]))]
    assert game.laws == [chosen]
    assert other not in game.deck
    assert game.votes == {}
    assert asked(game) == [(0, "flick")]


@pytest.mark.clause("FF-3.2")
def test_e_22_r_20_no_thumb_and_no_result_is_known_before_the_last_vote_even_if_it_is_decided() -> None:
    game = council(4)
    vote(game, "up", "up", "up")

    for viewer in (None, 0, 1, 2, 3):
        view = rulebook.view(game, viewer)
        assert view.voted == (0, 1, 2)
        assert view.vote == (None if viewer in (None, 3) else "up")
        assert view.laws == ()
    assert asked(game) == [(3, "vote")]
    events = done(game, 3, CastLawVote("down"))
    assert kinds(events)[:3] == ["LawVoteSealed", "LawVotesRevealed", "LawEnacted"]


@pytest.mark.clause("FF-3.2")
def test_e_22_a_vote_is_final_and_in_any_order() -> None:
    game = council(4)
    done(game, 2, CastLawVote("down"))
    assert refused(game, 2, CastLawVote("up")) == "ALREADY_VOTED"
    done(game, 0, CastLawVote("down"))
    assert game.votes == {2: "down", 0: "down"}


@pytest.mark.clause("FF-3.2")
@pytest.mark.parametrize("thumb", ["sideways", "", None, 1])
def test_a_vote_is_a_thumb_up_or_down(thumb: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"command": "CastLawVote", "thumb": thumb}, CastLawVote)


@pytest.mark.clause("FF-3.3", "deity-themis")
def test_e_23_themis_decides_a_tie_and_nothing_is_drawn() -> None:
    game = council(deities={1: "themis"})
    vote(game, "up", "down")
    assert asked(game) == [(1, "law_tie")]
    assert refused(game, 0, DecideLawTie(UPPER)) == "POWER_NOT_AVAILABLE"
    assert refused(game, 1, DecideLawTie("kraken")) == "LAW_NOT_DRAWN"

    (enacted,) = of(done(game, 1, DecideLawTie(LOWER)), LawEnacted)
    assert (enacted.law, enacted.discarded, enacted.by) == (LOWER, UPPER, "themis")
    assert asked(game) == [(0, "flick")]


@pytest.mark.clause("deity-themis")
def test_themis_has_nothing_to_decide_without_a_tie() -> None:
    game = council(deities={1: "themis"})
    assert refused(game, 1, DecideLawTie(UPPER)) == "POWER_NOT_AVAILABLE"
    vote(game, "up", "up")
    assert refused(game, 1, DecideLawTie(UPPER)) == "POWER_NOT_AVAILABLE"


@pytest.mark.clause("FF-3.1")
def test_a_last_card_alone_enters_play_without_a_vote() -> None:
    game = position(step="council")
    game.deck = ["pride"]
    events = go_on(game, laws=["pride"])

    assert of(events, LawEnacted) == [LawEnacted("pride", None, "last_card")]
    assert asked(game) == [(0, "flick")]


@pytest.mark.clause("P-1")
def test_without_laws_or_without_cards_there_is_no_council() -> None:
    game = position(step="council")
    assert kinds(go_on(game)) == ["TurnStarted", "DecisionRequested"]


@pytest.mark.clause("P-1")
def test_laws_of_a_generation_are_discarded_after_worship_and_permanent_ones_stay() -> None:
    game = position(step="worship", laws=["pride", "shrines", "headhunters"])
    go_on(game, laws=["kraken", "humility"])
    assert game.laws == ["shrines"]


@pytest.mark.clause("P-1", "law-humility", "law-pride")
def test_of_two_laws_that_contradict_each_other_the_later_one_holds() -> None:
    game = position("0-p01 240 65", step="worship", laws=["pride", "humility"])
    go_on(game, laws=["kraken", "shrines"])
    assert game.scores == [1 + 1, 0]


# --- Votes that do not come -------------------------------------------------------------------------------------------


def late_vote(number: int) -> tuple[Play, Record[Any]]:
    """A table at which time was called for a seat that had to vote on a law; and its vote."""
    options = GameOptions(first_player="random", deity_choice="random")
    chance = Derived(chance_key(bytes([number]) * 32, ()), "toytable2345", 0)
    play = begun(options, 2, chance, TimeControl(60, out="skips"))
    play.do(1, CastLawVote("up"))
    pass_time(play, 2)
    called = play.do(SERVER, CallTime())
    (record,) = [one for one in called.records if isinstance(one.event, LawVoteSealed)]
    return play, record


@pytest.mark.clause("FF-3.2", "T-72")
def test_of_a_vote_that_does_not_come_chance_says_what_it_is_and_nobody_sees_it_before_the_others() -> None:
    thumbs = set()
    for number in range(12):
        play, record = late_vote(number)
        thumbs.add(record.event.thumb)
        assert [(draw.label, draw.bound) for draw in record.draws] == [("least", 2)]
        for viewer in (1, None):
            seen = seen_record(play.table, record, viewer)
            assert seen is not None
            assert (seen.event.thumb, seen.draws, seen.cause) == (None, (), None)
    assert thumbs == {"up", "down"}
    assert digest(decided_again(play.table)) == digest(play.table)
