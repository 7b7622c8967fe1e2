"""What is typed becomes the command that it means; what is not understood is answered by a sentence that helps."""

from typing import Any

import pytest

from domain.carcassonne.messages import Deploy, PlaceTile, SkipDeploy
from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.commands import Flick, Shot
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.flick_of_faith.steps import prompt_for
from domain.root.commands import EndStep, UseBattleEffects
from domain.root.cult.commands import Convert, CrusadeBattle, CrusadeMove
from domain.root.eyrie.commands import Addition, AddToDecree
from domain.root.marquise.commands import Build, March, Overwork
from domain.root.rulebook import rulebook as root
from domain.table.chance import commitment_to
from domain.table.lifecycle import GiveConsent, OpenTable, Phase, RefuseConsent, RequestUndo, Resign, SetOrder, Undo
from domain.table.messages import HOST
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.notation import NotationError, ShortForm, notation_of, short_forms
from infra.notation.scope import Scope
from tests.notation.tables import GAMES, begun
from tests.table.play import SEED, Play, in_phase
from tests.table.play import begun as toys
from tests.table.toy import CallVote, Nudge, Plan, PlayCards, RollDie, Vote


def read(table: Table, line: str, seat: int = 0) -> Any:
    return notation_of(table.rulebook).read(table, seat, line)


def why_not(table: Table, line: str, seat: int = 0) -> str:
    with pytest.raises(NotationError) as error:
        read(table, line, seat)
    return str(error.value)


@pytest.fixture(scope="module")
def woodland() -> Table:
    return begun(root, 3).table


@pytest.fixture(scope="module")
def toy_table() -> Table:
    return toys().table


# --- As people type ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line",
    [
        "crusade 5 vs marquise", "Crusade 5 vs. the Marquise!", "**crusade 5 vs marquise**", "`crusade 5 vs marquise`.",
        "- crusade 5 vs marquise", "2. _crusade_ 5 against Marquise de Cat …", "CRUSADE 5, MARQUISE", "crusade 5 vs 1",
        "crusade\u00a05\u2009vs\u200b marquise", "crusade ５ vs seat 1", "crusade: 5 marq", "crusade battle marquise in 5",
        'CrusadeBattle {"clearing": 5, "defender": 1}', "crusadebattle {“clearing”: 5, “defender”: 1}",
    ],
)  # fmt: skip
def test_chats_and_mails_change_nothing(woodland: Table, line: str) -> None:
    assert read(woodland, line) == CrusadeBattle(5, 1)


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("march 3 from 4 to 8", March(4, 8, 3)),
        ("march 3 4 8", March(4, 8, 3)),
        ("overwork 6 with anvil", Overwork(6, "anvil#1")),
        ("convert 5 eyrie", Convert(5, 2)),
        ("crusade 2 from 5 to 9", CrusadeMove(5, 9, 2)),
        ("build sawmill 5 with wood from 1, 5", Build("sawmill", 5, (1, 5))),
        (
            "decree sword to build and anvil to move",
            AddToDecree((Addition("anvil#1", "move"), Addition("sword#1", "build"))),
        ),
        ("effects sappers#2 and armorers#1", UseBattleEffects(("armorers#1", "sappers#2"))),
        ("no effects", UseBattleEffects(())),
        ("done", EndStep()),
        ("resign", Resign()),
        ("undo to 57", Undo(57)),
        ("ask undo to 57 keeping later", RequestUndo(57, True)),
        ("agree", GiveConsent()),
        ("order consent declineundo", SetOrder("consent", '{"order":"DeclineUndo"}')),
        ('order consent {"order": "AgreeToUndo"}', SetOrder("consent", '{"order": "AgreeToUndo"}')),
        ("order ambush none", SetOrder("ambush", None)),
    ],
)
def test_what_is_not_awaited_is_read_too_for_the_law_to_refuse(woodland: Table, line: str, command: object) -> None:
    assert read(woodland, line, 2) == command


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("nudge", Nudge(1)), ("nudge 3", Nudge(3)), ("nudge steps=-3", Nudge(-3)), ("Nudge steps= 3.", Nudge(3)),
        ("play cards 3 and 4", PlayCards((3, 4))), ("play cards cards=3,4", PlayCards((3, 4))),
        ("play cards none", PlayCards(())), ("vote yes", Vote(True)), ("vote yes=no", Vote(False)), ("plan card 5", Plan(5)),
        ("roll die", RollDie()), ("call vote", CallVote()), ('nudge {"steps": 2}', Nudge(2)),
    ],
)  # fmt: skip
def test_a_game_without_words_of_its_own_is_typed_by_names_and_fields(
    toy_table: Table, line: str, command: object
) -> None:
    assert read(toy_table, line) == command


