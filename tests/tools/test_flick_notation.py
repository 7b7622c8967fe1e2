"""Flick of Faith in words: what is typed becomes the command that it means, exactly, or one sentence says what is wrong."""

from decimal import Decimal
from math import cos, radians, sin
from typing import Any

import msgspec
import pytest

from domain.flick_of_faith.commands import (
    AmendReport,
    Build,
    BuildTemples,
    ContestReport,
    DropHeart,
    FirstFlick,
    Flick,
    ProposeCorrection,
    Report,
    ReportFlick,
    ReportHeart,
    SecondTry,
    Shot,
    Spot,
)
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game, OpenReport
from domain.flick_of_faith.steps import prompt_for
from domain.table.chance import Chance, Derived
from domain.table.rulebook import event_of
from infra.notation import NotationError
from infra.notation.exact import degrees, place, scaled, vector
from infra.notation.flick_of_faith.words import FlickWords
from projections.pictures.text import render_text

NOTATION: Any = FlickWords()


def awaiting(kind: str, mode: str = "digital", seat: int = 0, **options: Any) -> Game:
    """A game of three in which a seat is asked for something, with p1 on South's City, p2 at Sea, and yellow's p1 on East."""
    game: Game = rulebook.start(GameOptions(mode=mode, **options), 3, rulebook.editions[0])  # type: ignore[arg-type]
    places = {"0-p01": game.map.city("south-city").circle[:2], "0-p02": (20_000, 200_000)}
    places["1-p01"] = game.map.city("east-city").circle[:2]
    for disc, (x, y) in places.items():
        at = game.discs[disc]
        at.zone, at.x, at.y = "map", x, y
    game.prompts, game.active, game.phase = (prompt_for(kind, seat),), seat, "mission"
    return game


def typed(kind: str, line: str, **more: Any) -> Any:
    return NOTATION.read(awaiting(kind, **more), 0, line)


# --- Numbers ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("angle", "found"),
    [
        ("0", (30000, 0)),
        ("90", (0, 30000)),
        ("180", (-30000, 0)),
        ("-90", (0, -30000)),
        ("45", (21213, 21213)),
        ("360", (30000, 0)),
        ("30", (25981, 15000)),
        ("210", (-25981, -15000)),
        ("405", (21213, 21213)),
    ],
)
def test_an_angle_is_a_vector_of_integers(angle: str, found: tuple[int, int]) -> None:
    assert vector(degrees(angle), 30000) == found


def test_vectors_are_the_nearest_for_all_angles() -> None:
    for tenths in range(-3600, 3601, 7):
        x, y = vector(Decimal(tenths) / 10, 30000)
        angle = radians(tenths / 10)
        assert abs(x - 30000 * cos(angle)) < 0.500001
        assert abs(y - 30000 * sin(angle)) < 0.500001


def test_millimetres_are_exact_micrometres() -> None:
    assert place("40,40.125") == (40_000, 40_125)
    assert place("-3,0.001") == (-3_000, 1)
    with pytest.raises(NotationError, match="finer than a micrometre"):
        place("1.0005,3")


def test_a_long_vector_keeps_its_direction() -> None:
    assert scaled(3, -4, 30_000) == (3, -4)
    assert scaled(400_000, -300_000, 30_000) == (30_000, -22_500)


# --- Flicks -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shot"),
    [
        ("flick p4 from 40,40 a=90 s=620", Shot("0-p04", 40_000, 40_000, 0, 30_000, 620)),
        ("FLICK 0-p04 s=620 angle=45 from 40, 40", Shot("0-p04", 40_000, 40_000, 21_213, 21_213, 620)),
        ("flick from 40,40 a=0 speed=500", Shot("0-p03", 40_000, 40_000, 30_000, 0, 500)),
        ("flick from 40,40 to 240,40", Shot("0-p03", 40_000, 40_000, 30_000, 0, 1000)),
        ("flick from 40,40 to south s=900", Shot("0-p03", 40_000, 40_000, 30_000, 9_000, 900)),
        ("flick from 40,40 to navel s=1", Shot("0-p03", 40_000, 40_000, 30_000, 30_000, 1)),
        ("flick from 40,40 to yellow-p1 s=1", Shot("0-p03", 40_000, 40_000, 30_000, 17_647, 1)),
    ],
)
def test_a_flick_by_angle_or_towards_something(line: str, shot: Shot) -> None:
    assert typed("flick", line) == Flick(shot)


