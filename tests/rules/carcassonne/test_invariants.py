"""What a ruling's remedy needs: what never may be, what follows from a correction, and how the game then stands."""

import ast
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from domain.carcassonne import invariants as module
from domain.carcassonne import turns
from domain.carcassonne.messages import (
    ChallengeDeclared,
    DeploySkipped,
    EscapeSkipped,
    GoodsAwarded,
    KnightEscaped,
    PieceDeployed,
    PiecesReturned,
    RulingProposed,
    RulingScored,
    StandingPiece,
    TileDiscarded,
    TileDrawn,
    TilePlaced,
)
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import ANSWER, DEPLOY, ESCAPE, PLACE, PROPOSE, RECALL, Game, Proposal
from domain.table.chance import Chance
from domain.table.lifecycle import GameFinished
from domain.table.messages import MOST_POINTS, Term
from domain.table.refusals import Refusal
from domain.table.rulebook import event_of
from tests.rules.carcassonne.own_tiles import MEADOW, ROAD, with_effect
from tests.rules.carcassonne.tables import EVERYTHING, Beginning, Match, options_of
from tests.rules.damages import Damage, Damages, set_

DAMAGES_BY = Damages(rulebook)
by, adjusted = DAMAGES_BY.by, DAMAGES_BY.adjusted

ALL = options_of(EVERYTHING)
# A completed city on the start tile, a road to the east, an abbey and below it a shrine.
BOARD = "E2 . .\nD0* U0 U0\nB0 . .\nCU-1/0 . ."
PIECES = "1 farm:0 @0,-1\n0 road:0 @1,0\n0 builder@road:0 @2,0\n1 building @0,1\n0 building @0,2"
OWN = options_of(
    EVERYTHING, blank_mode="custom", custom_tiles=[with_effect(MEADOW, "no_deploy"), with_effect(ROAD, "manual")]
)
# All round the abbey at (0, 1) lie tiles.
RING = "X2 D0* V0\nU1 B0 U3\nU1 CU-1/0 U3\nV2 V0 U3"


def sound(tiles: str = "U", board: str = BOARD, pieces: str = PIECES, options: str = ALL, ends: bool = False) -> Match:
    """A game in the middle, of which nothing is wrong; the first of the tiles is drawn."""
    match = Match(board, pieces, tiles, options=options, ends=ends)
    assert [*rulebook.invariants(match.game)] == []
    return match


def laid(turn: str) -> Match:
    """The same with a tile laid, on which something may be deployed."""
    match = sound("U V")
    assert not isinstance(match.place(turn), Refusal)
    assert match.game.prompts == DEPLOY[:1]
    return match


def rows(cases: Iterable[tuple[Any, ...]]) -> list[Any]:
    """Rows of a parametrised test: each case begins with its clause and its sentence, and the test gets the rest."""
    return [
        pytest.param(*given, id=f"{clause}: {sentence}", marks=pytest.mark.clause(clause))
        for clause, sentence, *given in cases
    ]


def deployed(seat: int, piece: str, x: int, y: int, segment: str) -> PieceDeployed:
    return PieceDeployed(seat, piece, x, y, segment, piece)


def returned(seat: int, piece: str, x: int, y: int, segment: str) -> PiecesReturned:
    return PiecesReturned((StandingPiece(seat, piece, x, y, segment),), "ruling")


MONK = (1, "follower", 0, 1, "building")
PROPOSAL = Proposal(RulingProposed(0, (0, 0), (StandingPiece(1, "big", 0, 1, "building"),)), frozenset({0}), ())

