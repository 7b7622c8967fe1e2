"""The data of Flick of Faith: Laws, deities, the law, the register of what its texts leave open, and the sentences."""

import json
import re
from collections import Counter
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

from domain.table.catalogue import Catalogue, load_texts
from domain.table.clauses import load_law, load_register

LAW = load_law("domain.flick_of_faith.data")
KERNEL = load_law("domain.table.data")
REGISTER = load_register("domain.flick_of_faith.data")
TEXTS = load_texts("domain.flick_of_faith.data")
CITED = re.compile(r"\b(?:FF-\d+(?:\.\d+)?|[SPDMGT]-\d+|(?:deity|law)-[a-z]+(?:-[a-z]+)*)")
RULINGS = re.compile(r"\bR-\d+")


def data(name: str) -> Any:
    """A data file of the game."""
    return json.loads((resources.files("domain.flick_of_faith.data") / name).read_bytes())


LAWS = data("laws.json")["laws"]
DEITIES = data("deities.json")["deities"]
BOARDS = data("deities.json")["boards"]
EXAMPLES = json.loads((Path(__file__).parent / "data" / "examples.json").read_bytes())["examples"]

# What rules may refuse, besides the kernel's own codes.
CODES = {
    "BAD_DATA", "UNKNOWN_DEITY", "DEITY_TAKEN", "ALREADY_CHOSEN", "ALREADY_FLICKED", "NO_SUCH_PLAYER", "ALREADY_VOTED",
    "LAW_NOT_DRAWN", "TWO_FLICKS", "ONE_FLICK", "NOT_STACKED", "HEART_OFF_MAP", "NOT_TOUCHED_BY_HEART", "NOT_IN_ORDER",
    "POWER_NOT_AVAILABLE", "NOT_YOURS", "NOT_READY", "START_OUTSIDE_CORNER", "START_OVERLAPS", "BAD_DIRECTION", "BAD_SPEED",
    "HAND_BLOCKED", "REFLICK_NOT_OFFERED", "NOT_ON_CITY", "DUPLICATE_PROPHET", "TEMPLE_MISSING", "TEMPLE_STILL_UNUSED",
    "TEMPLE_ALREADY_PLACED", "EMPTY_BUILD", "BASE_NOT_OVERLAPPED", "TEMPLE_OFF_MAP", "TEMPLE_NOT_ON_ISLAND",
    "REPORT_PENDING", "REPORT_INCOMPLETE", "REPORT_INCONSISTENT", "TEMPLE_MOVED", "REPORT_NOT_PENDING", "OWN_REPORT",
    "ALREADY_CONFIRMED", "NO_SUCH_COUNTER", "NOTHING_CHANGED", "BAD_PHOTO", "DISCS_OVERLAP",
    # What never may be.
    "POWER_OF_NOBODY", "UNKNOWN_LAW", "LAW_IN_TWO_PLACES", "VOTE_ON_NOTHING", "NO_SUCH_GENERATION", "SCORE_OUT_OF_RANGE",
    "DISCS_DO_NOT_ADD_UP", "DISC_OF_ANOTHER", "DISC_IN_WRONG_ZONE", "DISC_LIES_NOWHERE", "STACK_WITHOUT_END", "DISC_OFF_MAP",
    "NO_SUCH_PLACE", "WITHOUT_ITS_LAW", "DROWNED_IS_BACK", "ISLAND_NOT_DOMINATED", "FLICKED_BY_ANOTHER",
    "DECISION_WITHOUT_CAUSE",
}  # fmt: skip
OPTIONS = {
    "mode", "generations", "first_player", "deity_powers", "deity_choice", "laws", "scatter", "navel_trigger",
    "navel_end_of_mission", "temple_bump", "table_confirm", "tolerance", "map",
}  # fmt: skip


# --- Laws and deities -------------------------------------------------------------------------------------------------


def test_the_deck_has_twenty_different_laws() -> None:
    assert len(LAWS) == len({law["id"] for law in LAWS}) == len({law["title"] for law in LAWS}) == 20
    assert Counter(law["duration"] for law in LAWS) == {"generation": 15, "permanent": 5}
    assert Counter(law["status"] for law in LAWS) == {"attested": 13, "house": 7}
    assert {law["id"] for law in LAWS if law["duration"] == "permanent"} == {
        "king-ape", "templars", "new-disciple", "shrines", "pilgrimage",
    }  # fmt: skip


def test_the_effects_of_laws_are_of_sixteen_kinds() -> None:
    twice = {"scatter_multiplier", "double_flick", "dominance_vp"}
    kinds = Counter(law["effect"]["type"] for law in LAWS)
    assert kinds == dict.fromkeys(twice, 2) | dict.fromkeys(
        {
            "neutral_disc", "hazard_circle", "swap_disc", "sea_hazard", "extra_prophets", "little_finger", "friction_factor",
            "vp_per_knock_off", "vp_for_islands", "vp_per_prophet_on_city", "temple_weight", "navel_bonus",
            "flick_direction", "no_reflick",
        },
        1,
    )  # fmt: skip


@pytest.mark.clause("S-5")
def test_eight_deities_share_four_boards_of_different_colours() -> None:
    names = [deity["id"] for deity in DEITIES]
    assert len(names) == len(set(names)) == 8
    for once in ("colour", "pantheon"):
        assert len(BOARDS) == len({board[once] for board in BOARDS}) == 4
    assert sorted(side for board in BOARDS for side in board["sides"]) == sorted(names)
    assert all(len(board["sides"]) == 2 for board in BOARDS)
    assert len({deity["power"]["type"] for deity in DEITIES}) == 8
    assert {deity["id"] for deity in DEITIES if deity["status"] == "house"} == {"tyr", "morrigan"}