def test_the_word_is_the_same_for_every_kind_of_flick() -> None:
    assert isinstance(typed("first_flick", "flick to navel"), FirstFlick)
    game = awaiting("second_try")
    game.deities[0], game.flicked = "tyr", ["0-p02"]
    assert NOTATION.read(game, 0, "flick from 40,40 a=0 s=9") == SecondTry(Shot("0-p02", 40_000, 40_000, 30_000, 0, 9))
    assert typed("temples", "flick to navel") is None


def test_a_start_that_is_not_named_is_free_and_offered() -> None:
    for seat in range(3):
        game = awaiting("flick", seat=seat)
        for _ in range(3):
            command = NOTATION.read(game, seat, "flick to navel")
            assert rulebook.legal(game, seat)[0].contains(command)
            at = game.discs[command.shot.prophet]
            at.zone, at.x, at.y = "map", command.shot.x, command.shot.y


def test_two_prophets_and_the_hand() -> None:
    game = awaiting("flick")
    game.deities[0], game.laws = "dagda", ["both-hands"]
    command = NOTATION.read(game, 0, "flick from 40,20 a=0 s=500 and p5 from 20,45 a=90 s=600 hand 200,300,30")
    assert (command.second.prophet, command.second.speed, command.shot.prophet) == ("0-p05", 600, "0-p03")
    assert rulebook.legal(game, 0)[0].contains(command)
    game.laws = ["piggyback"]
    command = NOTATION.read(game, 0, "flick from 40,20 a=0 s=500")
    assert msgspec.structs.replace(command.second, prophet="0-p03") == command.shot
    assert rulebook.legal(game, 0)[0].contains(command)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("flick", "Where to?"),
        ("flick a=45", "How fast?"),
        ("flick a=45 s=fast", "is a whole number, not 'fast'"),
        ("flick a=north s=5", "An angle is in degrees"),
        ("flick a=1e9 s=5", "An angle is in degrees"),
        ("flick to nowhere", "is nothing to aim at; there is south, east, north, west, navel"),
        ("flick to p4", "'p4' is not on the map"),
        ("flick to navel a=5", "not by two of them"),
        ("flick from here a=5 s=5", "'here' is no place"),
        ("flick p9 a=5 s=5", "'p9' is not understood; a flick is typed so: flick p1 from 40,40"),
        ("flick from 40,40 to 40,40", "would start where it is to go"),
        ("flick to navel hand 3,3,3", "that is Dagda's"),
    ],
)
def test_what_is_wrong_with_a_flick_is_said(line: str, said: str) -> None:
    with pytest.raises(NotationError) as error:
        typed("flick", line)
    assert said in str(error.value)


# --- Previews ---------------------------------------------------------------------------------------------------------


