"""`souls order`: deciding in advance; and seats by the names that a table gives them."""

from pathlib import Path

import msgspec
import pytest

from projections.turns import turn_of
from tests.table.play import begun as table_begun
from tests.tools.running import TOY, begin, done, failed
from tools.cli.tables import awaited_text

RULES = ("--rulebook", TOY)
CONSENT = [
    "consent: no order",
    "  When you are asked to agree to an undo: agree where at most so many commands go back and none of them is yours"
    " (AgreeToUndo), or decline (DeclineUndo).",
    '  {"order": "AgreeToUndo", "commands": 1}',
    '  {"order": "DeclineUndo"}',
]
BALLOT = '{"order":"Ballot","yes":true}'


@pytest.fixture
def table(data: Path) -> str:
    """A table of the toy at which it is north's turn."""
    return begin("trumps", *RULES, "--players", "you,you", "--seed", 2)


def test_what_can_be_ordered_is_listed_with_its_forms(table: str) -> None:
    assert done("order", table, "--seat", "east", *RULES).out.splitlines() == [
        "vote: no order",
        "  Vote so (Ballot), or by the hand (Hunch).",
        '  {"order": "Ballot", "yes": …}',
        '  {"order": "Hunch"}',
        "turn: no order",
        "  Nudge, then roll.",
        '  {"order": "Routine", "nudge": 0, "roll": false}',
        *CONSENT,
    ]
    assert done("order", table, "turn", "--seat", "east", *RULES).out.startswith("turn: no order\n")


def test_an_order_is_set_followed_and_taken_back(table: str) -> None:
    told = done("order", table, "vote", BALLOT, "--seat", "east", *RULES).out
    assert told.startswith(f"East changes a standing order [T-25]\nvote: {BALLOT}\n")
    told = done("play", "--table", table, *RULES, typed="\ncall\nquit\n").out
    assert "East has ordered in advance what follows [T-26]" in told
    assert done("order", table, "--seat", 1, *RULES, "--json").json["orders"][0]["order"] == BALLOT
    told = done("order", table, "--clear", "vote", "--seat", "east", *RULES).out
    assert "vote: no order" in told
    assert "You have no standing order for 'vote'. [T-25]" in failed(
        "order", table, "--clear", "vote", "--seat", 1, *RULES
    )


def test_what_is_awaited_already_is_answered_at_once_and_told(table: str) -> None:
    told = done("order", table, "turn", '{"nudge": 2}', "--seat", "north", *RULES).out
    assert "North has ordered in advance what follows [T-26]\nNorth nudges by 2 [TOY-5]\nturn: " in told


def test_an_order_is_given_by_its_name_alone_and_taken_back_by_none(table: str) -> None:
    told = done("order", table, "vote", "HUNCH", "--seat", "east", *RULES).out
    assert 'vote: {"order":"Hunch"}\n' in told
    assert "vote: no order" in done("order", table, "vote", "None", "--seat", "east", *RULES).out
    assert "You have no standing order" in failed("order", table, "vote", "none", "--seat", "east", *RULES)
    assert "cannot be used" in failed("order", table, "vote", "so", "--seat", "east", *RULES)


def test_only_what_a_seats_faction_can_be_asked_is_listed(data: Path) -> None:
    pair = begin("root", "--players", "you,you", "--option", "factions=cult,eyrie", "--seed", 2)
    kinds = {
        seat: [one["kind"] for one in done("order", pair, "--seat", seat, "--json").json["orders"]] for seat in (0, 1)
    }
    assert {"cult_craft", "follow_up", "ambush"} <= set(kinds[0])
    assert not {"eyrie_craft", "hospitals", "bank"} & set(kinds[0])
    assert {"eyrie_craft", "new_rule", "ambush"} <= set(kinds[1])
    assert "it can for ambush, foil, " in failed("order", pair, "hospitals", "--seat", "cult")
    assert "never asked about 'hospitals'" in failed("order", pair, "hospitals", "never", "--seat", "cult")
    assert 'ambush: {"order":"Never"}' in done("order", pair, "ambush", "never", "--seat", "cult").out
    told = done("play", "--table", pair, typed="\norder\norder hospitals\norder hospitals never\nquit\n").out
    assert "eyrie_craft: no order" in told
    assert "hospitals: no order" not in told
    assert "Nothing can be ordered in advance for 'hospitals'" in told
    assert "Eyrie Dynasties is never asked about 'hospitals'" in told


def test_others_are_not_told_what_was_ordered(table: str) -> None:
    done("order", table, "vote", BALLOT, "--seat", "east", *RULES)
    assert "Ballot" in str(done("log", table, "--seat", "east", *RULES, "--json").json)
    for viewer in ((), ("--seat", "north")):
        log = done("log", table, *viewer, *RULES, "--json").json
        assert log["records"][-1]["sentence"] == "East changes a standing order"
        assert log["records"][-1]["fields"] == {"seat": 1, "prompt": "", "order": None}
    assert done("order", table, "--seat", "north", *RULES, "--json").json["orders"][0]["order"] is None
    done("tables", *RULES)
    assert "Ballot" not in done("tables", *RULES, "--json").out
    assert "Ballot" not in done("show", table, *RULES, "--json").out


