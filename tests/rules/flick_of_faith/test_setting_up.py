"""Set-up: S-1 to S-5."""

from collections import Counter

import pytest
from msgspec.structs import replace

from domain.flick_of_faith.cards import BOARD_OF, DEITIES
from domain.flick_of_faith.commands import ChooseDeity, FirstFlick, ReportFirstPlayer
from domain.flick_of_faith.events import DeityChosen, FirstFlicksRevealed, FirstPlayerDetermined, TableLaid
from domain.flick_of_faith.map import house_map
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.where import corner_of
from domain.table.lifecycle import OpenTable
from domain.table.messages import HOST
from domain.table.refusals import Refusal
from tests.rules.flick_of_faith.positions import asked, begun, done, kinds, of, refused, shot
from tests.table.play import Play

PLAIN = {"laws": False, "deity_powers": False, "scatter": "none"}


# --- S-1, S-2: Seats and pieces ---------------------------------------------------------------------------------------


@pytest.mark.clause("S-1")
@pytest.mark.parametrize(
    ("seats", "corners"), [(2, ("SW", "NE")), (3, ("SW", "NW", "NE")), (4, ("SW", "NW", "NE", "SE"))]
)
def test_each_player_has_a_corner_clockwise_round_the_mat(seats: int, corners: tuple[str, ...]) -> None:
    game, events = begun(seats, **PLAIN)
    assert of(events, TableLaid)[0].corners == game.corners == corners
    assert [corner_of(game, seat).id for seat in range(seats)] == list(corners)


@pytest.mark.clause("S-1")
@pytest.mark.parametrize("seats", [1, 5])
def test_two_to_four_play(seats: int) -> None:
    play = Play(rulebook)
    outcome = play.ask(HOST, OpenTable("flick-of-faith", "1", seats, "hanna", "00" * 32, "{}", "provable", None))
    assert isinstance(outcome, Refusal)
    assert outcome.code == "WRONG_SEAT_COUNT"


@pytest.mark.clause("S-2")
@pytest.mark.parametrize(("seats", "ready"), [(2, 5), (3, 6), (4, 5)])
def test_pieces_at_the_start(seats: int, ready: int) -> None:
    game, _ = begun(seats, **PLAIN)
    for seat in range(seats):
        zones = Counter((at.kind, at.zone) for at in game.discs.values() if at.owner == seat)
        assert zones == {
            ("prophet", "ready"): ready, ("prophet", "box"): 7 - ready, ("templar", "box"): 2, ("temple", "unused"): 4,
        }  # fmt: skip
    assert game.discs["sphinx"].zone == game.discs["king-ape"].zone == "box"
    assert game.scores == [0] * seats


@pytest.mark.clause("S-3")
@pytest.mark.parametrize(
    ("seats", "option", "number"), [(2, None, 4), (3, None, 3), (4, None, 4), (3, 8, 8), (2, 1, 1)]
)
def test_the_number_of_generations_is_laid_down_at_the_start(seats: int, option: int | None, number: int) -> None:
    game, events = begun(seats, **PLAIN, generations=option)
    assert of(events, TableLaid)[0].generations == game.generations == number


@pytest.mark.clause("G-1")
def test_an_unsound_map_is_refused() -> None:
    whole = house_map()
    beyond = replace(whole, navel=replace(whole.navel, circle=(0, 0, 25_000)))
    with pytest.raises(Refusal) as caught:
        rulebook.check_options(GameOptions(map=beyond), 2)
    assert (caught.value.code, caught.value.clause) == ("BAD_DATA", "G-1")
    rulebook.check_options(GameOptions(map=whole), 2)


# --- S-5: Deities -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("S-5")
def test_everybody_chooses_a_deity_from_a_board_that_nobody_has() -> None:
    game, _ = begun(3, laws=False)
    assert asked(game) == [(0, "deity")]
    assert refused(game, 0, ChooseDeity("loki")) == "UNKNOWN_DEITY"
    done(game, 0, ChooseDeity("zeus"))
    assert refused(game, 0, ChooseDeity("tyr")) == "ALREADY_CHOSEN"
    assert asked(game) == [(1, "deity")]
    # The other side of the board is taken with it.
    for taken in ("zeus", "themis"):
        assert refused(game, 1, ChooseDeity(taken)) == "DEITY_TAKEN"
    done(game, 1, ChooseDeity("ra"))
    done(game, 2, ChooseDeity("freyja"))
    assert game.deities == ["zeus", "ra", "freyja"]
    assert game.discs["sphinx"].owner == 1
    assert asked(game) == [(seat, "first_flick") for seat in range(3)]


@pytest.mark.clause("S-5")
def test_by_option_chance_deals_boards_and_sides() -> None:
    game, events = begun(2, {"deity": ["tyr", "dagda"]}, laws=False, deity_choice="random")
    assert [(event.deity, event.by) for event in of(events, DeityChosen)] == [("tyr", "chance"), ("dagda", "chance")]
    assert len({BOARD_OF[deity] for deity in game.deities if deity}) == 2
    assert set(BOARD_OF) == set(DEITIES)


