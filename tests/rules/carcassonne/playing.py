"""Whole games at random, by the table's own chance, and what they leave: for laws that hold for any game."""

import hashlib
import random
from collections.abc import Callable
from typing import Any

import msgspec

from domain.carcassonne.board import cell_at
from domain.carcassonne.messages import Deploy, PlaceTile, ProposeRuling
from domain.carcassonne.rulebook import rulebook
from domain.carcassonne.state import Game
from domain.table.chance import Derived, chance_key, commitment_to
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST, Command
from domain.table.offers import Offer
from domain.table.records import Submission
from domain.table.refusals import Refusal
from domain.table.table import Table
from tests.rules.carcassonne.tables import options_of

_encode = msgspec.msgpack.Encoder(order="deterministic").encode


class Play:
    """A begun game with provable chance; every command takes a second."""

    def __init__(self, seed: int, seats: int, options: str = options_of(), crowded: bool = False) -> None:
        secret = hashlib.sha256(b"seed %d" % seed).digest()
        self.table = Table(f"GAME{seed:08d}", rulebook)
        self.rng = random.Random(seed)
        # On a crowded board features are completed, and tiles fit nowhere.
        self._crowding = 40 if seed % 2 or crowded else 1
        self._chance = Derived(chance_key(secret, ()), self.table.id, 0)
        self.do(
            HOST, OpenTable("carcassonne", "1", seats, "host", commitment_to(secret), options, "provable", "arbiter")
        )
        for seat in range(seats):
            self.do(HOST, TakeSeat(seat, f"person-{seat}"))
        self.do(HOST, BeginGame())

    @property
    def game(self) -> Game:
        game: Game = self.table.game
        return game

    def ask(self, by: int, command: object, table: Table | None = None) -> Accepted | Refusal:
        """Give a command to the table, or to a copy of it."""
        table = table or self.table
        version = table.version
        return handle(
            table, Submission(f"c{version}", by, version, command), Moment(version * 1_000_000, self._chance, b"")
        )

    def do(self, by: int, command: object) -> Accepted:
        done = self.ask(by, command)
        assert isinstance(done, Accepted), done
        return done

    def choose(self) -> tuple[int, Command]:
        """Whose move it is, and one of the things that seat may do: rather deploying than not."""
        prompts = self.table.prompts
        optional = [prompt for prompt in prompts if prompt.optional]
        if optional and self.rng.random() < 0.3:
            seat = self.rng.choice(optional).seat
            return seat, self._proposal(seat)
        seat = prompts[0].seat
        offers = [offer for offer in rulebook.legal(self.table.game, seat) if offer.command is not ProposeRuling]
        offers = [offer for offer in offers if offer.rows]
        # Rather the last: what is offered first is to do nothing.
        offer = offers[-1 - (len(offers) > 2 and self.rng.random() < 0.5)] if self.rng.random() < 0.6 else offers[0]
        if offer.command is PlaceTile:
            return seat, self._placement(offer)
        if offer.command is Deploy and "cult" in self.game.sets and self.rng.random() < 0.8:
            # Else challenges are rare.
            holding = [row for row in offer.rows if row[1] == "building"]
            if holding:
                return seat, Deploy(*self.rng.choice(holding))
        return seat, offer.sample(self.rng)

    def _placement(self, offer: Offer) -> Command:
        samples = [offer.sample(self.rng) for _ in range(self._crowding)]
        return max(samples, key=self._company)

    def _company(self, place: Any) -> int:
        """How many tiles a placement has around it; a building beside one of the opposite kind is worth a detour."""
        game, crowd = self.game, self.game.board.neighbours(place.x, place.y)
        face = game.face(place.as_ or str(game.drawn_face))
        if face.building < 0:
            return crowd
        return crowd + 8 * len(game.board.buildings_around(cell_at(place.x, place.y), not face.tile.shrine))

    def _proposal(self, seat: int) -> Command:
        (offer,) = (offer for offer in rulebook.legal(self.game, seat) if offer.command is ProposeRuling)
        proposal = offer.sample(self.rng)
        assert isinstance(proposal, ProposeRuling)
        few = tuple(sorted(self.rng.sample(proposal.pieces, min(2, len(proposal.pieces)))))
        return ProposeRuling(tuple(points // 10 for points in proposal.points), few)

    def to_the_end(self, after_each: Callable[["Play", Accepted], None] = lambda play, done: None) -> None:
        """Play on until the game is over."""
        while self.table.prompts:
            done = self.do(*self.choose())
            after_each(self, done)


def state(game: Game) -> Any:
    """All that a game's state holds and derives, as plain data; joined features by their first node."""
    features = game.board.features
    nodes = range(len(features.sites))
    roots = [features.root(node) for node in nodes]
    return (
        game.options, game.seats, game.edition.name, game.sets, game.stack, game.river, game.scores, game.supply, game.goods,
        game.phase, game.active, game.turn, game.part, game.second_part_follows, game.drawn, game.blanks_drawn, game.placed,
        game.discarded, game.ranking, game.prompts, game.manual,
        [(challenge.abbey, challenge.shrine) for challenge in game.challenges], sorted(game.bonuses.items()),
        (game.proposal.event, sorted(game.proposal.accepted), game.proposal.before) if game.proposal else None,
        [(cell, laid.tile, laid.face.tile.id, laid.rot, laid.seat, laid.turn, laid.base)
         for cell, laid in game.board.tiles.items()],
        list(game.board.demands.items()),
        features.sites, features.kinds, roots, sorted(features.pieces.items()), features.uncounted.bit_length(),
        [
            (root, features.tiles(root), len(features.covered(root)), features.shields(root), features.marks(root),
             features.goods(root), features.open_edges(root), features.standing(root), features.cities_touched(root))
            for root in sorted(set(roots))
        ],
    )  # fmt: skip


def fingerprint(table: Table) -> str:
    """A hash of the game's state and of the chance it has used."""
    return hashlib.sha256(_encode((state(table.game), sorted(table.draws.items()), table.finished))).hexdigest()


def record_bytes(table: Table) -> str:
    """A hash of all stored bytes."""
    return hashlib.sha256(b"".join(_encode(record) for record in table.records)).hexdigest()


def fingerprint_of_a_game(seed: int, seats: int, options: str = options_of()) -> str:
    """What one seeded game comes to, for comparing processes."""
    play = Play(seed, seats, options)
    play.to_the_end()
    return f"{fingerprint(play.table)} {record_bytes(play.table)}"
