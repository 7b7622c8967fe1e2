"""Which standing orders a seat can give: what its faction can be asked, with names of what there is (T-25)."""

import pytest

from domain.root.options import GameOptions
from domain.root.orders import ORDERS
from domain.root.rulebook import rulebook
from domain.table.lifecycle import BeginGame, SetOrder
from domain.table.messages import HOST
from domain.table.refusals import Refusal
from tests.rules.root.games import new_game, options_for, positions
from tests.rules.root.tables import seated

ALL = GameOptions(("cult", "marquise", "eyrie"))
BATTLE = {"ambush", "foil", "effects", "effects_order", "hits"}
ANYBODY = BATTLE | {"bank", "discard", "warren", "cobbler"}
OWN = {
    "cult": {"adjust", "follow_up", "cult_craft"},
    "marquise": {"birdsong", "march", "hospitals"},
    "eyrie": {"birdsong", "new_rule", "eyrie_craft", "after_decree"},
}


@pytest.mark.parametrize("seat", range(3))
def test_a_faction_can_order_what_it_can_be_asked(seat: int) -> None:
    assert set(rulebook.orders_for(new_game(ALL), seat)) == ANYBODY | OWN[ALL.factions[seat]]


def test_every_order_is_for_some_faction() -> None:
    assert ANYBODY.union(*OWN.values()) == set(ORDERS)


def test_between_two_nobody_chooses_who_draws_along() -> None:
    pair = new_game(GameOptions(("cult", "eyrie")))
    assert "bank" not in rulebook.orders_for(pair, 0)


@pytest.mark.parametrize("number", range(0, 24, 3))
def test_nobody_is_ever_asked_what_it_could_not_have_ordered(number: int) -> None:
    known = [set(rulebook.orders_for(new_game(options_for(number)), seat)) for seat in range(3)[: seats_of(number)]]
    for game, prompt, _ in positions(number):
        assert set(rulebook.orders_for(game, prompt.seat)) == known[prompt.seat]
        assert prompt.kind not in ORDERS or prompt.kind in known[prompt.seat], prompt


def seats_of(number: int) -> int:
    return len(options_for(number).factions)


REFUSED = [
    (0, "hospitals", '{"order": "Never"}', "NEVER_ASKED"),
    (2, "cult_craft", '{"order": "Never"}', "NEVER_ASKED"),
    (0, "hits", '{"order": "InOrder", "pieces": ["gardn-fox"]}', "UNKNOWN_PIECE"),
    (0, "hits", '{"order": "InOrder", "pieces": ["sawmill"]}', "UNKNOWN_PIECE"),
    (0, "hits", '{"order": "InOrder", "pieces": ["warrior"]}', "UNKNOWN_PIECE"),
    (1, "hits", '{"order": "InOrder", "pieces": ["wood", "keep", "wood"]}', "NAMED_TWICE"),
    (1, "discard", '{"order": "SuitsFirst", "suits": ["fox", "fox"]}', "NAMED_TWICE"),
    (1, "effects", '{"order": "Effects", "effects": ["sappers", "sappers"]}', "NAMED_TWICE"),
    (1, "bank", '{"order": "With", "seat": 1}', "TARGET_NOT_ENEMY"),
    (1, "bank", '{"order": "With", "seat": 3}', "TARGET_NOT_ENEMY"),
]
ACCEPTED = [
    (0, "hits", '{"order": "InOrder", "pieces": ["garden-mouse", "garden-fox"]}'),
    (1, "hits", '{"order": "InOrder", "pieces": ["wood", "keep", "recruiter"]}'),
    (2, "hits", '{"order": "InOrder", "pieces": ["roost"]}'),
    (1, "discard", '{"order": "SuitsFirst", "suits": ["bird", "fox", "mouse", "rabbit"]}'),
    (1, "effects", '{"order": "Effects", "effects": ["sappers", "armorers"]}'),
    (1, "bank", '{"order": "With", "seat": 0}'),
    (1, "hospitals", '{"order": "FromWarriors", "least": 2}'),
]


@pytest.mark.parametrize("begins", [False, True], ids=["before", "begun"])
@pytest.mark.parametrize(("seat", "kind", "order", "code"), REFUSED)
def test_an_order_that_could_never_answer_is_refused(seat: int, kind: str, order: str, code: str, begins: bool) -> None:
    play = seated(ALL)
    if begins:
        play.do(HOST, BeginGame())
    assert play.refused(seat, SetOrder(kind, order)) == code


@pytest.mark.parametrize(("seat", "kind", "order"), ACCEPTED)
def test_an_order_that_names_what_there_is_is_accepted(seat: int, kind: str, order: str) -> None:
    play = seated(ALL)
    play.do(seat, SetOrder(kind, order))
    assert kind in play.table.seats[seat].orders


def test_the_sentences_say_what_can_be_ordered() -> None:
    play = seated(ALL)
    never = play.ask(0, SetOrder("hospitals", '{"order": "Never"}'))
    assert isinstance(never, Refusal)
    assert play.table.catalogue.refusal(never) == (
        "Lizard Cult is never asked about 'hospitals' at this table; it can order something for ambush, foil, effects, "
        "effects_order, hits, discard, bank, follow_up, adjust, warren, cobbler, cult_craft and consent."
    )
    unknown = play.ask(2, SetOrder("hits", '{"order": "InOrder", "pieces": ["rost"]}'))
    assert isinstance(unknown, Refusal)
    assert play.table.catalogue.refusal(unknown) == "You have no pieces 'rost' that hits could remove; you have roost."