DAMAGES = [
    ("B-1", "a seat on turn that there is not", "SEAT_NOT_AT_TABLE", set_("active", 9)),
    ("B-1", "a seat awaited that there is not", "SEAT_NOT_AT_TABLE", set_("prompts", PLACE[4:5])),
    ("B-1", "a tile laid by a seat that there is not", "SEAT_NOT_AT_TABLE", by(TilePlaced(9, "BA-U", 3, 0, 0))),
    ("B-2", "a tile that was not drawn", "TILES_DO_NOT_ADD_UP", by(TilePlaced(0, "BA-V", 3, 0, 0))),
    ("B-2", "a tile upon another", "TILES_DO_NOT_ADD_UP", by(TilePlaced(0, "BA-U", 1, 0, 0))),
    ("B-2", "a tile that is gone", "TILES_DO_NOT_ADD_UP", lambda game: game.stack.pop()),
    ("CSC-23", "a tile declared as another", "TILE_IN_DISGUISE", by(TilePlaced(0, "BA-U", 3, 0, 0, "BA-W"))),
    ("B-4", "a tile far away", "NOT_ADJACENT", by(TilePlaced(0, "BA-U", 50, 50, 0))),
    ("B-4", "a tile at a corner", "NOT_ADJACENT", by(TilePlaced(0, "BA-U", 3, -1, 0))),
    ("B-4", "a tile whose edges do not fit", "EDGE_MISMATCH", by(TilePlaced(0, "BA-U", -1, 0, 1))),
    ("B-4", "a tile turned out of its edges", "BAD_ROTATION", by(TilePlaced(0, "BA-U", 3, 0, -4))),
    ("B-6", "two pieces on one segment", "TWO_ON_ONE_SEGMENT", by(deployed(1, "follower", 1, 0, "road:0"))),
    ("B-6", "a piece that went home to another", "PIECES_DO_NOT_ADD_UP", by(returned(0, "follower", 0, -1, "farm:0"))),
    ("B-6", "a piece at home too many", "PIECES_DO_NOT_ADD_UP", lambda game: game.supply[1].update(big=2)),
    ("B-6", "fewer at home than none", "PIECES_DO_NOT_ADD_UP",
     by(deployed(1, "big", 2, 0, "farm:0"), deployed(1, "big", 2, 0, "farm:1"))),
    ("B-2", "a piece on the start tile", "PIECE_ON_BARRED_TILE", by(deployed(1, "follower", 0, 0, "farm:0"))),
    ("TB-3", "a builder whose follower has gone", "COMPANION_ALONE", by(returned(0, "follower", 1, 0, "road:0"))),
    ("TB-5", "a pig alone", "COMPANION_ALONE", by(deployed(0, "pig", 1, 0, "farm:0"))),
    ("TB-3", "a builder on a farm", "COMPANION_ALONE",
     by(deployed(1, "follower", 1, 0, "farm:0"), deployed(1, "builder", 2, 0, "farm:0"))),
    ("B-12", "a knight in a city that is completed", "PIECE_ON_COMPLETED_FEATURE",
     by(deployed(1, "follower", 0, -1, "city:0"))),
    ("CSC-7", "the same challenge twice", "NO_SUCH_CHALLENGE", by(ChallengeDeclared(0, 0, 2, 1, 0, 1))),
    ("CSC-7", "a challenge whose monk has gone", "NO_SUCH_CHALLENGE", by(returned(*MONK))),
    ("CSC-7", "a challenge with oneself", "NO_SUCH_CHALLENGE", by(returned(*MONK), deployed(0, *MONK[1:]))),
    ("TB-1", "goods from nowhere", "GOODS_DO_NOT_ADD_UP", by(GoodsAwarded(0, 1, 0, 0))),
    ("TB-1", "fewer goods than none", "GOODS_DO_NOT_ADD_UP",
     lambda game: (game.goods[0].__setitem__(0, -1), game.goods[1].__setitem__(0, 1))),
    ("B-15", "a score beyond all measure", "SCORE_OUT_OF_RANGE", adjusted(0, MOST_POINTS + 1)),
    ("B-15", "a score below all measure", "SCORE_OUT_OF_RANGE", adjusted(1, -MOST_POINTS - 1)),
    ("CSC-24", "a text that lies nowhere", "RULINGS_DO_NOT_ADD_UP", set_("manual", 1)),
    ("B-1", "a seat that is not on turn lays", "PROMPT_OUT_OF_PLACE", set_("active", 1)),
    ("B-6", "nobody deploys before a tile is laid", "PROMPT_OUT_OF_PLACE", set_("prompts", PLACE[:1] + DEPLOY[:1])),
    ("CSC-24", "nor takes back", "PROMPT_OUT_OF_PLACE", set_("prompts", PLACE[:1] + RECALL[:1])),
    ("CSC-21", "nor escapes", "PROMPT_OUT_OF_PLACE", set_("prompts", PLACE[:1] + ESCAPE[:1])),
    ("CSC-24", "nobody proposes without a text", "PROMPT_OUT_OF_PLACE", set_("prompts", PLACE[:1] + PROPOSE[:1])),
    ("CSC-24", "nobody answers without a proposal", "PROMPT_OUT_OF_PLACE", set_("prompts", PLACE[:1] + ANSWER[:1])),
    ("CSC-24", "a proposal to send home who has gone", "PROPOSED_PIECE_HAS_GONE", set_("proposal", PROPOSAL)),
    ("B-3", "a tile drawn that nobody lays", "DRAWN_TILE_NOT_AWAITED", by(KnightEscaped(0, "follower", 1, 0, "road:0"))),
    ("B-3", "a tile drawn that fits nowhere", "DRAWN_TILE_FITS_NOWHERE", lambda game: game.board.demands.clear()),
]  # fmt: skip
"""How a state can be wrong: by a correction, by an adjustment, or as nothing that happens could make it."""

