"""CSC-5 to CSC-13: shrines beside abbeys, and the challenge between heretic and monk."""

from typing import Any

import pytest

from domain.carcassonne.messages import (
    ChallengeDeclared,
    ChallengeDrawn,
    ChallengeLapsed,
    ChallengeUnresolved,
    ChallengeWon,
    FeatureScored,
    PieceDeployed,
    PiecesReturned,
    StandingPiece,
    TileDiscarded,
)
from tests.rules.carcassonne.cases import Case, check, rows
from tests.rules.carcassonne.tables import Match, code, options_of, paid

CULT = options_of(("base", "cult"))
STRICT = options_of(("base", "cult"), shrine_adjacency="strict")
SELF = options_of(("base", "cult"), self_challenge=True)
BIG = options_of(("base", "cult", "inns_cathedrals"))

# An abbey at (0, 1), a shrine at (0, 2), and all that lies around both.
RING = """
X2 D0*    V0
U1 B0     U3
U1 CU-1/0 U3
V2 V0     U3
"""
# The shrine at (0, 1), the abbey below it.
MIRRORED = """
X2 D0*    V0
U1 CU-1/0 U3
U1 B0     U3
V2 V0     U3
"""
# Shrines at (-1, 1) and (1, 1), an abbey between them.
TRIPLE = """
X1 W2     D0* V1     W3
U1 CU-1/0 B0  CU-3/0 U1
V1 V3     U0  V1     U3
"""
# Abbeys at (-1, 1) and (1, 1), a shrine between them.
TRIPLE_MIRRORED = """
X1 W2 D0*    V1 W3
U1 B0 CU-1/0 A0 U1
V1 V3 U0     V1 U3
"""
MONK, HERETIC = "0 building @0,1", "1 building @0,2"


def without(board: str, *holes: tuple[int, int]) -> str:
    """A board with some cells empty; (0, 0) is the start tile's cell."""
    rows_of = [line.split() for line in board.strip().splitlines()]
    column = next(row.index("D0*") for row in rows_of if "D0*" in row)
    for x, y in holes:
        rows_of[y][x + column] = "."
    return "\n".join(" ".join(row) for row in rows_of)


def of(events: list[Any], *kinds: type) -> list[Any]:
    """The events of some types."""
    return [event for event in events if isinstance(event, kinds)]


def returned(events: list[Any], reason: str) -> set[tuple[int, str, int, int, str]]:
    """Which pieces went home for a reason: seat, piece, x, y, segment."""
    return {
        (p.seat, p.piece, p.x, p.y, p.segment)
        for e in of(events, PiecesReturned)
        if e.reason == reason
        for p in e.pieces
    }


# --- Shrines ----------------------------------------------------------------------------------------------------------

