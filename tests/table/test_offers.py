"""Offers: what is contained is accepted, and what is not is refused."""

import itertools
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.table.kernel import Accepted
from domain.table.messages import Command
from domain.table.offers import Between, Choice, EachOf, Offer, OneOf, RuledOffer, SomeOf
from tests.table.play import Play, begun
from tests.table.toy import CallVote, DrawCard, Nudge, Plan, PlayCards, RollDie, Vote


class Move(Command, frozen=True):
    piece: str
    x: int
    y: int
    along: tuple[int, ...] = ()
    force: bool = False


small = st.integers(0, 4)
some_of = st.lists(small, max_size=5).flatmap(
    lambda values: st.builds(SomeOf, st.just(tuple(values)), st.integers(0, len(values)), st.integers(len(values), 6))
)
one_of = st.builds(OneOf, st.lists(small, min_size=1, max_size=4).map(tuple))
between = st.tuples(small, small).map(lambda pair: Between(min(pair), max(pair)))
choices = st.one_of(
    one_of, between, some_of, st.builds(EachOf, st.lists(st.one_of(one_of, between), max_size=3).map(tuple))
)
CANDIDATES: list[object] = [*range(-1, 6), "a", None, (), *itertools.product(range(5), repeat=1),
                            *itertools.product(range(5), repeat=2), (1, 1, 1), (0, 1, 2), [1], (0, 1, 2, 3, 4)]  # fmt: skip


def test_the_first_of_many_ways_are_found_without_all_of_them() -> None:
    points = EachOf((Between(-100, 100),) * 12)
    assert points.size == 201**12
    assert list(itertools.islice(points.all(), 2)) == [(-100,) * 12, ((-100,) * 11 + (-99,))]
    (first, *_) = itertools.islice(
        Offer(Move, free={"piece": OneOf(("p",)), "x": Between(0, 10**9), "y": points}).all(), 2
    )
    assert first == Move("p", 0, (-100,) * 12)  # type: ignore[arg-type]


@given(choices, st.integers(0, 2**32))
def test_a_choice_contains_exactly_its_values(choice: Choice, seed: int):
    values = list(choice.all())
    assert all(value in choice for value in values)
    assert [value for value in CANDIDATES if value in choice] == [value for value in CANDIDATES if value in values]
    assert choice.sample(random.Random(seed)) in values


@pytest.mark.parametrize(
    ("choice", "values"),
    [
        (OneOf(("b", "a")), ["b", "a"]),
        (Between(-1, 1), [-1, 0, 1]),
        (Between(2, 1), []),
        (SomeOf((2, 1), 0, 2), [(), (1,), (2,), (1, 2)]),
        (SomeOf((1, 1, 2), 2, 2), [(1, 1), (1, 2)]),
        (SomeOf((3,), 1, 9), [(3,)]),
        (SomeOf((), 0, 3), [()]),
    ],
)
def test_the_values_of_a_choice(choice: Choice, values: list[object]):
    assert list(choice.all()) == values


@pytest.mark.parametrize(
    ("choice", "size"),
    [
        (OneOf(("b", "a", "a")), 3),
        (Between(-1, 1), 3),
        (Between(2, 1), 0),
        (Between(9, 1), 0),
        (SomeOf((2, 1), 0, 2), 4),
        (SomeOf((1, 1, 2), 2, 2), 3),
        (SomeOf((3,), 1, 9), 1),
        (SomeOf(tuple(range(40)), 0, 40), 2**40),
        (SomeOf(tuple(range(9)), 4, 3), 0),
    ],
)
def test_the_size_of_a_choice_is_known_without_listing_it(choice: Choice, size: int):
    assert choice.size == size


@given(choices)
def test_a_choice_is_as_large_as_its_list_or_larger_by_what_is_equal(choice: Choice):
    different = len(set(getattr(choice, "values", ()))) == len(getattr(choice, "values", ()))
    listed = len(list(choice.all()))
    assert choice.size == listed if different else choice.size >= listed


def test_true_is_not_an_integer_between_nothing_and_two():
    assert True not in Between(0, 2)
    assert 1.0 not in Between(0, 2)