def test_where_hands_are_steady_a_flick_does_what_its_preview_says() -> None:
    game = awaiting("flick", scatter="none")
    line = "from 40,40 to south s=1500"
    preview = NOTATION.preview(game, 0, f"aim {line}")
    assert "Red’s Prophet 3 would touch Red’s Prophet 1." in preview.sentences
    assert "·" in render_text(preview.scene, 80, False)
    chance = Chance(Derived(bytes(32), "", 0), {})
    decided = rulebook.decide(game, 0, NOTATION.read(game, 0, f"flick {line}"), chance)
    flown = next(event for event in map(event_of, decided) if isinstance(event, FlickResolved))
    for moved in flown.moved:
        if moved.disc not in flown.off:
            x, y = ((value + 50) // 100 / 10 for value in (moved.x, moved.y))
            assert any(
                f"Prophet {int(moved.disc[-2:])} would come to rest at {x},{y}, " in s for s in preview.sentences
            )


def test_a_preview_changes_nothing_and_draws_nothing() -> None:
    game = awaiting("flick")
    before = rulebook.copy(game)
    assert NOTATION.preview(game, 0, "aim to navel") == NOTATION.preview(game, 0, "aim to navel")
    assert game == before


def test_a_preview_tells_what_leaves_the_map_and_what_stands_in_the_way() -> None:
    game = awaiting("flick")
    assert "Red’s Prophet 3 would leave the map." in NOTATION.preview(game, 0, "aim from 40,40 a=180 s=900").sentences
    game.deities[0] = "dagda"
    told = NOTATION.preview(game, 0, "aim from 40,40 a=90 s=900 hand 40,150,0").sentences
    assert "Red’s Prophet 3 would touch the Hand." in told
    (first, steady) = NOTATION.preview(awaiting("first_flick"), 0, "aim to navel").sentences
    assert "mm from the middle of the Navel" in first
    assert "drawn when you flick" in steady


def test_a_flick_that_would_be_refused_is_not_previewed() -> None:
    with pytest.raises(NotationError, match=r"starts wholly inside your own corner.*\[D-1\]"):
        NOTATION.preview(awaiting("flick"), 0, "aim from 200,200 to navel")
    with pytest.raises(NotationError, match="no flick is awaited"):
        NOTATION.preview(awaiting("temples"), 0, "aim to navel")
    assert NOTATION.preview(awaiting("flick"), 0, "flick to navel") is None


# --- Temples, the Heart, and a real board -----------------------------------------------------------------------------

SOUTH = {"islands": ("south",)}


@pytest.mark.parametrize(
    ("kind", "line", "command"),
    [
        ("temples", "build p1 at 240,100", BuildTemples((Build("0-p01", "south-city", "0-t01", 240_000, 100_000),))),
        (
            "temples",
            "build 0-p01 with t3 at 240.5,100 over p2 city south-city",
            BuildTemples((Build("0-p01", "south-city", "0-t03", 240_500, 100_000, "0-p02"),)),
        ),
        ("heart", "heart at 240,100", DropHeart(240_000, 100_000)),
        ("heart", "heart 240,100", DropHeart(240_000, 100_000)),
    ],
)
def test_temples_and_the_heart(kind: str, line: str, command: object) -> None:
    assert typed(kind, line) == command


@pytest.mark.parametrize(
    ("kind", "line", "command"),
    [
        ("temples", "build p1 on south", BuildTemples((Build("0-p01", "south-city", "0-t01", **SOUTH),))),  # type: ignore[arg-type]
        ("report_heart", "heart on yellow-p1", ReportHeart(("1-p01",))),
        ("report_heart", "heart on nothing", ReportHeart(())),
        (
            "report",
            "report p3 on east city",
            ReportFlick(Report("0-p03", (Spot("0-p03", islands=("east",), city="east-city"),))),
        ),
        ("report", "report p3 at 240,100", ReportFlick(Report("0-p03", (Spot("0-p03", 240_000, 100_000),)))),
        ("report", "report p3 off", ReportFlick(Report("0-p03", (), ("0-p03",)))),
        (
            "report",
            "report yellow-p1 off and p3 is at sea and p2 in corner on navel photo https://a.example/IMG_7",
            ReportFlick(
                Report("0-p03", (Spot("0-p03"), Spot("0-p02", navel=True, own_corner=True)), ("1-p01",)),
                "https://a.example/IMG_7",
            ),
        ),
        (
            "report",
            "report p3 on north-city over yellow-p1 east",
            ReportFlick(Report("0-p03", (Spot("0-p03", islands=("east", "north"), city="north-city", on="1-p01"),))),
        ),
        ("correct", "correct yellow-p1 on the navel", ProposeCorrection((Spot("1-p01", navel=True),))),
    ],
)
def test_what_happened_on_a_real_board(kind: str, line: str, command: object) -> None:
    assert typed(kind, line, mode="table") == command


def test_a_report_is_amended_and_contested_as_a_whole() -> None:
    for kind, line, made in (("amend", "amend p3 off", AmendReport), ("confirm", "contest p3 off", ContestReport)):
        game = awaiting(kind, mode="table")
        game.report = OpenReport(0, Report("0-p03", (Spot("0-p03", navel=True),)))
        assert NOTATION.read(game, 0, line) == made(Report("0-p03", (), ("0-p03",)))
    contest = NOTATION.read(game, 0, "contest p3 at sea and yellow-p1 taken")
    assert contest.counter == Report("0-p03", (Spot("0-p03"),), taken=("1-p01",))


@pytest.mark.parametrize(
    ("kind", "line", "said"),
    [
        ("temples", "build", "For which Prophet"),
        ("temples", "build p1", "Where is the Temple for p1 to stand?"),
        ("temples", "build p2 at 240,100", "p2 touches no City"),
        ("temples", "build p1 near 240,100", "'near' is not understood"),
        ("temples", "build x at 240,100", "There is no disc 'x'"),
        ("temples", "build p1 at west", "'west' is no place"),
        ("heart", "heart", "heart at 240,100"),
        ("report", "report", "Which discs moved"),
        ("report", "report p3", "Where does p3 lie?"),
        ("report", "report p3 on city", "On which Island's City?"),
        ("report", "report p3 under p2", "'under' is not understood"),
        ("report", "report p3 on east over p77", "There is no disc 'p77'"),
        ("report_heart", "heart", "What does the Heart touch?"),
        ("correct", "correct p1 off", "where discs lie on the map"),
    ],
)
def test_what_is_wrong_with_other_lines_is_said(kind: str, line: str, said: str) -> None:
    with pytest.raises(NotationError) as error:
        typed(kind, line, mode="table" if kind in ("report", "report_heart", "correct") else "digital")
    assert said in str(error.value)


def test_words_that_begin_otherwise_are_left_to_the_list() -> None:
    assert typed("temples", "build no Temple") is None
    assert typed("first_player", "report red as closest to the Navel", mode="table") is None
    assert typed("answer", "correct p1 on east", mode="table") is None
    assert typed("flick", "forfeit the turn") is None


def test_where_no_temple_is_unused_the_one_that_is_taken_is_named() -> None:
    game = awaiting("temples")
    for n in range(1, 5):
        at = game.discs[f"0-t0{n}"]
        at.zone, at.x, at.y = "map", 100_000 + 50_000 * n, 300_000
    with pytest.raises(NotationError, match="say which is taken from the map: with t01, t02, t03, t04"):
        NOTATION.read(game, 0, "build p1 at 240,100")
    assert NOTATION.read(game, 0, "build p1 at 240,100 with t2").builds[0].temple == "0-t02"


def test_every_command_that_no_list_holds_is_shown_as_it_is_typed() -> None:
    for kind in ("flick", "first_flick", "temples", "heart"):
        game = awaiting(kind)
        for command in game.prompts[0].commands:
            usage = NOTATION.usage(game, 0, command)
            assert usage is None or len(usage) < 120
        assert NOTATION.usage(game, 0, game.prompts[0].commands[0])


EXAMPLES = [
    ("flick", "Flick", 0, "flick p3 from 45,45 a=45 s=700   or   flick p3 to navel"),
    ("flick", "Flick", 2, "flick p1 from 435,435 a=225 s=700   or   flick p1 to navel"),
    ("temples", "BuildTemples", 0, "build p1 at 240,100 "),
    ("temples", "BuildTemples", 1, "build p1 at 380,240 "),
    ("report", "ReportFlick", 1, ""),
]


@pytest.mark.parametrize(("kind", "command", "seat"), [(kind, command, seat) for kind, command, seat, _ in EXAMPLES])
def test_an_example_is_right_for_the_seat_and_can_be_typed(kind: str, command: str, seat: int) -> None:
    mode = "table" if kind == "report" else "digital"
    game = awaiting(kind, mode=mode, seat=seat)
    usage = NOTATION.usage(game, seat, command)
    for line in usage.split("   ")[0].split("   or   "):
        assert NOTATION.read(game, seat, line) is not None


def test_examples_name_ones_own_corner_and_the_disc_on_the_city() -> None:
    for kind, command, seat, said in EXAMPLES[:4]:
        assert NOTATION.usage(awaiting(kind, seat=seat), seat, command).startswith(said)


def test_an_example_of_a_contest_names_the_discs_of_the_other() -> None:
    game = awaiting("confirm", mode="table", seat=1)
    game.report = OpenReport(0, Report("0-p02", (Spot("0-p02"),)))
    usage = NOTATION.usage(game, 1, "ContestReport")
    assert usage.startswith("contest red-p2 on south city and red-p1 off ")


def test_two_are_flicked_in_the_example_where_a_law_says_so() -> None:
    game = awaiting("flick")
    game.laws = ["both-hands"]
    line = NOTATION.usage(game, 0, "Flick").split("   ")[0]
    assert " and p" in line
    assert NOTATION.read(game, 0, line).second is not None


@pytest.mark.parametrize("line", ["build p1 at 240,100 over", "build p1 on"])
def test_a_word_that_leads_to_nothing_is_named(line: str) -> None:
    with pytest.raises(NotationError, match=r"Behind '(over|on)' something is missing"):
        typed("temples", line)


def test_a_hand_wants_its_angle_too() -> None:
    game = awaiting("flick")
    game.deities[0] = "dagda"
    with pytest.raises(NotationError, match="by its middle and its angle"):
        NOTATION.read(game, 0, "flick p3 to navel hand 240,40")
