"""Rule, movement and placing (core-4, core-7, core-9.1)."""

import pytest

from domain.root.commands import UseCobbler
from domain.root.cult.commands import RitualBuild, RitualRecruit
from domain.root.events import WarriorsMoved
from domain.root.eyrie.commands import DecreeBuild
from domain.root.marquise.commands import Build, EndMarch, March
from domain.root.rule import ruler
from domain.root.rulebook import rulebook
from tests.rules.root.positions import CULT, EYRIE, MARQUISE, asked, done, of, offers, play, position, refused

# --- core-7.1 ---------------------------------------------------------------------------------------------------------

RULERS = [
    pytest.param("", None, id="nobody has anything there"),
    pytest.param("marquise 8 warrior", MARQUISE, id="one warrior"),
    pytest.param("eyrie 8 roost", EYRIE, id="one building"),
    pytest.param("marquise 8 wood*3", None, id="tokens count for nothing"),
    pytest.param("marquise 8 keep \n cult 8 warrior", CULT, id="the keep is a token"),
    pytest.param("marquise 8 warrior*2 \n cult 8 warrior*3", CULT, id="most warriors"),
    pytest.param("marquise 8 warrior sawmill \n cult 8 warrior", MARQUISE, id="warriors and buildings together"),
    pytest.param("marquise 8 warrior sawmill \n cult 8 warrior*2", None, id="a tie"),
    pytest.param("eyrie 8 warrior*2 \n marquise 8 warrior*2", EYRIE, id="a tie with the Eyrie"),
    pytest.param("eyrie 8 warrior*2 \n marquise 8 warrior*2 \n cult 8 warrior*2", EYRIE, id="a tie of three"),
    pytest.param("eyrie 8 warrior \n marquise 8 warrior*2 \n cult 8 warrior*2", None, id="the Eyrie has fewer"),
    pytest.param("eyrie 8 warrior*5 roost \n cult 8 garden-fox", CULT, id="a garden beats everything"),
]


@pytest.mark.clause("core-7.1", "7.2.2", "10.2.4")
@pytest.mark.parametrize(("pieces", "expected"), RULERS)
def test_who_rules_a_clearing(pieces: str, expected: int | None) -> None:
    assert ruler(position("rituals", pieces), 8) == expected


@pytest.mark.clause("core-7.1")
def test_rule_is_found_anew_whenever_pieces_change() -> None:
    game = position("actions", "marquise 6 warrior*2 \n cult 6 warrior \n marquise 2 warrior")
    assert ruler(game, 6) == MARQUISE

    play(game, MARQUISE, March(6, 2, 2))

    assert ruler(game, 6) == CULT


# --- core-7.2 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-7.2")
@pytest.mark.parametrize(
    ("pieces", "allowed"),
    [
        ("marquise 6 warrior*2", True),
        ("marquise 6 warrior \n cult 6 warrior*2 \n marquise 2 warrior", True),
        ("marquise 6 warrior \n cult 6 warrior*2", False),
        ("marquise 6 warrior \n cult 6 warrior*2 \n cult 2 warrior", False),
        ("marquise 6 warrior \n cult 6 warrior", False),
    ],
    ids=["rules the origin", "rules the destination", "rules neither", "the enemy rules both", "ruled by nobody"],
)
def test_a_move_needs_rule_at_one_end(pieces: str, allowed: bool) -> None:
    game = position("actions", pieces)
    if allowed:
        (moved,) = of(done(game, MARQUISE, March(6, 2, 1)), WarriorsMoved)
        assert (moved.origin, moved.destination, moved.warriors) == (6, 2, 1)
        assert game.warriors[MARQUISE][2] >= 1
    else:
        assert refused(game, MARQUISE, March(6, 2, 1)) == "NO_RULE"


@pytest.mark.clause("core-7.2")
def test_rule_counts_before_the_move() -> None:
    # Both warriors leave, and with them the rule by which they could.
    game = position("actions", "marquise 6 warrior*2")
    done(game, MARQUISE, March(6, 2, 2))
    assert ruler(game, 6) is None


@pytest.mark.clause("core-7.2", "core-4", "core-1.2")
@pytest.mark.parametrize(
    ("march", "code"),
    [
        (March(6, 12, 1), "NOT_ADJACENT"),
        (March(6, 6, 1), "NOT_ADJACENT"),
        (March(6, 13, 1), "UNKNOWN_CLEARING"),
        (March(0, 6, 1), "UNKNOWN_CLEARING"),
        (March(6, 2, 3), "NOT_ENOUGH_WARRIORS"),
        (March(6, 2, 0), "MOVE_ZERO"),
        (March(2, 6, 1), "NOT_ENOUGH_WARRIORS"),
    ],
)
def test_moves_that_are_refused(march: March, code: str) -> None:
    assert refused(position("actions", "marquise 6 warrior*2"), MARQUISE, march) == code