def test_what_can_mean_one_thing_only_may_be_left_out() -> None:
    table = toys().table
    own = table.game.hands[0]
    assert "That can mean 2 things" in why_not(table, "plan")
    table.game.hands[0] = own[:1]
    assert read(table, "plan") == Plan(own[0])


# --- Carcassonne ------------------------------------------------------------------------------------------------------


def test_a_tile_and_a_follower_are_laid_by_cell_turn_and_direction() -> None:
    play = begun(carcassonne, 2, options={"sets": ["base"]})
    notation, drawn = notation_of(carcassonne), play.table.game.drawn
    for line in ("place 3,-1 r90", "lay tile (3, -1) turned 90°", f"Place {drawn.lower()} 3/-1 R90"):
        found = read(play.table, line)
        assert (found.x, found.y, found.rot, found.tile) == (3, -1, 1, drawn)
    assert read(play.table, "place 3,-1 r90 as BA-V") == PlaceTile(drawn, 3, -1, 1, "BA-V")
    assert "r0, r90, r180 or r270" in why_not(play.table, "place 3,-1 r45")
    _, first = next(notation.examples(Scope(play.table, 0), 1))
    play.do(0, first)
    texts = [form.text for form in short_forms(play.table, 0, 20)]
    assert "skip" in texts
    for text in texts:
        assert isinstance(read(play.table, text), Deploy | SkipDeploy)
        assert read(play.table, text.removeprefix("deploy ")) == read(play.table, text)
    assert "this tile has" in why_not(play.table, "deploy heretic")


def test_what_can_be_done_is_told_as_it_is_typed_and_said() -> None:
    play = begun(carcassonne, 2, options={"sets": ["base"]})
    play.table.game.drawn = "BA-U"
    play.do(0, read(play.table, "place 1,0 r0"))
    assert {form.text: form.sentence for form in short_forms(play.table, 0, 20)} == {
        "skip": "Put nothing on the tile",
        "deploy thief e": "Put a thief on the road in the east of (1, 0)",
        "deploy farmer n": "Put a farmer on the field in the north of (1, 0)",
        "deploy farmer s": "Put a farmer on the field in the south of (1, 0)",
    }


@pytest.mark.parametrize(
    ("line", "parts"),
    [
        ("place 3,-1 r90 knight n", ("place 3,-1 r90", "knight n")),
        ("Place 3, -1 R180 and deploy big knight n.", ("Place 3, -1 R180", "deploy big knight n")),
        ("place 3,-1 r90, no follower", ("place 3,-1 r90", "no follower")),
        ("place 3,-1 r90 as BA-V + farmer sw", ("place 3,-1 r90 as BA-V", "farmer sw")),
        ("place 3,-1 r90 then knight n", ("place 3,-1 r90", "knight n")),
        ("place 3,-1 r90; skip; undo", ("place 3,-1 r90", "skip", "undo")),
        ("place 3,-1 r180", ("place 3,-1 r180",)),
        ("place 3,-1", ("place 3,-1",)),
        ("deploy knight n", ("deploy knight n",)),
        (
            'PlaceTile {"tile": "a; b", "x": 1, "y": 2, "rot": 0}',
            ('PlaceTile {"tile": "a; b", "x": 1, "y": 2, "rot": 0}',),
        ),
    ],
)
def test_a_line_may_say_several_things(line: str, parts: tuple[str, ...]) -> None:
    assert notation_of(carcassonne).parts(line) == parts


# --- Flick of Faith ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shot"),
    [
        ("flick 40500,12000 dir 3,-4 speed 620", Shot("0-p01", 40_500, 12_000, 3, -4, 620)),
        ("flick p1 from 40.5,12 dir 3,-4 speed 620", Shot("0-p01", 40_500, 12_000, 3, -4, 620)),
        ("flick 40,40 a=90 s=620", Shot("0-p01", 40_000, 40_000, 0, 30_000, 620)),
        ("flick p2 from 40,40 angle 90 speed=620", Shot("0-p02", 40_000, 40_000, 0, 30_000, 620)),
    ],
)
def test_a_flick_is_typed_by_angle_or_by_direction(line: str, shot: Shot) -> None:
    play = begun(flick_of_faith, 2, options={"first_player": "random"})
    play.table.game.prompts = (prompt_for("flick", 0),)
    assert read(play.table, line) == Flick(shot)