def test_what_cannot_be_ordered_is_said(table: str) -> None:
    assert failed("order", table, "bid", "--seat", 0, *RULES) == (
        "Nothing can be ordered in advance for 'bid'; it can for vote, turn, consent."
    )
    assert "[T-25]" in failed("order", table, "bid", "{}", "--seat", 0, *RULES)
    assert "the field order is missing" in failed("order", table, "vote", "{}", "--seat", 0, *RULES)
    assert "Either" in failed("order", table, "vote", BALLOT, "--clear", "vote", "--seat", 0, *RULES)
    assert "--seat" in failed("order", table, code=2)


def test_where_a_game_asks_nothing_off_turn_consent_to_an_undo_can_be_ordered(begun: str) -> None:
    assert done("order", begun, "--seat", "red").out.splitlines() == CONSENT
    assert "it can for consent." in failed("order", begun, "vote", "--seat", "red")


def test_a_seat_that_has_ordered_to_agree_is_not_waited_for(data: Path) -> None:
    table = begin("--players", "you,you", "--seed", 3, typed="1\n1\n1\nquit\n")
    told = done("order", table, "consent", "agreetoundo", "--seat", "red").out
    assert 'consent: {"order":"AgreeToUndo","commands":1}' in told
    told = done("undo", table, "--ask").out
    assert "Waiting" not in told
    assert "Red agrees [T-27]" in done("log", table).out
    done("order", table, "consent", "DeclineUndo", "--seat", "red")
    done("undo", table, "--redo")
    done("undo", table, "--ask")
    assert "Red declines [T-27]" in done("log", table).out.splitlines()[-1]


@pytest.fixture
def coloured(data: Path) -> str:
    """A table whose options give its seats other names."""
    return begin("trumps", *RULES, "--players", "you,you,you,you", "--option", 'marks=["colours"]', "--seed", 2)


@pytest.mark.parametrize(
    ("typed", "seat"),
    [
        ("Deep Red", 0), ("deep-red", 0), ("DEEP_RED", 0), ("red", 0), ("r", 0), ("deep b", 1), ("pale", 2), ("sea-green", 2),
        ("green", 2), ("sea blue", 3), ("3", 3), (" Sea  Blue ", 3),
    ],
)  # fmt: skip
def test_a_seat_is_meant_by_its_name_at_the_table(coloured: str, typed: str, seat: int) -> None:
    assert done("show", coloured, "--seat", typed, *RULES, "--json").json["board"]["viewer"] == seat


@pytest.mark.parametrize("typed", ["deep", "blue", "sea", "north", "ea", "-", "_"])
def test_a_name_that_can_mean_several_seats_or_none_is_not_guessed(coloured: str, typed: str) -> None:
    sentence = failed("show", coloured, f"--seat={typed}", *RULES)
    assert sentence.endswith(
        "at this table; there is 0 or Deep Red, 1 or Deep Blue, 2 or Pale Sea-Green, 3 or Sea Blue."
    )
    assert sentence.startswith(
        f"'{typed}' can mean 2 seats" if typed in ("deep", "blue", "sea") else "There is no seat"
    )


def test_where_the_view_is_older_than_names_seats_have_numbers() -> None:
    turn = msgspec.structs.replace(turn_of(table_begun().table), names=())
    assert awaited_text(turn) == "seat 0"
    assert awaited_text(msgspec.structs.replace(turn, asked=(1,))) == "consent of seat 1"


def test_all_that_is_told_of_a_table_has_its_names(coloured: str) -> None:
    told = done("play", "--table", coloured, *RULES, typed="\nroll\nquit\n").out
    assert "Deep Red rolls" in told
    assert "Deep Red rolls" in done("log", coloured, *RULES).out
    assert "Deep Red rolls" in done("replay", coloured, *RULES).out
    scores = done("scores", coloured, *RULES).out
    assert "Deep Red score " in scores
    assert "Pale Sea-Green 0" in scores
    assert "Deep Blue takes a turn" in done("show", coloured, *RULES).out
    assert "consent of Deep Blue, Pale Sea-Green and Sea Blue" in failed("undo", coloured, *RULES)
    done("tables", *RULES)
    [line] = [line for line in done("tables").out.splitlines() if line.startswith(coloured)]
    assert "Deep Blue" in line
    north = done("undo", coloured, *RULES, "--ask", "--by", "deep-red").out
    assert "Waiting for the consent of Deep Blue, Pale Sea-Green, Sea Blue." in north