@pytest.mark.parametrize(
    ("offer", "commands"),
    [
        (Offer(RollDie), [RollDie()]),
        (Offer(Plan, ("card",), [(2,), (5,)]), [Plan(2), Plan(5)]),
        (Offer(Plan, ("card",), []), []),
        (Offer(Nudge, free={"steps": Between(1, 2)}), [Nudge(1), Nudge(2)]),
        (Offer(Nudge), [Nudge(1)]),
        (Offer(Move, ("x", "y"), [(0, 1), (2, 3)], {"piece": OneOf(("a", "b"))}),
         [Move("a", 0, 1), Move("b", 0, 1), Move("a", 2, 3), Move("b", 2, 3)]),
        (Offer(Move, ("piece", "x", "y"), [("a", 0, 0)], {"along": SomeOf((1, 2), 1, 1)}),
         [Move("a", 0, 0, (1,)), Move("a", 0, 0, (2,))]),
    ],
)  # fmt: skip
def test_an_offer_contains_exactly_its_commands(offer: Offer, commands: list[Command]):
    assert list(offer.all()) == commands
    assert offer.size == len(commands)
    others = [
        *(Move(piece, x, y, along, force) for piece, x, y, along, force in itertools.product(
            ("a", "b", "c"), (0, 2), (0, 1, 3), ((), (1,), (2,), (1, 2)), (False, True))),
        *(Nudge(steps) for steps in range(-1, 5)),
        *(Plan(card) for card in range(1, 7)),
        RollDie(), DrawCard(), object(), None, {"command": "RollDie"},
    ]  # fmt: skip
    for command in [*commands, *others]:
        assert offer.contains(command) == (command in commands)
    if commands:
        assert all(offer.sample(random.Random(seed)) in commands for seed in range(20))


# --- What no list can hold --------------------------------------------------------------------------------------------


def on_a_diagonal(command: Command) -> bool:
    assert isinstance(command, Move)
    return abs(command.x) == abs(command.y)


DIAGONAL = RuledOffer(
    Move, (), [(), ()], {}, on_a_diagonal, lambda rng: Move("a", (n := rng.randrange(1_000_000)), -n), ways=10**6
)


@pytest.mark.parametrize(
    ("command", "offered"),
    [
        (Move("a", 3, 3), True), (Move("b", -3, 3, (1, 2), True), True), (Move("a", 3, 4), False),
        (Nudge(3), False), (Plan(1), False), (object(), False), (None, False), ({"command": "Move"}, False),
    ],
)  # fmt: skip
def test_a_ruled_offer_contains_what_its_rule_accepts_of_its_own_type(command: object, offered: bool):
    assert DIAGONAL.contains(command) == offered


def test_a_ruled_offer_draws_what_it_contains_and_is_too_large_to_list():
    drawn = [DIAGONAL.sample(random.Random(seed)) for seed in range(50)]
    assert all(DIAGONAL.contains(command) for command in drawn)
    assert len({command.x for command in drawn if isinstance(command, Move)}) > 40
    assert DIAGONAL.size == 10**6
    with pytest.raises(ValueError, match="Move cannot be listed"):
        next(iter(DIAGONAL.all()))


def test_a_ruled_offer_accepts_nothing_if_nobody_says_what():
    assert not RuledOffer(Move).contains(Move("a", 0, 0))
    assert RuledOffer(Move).size > 10**9


# --- The law of offers ------------------------------------------------------------------------------------------------


def everything(cards: int) -> Iterator[Command]:
    """All commands that could make sense to anybody in a game with so many cards, and some that cannot."""
    yield from (DrawCard(), RollDie(), CallVote(), Vote(True), Vote(False))
    yield from (Nudge(steps) for steps in range(-1, 6))
    yield from (Plan(card) for card in range(1, cards + 2))
    numbers = range(1, cards + 2)
    yield PlayCards(())
    yield from (PlayCards(cards) for n in (1, 2) for cards in itertools.product(numbers, repeat=n))
    yield PlayCards((1, 2, 3))


@settings(max_examples=12, deadline=None)
@given(st.integers(1, 3), st.integers(0, 2**32))
def test_what_is_offered_is_accepted_and_nothing_else(seats: int, seed: int):
    rng = random.Random(seed)
    play = begun(seats, options='{"cards":6,"rounds":2,"hand":1}')
    moves = 0
    while play.table.prompts and moves < 8:
        moves += 1
        for seat in range(seats):
            check_offers(play, seat)
        seat = rng.choice(play.table.prompts).seat
        play.do(seat, rng.choice(play.table.rulebook.legal(play.table.game, seat)).sample(rng))


def check_offers(play: Play, seat: int) -> None:
    offers = play.table.rulebook.legal(play.table.game, seat)
    listed = [command for offer in offers for command in offer.all()]
    for command in everything(6):
        offered = any(offer.contains(command) for offer in offers)
        assert offered == (command in listed), command
        assert isinstance(dry_run(play, seat, command), Accepted) == offered, command


def dry_run(play: Play, seat: int, command: Any) -> Any:
    return play.copy().ask(seat, command)


def test_no_field_of_an_offered_command_can_be_changed_and_still_be_offered_unless_it_is_accepted_too():
    play = begun(2)
    offers = play.table.rulebook.legal(play.table.game, 0)
    for command in (command for offer in offers for command in offer.all()):
        for name in command.__struct_fields__:
            for value in (0, -3, 99, (0,), (98, 99), True):
                changed = msgspec.structs.replace(command, **{name: value})
                offered = any(offer.contains(changed) for offer in offers)
                if type(value) is type(getattr(command, name)):
                    assert isinstance(dry_run(play, 0, changed), Accepted) == offered
