"""What is offered in a full corner: what is drawn can be flicked, and where nothing can be drawn nothing is promised."""

from random import Random

import pytest

from domain.flick_of_faith.commands import Flick, Forfeit
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game
from domain.table.offers import Offer
from tests.rules.flick_of_faith.positions import done, flick, position

# Prophets left in the corner, until a 2 mm grid has nothing left but some places, or none.
FULL = "1-p01 22 24\n1-p02 22 56\n1-p03 54 24\n1-p04 48 54\n1-p05 74 16"
TIGHT = "1-p01 22 24\n1-p02 22 52\n1-p03 48 24\n1-p04 46 52"


def flicks(game: Game) -> Offer:
    (offer,) = (offer for offer in rulebook.legal(game, 0) if offer.command is Flick)
    return offer


@pytest.mark.clause("D-1")
def test_in_a_tight_corner_a_flick_is_still_found_and_accepted() -> None:
    game = position(TIGHT)
    offer = flicks(game)
    assert len(offer.rows) == 5
    for seed in range(20):
        found = offer.sample(Random(seed))
        assert offer.contains(found)
        done(position(TIGHT), 0, found)


@pytest.mark.clause("D-1", "P-2")
def test_in_a_full_corner_only_forfeiting_is_left() -> None:
    game = position(FULL, deities={0: "ra"}, ready={0: 0})
    game.discs["sphinx"].zone = "ready"
    assert flicks(game).rows == []
    assert not flicks(game).contains(flick("sphinx", (40, 40), (1, 1), 500))
    done(game, 0, Forfeit())


@pytest.mark.clause("law-both-hands", "law-piggyback")
@pytest.mark.parametrize("law", ["both-hands", "piggyback"])
def test_two_flicks_are_found_in_a_tight_corner_too(law: str) -> None:
    game = position("1-p01 22 24\n1-p02 20 60\n1-p03 60 20", laws=[law])
    offer = flicks(game)
    assert offer.rows
    for seed in range(5):
        found = offer.sample(Random(seed))
        assert isinstance(found, Flick)
        assert found.second is not None
        assert offer.contains(found)


@pytest.mark.clause("law-both-hands")
def test_where_there_is_room_for_one_only_two_are_not_promised() -> None:
    game = position(TIGHT, laws=["both-hands"])
    offer = flicks(game)
    assert bool(offer.rows) == any(offer.contains(offer.sample(Random(seed))) for seed in range(5) if offer.rows)
