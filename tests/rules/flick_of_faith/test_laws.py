"""What each Law does: the clauses of the twenty cards, on a computed mat and on a real board."""

from typing import Any

import pytest

from domain.flick_of_faith.cards import LAWS
from domain.flick_of_faith.commands import DropHeart, ReportFlick
from domain.flick_of_faith.council import enact, gain_prophets, swap_discs
from domain.flick_of_faith.events import (
    DiscPlaced,
    FlickResolved,
    HazardPlaced,
    PieceGained,
    PiecesTakenByLaw,
    PieceSwapped,
    PointsAwarded,
    WorshipScored,
)
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import KING_APE, Game
from domain.table.chance import Chance, Dictated
from domain.table.messages import Term
from domain.table.rulebook import event_of
from tests.rules.flick_of_faith.positions import (
    asked,
    done,
    flick,
    go_on,
    happen,
    kinds,
    of,
    places,
    position,
    report,
    zones,
)

NEXT = {"laws": ["weak-hand", "one-chance"]}
"""The Laws of the next Council, where a test goes on into it."""
HARMLESS = flick("0-p05", (20, 20), (1, 1), 900)


def enacted(law: str, discs: str = "", **more: Any) -> tuple[Game, list[Any]]:
    """The position at a Council in which a Law has just come into play, and what that does at once."""
    game = position(discs, step="council", **{"laws": [], **more})
    game.deck = sorted(LAWS)
    game.deck.remove(law)
    game.council = law, None
    events = []
    for happening in enact(game, law, None, "last_card", Chance(Dictated({"city": ["east-city"]}), {})):
        events.append(event_of(happening))
        happen(game, events[-1])
    return game, events


def worship(discs: str, *laws: str, **more: Any) -> tuple[Game, list[WorshipScored]]:
    game = position(discs, step="worship", laws=laws, **more)
    return game, of(go_on(game, **NEXT), WorshipScored)


# --- Discs ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("law-king-ape")
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_king_ape_is_put_on_the_navel(mode: str) -> None:
    game, events = enacted("king-ape", mode=mode)
    assert of(events, DiscPlaced) == [DiscPlaced(KING_APE, 240_000, 240_000)]
    assert game.owned(0, "map") == game.owned(1, "map") == []


@pytest.mark.clause("law-king-ape")
def test_king_ape_stands_at_the_nearest_free_spot_to_the_east() -> None:
    _, events = enacted("king-ape", "0-t01 230 240")
    assert of(events, DiscPlaced) == [DiscPlaced(KING_APE, 268_000, 240_000)]


@pytest.mark.clause("law-king-ape", "D-3")
def test_king_ape_can_be_pushed_and_comes_back_in_the_next_generation_when_it_left_the_map() -> None:
    game = position("king-ape 462 50", laws=["king-ape"], ready={0: 1, 1: 0})
    events = done(game, 0, flick("0-p01", (60, 50), (1, 0), 3000), **NEXT)

    assert of(events, FlickResolved)[0].off == (KING_APE,)
    # No player's Prophet, so nobody's power and no Law asks for it.
    assert of(events, DiscPlaced) == [DiscPlaced(KING_APE, 240_000, 240_000)]
    names = kinds(events)
    assert names.index("GenerationStarted") < names.index("DiscPlaced") < names.index("LawsDrawn")


@pytest.mark.clause("law-king-ape", "P-1")
def test_king_ape_that_is_still_on_the_map_stays_where_it_is() -> None:
    game = position("king-ape 300 300", laws=["king-ape"], step="worship")
    assert of(go_on(game, **NEXT), DiscPlaced) == []
    assert places(game, KING_APE) == [(300_000, 300_000)]


@pytest.mark.clause("law-king-ape", "FF-5.1")
def test_king_ape_blocks_presence_and_dominance_on_its_islands_but_not_the_navel() -> None:
    discs = "king-ape 240 168\n0-p01 240 65\n0-p02 240 240"
    game, scored = worship(discs, "king-ape")
    assert [(event.points, event.present) for event in scored] == [(0, ()), (0, ())]
    # From the Navel: itself, and Presence on South.
    assert game.scores == [2, 0]


