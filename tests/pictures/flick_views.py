"""Games of Flick of Faith for the tests of its pictures: really played, at random from a seed, or laid by hand."""

import json
import random
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import msgspec

from domain.flick_of_faith.commands import Shot
from domain.flick_of_faith.events import FlickResolved
from domain.flick_of_faith.flicking import launched_of, resolved
from domain.flick_of_faith.map import Map, house_map
from domain.flick_of_faith.options import GameOptions
from domain.flick_of_faith.own_map import check_map
from domain.flick_of_faith.rulebook import rulebook
from domain.flick_of_faith.state import Game, new_game
from domain.flick_of_faith.view import GameView
from domain.table.chance import commitment_to
from domain.table.clauses import Edition
from domain.table.lifecycle import BeginGame, OpenTable, TakeSeat
from domain.table.messages import HOST
from tests.table.play import SEED, Play

GOLDEN = Path(__file__).parent / "golden" / "flick-of-faith.json"
NO_MOVES = ("Forfeit", "PassTemples", "ProposeCorrection")


def begun(seats: int, **options: object) -> Play:
    """A table at which the game has begun."""
    play = Play(rulebook)
    plain = json.dumps(msgspec.to_builtins(options))
    play.do(HOST, OpenTable("flick-of-faith", "1", seats, "hanna", commitment_to(SEED), plain, "provable", "arno"))
    for seat in range(seats):
        play.do(seat, TakeSeat(seat, f"person{seat}"))
    play.do(HOST, BeginGame())
    return play


def move(play: Play, rng: random.Random) -> None:
    """Let a seat that is awaited do something that it is offered, and rather something than nothing."""
    seat = rng.choice([prompt for prompt in play.table.prompts if not prompt.optional]).seat
    offers = [offer for offer in rulebook.legal(play.table.game, seat) if offer.size]
    doing = [offer for offer in offers if offer.command.__name__ not in NO_MOVES]
    play.do(seat, rng.choice(doing or offers).sample(rng), seat=seat)


def played(seats: int, seed: int, *, most: int = 400, **options: object) -> Iterator[Play]:
    """A game, again after each of its moves."""
    play, rng = begun(seats, **options), random.Random(seed)
    for _ in range(most):
        yield play
        if not play.table.prompts:
            return
        move(play, rng)


def when(seats: int, seed: int, test: Callable[[Game], object], **options: object) -> Game:
    """The state of such a game when something first holds, in that game or in one of those from the next seeds."""
    for play in (play for other in range(seed, seed + 20) for play in played(seats, other, **options)):
        if test(play.table.game):
            game: Game = play.table.game
            return game
    raise AssertionError("that never came up")


def sample() -> GameView:
    """A real game of four seats in its last Generation: Temples on each other, King Ape, a Prophet to be flicked again."""
    return msgspec.json.decode(GOLDEN.read_bytes(), type=GameView)


@cache
def views() -> dict[str, GameView]:
    """A view for all that can be seen."""
    voting = when(4, 3, lambda game: game.council and len(game.votes) == 2)
    reported = when(3, 7, lambda game: game.report and game.report.counters, mode="table")
    told = when(
        2, 3, lambda game: sum(at.on_map and at.spot is not None for at in game.discs.values()) > 3, mode="table"
    )
    storm = when(4, 1, lambda game: game.hazard)
    over = when(4, 3, lambda game: game.phase == "over")
    return {
        "a whole table": sample(),
        "nothing yet": rulebook.view(begun(4).table.game, None),
        "a vote": rulebook.view(voting, min(voting.votes)),
        "a vote of others": rulebook.view(voting, None),
        "a report": rulebook.view(reported, None),
        "told places": rulebook.view(told, 1),
        "the Tornado": rulebook.view(storm, None),
        "the end": rulebook.view(over, None),
        "a map of one's own": rulebook.view(when(3, 2, lambda game: game.generation == 2, map=own_map()), None),
        "off the map": rulebook.view(when(4, 2, lambda game: any(off for _, _, off in game.trails)), None),
    }


def own_map() -> Map:
    """A map that is neither square nor symmetric: 600 mm by 400 mm, with two Islands, and other discs."""
    house = house_map()
    big, small = ((150, 130), (300, 90), (330, 250), (240, 330), (120, 280)), ((420, 150), (520, 220), (430, 300))
    shores = {"avalon": (big, (220, 200, 30), "camelot"), "thule": (small, (455, 222, 20), "last-city")}
    um = 1000
    plain = msgspec.to_builtins(house)
    plain |= {
        "id": "own",
        "mat": {"width": 600 * um, "height": 400 * um},
        "islands": [
            {"id": name, "city": city, "polygon": [[x * um, y * um] for x, y in shore]}
            for name, (shore, _, city) in shores.items()
        ],
        "cities": [
            {"id": city, "island": name, "circle": [n * um for n in circle]}
            for name, (_, circle, city) in shores.items()
        ],
        "navel": {"id": "navel", "circle": [370 * um, 60 * um, 18 * um]},
        "corners": [
            {"id": "SW", "circle": [0, 0, 80 * um]},
            {"id": "NW", "circle": [0, 400 * um, 80 * um]},
            {"id": "NE", "circle": [600 * um, 400 * um, 80 * um]},
            {"id": "SE", "circle": [600 * um, 0, 80 * um]},
        ],
    }
    found = msgspec.convert(plain, Map)
    check_map(found)
    return found


def laid() -> tuple[Game, FlickResolved]:
    """A board laid by hand, and a flick on it: it hits two Prophets, one of which leaves the map."""
    game = new_game(GameOptions(scatter="none", generations=2), 2, Edition("1"))
    spots = {
        "0-p02": (150_000, 150_000),
        "1-p01": (215_000, 190_000),
        "1-p02": (240_000, 100_000),
        "1-p03": (25_000, 290_000),
        "0-t1": (196_000, 392_000),
        "1-t1": (208_000, 400_000),
    }
    temples = [disc for disc, at in game.discs.items() if at.kind == "temple"]
    for disc, (x, y) in zip((*list(spots)[:4], temples[0], temples[-1]), spots.values(), strict=True):
        at = game.discs[disc]
        at.zone, at.x, at.y = "map", x, y
    game.discs[temples[-1]].on = temples[0]
    game.phase, game.generation, game.active = "mission", 1, 0
    launched = launched_of(game, Shot("0-p01", 45_000, 45_000, 100, 104, 2400), (), ())
    return game, resolved(game, 0, (launched,), ())
