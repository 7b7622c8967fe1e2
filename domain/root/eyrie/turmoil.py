"""Turmoil: what a Decree that cannot be resolved does to the Eyrie (7.7)."""

from collections.abc import Iterator

from domain.root.cards import BIRD, SUIT_OF
from domain.root.eyrie.events import LeaderDeposed, TurmoilStarted
from domain.root.eyrie.leaders import appoint, eyrie_of
from domain.root.factions import COLUMNS, LEADERS, VIZIERS
from domain.root.piles import pile
from domain.root.scoring import lose
from domain.root.state import Game
from domain.root.steps import ask
from domain.table.messages import Term
from domain.table.rulebook import Happening


def fall_into_turmoil(game: Game, column: str) -> Iterator[Happening]:
    """7.7: humiliate, purge, depose, and rest; only the new leader is chosen.

    7.7.4: Daylight is over then, with whatever could still have been done in it.
    """
    yield TurmoilStarted(eyrie_of(game).seat, column)
    yield from humiliate(game)
    yield from purge(game)
    yield from depose(game)


def humiliate(game: Game) -> Iterator[Happening]:
    """7.7.1: a point is lost for each bird card in the Decree, viziers included."""
    eyrie = eyrie_of(game)
    cards = [card for column in COLUMNS for card in eyrie.decree[column]]
    birds = sum(card in VIZIERS or SUIT_OF[card] == BIRD for card in cards)
    yield from lose(game, eyrie.seat, "7.7.1", Term("decree_bird", birds, -1, "7.7.1"))


def purge(game: Game) -> Iterator[Happening]:
    """7.7.2: all cards of the Decree but the viziers are discarded."""
    eyrie = eyrie_of(game)
    for card in [card for column in COLUMNS for card in eyrie.decree[column] if card not in VIZIERS]:
        yield from pile(game, eyrie.seat, card, "purged", "7.7.2")


def depose(game: Game) -> Iterator[Happening]:
    """7.7.3: the leader is turned face down, and one that lies face up takes charge; with none left, all four do first."""
    eyrie = eyrie_of(game)
    face_up = tuple(eyrie.leaders) or tuple(LEADERS)
    yield LeaderDeposed(eyrie.seat, eyrie.leader or "", face_up)
    if len(face_up) == 1:
        yield from appoint(game, face_up[0], "7.7.3")
    else:
        yield ask(eyrie.seat, "leader")
