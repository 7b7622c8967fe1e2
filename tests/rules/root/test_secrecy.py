"""Hidden information: what a seat may not see changes nothing of what it gets (core-1.4, T-16).

Two games go on side by side that differ in nothing but two hidden cards, which have changed places. Whoever may see neither
must get the same bytes from both: views, events and their number, prompts, and whose commands were accepted.
"""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from domain.root.cards import AMBUSHES, CARDS
from domain.root.events import CardTaken, DeckReshuffled, HandShown
from domain.root.rulebook import rulebook
from domain.root.state import Game
from domain.table.canonical import encode
from domain.table.chance import Chance
from domain.table.messages import Command, Event
from domain.table.rulebook import Under, event_of
from tests.rules.root.games import COMBINATIONS, play_out, positions

STEPS = 60


class Apart:
    """Chance that picks the same in both games: whatever is there but the two cards that have changed places."""

    lasting = True

    def __init__(self, seed: int, swapped: Sequence[str]) -> None:
        self._seed, self._swapped = seed, swapped
        self.drawn = 0

    def value(self, label: str, number: int, bound: int, items: Sequence[Any] | None = None) -> int:
        self.drawn += 1
        rng = Random(f"{self._seed} {self.drawn}")
        if items is None:
            return rng.randrange(bound)
        others = [item for item in items if item not in self._swapped]
        if not others:
            raise _OnlySwappedLeftError
        return items.index(rng.choice(others))


class _OnlySwappedLeftError(Exception):
    """Chance would have to touch one of the two cards."""


class _Twins:
    """A game, and the same game with two hidden cards changed about."""

    def __init__(self, game: Game, cards: tuple[str, str], seed: int) -> None:
        self.cards = cards
        self.games = (game.copy(), _swapped(game, cards))
        self.sources = (Apart(seed, cards), Apart(seed, cards))
        self.chances = [Chance(source, {}) for source in self.sources]

    def give(self, seat: int, command: Command) -> list[list[tuple[str, Event]]]:
        """What happens in both, each event with its clause."""
        happened = []
        for game, chance in zip(self.games, self.chances, strict=True):
            events = []
            for happening in rulebook.decide(game, seat, command, chance):
                event = event_of(happening)
                rulebook.evolve(game, event)
                events.append((happening.clause if isinstance(happening, Under) else event.clause, event))
            chance.take()
            happened.append(events)
        return happened

    def common_command(self, seat: int, rng: Random) -> Command | None:
        """A command that both offer and that names neither card, if a few tries find one."""
        offers = [[offer for offer in rulebook.legal(game, seat) if offer.rows] for game in self.games]
        for _ in range(300):
            command = rng.choice(offers[0]).sample(rng)
            said = str(command)
            if not any(repr(card) in said for card in self.cards) and any(o.contains(command) for o in offers[1]):
                return command
        return None


def _swapped(game: Game, cards: tuple[str, str]) -> Game:
    twin = game.copy()
    a, b = cards
    for pile in (twin.deck, *twin.hands):
        pile[:] = sorted(b if card == a else a if card == b else card for card in pile)
    return twin


def _hidden(game: Game, viewer: int | None) -> list[list[str]]:
    """The places whose cards a viewer does not know, each with those cards."""
    hands = [
        [card for card in hand if card not in game.known[seat]]
        for seat, hand in enumerate(game.hands)
        if seat != viewer
    ]
    return [place for place in (game.deck, *hands) if place]


@pytest.mark.clause("core-1.4", "core-5.7", "10.2.6")
@pytest.mark.parametrize("first", range(0, 60, 10))
def test_who_may_not_see_two_cards_gets_the_same_from_both_games(first: int) -> None:
    compared = sum(_compared(number) for number in range(first, first + 10))

    assert compared > 100


def _compared(number: int) -> int:
    """How many events of a pair of games were the same for a viewer."""
    rng = Random(number)
    game = _position(number, rng.randrange(5, 150))
    viewer = rng.choice([None, *range(game.seats)])
    places = _hidden(game, viewer)
    if len(places) < 2:
        return 0
    one, other = rng.sample(places, 2)
    # Cards that may interrupt others make the best secrets.
    tempting = [card for card in one if card in AMBUSHES or CARDS[card].kind == "dominance"] or one
    twins = _Twins(game, (rng.choice(tempting), rng.choice(other)), number)
    compared = 0
    for _ in range(STEPS):
        left, right = twins.games
        assert encode(rulebook.view(left, viewer)) == encode(rulebook.view(right, viewer))
        assert left.prompts == right.prompts
        if not left.prompts:
            break
        seat = left.prompts[0].seat
        if seat == viewer:
            assert _offered(left, seat) == _offered(right, seat)
        command = twins.common_command(seat, rng)
        if command is None:
            break
        try:
            ours, theirs = twins.give(seat, command)
        except _OnlySwappedLeftError:
            break
        if any(_is_party(event, viewer) for _, event in ours):
            # Now the viewer has seen one of the cards, and rightly so.
            break
        assert _seen(ours, viewer) == _seen(theirs, viewer), command
        compared += len(ours)
    return compared


def _is_party(event: Event, viewer: int | None) -> bool:
    """card-codebreakers, card-stand-and-deliver: two seats see what the others do not."""
    return isinstance(event, HandShown | CardTaken) and viewer in (event.seat, event.target)


def _offered(game: Game, seat: int) -> list[tuple[Any, ...]]:
    return [(offer.command, offer.fields, list(offer.rows), offer.size) for offer in rulebook.legal(game, seat)]


def _seen(events: list[tuple[str, Event]], viewer: int | None) -> list[bytes]:
    return [encode((clause, rulebook.redact(event, viewer))) for clause, event in events]


def _position(number: int, start: int) -> Game:
    game = None
    for at, (now, _, _) in enumerate(positions(number)):
        game = now
        if at == start:
            return now.copy()
    assert game is not None
    return game


def test_twin_games_are_really_compared() -> None:
    """The test above would pass on two games that never move."""
    game = _position(11, 40)
    deck, hand = game.deck, next(hand for seat, hand in enumerate(game.hands) if hand and seat != game.prompts[0].seat)
    twins = _Twins(game, (deck[0], hand[0]), 1)

    assert twins.games[0] != twins.games[1]
    seat = game.prompts[0].seat
    command = twins.common_command(seat, Random(1))
    assert command is not None
    assert all(twins.give(seat, command))


@pytest.mark.clause("core-1.4")
@pytest.mark.parametrize("number", range(len(COMBINATIONS)))
def test_no_event_and_no_view_names_a_card_that_its_viewer_may_not_know(number: int) -> None:
    happened: list[Event] = []

    def watch(game: Game, event: Event) -> None:
        rulebook.evolve(game, event)
        happened.append(event)

    for game, _, _ in positions(number, watch):
        # What was open a moment ago may have come into the deck again by now.
        reshuffled = any(isinstance(event, DeckReshuffled) for event in happened)
        for viewer in (None, *range(game.seats)):
            hidden = {card.encode() for place in _hidden(game, viewer) for card in place}
            said = encode(rulebook.view(game, viewer))
            if not reshuffled:
                open_to_all = [event for event in happened if not _is_party(event, viewer)]
                said += encode([rulebook.redact(event, viewer) for event in open_to_all])
            assert not any(card in said for card in hidden)
        happened.clear()


def test_a_finished_game_still_keeps_its_hands() -> None:
    view = rulebook.view(play_out(9), None)

    assert all(set(seat.hand) == set(seat.known) for seat in view.seats)