@pytest.mark.clause("law-templars", "S-2")
def test_each_player_swaps_a_ready_prophet_for_a_templar_for_the_rest_of_the_game() -> None:
    game, events = enacted("templars")
    assert of(events, PieceSwapped) == [PieceSwapped(0, "0-p05", "0-m01"), PieceSwapped(1, "1-p05", "1-m01")]
    assert len(game.owned(0, "ready")) == 5
    assert LAWS["templars"].duration == "permanent"


@pytest.mark.clause("law-templars")
def test_who_has_no_ready_prophet_or_no_templar_left_swaps_nothing() -> None:
    _, events = enacted("templars", "1-m01 240 240\n1-m02 240 65", ready={0: 0})
    assert of(events, PieceSwapped) == []


@pytest.mark.clause("law-new-disciple", "S-2")
def test_each_player_has_one_more_prophet_ready_while_the_box_has_one() -> None:
    game, events = enacted("new-disciple", "1-p06 240 65\n1-p07 300 100")
    assert of(events, PieceGained) == [PieceGained(0, "0-p06")]
    assert len(game.owned(0, "ready")) == 6


@pytest.mark.clause("law-new-disciple", "law-templars", "law-kraken")
def test_what_the_kraken_took_is_out_of_the_game_and_does_not_come_back_from_the_box() -> None:
    game = position(
        "0-m01 20 240\n0-m02 20 300\n0-p01 240 20\n1-p06 20 180\n1-p07 20 205", step="council", laws=["kraken"]
    )
    happen(game, PiecesTakenByLaw("kraken", ("0-m01", "0-m02", "0-p01", "1-p06", "1-p07"), "box"))
    assert [(event.seat, event.disc) for event in gain_prophets(game)] == [(0, "0-p06")]
    assert [happening.event.seat for happening in swap_discs(game)] == [1]


# --- Tornado and Kraken -----------------------------------------------------------------------------------------------


@pytest.mark.clause("law-tornado")
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_the_tornado_stands_on_a_city_that_chance_picks(mode: str) -> None:
    game, events = enacted("tornado", mode=mode)
    assert of(events, HazardPlaced) == [HazardPlaced("east-city")]
    assert game.hazard == "east-city"
    assert rulebook.view(game, None).hazard == "east-city"


@pytest.mark.clause("law-tornado", "P-2")
@pytest.mark.parametrize(("x", "taken"), [("420", True), ("420.001", False)])
def test_after_each_flick_the_tornado_takes_every_prophet_that_touches_it(x: str, taken: bool) -> None:
    game = position(f"1-p01 {x} 240\n0-t01 360 240\n0-p01 380 270", laws=["tornado"])
    happen(game, HazardPlaced("east-city"))
    events = done(game, 0, HARMLESS)

    (law,) = of(events, PiecesTakenByLaw)
    assert law.discs == (("0-p01", "1-p01") if taken else ("0-p01",))
    # It is gone before Temples could be built for it.
    assert asked(game) == [(1, "flick")]
    assert places(game, "0-t01") == [(360_000, 240_000)]


@pytest.mark.clause("law-tornado", "M-1")
def test_on_a_real_board_the_group_reports_what_the_tornado_takes_among_those_off_the_map() -> None:
    game = position("1-p01 380 240", laws=["tornado"], mode="table", table_confirm="none")
    happen(game, HazardPlaced("east-city"))
    events = done(game, 0, ReportFlick(report("0-p01", zones("0-p01"), off=["1-p01"])))
    assert of(events, PiecesTakenByLaw) == []
    assert places(game, "1-p01") == ["reserve"]


@pytest.mark.clause("law-kraken", "P-4", "FF-6.4")
def test_at_the_end_of_the_mission_the_kraken_takes_every_prophet_at_sea_out_of_the_game() -> None:
    game = position(
        "0-p01 20 240\n0-p02 240 240\n1-p01 300 300\n1-p02 240 65\n0-t01 300 30", step="worship", laws=["kraken"]
    )
    events = go_on(game, **NEXT)

    assert of(events, PiecesTakenByLaw) == [PiecesTakenByLaw("kraken", ("0-p01", "1-p01"), "box")]
    assert kinds(events)[0] == "PiecesTakenByLaw"
    assert places(game, "0-p01", "1-p01", "0-p02", "1-p02") == ["box", "box", "ready", "ready"]
    assert game.discs["0-t01"].on_map


# --- Points -----------------------------------------------------------------------------------------------------------


