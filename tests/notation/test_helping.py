"""What helps: `help`, hints at what may have been meant, and what is said to have been typed at the wrong time."""

import re
from random import Random
from typing import Any

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.commands import CastLawVote, Flick
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.flick_of_faith.steps import prompt_for
from domain.root.commands import Craft
from domain.root.cult.commands import CrusadeBattle
from domain.root.rulebook import rulebook as root
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.notation import NotationError, notation_of
from infra.notation.scope import Scope
from infra.notation.table_words import TABLE_FORMS
from tests.notation.tables import GAMES, begun, played, random_table
from tests.table.play import Play

PART = re.compile(r"\b[A-Z]{2,}\b")


def read(table: Table, line: str, seat: int = 0) -> Any:
    return notation_of(table.rulebook).read(table, seat, line)


def why_not(table: Table, line: str, seat: int = 0) -> str:
    with pytest.raises(NotationError) as error:
        read(table, line, seat)
    return str(error.value)


def helped(table: Table, about: str = "", seat: int = 0) -> tuple[str, ...]:
    return notation_of(table.rulebook).helped(table, seat, about)


def laid() -> Play:
    """A table of Carcassonne whose first tile, with a city in the north and a road from west to east, lies at (1, 0)."""
    play = begun(carcassonne, 2, options={"sets": ["base"]})
    play.table.game.drawn = "BA-D"
    play.do(0, read(play.table, "place 1,0 r0"))
    return play


def eyrie_in(kind: str) -> Table:
    """A table of Root in that step of the Eyrie Dynasties."""
    for number in range(40):
        play = begun(root, 3, number)
        for _ in played(play, Random(number), 80):
            if any(prompt.kind == kind for prompt in play.table.prompts):
                return play.table
    raise AssertionError(f"the Eyrie never come to {kind}")


def flicking(kind: str = "flick") -> Table:
    play = begun(flick_of_faith, 2, options={"first_player": "random"})
    play.table.game.prompts = (prompt_for(kind, 0),)
    return play.table


# --- At the wrong time ------------------------------------------------------------------------------------------------


def test_who_turns_a_tile_that_lies_is_told_that_it_lies() -> None:
    table = laid().table
    assert why_not(table, "place 1,1 r270").startswith(
        "The tile is laid already. Red may put a piece on the tile. Now you can: skip; deploy knight n"
    )
    assert why_not(table, "place 1,1 r270", 1) == (
        "Laying the tile (place CELL ROT) is not awaited of you now. The game waits for red."
    )


def test_what_leaves_something_open_that_nothing_fits_is_told_so_alone() -> None:
    table = begun(carcassonne, 2, options={"sets": ["base"]}).table
    assert why_not(table, "place 5,5").startswith("More must be said. It is typed so: place CELL ROT")


@pytest.mark.parametrize("kind", ["move", "battle"])
def test_the_words_of_ones_own_faction_are_meant_first(kind: str) -> None:
    table = eyrie_in(kind)
    seat = table.game.factions.index("eyrie")
    said = why_not(table, "battle 13 vs cult", seat)
    assert "battle CLEARING vs DEFENDER by CARD" in said
    assert "Marquise" not in said


def test_only_what_can_be_done_now_is_offered() -> None:
    offered = 0
    for number in range(3):
        play = random_table(root, number)
        for move in played(play, Random(number), 150):
            if move % 10 == 0:
                seat = play.table.prompts[0].seat
                scope, notation = Scope(play.table, seat), notation_of(root)
                now = helped(play.table, seat=seat)[0].removeprefix("Now you can: ").split("; ")
                can = {form.usage for form in notation.forms if form.command.__name__ in scope.offered}
                assert set(now) <= can
                offered += len(now) < len({f.usage for f in notation.forms if f.command.__name__ in scope.awaited})
    assert offered


def test_a_refusal_tells_of_what_is_awaited_only_that_which_is_offered() -> None:
    table = eyrie_in("move")
    seat = table.game.factions.index("eyrie")
    awaited = next(prompt.commands for prompt in table.prompts)
    refusal = Refusal("WRONG_PHASE", "T-15", command="Craft", awaited=awaited)
    told = notation_of(root).refused(table, seat, refusal)
    assert told == "The game does not wait for crafting now; it waits for moving by the Decree. [T-15]"


# --- Help -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rulebook", GAMES, ids=lambda rulebook: rulebook.game)
def test_every_part_of_every_form_is_explained_in_a_few_words_with_a_line_for_example(rulebook: Rulebook) -> None:
    play = random_table(rulebook, 1)
    for table in (Play(rulebook).table, play.table):
        scope = Scope(table, 0)
        for form in (*notation_of(rulebook).forms, *TABLE_FORMS):
            parts = dict(form.explained(scope))
            assert {*PART.findall(form.usage)} <= {*" ".join(parts).split()}, form.usage
            assert all(0 < len(what) < 250 for what in parts.values())
            assert form.typical(scope).split()[0] in {head.split()[0] for head in form.heads}


def test_help_explains_a_word_with_what_can_be_done_now() -> None:
    play = begun(carcassonne, 2, options={"sets": ["base"]})
    play.table.game.drawn = "BA-D"
    assert helped(play.table, "place") == (
        "place CELL ROT",
        "place CELL ROT as AS",
        "place TILE CELL ROT",
        "place TILE CELL ROT as AS",
        "CELL: two numbers, to the east and to the south of the first tile, such as 3,-1.",
        "ROT: r0, r90, r180 or r270, clockwise.",
        "AS: the type of tile that a blank stands for, such as BA-V.",
        "TILE: the drawn tile: BA-D.",
        "For example: place 0,-1 r180.",
    )
    read(play.table, "place 0,-1 r180")