OTHERS = [
    ("CSC-9", "a shrine beside two abbeys", "SHRINE_ADJACENCY",
     lambda: sound("CU-1 U", "D0* .\nB0 B0", ""), by(TilePlaced(0, "CU-1", 0, 2, 0))),
    ("R-1", "a river that stands still", "RIVER_RULE",
     lambda: Beginning("U", "R1-G R1-C", options=options_of(("base", "river_1"))), by(TilePlaced(0, "R1-G", 0, 1, 0))),
    ("CSC-23", "a joker that is nothing", "BLANK_IS_NOTHING",
     lambda: sound("CR-1 U"), by(TilePlaced(0, "CR-1", 3, 0, 0))),
    ("CSC-24", "an own tile laid twice", "BLANK_IS_NOTHING",
     lambda: sound("CR-1 CR-1", options=OWN),
     by(TilePlaced(0, "CR-1", 0, 3, 0, "OWN-1"), TileDrawn(0, "CR-1"), TilePlaced(0, "CR-1", 0, 4, 0, "OWN-1"))),
    ("CSC-24", "a piece where nothing may be put", "PIECE_ON_BARRED_TILE",
     lambda: sound("CR-1 U", options=OWN),
     by(TilePlaced(0, "CR-1", 0, 3, 0, "OWN-1"), deployed(1, "follower", 0, 3, "farm:0"))),
    ("B-4", "a tile upon one of its kind", "CELL_OCCUPIED",
     lambda: laid("U 3,0 0"), by(TilePlaced(0, "BA-U", 1, 0, 0))),
    ("B-12", "a knight in a city that was completed before", "PIECE_ON_COMPLETED_FEATURE",
     lambda: laid("U 3,0 0"), by(deployed(1, "follower", 0, -1, "city:0"))),
    ("TB-1", "goods from nowhere before the tile is scored", "GOODS_DO_NOT_ADD_UP",
     lambda: laid("U 3,0 0"), by(GoodsAwarded(0, 0, 1, 0))),
    ("B-12", "a monk in an abbey that is completed", "PIECE_ON_COMPLETED_FEATURE",
     lambda: sound("U", RING, ""), by(deployed(1, "follower", 0, 1, "building"))),
]  # fmt: skip
"""The same, for games of other kinds."""


# --- Invariants -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "damage"), rows(DAMAGES))
def test_what_never_may_be_is_named(code: str, damage: Damage) -> None:
    match = sound()
    damage(match.game)
    assert_found(match.game, code)


@pytest.mark.parametrize(("code", "begin", "damage"), rows(OTHERS))
def test_what_never_may_be_is_named_in_other_games_too(code: str, begin: Callable[[], Match], damage: Damage) -> None:
    match = begin()
    assert [*rulebook.invariants(match.game)] == []
    damage(match.game)
    assert_found(match.game, code)


def assert_found(game: Game, code: str) -> None:
    """That exactly this is wrong, and said in a sentence."""
    found = [*rulebook.invariants(game)]
    assert {refusal.code for refusal in found} == {code}
    for refusal in found:
        assert refusal.clause in rulebook.law
        sentence = rulebook.catalogue.refusal(refusal)
        assert sentence.endswith(".")
        assert not {"{", "?", "="} & {*sentence}, sentence


@pytest.mark.clause("CSC-7")
def test_where_the_table_plays_so_a_follower_may_be_in_a_challenge_with_ones_own() -> None:
    match = sound(options=options_of(EVERYTHING, self_challenge=True))
    by(returned(*MONK), deployed(0, *MONK[1:]))(match.game)
    assert [*rulebook.invariants(match.game)] == []


def test_every_invariant_can_fail() -> None:
    placing = next(node for node in ast.walk(tree_of(turns)) if getattr(node, "name", "") == "check_place")
    codes = codes_in(tree_of(module)) | codes_in(placing)
    assert {row[2] for row in (*DAMAGES, *OTHERS)} == codes


def tree_of(python: Any) -> ast.Module:
    return ast.parse(Path(python.__file__).read_text())