@pytest.mark.clause("S-5")
def test_by_option_there_are_no_powers_and_no_boards() -> None:
    game, events = begun(2, **PLAIN)
    assert of(events, DeityChosen) == []
    assert asked(game) == [(0, "first_flick"), (1, "first_flick")]


# --- S-4: Who begins --------------------------------------------------------------------------------------------------


def first(seat: int, speed: int) -> FirstFlick:
    """A flick from the corner towards the Navel along the diagonal, the same from both corners."""
    start, way = ((50, 50), (1, 1)) if seat == 0 else ((430, 430), (-1, -1))
    return FirstFlick(shot(f"{seat}-p01", start, way, speed))


@pytest.mark.clause("S-4")
@pytest.mark.parametrize(("speeds", "begins"), [((1160, 1000), 0), ((900, 1100), 1), ((1160, 3000), 0)])
def test_who_comes_closest_to_the_navel_begins(speeds: tuple[int, int], begins: int) -> None:
    game, _ = begun(2, **PLAIN)
    done(game, 1, first(1, speeds[1]))
    assert asked(game) == [(0, "first_flick")]
    assert refused(game, 1, first(1, 1160)) == "ALREADY_FLICKED"
    events = done(game, 0, first(0, speeds[0]))

    assert kinds(events)[:3] == ["FirstFlickSealed", "FirstFlicksRevealed", "FirstPlayerDetermined"]
    assert of(events, FirstPlayerDetermined) == [FirstPlayerDetermined(begins, "flick")]
    (shown,) = of(events, FirstFlicksRevealed)
    assert (shown.squares[1] is None) == (speeds[1] == 3000)
    # The Prophets are ready again, and the mat is empty.
    assert all(len(game.owned(seat, "ready")) == 5 for seat in range(2))
    assert (game.first, asked(game)) == (begins, [(begins, "flick")])


@pytest.mark.clause("S-4", "D-1")
@pytest.mark.parametrize(
    ("flicked", "code"),
    [
        (shot("1-p01", (50, 50), (1, 1), 900), "NOT_YOURS"),
        (shot("0-p06", (50, 50), (1, 1), 900), "NOT_READY"),
        (shot("0-p01", (90, 50), (1, 1), 900), "START_OUTSIDE_CORNER"),
        (shot("0-p01", (50, 50), (0, 0), 900), "BAD_DIRECTION"),
        (shot("0-p01", (50, 50), (1, 1), 3001), "BAD_SPEED"),
    ],
)
def test_first_flicks_have_the_limits_of_any(flicked: object, code: str) -> None:
    game, _ = begun(2, **PLAIN)
    assert refused(game, 0, FirstFlick(flicked)) == code  # type: ignore[arg-type]


def tied_round(game: Game, *seats: int) -> list[object]:
    events: list[object] = []
    for seat in seats:
        wanted = {"first": [1]} if game.flick_offs == 2 else {}
        events = done(game, seat, first(seat, 1000), **wanted)
    return events


@pytest.mark.clause("S-4")
def test_who_ties_flicks_again_and_after_three_tied_rounds_chance_decides() -> None:
    game, _ = begun(2, **PLAIN)
    for _ in range(2):
        tied_round(game, 0, 1)
        assert asked(game) == [(0, "first_flick"), (1, "first_flick")]
    events = tied_round(game, 0, 1)
    assert of(events, FirstPlayerDetermined) == [FirstPlayerDetermined(1, "chance")]


@pytest.mark.clause("S-4")
def test_only_those_who_tie_for_closest_flick_again() -> None:
    game, _ = begun(3, **PLAIN)
    far = FirstFlick(shot("1-p01", (50, 430), (1, -1), 100))
    third = FirstFlick(shot("2-p01", (430, 430), (-1, -1), 1000))
    done(game, 0, first(0, 1000))
    done(game, 1, far)
    done(game, 2, third)
    assert asked(game) == [(0, "first_flick"), (2, "first_flick")]


@pytest.mark.clause("S-4")
def test_all_off_the_map_is_a_tie_of_all() -> None:
    game, _ = begun(2, **PLAIN)
    done(game, 0, first(0, 3000))
    done(game, 1, first(1, 3000))
    assert asked(game) == [(0, "first_flick"), (1, "first_flick")]


@pytest.mark.clause("S-4")
@pytest.mark.parametrize("mode", ["digital", "table"])
def test_by_option_chance_draws_the_first_player(mode: str) -> None:
    game, events = begun(3, {"first": [2]}, **PLAIN, first_player="random", mode=mode)
    assert of(events, FirstPlayerDetermined) == [FirstPlayerDetermined(2, "chance")]
    assert game.active == 2


@pytest.mark.clause("S-4", "M-1")
def test_on_a_real_board_the_first_seat_says_who_was_closest() -> None:
    game, _ = begun(3, **PLAIN, mode="table")
    assert asked(game) == [(0, "first_player")]
    assert refused(game, 0, ReportFirstPlayer(3)) == "NO_SUCH_PLAYER"
    events = done(game, 0, ReportFirstPlayer(1))
    assert of(events, FirstPlayerDetermined) == [FirstPlayerDetermined(1, "report")]
    assert asked(game) == [(1, "report")]
