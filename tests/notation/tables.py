"""Tables of all games for the tests of notations, and random play at them."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.chance import Derived, chance_key, commitment_to
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST, Command
from domain.table.offers import Offer, RuledOffer
from domain.table.rulebook import Rulebook
from tests.rules.carcassonne.own_tiles import RECALLING, TALKING
from tests.rules.flick_of_faith import games as flicking
from tests.table.play import SEED, Play
from tests.table.toy import toy

ID = "toytable2345"
SETS = ["base", "cult", "siege", "creativity", "inns_cathedrals", "traders_builders", "river_2"]
OWN = [RECALLING, TALKING]
GAMES: tuple[Rulebook, ...] = (carcassonne, root, flick_of_faith, toy)


def begun(rulebook: Rulebook, seats: int, number: int = 0, options: object = None) -> Play:
    """A begun game; another number, another game."""
    play = Play(rulebook, Derived(chance_key(bytes([number % 256]) * 32, ()), ID, 0), ID)
    text = msgspec.json.encode(options or {}).decode()
    edition = rulebook.editions[-1].name
    play.do(HOST, OpenTable(rulebook.game, edition, seats, "hanna", commitment_to(SEED), text, "provable", "arno"))
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, BeginGame())
    return play


def random_table(rulebook: Rulebook, number: int) -> Play:
    """A begun game of a number, with options that differ."""
    if rulebook is carcassonne:
        own = {"sets": SETS[: 1 + number % len(SETS)]}
        if number % 3 == 1:
            own = {"sets": ["base", "creativity"], "blank_mode": "custom", "custom_tiles": OWN}
        elif number % 3 == 2:
            own = {"sets": SETS, "blank_mode": "joker"}
        return begun(rulebook, 2 + number % 4, number, own)
    if rulebook is flick_of_faith:
        return begun(rulebook, flicking.seats_of(number), number, flicking.options_for(number))
    return begun(rulebook, 2 + number % 2, number)


def offered(play: Play, seat: int) -> list[Offer]:
    return [offer for offer in play.table.rulebook.legal(play.table.game, seat) if offer.rows]


def played(play: Play, rng: Random, moves: int) -> Iterator[int]:
    """The numbers of moves, each before it is made at random."""
    for number in range(moves):
        if not play.table.prompts:
            return
        yield number
        asked = [prompt for prompt in play.table.prompts if not prompt.optional or rng.random() < 0.1]
        seat = rng.choice(asked or list(play.table.prompts)).seat
        offers = offered(play, seat)
        command = drawn(rng.choice(offers), rng) if offers else None
        if command is not None:
            play.do(seat, command)


def drawn(offer: Offer, rng: Random) -> Command | None:
    """Something that is offered; None where a rule finds nothing."""
    try:
        return offer.sample(rng)
    except LookupError:
        return None


def some_of(offer: Offer, rng: Random, most: int) -> list[Any]:
    """All that is offered, or some of it where that is much."""
    if isinstance(offer, RuledOffer) or offer.size > most:
        found = [drawn(offer, rng) for _ in range(6)]
        return list(dict.fromkeys(one for one in found if one is not None))
    return list(dict.fromkeys(offer.all()))