def codes_in(tree: ast.AST) -> set[str]:
    """The codes of all refusals that a piece of source gives."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    return {
        call.args[0].value
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Refusal" and isinstance(call.args[0], ast.Constant)
    }


# --- Corrections ------------------------------------------------------------------------------------------------------


def test_an_arbiter_gives_neither_what_chance_gives_nor_the_course_of_turns_nor_a_seats_own_word() -> None:
    assert {event.__name__ for event in {*rulebook.events} - {*rulebook.corrections}} == {
        "StackShuffled", "GameStarted", "TileDrawn", "SecondPartStarted", "EscapeAwaited", "TurnEnded",
        "FinalScoringStarted", "RulingProposed", "RulingAccepted",
    }  # fmt: skip


def after(match: Match) -> list[Any]:
    """What follows at once from a remedy."""
    events = []
    draws = dict(match.table.draws)
    for happening in rulebook.after_remedy(match.game, chance := Chance(match.source, draws)):
        events.append(event_of(happening))
        rulebook.evolve(match.game, events[-1])
        for draw in chance.take():
            draws[draw.label] = draws.get(draw.label, 0) + 1
    return events


def names(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


@pytest.mark.clause("B-6")
def test_a_piece_that_a_ruling_puts_on_an_earlier_tile_leaves_open_what_is_awaited() -> None:
    match = sound()
    by(returned(0, "follower", 1, 0, "road:0"), deployed(0, "big", 1, 0, "road:0"))(match.game)

    assert [*rulebook.invariants(match.game)] == []
    assert after(match) == []
    assert match.game.prompts == PLACE[:1]


@pytest.mark.clause("B-12")
@pytest.mark.parametrize(
    "deciding", [DeploySkipped(0, False), deployed(0, "follower", 3, 0, "farm:0")], ids=["nothing", "a follower"]
)
def test_where_a_ruling_says_what_is_deployed_the_turn_goes_on(deciding: Any) -> None:
    match = sound("U V", pieces="")
    match.place("U 3,0 0")
    assert match.game.prompts == DEPLOY[:1]
    rulebook.evolve(match.game, deciding)
    assert [*rulebook.invariants(match.game)] == []

    assert names(after(match)) == ["TurnEnded", "TileDrawn"]
    assert match.game.prompts == PLACE[1:2]
    assert [*rulebook.invariants(match.game)] == []


@pytest.mark.clause("B-3")
def test_where_a_ruling_discards_the_drawn_tile_the_next_one_is_drawn() -> None:
    match = sound("U V")
    rulebook.evolve(match.game, TileDiscarded("BA-U"))

    assert after(match) == [TileDrawn(0, "BA-V")]
    assert match.game.prompts == PLACE[:1]


@pytest.mark.clause("B-14")
def test_where_a_ruling_discards_the_last_tile_the_game_ends() -> None:
    match = sound("U", ends=True)
    rulebook.evolve(match.game, TileDiscarded("BA-U"))

    events = after(match)

    assert names(events)[0] == "FinalScoringStarted"
    assert isinstance(events[-1], GameFinished)
    assert rulebook.standings(match.game) == match.game.ranking
    assert [*rulebook.invariants(match.game)] == []


@pytest.mark.clause("TB-3")
def test_where_a_ruling_discards_the_last_tile_of_a_second_part_the_turn_ends_and_then_the_game() -> None:
    match = sound("U U", ends=True)
    match.turn("U 3,0 0")
    assert match.game.part == 2
    rulebook.evolve(match.game, TileDiscarded("BA-U"))

    assert names(after(match))[:2] == ["TurnEnded", "FinalScoringStarted"]


@pytest.mark.clause("CSC-21")
def test_where_a_ruling_says_whether_a_knight_escapes_the_turn_ends() -> None:
    match = Match("SI-3/2 .\nG1 B0\nD0* .", "0 city:0 @0,-1", "U U", options=options_of(("base", "siege")))
    match.turn_open("U -1,0 0")
    assert match.game.prompts == ESCAPE[:1]
    assert [*rulebook.invariants(match.game)] == []
    rulebook.evolve(match.game, EscapeSkipped(0))

    assert names(after(match)) == ["TurnEnded", "TileDrawn"]


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("B-15")
def test_an_adjustment_is_exactly_the_points_given_and_nothing_follows_from_it() -> None:
    match = sound()
    for seat, points in ((0, 5), (0, -8), (1, 2)):
        rulebook.adjust(match.game, seat, points)

    assert match.game.scores == [-3, 2]
    assert [*rulebook.invariants(match.game)] == []
    assert after(match) == []


@pytest.mark.clause("B-15")
def test_a_finished_game_is_ranked_by_points_and_equals_share_the_rank() -> None:
    match = sound("U", ends=True)
    match.turn("U 3,0 0")
    game = match.game
    assert game.phase == "over"
    assert rulebook.standings(game) == game.ranking

    lead = game.scores[0] - game.scores[1]
    rulebook.adjust(game, 1, lead)
    assert rulebook.standings(game) == (1, 1)
    rulebook.evolve(game, RulingScored((1,), (Term("ruling", 1, 1, "CSC-24"),)))
    assert rulebook.standings(game) == (2, 1)
    assert [*rulebook.invariants(game)] == []
