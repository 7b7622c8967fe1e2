"""Names in place of ids: of people and bots, wherever they stand in a sentence."""

import pytest

from infra.people.naming import named, people_in

ADA, BOT = "person-cb456aa49ddca55d", "greedy-bot-4be1ab08"
NAMES = {ADA: "ada", BOT: "greedy bot", "person-0123456789abcdef": "somebody forgotten"}


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        ("Person-cb456aa49ddca55d takes the seat red [T-2]", "ada takes the seat red [T-2]"),
        ("red is taken by person-cb456aa49ddca55d.", "red is taken by ada."),
        ("Greedy-bot-4be1ab08 takes the seat red", "Greedy bot takes the seat red"),
        ("red is greedy-bot-4be1ab08", "red is greedy bot"),
        ("Person-0123456789abcdef leaves", "somebody forgotten leaves"),
        ("a person-to-person talk", "a person-to-person talk"),
        ("", ""),
    ],
)
def test_who_is_meant_is_named(sentence: str, told: str) -> None:
    assert named(sentence, NAMES.__getitem__) == told


def test_whoever_stands_in_sentences_is_known() -> None:
    assert people_in([f"P{ADA[1:]} and {BOT}", "nobody"]) == {ADA, BOT}


def test_a_name_that_looks_like_an_id_is_not_looked_up_again() -> None:
    assert named(f"{ADA} sits", {ADA: BOT}.__getitem__) == f"{BOT} sits"