@pytest.mark.clause("law-headhunters", "P-2")
def test_headhunters_get_a_point_for_each_opponents_prophet_that_leaves_the_map() -> None:
    game = position("1-p01 458 50\n1-p02 478 50", laws=["rolling-stone", "headhunters"])
    events = done(game, 0, flick("0-p05", (60, 50), (1, 0), 2900))
    (event,) = of(events, PointsAwarded)
    assert (event.seats, event.terms) == ((0,), (Term("headhunters", 2, 1, "law-headhunters"),))


@pytest.mark.clause("law-headhunters")
@pytest.mark.parametrize("discs", ["0-p01 455 50", "king-ape 478 50"])
def test_ones_own_prophets_and_king_ape_are_no_heads(discs: str) -> None:
    game = position(discs, laws=["headhunters"])
    events = done(game, 0, flick("0-p05", (60, 50), (1, 0), 2900))
    assert len(of(events, FlickResolved)[0].off) == 1
    assert of(events, PointsAwarded) == []


@pytest.mark.clause("law-headhunters", "M-6")
def test_a_temple_that_leaves_a_real_board_is_no_head_and_no_fallen_prophet() -> None:
    game = position("1-t01 240 35", laws=["headhunters"], mode="table", table_confirm="none", temple_bump="keep",
                    deities={0: "morrigan", 1: "anubis"})  # fmt: skip
    events = done(game, 0, ReportFlick(report("0-p01", zones("0-p01"), off=["1-t01"])))

    assert of(events, PointsAwarded) == []
    assert game.used == set()
    assert places(game, "1-t01") == ["unused"]


FOUR = "0-p01 240 65\n0-p02 415 240\n0-t01 240 445\n0-t02 35 240"


@pytest.mark.clause("law-far-and-wide", "FF-6.1")
@pytest.mark.parametrize(("discs", "gained"), [(FOUR, 12 + 3), (FOUR.replace("0-t02 35 240", ""), 9)])
def test_far_and_wide_gives_three_for_presence_on_all_four_islands(discs: str, gained: int) -> None:
    _, (own, other) = worship(discs, "far-and-wide")
    assert (own.points, other.points) == (gained, 0)


@pytest.mark.clause("law-far-and-wide", "law-king-ape")
def test_an_island_that_king_ape_blocks_counts_for_far_and_wide_all_the_same() -> None:
    _, (own, _) = worship(f"{FOUR}\nking-ape 240 168", "king-ape", "far-and-wide")
    assert own.points == 9 + 3


@pytest.mark.clause("law-golden-cities")
def test_golden_cities_give_one_for_each_prophet_on_a_city() -> None:
    _, scored = worship("0-p01 240 100\n0-p02 240 65\n1-p01 262 100\n1-p02 240 380\n1-t01 380 205", "golden-cities")
    assert [event.terms[-1] for event in scored] == [
        Term("golden-cities", 1, 1, "law-golden-cities"), Term("golden-cities", 2, 1, "law-golden-cities"),
    ]  # fmt: skip


@pytest.mark.clause("law-golden-cities", "deity-freyja")
def test_a_prophet_on_a_city_that_the_heart_touches_gives_its_point_to_freyja() -> None:
    game = position("1-p01 240 100", step="worship", laws=["golden-cities"], deities={0: "freyja"})
    go_on(game)
    events = done(game, 0, DropHeart(240_000, 100_000), heart=[10_000] * 4, **NEXT)
    assert [event.points for event in of(events, WorshipScored)] == [3 + 1, 0]


@pytest.mark.clause("law-shrines", "FF-6.2")
def test_temples_weigh_double_for_dominance_and_only_there() -> None:
    discs = "0-t01 240 35\n1-p01 210 65\n0-t02 240 445\n1-p02 210 415\n1-p03 270 415"
    _, (own, other) = worship(discs, "shrines")
    # On South 2 to 1; on North 2 to 2, a tie.
    assert (own.dominated, other.dominated) == (("south",), ())
    assert (own.points, other.points) == (4, 2)


@pytest.mark.clause("law-humility", "law-pride")
@pytest.mark.parametrize(("law", "gained"), [("humility", 2), ("pride", 4), ("shrines", 3)])
def test_humility_and_pride_change_what_dominance_gives(law: str, gained: int) -> None:
    _, (own, _) = worship("0-p01 240 65", law)
    assert own.points == gained
    assert sum(term.points for term in own.terms) == gained