# --- Why not ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("crusdae 5 vs marquise", "Did you mean crusade 5 vs marquise? It is typed so: crusade CLEARING vs DEFENDER"),
        ("crusade 5 vs marqise", "'marqise' is not a seat of this table; did you mean marquise?"),
        ("crusade five vs marquise", "A clearing is a number"),
        ("crusade 5 vs 7", "'7' is not a seat of this table; there is cult, marquise, eyrie."),
        ("crusade 100 vs cult", "clearing: the number must be at most 99"),
        ("craft hammock", "'hammock' is not a card"),
        ("outcast badger", "A suit is fox or rabbit or mouse"),
        ("sing a song", "'sing a song' is no command. Now you can: "),
        ("CrusadeBatle {}", "There is no command 'CrusadeBatle'; did you mean CrusadeBattle?"),
        ('CrusadeBattle {"clearing": 5}', "CrusadeBattle cannot be read: the field defender is missing"),
        ('OpenTable {"game": "root"}', "There is no command 'OpenTable'"),
        ("…", "There is nothing in this line."),
    ],
)
def test_what_is_wrong_is_said_with_what_would_be_right(woodland: Table, line: str, said: str) -> None:
    seat = woodland.prompts[0].seat
    assert said in why_not(woodland, line, seat)


def test_who_is_not_awaited_is_told_so(toy_table: Table) -> None:
    assert "Nothing is awaited of you now." in why_not(toy_table, "xyz", 1)
    assert why_not(toy_table, "xyz", 1).endswith("The game waits for north.")
    assert why_not(toy_table, "xyz", HOST) == "'xyz' is no command. Now you can: pause; abandon yes."
    assert "There is no seat 5" in why_not(toy_table, "nudge", 5)


def test_undo_without_a_version_goes_behind_ones_own_last_command() -> None:
    play = toys()
    assert "you have done nothing" in why_not(play.table, "undo").lower()
    start = play.version
    play.do(0, Nudge(2))
    assert read(play.table, "undo") == Undo(start)
    assert read(play.table, "ask undo") == RequestUndo(start)
    assert "you have done nothing" in why_not(play.table, "undo", 1).lower()


# --- Short forms ------------------------------------------------------------------------------------------------------


def test_short_forms_show_every_kind_and_no_more_than_wanted(toy_table: Table) -> None:
    shown = short_forms(toy_table, 0, 6)
    assert len(shown) == 6
    assert len({type(read(toy_table, form.text)) for form in shown}) == 6
    assert short_forms(toy_table, 0, 1) == shown[:1]
    assert short_forms(toy_table, 1) == []
    assert all(form.sentence[:1].isupper() for form in shown)


def test_who_is_asked_by_the_table_is_shown_how_to_answer() -> None:
    play = toys()
    before = play.version
    play.do(0, Nudge(2))
    play.do(0, RollDie())
    play.do(0, RequestUndo(before))
    assert short_forms(play.table, 1)[:2] == [
        ShortForm("consent yes", "Agree to what was asked"),
        ShortForm("consent no", "Decline what was asked"),
    ]
    assert not [form for form in short_forms(play.table, 0) if "consent" in form.text]


@pytest.mark.parametrize("phase", Phase)
def test_there_are_words_in_every_phase_of_a_table(phase: Phase) -> None:
    table = in_phase(phase).table
    assert bool(short_forms(table, 0)) == (phase is Phase.BEGUN)
    if table.seats:
        assert read(table, "consent yes") == GiveConsent()


EARLY = (
    "craft anvil", "battle 5 vs 0", "place 0,1 r0", "deploy knight n", "escape 0,0 knight n", "flick to navel", "vote up",
    "vote for 0", "play anubis", "nudge 1", "undo", "decree anvil to move", "ambush", "xyz", "first 0", "propose 3, 0",
)  # fmt: skip


@pytest.mark.parametrize("rulebook", GAMES, ids=lambda rulebook: rulebook.game)
def test_before_a_game_begins_lines_are_answered_too(rulebook: Rulebook) -> None:
    play = Play(rulebook)
    assert all(_answer(play.table, line) for line in EARLY)
    edition = rulebook.editions[-1].name
    play.do(HOST, OpenTable(rulebook.game, edition, rulebook.seats[0] + 1, "hanna", commitment_to(SEED)))
    assert read(play.table, "consent no") == RefuseConsent()
    assert all(_answer(play.table, line) for line in EARLY)
    assert "Nothing is awaited of you now." in why_not(play.table, "xyz")


def _answer(table: Table, line: str) -> str:
    try:
        return repr(read(table, line))
    except NotationError as error:
        return str(error)


def test_help_tells_every_form() -> None:
    for rulebook in (root, carcassonne):
        notation = notation_of(rulebook)
        assert all(form.usage in notation.help for form in notation.forms)
