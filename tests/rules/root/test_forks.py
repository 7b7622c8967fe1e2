"""Forks of tables of Root: what is hidden from whose knowledge a fork has tells on nothing that anybody gets of it."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.root.options import GameOptions
from domain.root.rulebook import rulebook
from domain.table.messages import HOST, WHOLE
from domain.table.records import Record
from domain.table.seeded import Seeded
from domain.table.seeing import seen_record, view_of
from domain.table.table import Table, fold
from tests.projections.root_tables import ALL, move, rooted
from tests.table.forked import fork
from tests.table.play import ENCODE, Play

SEATS = (0, 1, 2)


def seen(table: Table, viewer: int | None) -> list[bytes]:
    """All that a viewer gets of a table's log, as bytes."""
    return [ENCODE(seen_record(table, record, viewer)) for record in table.records]


def unseen_cards(table: Table, viewer: int | None) -> list[str]:
    """The cards that the viewer has never seen: of those that it cannot place all that no record has shown it."""
    shown = b"".join(seen(table, viewer))
    hands = [card for seat, hand in enumerate(table.game.hands) if seat != viewer for card in hand]
    return [card for card in sorted((*hands, *table.game.deck)) if ENCODE(card) not in shown]


def elsewhere(table: Table, viewer: int | None, rng: Random) -> Table:
    """A table that is the same to the viewer: the cards that it has never seen have changed places, and so has chance."""
    cards = unseen_cards(table, viewer)
    others = dict(zip(cards, rng.sample(cards, len(cards)), strict=True))
    return fold(table.id, rulebook, [changed(record, others, rng) for record in table.records])


def changed(record: Record[Any], others: dict[str, str], rng: Random) -> Record[Any]:
    plain = msgspec.to_builtins(record.event)
    event = msgspec.convert([_swapped(value, others) for value in plain], type(record.event))
    draws = tuple(msgspec.structs.replace(draw, value=rng.randrange(draw.bound)) for draw in record.draws)
    return msgspec.structs.replace(record, event=event, draws=draws)


def _swapped(value: Any, others: dict[str, str]) -> Any:
    if isinstance(value, list | tuple):
        return [_swapped(one, others) for one in value]
    return others.get(value, value) if isinstance(value, str) else value


def at_random(seed: int, moves: int) -> Play:
    play, rng = rooted(seed), Random(seed)
    while moves and play.table.prompts:
        move(play, rng)
        moves -= 1
    return play


def played_on(sandbox: Play, seed: int, moves: int) -> Iterator[Table]:
    rng = Random(seed)
    for _ in range(moves):
        if not sandbox.table.prompts:
            return
        seat = rng.choice(sandbox.table.prompts).seat
        offers = [offer for offer in rulebook.legal(sandbox.table.game, seat) if offer.rows]
        sandbox.do(HOST, rng.choice(offers).sample(rng), seat=seat)
    yield sandbox.table


@pytest.mark.clause("core-1.4")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 255), moves=st.integers(0, 100), reader=st.sampled_from([None, *SEATS]))
def test_what_is_hidden_at_the_origin_changes_no_byte_of_a_fork(seed: int, moves: int, reader: int | None) -> None:
    origin = at_random(seed, moves).table
    if not origin.prompts:
        return
    other = elsewhere(origin, reader, Random(seed))
    assert seen(other, reader) == seen(origin, reader), "the two are to be the same for whose knowledge it is"
    one, two = fork(origin, reader), fork(other, reader)
    for mine, yours in ((one.table, two.table), *zip(played_on(one, seed, 20), played_on(two, seed, 20), strict=True)):
        assert mine.game == yours.game
        for viewer in (None, *SEATS):
            assert seen(mine, viewer) == seen(yours, viewer)
    for version in range(4, one.table.forked.last + 1, 7):
        then = [fold(table.id, rulebook, table.records[:version]) for table in (one.table, two.table)]
        for viewer in (None, *SEATS):
            assert ENCODE(view_of(then[0], viewer)) == ENCODE(view_of(then[1], viewer))


def test_the_two_tables_of_this_test_differ_in_hands_in_the_deck_and_in_chance() -> None:
    origin = at_random(3, 60).table
    other = elsewhere(origin, 1, Random(3))
    assert other.game.hands[1] == origin.game.hands[1]
    assert other.game.hands[0] != origin.game.hands[0]
    assert other.game.deck != origin.game.deck
    assert [record.draws for record in other.records] != [record.draws for record in origin.records]
    whole = [fork(table, WHOLE) for table in _ended(origin, other)]
    assert whole[0].table.game.hands != whole[1].table.game.hands


def _ended(*tables: Table) -> list[Table]:
    for table in tables:
        table.abandoned = True
    return list(tables)


def test_what_a_guess_gives_for_the_integers_of_a_seed_it_gives_for_ever() -> None:
    """Sandboxes are folded with it: a change here would change every one that was ever made."""
    game = rulebook.start(GameOptions(ALL), 3, rulebook.editions[-1])
    for seat in SEATS:
        game.hands[seat], game.deck = game.deck[:3], game.deck[3:]
    game.known[2] = game.hands[2][:1]
    guess = rulebook.imagined(game, 1, Seeded(bytes(32)))
    assert guess.hands == [
        ["favor-of-the-rabbits#1", "tax-collector#1", "travel-gear-fox#1"],
        ["ambush-fox#1", "ambush-mouse#1", "ambush-rabbit#1"],
        ["anvil#1", "better-burrow-bank#1", "tax-collector#3"],
    ]
    assert rulebook.imagined(game, None, Seeded(bytes(32))).hands == [
        ["bake-sale#1", "dominance-fox#1", "tax-collector#2"],
        ["ambush-mouse#1", "foxfolk-steel#1", "sappers#2"],
        ["anvil#1", "brutal-tactics#1", "cobbler#1"],
    ]