@pytest.mark.clause("core-4", "core-7.2")
def test_the_river_is_no_path() -> None:
    assert refused(position("actions", "marquise 4 warrior"), MARQUISE, March(4, 7, 1)) == "NOT_ADJACENT"


@pytest.mark.clause("core-7.2")
def test_the_same_warriors_move_several_times_and_others_too() -> None:
    game = position("actions", "marquise 6 warrior*3")
    play(game, MARQUISE, March(6, 2, 2), March(2, 10, 2), March(6, 3, 1), EndMarch())
    assert [game.warriors[MARQUISE][n] for n in (6, 2, 10, 3)] == [0, 0, 2, 1]


@pytest.mark.clause("core-7.2")
def test_what_is_offered_are_all_moves_along_paths_with_any_number_of_warriors() -> None:
    game = position("actions", "marquise 6 warrior*2")
    assert sorted((move.origin, move.destination, move.warriors) for move in offers(game, MARQUISE, March)) == [
        (6, destination, warriors) for destination in (2, 3, 11) for warriors in (1, 2)
    ]


@pytest.mark.clause("core-2", "core-7.2", "6.2.2")
def test_moving_is_not_placing_so_the_clearing_of_the_keep_can_be_moved_into() -> None:
    pieces = "marquise 1 keep \n cult 10 garden-rabbit warrior"
    game = position("cobbler", pieces, active=CULT, play={CULT: ["cobbler#1"]})
    done(game, CULT, UseCobbler(10, 1, 1))
    assert game.warriors[CULT][1] == 1


# --- core-9.1, core-4 -------------------------------------------------------------------------------------------------


@pytest.mark.clause("core-9.1", "6.2.2")
def test_nobody_else_places_where_the_keep_stands() -> None:
    game = position("rituals", "marquise 1 keep \n cult 1 warrior*2", hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, RitualRecruit("anvil#1", 1)) == "CANNOT_PLACE_HERE"
    assert refused(game, CULT, RitualBuild("anvil#1", 1)) == "CANNOT_PLACE_HERE"
    assert (1,) not in {(command.clearing,) for command in offers(game, CULT, RitualRecruit)}


@pytest.mark.clause("core-9.1")
def test_the_marquise_places_where_her_keep_stands() -> None:
    game = position("actions", "marquise 1 keep warrior wood")
    done(game, MARQUISE, Build("sawmill", 1, ()))
    assert (MARQUISE, "sawmill") in game.buildings[1]


@pytest.mark.clause("core-4", "core-9.1")
def test_a_building_needs_an_open_slot_and_a_ruin_fills_one() -> None:
    # Clearing 6 has two slots, one of which holds a ruin.
    game = position("actions", "marquise 6 warrior sawmill wood")
    assert refused(game, MARQUISE, Build("workshop", 6)) == "NO_OPEN_SLOT"
    view = rulebook.view(game, None)
    assert [(c.slots, c.open_slots, c.ruin) for c in view.clearings if c.number in (6, 8)] == [
        (2, 0, True),
        (2, 2, False),
    ]


@pytest.mark.clause("core-4", "core-3")
def test_warriors_and_tokens_need_no_slot() -> None:
    game = position("rituals", "cult 1 garden-fox \n marquise 1 wood*3", hands={CULT: ["anvil#1"]})
    done(game, CULT, RitualRecruit("anvil#1", 1))
    assert game.warriors[CULT][1] == 1


@pytest.mark.clause("core-9.1", "core-3")
def test_a_piece_must_be_in_its_supply_or_on_its_track() -> None:
    game = position("rituals", "cult 6 warrior*25", hands={CULT: ["anvil#1"]})
    assert refused(game, CULT, RitualRecruit("anvil#1", 8)) == "NO_WARRIOR_IN_SUPPLY"

    roosts = "\n".join(f"eyrie {n} roost warrior*2" for n in (1, 2, 3, 4, 5, 6, 7)) + "\n eyrie 8 warrior*2"
    game = position("build", roosts, decree={"build": ["anvil#1"]}, leader="charismatic")
    assert asked(game) == [(EYRIE, "build")]
    assert refused(game, EYRIE, DecreeBuild("anvil#1", 8)) == "NO_PIECE_IN_SUPPLY"