def test_help_with_decree_tells_what_is_added_and_where() -> None:
    table = eyrie_in("decree")
    seat = table.game.factions.index("eyrie")
    usage, additions, example = helped(table, "decree", seat)
    assert usage == "decree ADDITIONS"
    assert "(recruit or move or battle or build)" in additions
    assert "#" not in additions
    assert read(table, example.removeprefix("For example: ").removesuffix("."), seat)


def test_help_with_order_lists_what_is_decided_in_advance() -> None:
    told = helped(begun(root, 3).table, "order")
    assert "ORDER for ambush: Never, Always." in told
    assert "ORDER for consent: AgreeToUndo, DeclineUndo." in told


# --- What may have been meant -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("knigth n", "Did you mean knight n?"),
        ("farmer q", "'q' is no direction; this tile has farmer ne, farmer s. It is typed so: deploy WHO."),
        ("farmer nroth", "'nroth' is no direction; did you mean north?"),
        ("deploy knigth n", "'knigth' is no piece; did you mean knight?"),
    ],
)
def test_a_piece_that_nobody_has_is_answered_with_one_that_is_like_it(line: str, said: str) -> None:
    assert said in why_not(laid().table, line)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("decree code to mvoe", "'mvoe' is not a column of the Decree; did you mean move?"),
        ("craft tax-x", "'tax-x' is not a card; did you mean tax collector?"),
        ("craft favour of the mcie", "'favour of the mcie' is not a card; did you mean favor of the mice?"),
        ("outcast fxo", "'fxo' is not a suit; did you mean fox?"),
        ("use tax colector 5", "'tax colector' is not understood; did you mean tax collector?"),
        ("arrange tiem move=48h", "'tiem' is not understood; did you mean time?"),
    ],
)
def test_a_name_with_a_slip_is_answered_with_the_near_one(line: str, said: str) -> None:
    assert said in why_not(begun(root, 3).table, line)


def test_names_are_told_and_not_their_ids() -> None:
    said = why_not(begun(root, 3).table, "craft hammock")
    assert "there is " in said
    assert "#" not in said


def test_which_of_alike_cards_it_is_is_written_only_where_it_is_not_the_first_that_one_holds() -> None:
    table = begun(root, 3).table
    table.game.hands[0] = ["ambush-bird#1", "ambush-bird#2", "tax-collector#2"]
    written = [notation_of(root).write(table, 0, Craft(card, ())) for card in table.game.hands[0]]
    assert written == ["craft ambush-bird", "craft ambush-bird#2", "craft tax-collector"]


@pytest.mark.parametrize("line", ["craft tax-c", "craft tax-coll", "craft tax", "craft tax-collector"])
def test_names_are_shortened_as_much_as_one_likes(line: str) -> None:
    assert read(begun(root, 3).table, line) == Craft("tax-collector#1", ())


@pytest.mark.parametrize("line", ["thumbs up", "thumb up", "vote thumbs up", "vote up"])
def test_a_thumb_is_up_however_one_says_it(line: str) -> None:
    assert read(flicking("vote"), line) == CastLawVote("up")


def test_another_vote_is_told_how_one_votes() -> None:
    said = why_not(flicking("vote"), "vote yes")
    assert said.startswith("A thumb is up or upper or down or lower. It is typed so: vote THUMB")
    assert said.endswith("Now you can: vote up; vote down.")


# --- Words and marks that say nothing ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "line", ["“crusade 5 vs marquise”", "„crusade 5 vs marquise“.", "‘Crusade 5 vs the Marquise’", '"crusade 5 vs 1!"']
)
def test_quotes_around_a_line_do_not_matter(line: str) -> None:
    assert read(begun(root, 3).table, line) == CrusadeBattle(5, 1)


def test_the_word_the_says_nothing_in_a_list() -> None:
    table = begun(root, 3).table
    assert read(table, "effects the sappers#2, and the armorers#1") == read(table, "effects sappers#2, armorers#1")
    assert read(table, "wood in the 1 and the 5", 1) == read(table, "wood in 1, 5", 1)


@pytest.mark.parametrize("line", ["flick to the navel", "flick p1 to the Navel", "flick p1, to navel"])
def test_the_word_the_and_commas_say_nothing_in_a_flick(line: str) -> None:
    assert read(flicking(), line) == read(flicking(), "flick to navel")


@pytest.mark.parametrize(
    "line",
    [
        "flick a=225° s=1000 mm/s",
        "flick a=225 degrees s=1000mm/s",
        "flick angle 225° speed 1000 mm/s",
        "flick a=225 ° s=1000",
    ],
)
def test_a_flick_may_be_said_with_its_units(line: str) -> None:
    found = read(flicking(), line)
    assert isinstance(found, Flick)
    assert found == read(flicking(), "flick a=225 s=1000")


def test_a_place_that_a_flick_cannot_go_to_is_answered_with_one_that_is_like_it() -> None:
    assert "'nave' is nothing to aim at; did you mean navel?" in why_not(flicking(), "flick to nave")