CASES = [
    Case("CSC-5", "a completed shrine pays 9", without(RING, (0, 3)), "0 building @0,2", "V 0,3 0",
        ["shrine 0 9 complete"], [9, 0], home=[7, 7], options=CULT),
    Case("CSC-5", "whoever completes it, the heretic's seat is paid", without(RING, (0, 3)), HERETIC, "V 0,3 0",
        ["shrine 1 9 complete"], [0, 9], home=[7, 7], options=CULT),
    Case("CSC-5", "a shrine laid between eight tiles pays its heretic at once", without(RING, (0, 2)), "",
        "CU-1 0,2 0 building", ["shrine 0 9 complete"], [9, 0], home=[7, 7], options=CULT),
    Case("CSC-5", "without a heretic it pays nobody", without(RING, (0, 3)), "", "V 0,3 0", [], [0, 0], options=CULT),
    Case("CSC-5", "at the end a shrine pays 1, and 1 for each tile all round", "D0*\nCU-1/0", "0 building @0,1",
        "U -1,0 0", ["shrine 0 3 unfinished"], [3, 0], ends=True, options=CULT),
    Case("CSC-5", "a shrine with seven neighbours pays 8 at the end", without(RING, (0, 3), (1, 3)), "0 building @0,2",
        "V 0,3 0", ["shrine 0 8 unfinished"], [8, 0], ends=True, options=CULT),
    Case("CSC-5", "two shrines side by side are completed by one tile",
        "X1 W2 D0* V0\nU1 CU-1/0 CU-3/0 U1\nV1 V3 . V1", "0 building @0,1\n1 building @-1,1",
        "W 0,2 2", ["shrine 1 9 complete", "shrine 0 9 complete"], [9, 9], home=[7, 7], options=CULT),
    # --- Who completes first (RING: monk at (0, 1), heretic at (0, 2))
    Case("CSC-11", "the shrine is completed first", without(RING, (0, 3), (1, 0)), f"{MONK}\n{HERETIC}", "V 0,3 0",
        ["shrine 1 9 complete"], [0, 9], home=[7, 7], options=CULT),
    Case("CSC-11", "the abbey is completed first, by the heretic's own seat", without(RING, (0, 3), (1, 0)),
        "1 building @0,1\n0 building @0,2", "V 1,0 0", ["building 1 9 complete"], [0, 9], home=[7, 7], options=CULT),
    Case("CSC-11", "both are completed by one tile", without(RING, (-1, 1)), f"{MONK}\n{HERETIC}", "U -1,1 1",
        ["building 0 9 complete", "shrine 1 9 complete"], [9, 9], home=[7, 7], options=CULT),
    Case("CSC-11", "both are completed by one tile, the shrine lying to the north", without(MIRRORED, (-1, 1)),
        f"{MONK}\n{HERETIC}", "U -1,1 1", ["shrine 0 9 complete", "building 1 9 complete"], [9, 9], home=[7, 7], options=CULT),
    Case("CSC-11", "a shrine that is surrounded when it is laid wins at once", without(RING, (0, 2), (1, 0)),
        "1 building @0,1", "CU-1 0,2 0 building", ["shrine 0 9 complete"], [9, 0], home=[7, 7], options=CULT),
    Case("CSC-11", "a shrine that completes the abbey beside it loses at once", without(RING, (0, 2), (0, 3)),
        "1 building @0,1", "CU-1 0,2 0 building", ["building 1 9 complete"], [0, 9], home=[7, 7], options=CULT),
    Case("CSC-11", "a shrine that completes the abbey and itself draws at once", without(RING, (0, 2)),
        "1 building @0,1", "CU-1 0,2 0 building", ["building 1 9 complete", "shrine 0 9 complete"], [9, 9], home=[7, 7],
        options=CULT),
    Case("CSC-11", "a completed and empty shrine neither wins nor ends anything", without(RING, (0, 3), (1, 0)), MONK,
        "V 0,3 0\nV 1,0 0", ["building 0 9 complete"], [9, 0], home=[7, 7], options=CULT),
    # --- The other player
    Case("CSC-12", "the loser gets nothing when its building is completed later", without(RING, (0, 3), (1, 0)),
        f"{MONK}\n{HERETIC}", "V 0,3 0\nV 1,0 0", ["shrine 1 9 complete"], [0, 9], home=[7, 7], options=CULT),
    Case("CSC-12", "nor does the loser get anything at the end", without(RING, (0, 3), (1, 0)), f"{MONK}\n{HERETIC}",
        "V 0,3 0", ["shrine 1 9 complete"], [0, 9], home=[7, 7], ends=True, options=CULT),
    Case("CSC-12", "one monk, two heretics, the monk first: it is paid once", without(TRIPLE, (0, 2), (-2, 1), (2, 1)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U 0,2 0", ["building 0 9 complete"], [9, 0, 0],
        home=[7, 7, 7], options=CULT),
    Case("CSC-12", "one heretic first frees the other heretic, which scores later", without(TRIPLE, (-2, 1), (1, 2)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U -2,1 1\nV 1,2 1",
        ["shrine 1 9 complete", "shrine 2 9 complete"], [0, 9, 9], home=[7, 7, 7], options=CULT),
    Case("CSC-12", "those completed by one tile draw, and beat the third", without(TRIPLE, (-1, 2), (2, 2)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "V -1,2 3",
        ["shrine 1 9 complete", "building 0 9 complete"], [9, 9, 0], home=[7, 7, 7], options=CULT),
    Case("CSC-12", "all three completed by one tile draw", without(TRIPLE, (0, 2)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U 0,2 0",
        ["shrine 1 9 complete", "building 0 9 complete", "shrine 2 9 complete"], [9, 9, 9], home=[7, 7, 7], options=CULT),
    Case("CSC-12", "one heretic, two monks, the heretic first", without(TRIPLE_MIRRORED, (0, 2), (-2, 1), (2, 1)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U 0,2 0", ["shrine 0 9 complete"], [9, 0, 0],
        home=[7, 7, 7], options=CULT),
    Case("CSC-12", "one monk first frees the other monk", without(TRIPLE_MIRRORED, (-2, 1), (1, 2)),
        "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U -2,1 1\nV 1,2 1",
        ["building 1 9 complete", "building 2 9 complete"], [0, 9, 9], home=[7, 7, 7], options=CULT),
    Case("CSC-12", "one seat may hold both heretics, and win by one and score the other", without(TRIPLE, (-2, 1), (1, 2)),
        "0 building @0,1\n1 building @-1,1\n1 building @1,1", "U -2,1 1\nV 1,2 1",
        ["shrine 1 9 complete", "shrine 1 9 complete"], [0, 18], home=[7, 7], options=CULT),
    Case("CSC-12", "a monk that two heretics beat by one tile goes home once", "D0* U0 V0\nB0 CU-1/0 .\nE2 CU-3/0 U1\nE0 U1 U1",
        "0 building @0,1\n1 building @1,1\n2 building @1,2", "U 2,1 1", ["shrine 1 9 complete", "shrine 2 9 complete"],
        [0, 9, 9], home=[7, 7, 7], options=CULT),
    # --- Own monk beside own heretic
    Case("CSC-7", "own monk and heretic score independently", without(RING, (0, 3), (1, 0)),
        "0 building @0,1\n0 building @0,2", "V 0,3 0\nV 1,0 0", ["shrine 0 9 complete", "building 0 9 complete"], [18, 0],
        home=[7, 7], options=CULT),
    Case("CSC-7", "with self_challenge own monk and heretic beat each other", without(RING, (0, 3), (1, 0)),
        "0 building @0,1\n0 building @0,2", "V 0,3 0\nV 1,0 0", ["shrine 0 9 complete"], [9, 0], home=[7, 7], options=SELF),
    # --- Undecided
    Case("CSC-13", "undecided at the end, both are paid by the normal rules", "D0*\nB0\nCU-1/0", f"{MONK}\n{HERETIC}",
        "U -1,0 0", ["building 0 4 unfinished", "shrine 1 2 unfinished"], [4, 2], ends=True, options=CULT),
    # --- Big followers
    Case("IC-5", "a big heretic has no advantage in a challenge", without(RING, (0, 3), (1, 0)),
        "0 building @0,1\n1 big@building @0,2", "V 1,0 0", ["building 0 9 complete"], [9, 0], home=[7, 7], options=BIG),
]  # fmt: skip


@pytest.mark.parametrize("case", rows(CASES))
def test_shrines_and_challenges(case: Case) -> None:
    match = check(case)
    assert match.game.challenges == []


@pytest.mark.clause("CSC-5", "B-6")
def test_a_shrine_holds_one_follower_and_only_on_the_turn_of_its_placement() -> None:
    match = Match("D0*", tiles="CU-1 U U", options=CULT)
    match.turn("CU-1 0,1 0")
    match.place("U 1,0 0")
    assert code(match.give_deploy("building")) == "NO_SUCH_SEGMENT"


@pytest.mark.clause("CSC-6")
@pytest.mark.parametrize("piece", ["follower", "big"])
def test_a_follower_on_a_shrine_is_a_heretic(piece: str) -> None:
    match = Match("D0*", tiles="CU-1 U", options=BIG)
    match.place("CU-1 0,1 0")
    events: Any = match.give_deploy("building", piece)
    assert events[0] == PieceDeployed(0, piece, 0, 1, "building", "heretic")
    assert match.table.records[-3].law == "CSC-6"


@pytest.mark.clause("CSC-10")
@pytest.mark.parametrize(
    ("tile", "cell", "rot", "segment", "role"),
    [
        ("CU-2", "0,2", 2, "city:0", "knight"),
        ("CU-3", "0,2", 0, "road:0", "thief"),
        ("CU-1", "0,2", 0, "farm:0", "farmer"),
        ("CU-5", "1,0", 1, "road:1", "thief"),
        ("CU-6", "1,0", 0, "farm:1", "farmer"),
    ],
)
def test_another_role_on_a_shrine_tile_challenges_nobody_and_leaves_the_shrine_empty(
    tile: str, cell: str, rot: int, segment: str, role: str
) -> None:
    match = Match("D0*\nB0", "1 building @0,1", f"{tile} U", options=CULT)
    match.place(f"{tile} {cell} {rot}")
    events: Any = match.give_deploy(segment)
    assert events[0].role == role
    assert not of(events, ChallengeDeclared)
    assert match.game.challenges == []


# --- Who challenges whom ----------------------------------------------------------------------------------------------

# Board with a building at (0, 1) (`?`), and the tile laid beside it: cell and turns; all eight directions but the start tile's.
AROUND = [
    ("south", "D0*\n?", "one", "0,2 0"),
    ("west", "D0*\n?", "one", "-1,1 0"),
    ("east", "D0*\n?", "one", "1,1 0"),
    ("south-east", "D0* .\n? U3", "road", "1,2 2"),
    ("south-west", ". D0*\nU1 ?", "road", "-1,2 2"),
    ("north-east", "D0*\n?", "road", "1,0 1"),
    ("north-west", "D0*\n?", "road", "-1,0 3"),
]
SHRINES, ABBEYS = {"one": "CU-1", "road": "CU-3"}, {"one": "B", "road": "A"}


@pytest.mark.clause("CSC-7")
@pytest.mark.parametrize(("where", "board", "kind", "place"), AROUND, ids=[row[0] for row in AROUND])
def test_a_heretic_challenges_another_seats_monk_in_every_direction(
    where: str, board: str, kind: str, place: str
) -> None:
    tile = SHRINES[kind]
    match = Match(board.replace("?", "B0"), "1 building @0,1", f"{tile} U", options=CULT)
    x, y = map(int, place.split()[0].split(","))
    events = match.turn(f"{tile} {place} building")
    assert [type(event) for event in events[1:3]] == [PieceDeployed, ChallengeDeclared]
    assert events[2] == ChallengeDeclared(0, x, y, 1, 0, 1)
    (record,) = [record for record in match.table.records if record.event == events[2]]
    assert record.law == "CSC-7"
    ((challenge),) = match.game.challenges
    sites = match.game.board.features.sites
    assert (sites[challenge.abbey][:2], sites[challenge.shrine][:2]) == ((0, 1), (x, y))


@pytest.mark.clause("CSC-8")
@pytest.mark.parametrize(("where", "board", "kind", "place"), AROUND, ids=[row[0] for row in AROUND])
def test_a_monk_challenges_another_seats_heretic_in_every_direction(
    where: str, board: str, kind: str, place: str
) -> None:
    tile = ABBEYS[kind]
    match = Match(board.replace("?", "CU-1/0"), "1 building @0,1", f"{tile} U", options=CULT)
    x, y = map(int, place.split()[0].split(","))
    events = match.turn(f"{tile} {place} building")
    assert of(events, ChallengeDeclared) == [ChallengeDeclared(0, x, y, 1, 0, 1)]
    (record,) = [record for record in match.table.records if record.event == events[2]]
    assert record.law == "CSC-8"
    (challenge,) = match.game.challenges
    sites = match.game.board.features.sites
    assert (sites[challenge.abbey][:2], sites[challenge.shrine][:2]) == ((x, y), (0, 1))


@pytest.mark.clause("CSC-7", "CSC-8")
def test_a_shrine_to_the_north_of_the_abbey_challenges_too() -> None:
    match = Match("D0* .\nE3 B0", "1 building @1,1", "CU-5 U", options=CULT)
    assert of(match.turn("CU-5 1,0 1 building"), ChallengeDeclared) == [ChallengeDeclared(0, 1, 0, 1, 1, 1)]


UNCHALLENGED = [
    ("an abbey without a monk", "D0*\nB0", "", "CU-1 0,2 0 building", CULT),
    ("an abbey with a farmer on its tile", "D0*\nB0", "1 farm:0 @0,1", "CU-1 0,2 0 building", CULT),
    ("the own monk", "D0*\nB0", "0 building @0,1", "CU-1 0,2 0 building", CULT),
    ("a monk two cells away", "D0* . .\nB0 E0 .", "1 building @0,1", "CU-1 2,1 0 building", CULT),
    ("another seat's heretic", "D0*\nCU-1/0", "1 building @0,1", "CU-2 0,2 1 building", CULT),
    ("another seat's monk, from an abbey", "D0*\nB0", "1 building @0,1", "B 0,2 0 building", CULT),
    ("a monk, without a heretic", "D0*\nB0", "1 building @0,1", "CU-1 0,2 0", CULT),
]


@pytest.mark.clause("CSC-7", "CSC-8")
@pytest.mark.parametrize(
    ("what", "board", "pieces", "turn", "options"), UNCHALLENGED, ids=[f"beside {row[0]}" for row in UNCHALLENGED]
)
def test_there_is_no_challenge(what: str, board: str, pieces: str, turn: str, options: str) -> None:
    match = Match(board, pieces, f"{turn.split()[0]} U", options=options)
    assert not of(match.turn(turn), ChallengeDeclared)
    assert match.game.challenges == []


@pytest.mark.clause("CSC-7")
def test_with_self_challenge_the_own_monk_is_challenged() -> None:
    match = Match("D0*\nB0", "0 building @0,1", "CU-1 U", options=SELF)
    assert of(match.turn("CU-1 0,2 0 building"), ChallengeDeclared) == [ChallengeDeclared(0, 0, 2, 0, 0, 1)]


@pytest.mark.clause("CSC-7")
def test_an_abbey_that_was_completed_has_no_monk_to_challenge() -> None:
    # The monk went home with the placement that completed its abbey; the empty shrine beside it is entered by nobody.
    match = Match(without(RING, (1, 0), (0, 3)), MONK, "V U", options=CULT)
    match.turn("V 1,0 0")
    assert match.home == [7, 7]
    assert match.game.challenges == []


# --- What is written --------------------------------------------------------------------------------------------------


@pytest.mark.clause("CSC-11", "CSC-12")
def test_a_won_challenge_is_written_as_score_outcome_and_two_returns() -> None:
    match = Match(without(RING, (0, 3), (1, 0)), f"{MONK}\n{HERETIC}", "V U", options=CULT)
    events = match.turn("V 0,3 0")
    told = of(events, FeatureScored, ChallengeWon, PiecesReturned)
    assert [type(event) for event in told] == [FeatureScored, ChallengeWon, PiecesReturned, PiecesReturned]
    assert told[1] == ChallengeWon(1, 0, 2, 0, 0, 1)
    assert told[2] == PiecesReturned((StandingPiece(1, "follower", 0, 2, "building"),), "scored")
    assert told[3] == PiecesReturned((StandingPiece(0, "follower", 0, 1, "building"),), "challenge_lost")
    assert told[0].terms[0].label == "shrine"


@pytest.mark.clause("CSC-11")
def test_a_drawn_challenge_is_written_once_and_both_go_home_as_scored() -> None:
    match = Match(without(RING, (-1, 1)), f"{MONK}\n{HERETIC}", "U U", options=CULT)
    events = match.turn("U -1,1 1")
    assert of(events, ChallengeDrawn, ChallengeWon) == [ChallengeDrawn(0, 1, 0, 2)]
    assert returned(events, "scored") == {(0, "follower", 0, 1, "building"), (1, "follower", 0, 2, "building")}
    assert returned(events, "challenge_lost") == set()


@pytest.mark.clause("CSC-12")
def test_what_else_a_beaten_monk_was_in_lapses() -> None:
    match = Match(
        without(TRIPLE, (-2, 1), (1, 2)), "0 building @0,1\n1 building @-1,1\n2 building @1,1", "U V U", 3, options=CULT
    )
    events = match.turn("U -2,1 1")
    assert of(events, ChallengeWon, ChallengeLapsed) == [ChallengeWon(1, -1, 1, 0, 0, 1), ChallengeLapsed(0, 1, 1, 1)]
    assert returned(events, "challenge_lost") == {(0, "follower", 0, 1, "building")}
    assert match.game.challenges == []


@pytest.mark.clause("CSC-11", "CSC-12")
def test_what_becomes_of_challenges_is_told_in_the_order_of_their_places() -> None:
    match = Match(
        without(TRIPLE_MIRRORED, (2, 1), (-2, 1)),
        "1 building @-1,1\n1 building @1,1\n0 building @0,1",
        "U U",
        2,
        options=CULT,
    )
    told = of(match.turn("U 2,1 1"), ChallengeWon, ChallengeLapsed)
    assert [type(event) for event in told] == [ChallengeLapsed, ChallengeWon]


@pytest.mark.clause("CSC-12")
def test_outcomes_stand_in_the_order_of_abbey_and_shrine() -> None:
    match = Match(
        without(TRIPLE, (-1, 2), (2, 2)), "0 building @0,1\n1 building @-1,1\n2 building @1,1", "V U", 3, options=CULT
    )
    events = match.turn("V -1,2 3")
    assert of(events, ChallengeWon, ChallengeDrawn, ChallengeLapsed) == [
        ChallengeDrawn(0, 1, -1, 1), ChallengeWon(0, 0, 1, 2, 1, 1),
    ]  # fmt: skip
    assert returned(events, "challenge_lost") == {(2, "follower", 1, 1, "building")}


@pytest.mark.clause("CSC-13")
def test_an_undecided_challenge_is_written_before_the_scores() -> None:
    match = Match("D0*\nB0\nCU-1/0", f"{MONK}\n{HERETIC}", "U", ends=True, options=CULT)
    events = match.turn("U -1,0 0")
    told = of(events, ChallengeUnresolved, FeatureScored)
    assert told[0] == ChallengeUnresolved(0, 1, 0, 2)
    assert paid(events) == ["building 0 4 unfinished", "shrine 1 2 unfinished"]
    assert match.home == [6, 6]


# --- CSC-9 ------------------------------------------------------------------------------------------------------------

# Board, what is laid, and the answers where the table plays directly and strictly.
BESIDE = [
    ("a shrine beside an abbey", "D0*\nB0", "CU-1 0,2 0", "accepted", "accepted"),
    ("a shrine beside two abbeys, edge and corner", "D0* .\nB0 B0", "CU-1 0,2 0", "SHRINE_ADJACENCY", "SHRINE_ADJACENCY"),
    ("a shrine beside two abbeys, edge and edge", "D0* .\nB0 U3\n. A2", "CU-1 0,2 0", "SHRINE_ADJACENCY", "SHRINE_ADJACENCY"),
    ("a shrine at the corners of two abbeys", ". D0* .\nB0 E2 B0", "CU-2 0,2 0", "SHRINE_ADJACENCY", "SHRINE_ADJACENCY"),
    ("an abbey at the corners of two shrines", ". D0* .\nCU-1/0 E1 CU-2/3", "B 0,2 0", "SHRINE_ADJACENCY",
        "SHRINE_ADJACENCY"),
    ("an abbey beside a shrine", "D0*\nCU-1/0", "B 0,2 0", "accepted", "accepted"),
    ("an abbey beside two shrines", "D0* .\nCU-1/0 CU-3/0", "B 0,2 0", "SHRINE_ADJACENCY", "SHRINE_ADJACENCY"),
    ("a shrine beside a shrine", "D0*\nCU-1/0", "CU-2 0,2 1", "accepted", "accepted"),
    ("an abbey beside two abbeys", "D0* .\nB0 B0", "B 0,2 0", "accepted", "accepted"),
    ("a shrine beside two shrines", "D0* .\nCU-1/0 CU-3/0", "CU-2 0,2 1", "accepted", "accepted"),
    ("a second shrine beside an abbey", ". D0*\nCU-1/0 B0", "CU-3 1,1 0", "accepted", "SHRINE_ADJACENCY"),
    ("a second abbey beside a shrine", ". D0*\nB0 CU-1/0", "B 1,1 0", "accepted", "SHRINE_ADJACENCY"),
    ("a second shrine at a corner of the abbey", ". D0*\nCU-1/0 B0", "CU-5 1,0 1", "accepted", "SHRINE_ADJACENCY"),
    ("a tile without a building beside both", ". D0*\nCU-1/0 B0", "U 0,2 0", "accepted", "accepted"),
]  # fmt: skip


@pytest.mark.clause("CSC-9")
@pytest.mark.parametrize("strict", [False, True], ids=["direct", "strict"])
@pytest.mark.parametrize(("what", "board", "place", "direct", "strictly"), BESIDE, ids=[row[0] for row in BESIDE])
def test_where_buildings_may_be_laid(
    what: str, board: str, place: str, direct: str, strictly: str, strict: bool
) -> None:
    match = Match(board, "", f"{place.split()[0]} U", options=STRICT if strict else CULT)
    answer = match.place(place)
    assert code(answer) == (strictly if strict else direct)
    if not isinstance(answer, list):
        assert answer.clause == "CSC-9"


@pytest.mark.clause("CSC-9")
@pytest.mark.parametrize("pieces", ["", "0 building @0,1", "0 building @0,1\n1 building @1,1", "1 building @1,1"])
def test_it_makes_no_difference_who_stands_in_the_buildings(pieces: str) -> None:
    match = Match("D0* .\nB0 B0", pieces, "CU-1 U", options=CULT)
    assert code(match.place("CU-1 0,2 0")) == "SHRINE_ADJACENCY"


@pytest.mark.clause("CSC-9", "B-3")
def test_a_shrine_that_fits_only_beside_two_abbeys_is_discarded() -> None:
    # Only the cell below the start tile asks for nothing but fields; abbeys lie at both its upper corners.
    board = """
    W2     .   .       .
    IC-B/0 D0* TB-20/1 W3
    V0     .   .       .
    """
    everything = options_of(("base", "cult", "inns_cathedrals", "traders_builders"))
    match = Match(board, "", "L CU-1 B U", options=everything)
    events = match.turn("L 0,-1 2")
    assert of(events, TileDiscarded) == [TileDiscarded("CU-1")]
    assert match.game.drawn == "BA-B"
    assert code(match.place("B 0,1 0")) == "accepted"