def test_every_length_and_number_on_a_card_is_a_whole_number() -> None:
    numbers = [value for card in LAWS for value in card["effect"].values() if not isinstance(value, str)]
    numbers += [value for card in DEITIES for value in card["power"].values() if not isinstance(value, str)]
    assert len(numbers) > 20
    assert all(type(value) in (int, bool, list) for value in numbers)


# --- The law ----------------------------------------------------------------------------------------------------------


def said() -> list[tuple[str, str]]:
    """All that the law and the register say, by where they say it."""
    law = [(clause.id, text) for clause in LAW for text in (clause.text, clause.note) if text]
    return law + [(f"#{point.number}", text) for point in REGISTER for text in (point.reading, point.source)]


def test_the_law_has_its_chapters_and_each_clause_is_whole() -> None:
    chapters = Counter(re.match(r"FF-\d|[a-zA-Z]+", clause.id).group() for clause in LAW)  # type: ignore[union-attr]
    assert chapters == {
        "FF-1": 3, "FF-2": 3, "FF-3": 3, "FF-4": 4, "FF-5": 2, "FF-6": 4,
        "S": 5, "P": 5, "D": 6, "M": 7, "G": 2, "deity": 8, "law": 20,
    }  # fmt: skip
    assert [clause.id for clause in LAW if not (clause.title and clause.text and clause.source)] == []


def test_cards_say_what_their_clauses_say() -> None:
    for kind, name, cards in (("law", "title", LAWS), ("deity", "name", DEITIES)):
        clauses = {clause.id: (clause.title, clause.text) for clause in LAW if clause.id.startswith(f"{kind}-")}
        assert clauses == {f"{kind}-{card['id']}": (card[name], card["text"]) for card in cards}


def test_reference_rules_name_their_page_and_cards_whether_they_are_ours() -> None:
    assert all(re.match(r"Rulebook, pages? \d", clause.source) for clause in LAW if clause.id.startswith("FF-"))
    for kind, cards in (("law", LAWS), ("deity", DEITIES)):
        begins = {"attested": "Attested by reviews: ", "house": "House"}
        assert all(LAW[f"{kind}-{card['id']}"].source.startswith(begins[card["status"]]) for card in cards)


def test_texts_end_with_a_full_stop() -> None:
    assert [where for where, text in said() if not text.endswith(".")] == []
    assert [point.number for point in REGISTER if not point.question.endswith("?")] == []


def test_texts_cite_only_clauses_and_rulings_that_there_are() -> None:
    texts = said() + list(TEXTS.options.items())
    cited = {(where, clause) for where, text in texts for clause in CITED.findall(text)}
    assert len(cited) > 150
    assert {(where, clause) for where, clause in cited if clause not in LAW and clause not in KERNEL} == set()
    rulings = {f"R-{number:02d}" for number in range(1, 28)}
    assert {found for _, text in said() for found in RULINGS.findall(text)} == rulings


def test_the_register_is_numbered_and_cites_the_law() -> None:
    assert [point.number for point in REGISTER] == list(range(1, len(REGISTER) + 1))
    assert [point.question[:5] for point in REGISTER[:27]] == [f"R-{number:02d}:" for number in range(1, 28)]
    for point in REGISTER:
        assert point.clauses
        assert [clause for clause in point.clauses if clause not in LAW] == []


def test_a_ruling_and_the_clause_that_cites_it_name_each_other() -> None:
    cited = {(clause.id, int(ruling[2:])) for clause in LAW for ruling in RULINGS.findall(clause.note)}
    assert {(clause, number) for clause, number in cited if clause not in REGISTER[number - 1].clauses} == set()


# --- The sentences ----------------------------------------------------------------------------------------------------


def test_every_refusal_and_option_has_a_sentence() -> None:
    assert set(TEXTS.refusals) == CODES
    assert set(TEXTS.options) == OPTIONS
    assert [name for texts in (TEXTS.refusals, TEXTS.options) for name, text in texts.items() if text[-1] != "."] == []


def test_every_option_stands_in_the_register_or_the_law() -> None:
    law = [text for _, text in said()]
    assert [option for option in OPTIONS if not any(re.search(rf"\b{option}\b", text) for text in law)] == []


def test_deities_laws_islands_and_corners_have_a_word() -> None:
    catalogue = Catalogue(TEXTS, ())
    assert [catalogue.word(law["id"]) for law in LAWS] == [law["title"] for law in LAWS]
    assert [catalogue.word(deity["id"]) for deity in DEITIES] == [deity["name"] for deity in DEITIES]
    islands = {"south": "South", "east": "East", "north": "North", "west": "West"}
    for island, name in islands.items():
        assert (catalogue.word(island), catalogue.word(f"{island}-city")) == (name, f"{name}'s City")
    assert [catalogue.word(corner) for corner in ("SW", "NW", "NE", "SE")] == [
        f"the {corner} corner" for corner in ("south-west", "north-west", "north-east", "south-east")
    ]


# --- The worked examples ----------------------------------------------------------------------------------------------


def test_the_worked_examples_are_there() -> None:
    assert len({example["id"] for example in EXAMPLES}) == len(EXAMPLES) == 51
    assert {example["type"] for example in EXAMPLES} == {"presence", "flick", "law_vote", "navel", "worship", "start"}
