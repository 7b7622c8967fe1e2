"""A faction that nobody has printed: what the guide's steps for adding one come to, in one file.

The hedgehogs begin in a corner with warriors, a burrow (a building) and a bramble (a token). In Daylight a warrior comes at
each burrow; then they craft with brambles, settle, and stroll. Whose warriors enter a clearing with a bramble gives them a
card of its hand; where the hand is empty, they draw one.
"""

from bisect import insort
from collections.abc import Iterator
from typing import Literal

import pytest

from domain.root import changes, factions, flow, roster, rulebook
from domain.root.battle import changes as battle_changes
from domain.root.checks import check_in_hand, check_may_place, check_open_slot, check_rules
from domain.root.commands import ClearingNumber, Warriors
from domain.root.events import FactionSetUp, PiecesPlaced, Placed, WarriorsMoved
from domain.root.faction import Faction
from domain.root.moving import check_move, legal_moves, move
from domain.root.options import GameOptions
from domain.root.outlook import Outlook
from domain.root.piles import draw
from domain.root.rule import may_place, open_slots, ruled_by
from domain.root.setting_up import start_at_a_corner, starts
from domain.root.stages import BIRDSONG, DAYLIGHT, EVENING, Stage, last_stages, never, no_effect_in_birdsong, window
from domain.root.state import Game
from domain.root.steps import _DAYLIGHT, _PASS, DECISIONS, STEPS, ask
from domain.table.chance import Chance
from domain.table.messages import Command, GameEvent, SeatNumber
from domain.table.offers import Offer
from domain.table.refusals import Refusal
from domain.table.rulebook import Happening, Under

NAME = "hedgehogs"
BOARD = {"buildings": {"burrow": 3}, "tokens": {"bramble": 6}}

# --- Commands and events ----------------------------------------------------------------------------------------------


class Settle(Command, frozen=True):
    """Place a burrow where they rule, or a bramble where a warrior of theirs stands and no bramble."""

    clause = "core-9.1"
    kind: Literal["burrow", "bramble"]
    clearing: ClearingNumber


class Stroll(Command, frozen=True):
    """Move."""

    clause = "core-7.2"
    origin: ClearingNumber
    destination: ClearingNumber
    warriors: Warriors


class PayToll(Command, frozen=True):
    """Another seat gives the hedgehogs a card. Others ask it, so it is no command of the hedgehogs alone."""

    clause = "core-3"
    card: str


class TollPaid(GameEvent, frozen=True, tag="toll"):
    clause = "core-3"
    seat: SeatNumber
    to: SeatNumber
    card: str | None


# --- Set-up and turn --------------------------------------------------------------------------------------------------


def set_up(game: Game, seat: int) -> Iterator[Happening]:
    if any(game.warriors[seat]):
        yield FactionSetUp(seat, NAME)
    else:
        corners = free_corners(game, starts(game))
        yield from start_at_a_corner(game, seat, "hedgehog_corner", "core-13", corners, start_at)


def free_corners(game: Game, taken: list[int]) -> list[int]:
    return [corner for corner in game.paths.corners if corner not in taken]


def start_at(game: Game, seat: int, corner: int) -> Iterator[Happening]:
    pieces = (Placed("warrior", corner, 4), Placed("burrow", corner, 1), Placed("bramble", corner, 1))
    yield Under("core-13", PiecesPlaced(seat, pieces))


def breed(game: Game, chance: Chance) -> Iterator[Happening]:
    seat = game.active
    burrows = [n for n, here in enumerate(game.buildings) for owner, kind in here if (owner, kind) == (seat, "burrow")]
    born = tuple(Placed("warrior", n, 1) for n in burrows[: game.supply[seat]] if may_place(game, seat, n))
    if born:
        yield PiecesPlaced(seat, born)


def stages(options: GameOptions) -> tuple[Stage, ...]:
    return (
        *BIRDSONG,
        window("birdsong", no_effect_in_birdsong),
        *DAYLIGHT,
        Stage("litter", breed),
        window("settling", never),
        *EVENING,
        *last_stages("core-6", lambda game, seat: 1),
    )


def legal_settlements(game: Game, seat: int) -> list[Offer]:
    rows = []
    if game.stock[seat]["burrow"]:
        rows += [("burrow", n) for n in ruled_by(game, seat) if open_slots(game, n) > 0 and may_place(game, seat, n)]
    if game.stock[seat]["bramble"]:
        rows += [
            ("bramble", n)
            for n, warriors in enumerate(game.warriors[seat])
            if warriors and (seat, "bramble") not in game.tokens[n] and may_place(game, seat, n)
        ]
    return [Offer(Settle, ("kind", "clearing"), rows)] if rows else []


def settle(game: Game, seat: int, command: Settle, chance: Chance) -> Iterator[Happening]:
    check_may_place(game, seat, command.clearing)
    if command.kind == "burrow":
        check_rules(game, seat, command.clearing)
        check_open_slot(game, command.clearing)
    elif not game.warriors[seat][command.clearing] or (seat, "bramble") in game.tokens[command.clearing]:
        raise Refusal("ILLEGAL_CHOICE", "core-9.1")
    if not game.stock[seat][command.kind]:
        raise Refusal("NO_PIECE_IN_SUPPLY", "core-9.1")
    yield PiecesPlaced(seat, (Placed(command.kind, command.clearing, 1),))


def stroll(game: Game, seat: int, command: Stroll, chance: Chance) -> Iterator[Happening]:
    check_move(game, seat, command.origin, command.destination, command.warriors)
    yield from move(seat, command.origin, command.destination, command.warriors, "core-7.2")


# --- What follows from the moves of others ----------------------------------------------------------------------------


def entered(game: Game, event: WarriorsMoved) -> None:
    """A bramble has been entered; who has to pay is kept among what has been used, for want of a board."""
    seat = game.seat_of(NAME)
    if seat is not None and event.seat != seat and (seat, "bramble") in game.tokens[event.destination]:
        game.used.append(f"toll {event.seat}")


def paid(game: Game, event: TollPaid) -> None:
    game.used.remove(f"toll {event.seat}")
    if event.card is not None:
        changes.leave_hand(game, event.seat, event.card)
        insort(game.hands[event.to], event.card)
        insort(game.known[event.to], event.card)
    changes.decided(game, "toll", event.seat)


def pending(game: Game, chance: Chance) -> Iterator[Happening] | None:
    payer = next((int(mark.removeprefix("toll ")) for mark in game.used if mark.startswith("toll ")), None)
    return None if payer is None else ask_for_toll(game, payer, chance)


def ask_for_toll(game: Game, payer: int, chance: Chance) -> Iterator[Happening]:
    own = game.factions.index(NAME)
    if game.hands[payer]:
        yield ask(payer, "toll")
    else:
        yield TollPaid(payer, own, None)
        yield from draw(game, own, 1, chance)


def pay_toll(game: Game, seat: int, command: PayToll, chance: Chance) -> Iterator[Happening]:
    check_in_hand(game, seat, command.card)
    yield TollPaid(seat, game.factions.index(NAME), command.card)


def prospects(look: Outlook, seat: int) -> int:
    return 50 * look.game.on_map(seat, "burrow")


HEDGEHOGS = Faction(
    letter="C",
    clause="core-13",
    set_up=set_up,
    stages=stages,
    commands=(Settle, Stroll),
    events=(TollPaid,),
    decide={Settle: settle, Stroll: stroll, PayToll: pay_toll},
    offers={
        Settle: legal_settlements,
        Stroll: lambda game, seat: legal_moves(game, seat, Stroll, range(1, len(game.buildings))),
        PayToll: lambda game, seat: [Offer(PayToll, ("card",), [(card,) for card in game.hands[seat]])],
    },
    evolve={TollPaid: paid, WarriorsMoved: entered},
    drawn=lambda game, seat: 1,
    prospects=prospects,
    corners=free_corners,
    start_at=start_at,
    pending=pending,
)


def join(patch: pytest.MonkeyPatch) -> None:
    """Let the hedgehogs be playable: all that their folder and their lines would change in what is loaded."""
    # data/factions.json
    patch.setitem(factions.NAMES, NAME, "Hedgehogs")
    patch.setitem(factions.REACH, NAME, 3)
    patch.setitem(factions.WARRIORS, NAME, 9)
    patch.setitem(factions.STOCK, NAME, BOARD["buildings"] | BOARD["tokens"])
    patch.setattr(factions, "BUILDINGS", factions.BUILDINGS | BOARD["buildings"].keys())
    patch.setitem(factions.CRAFTING_PIECE, NAME, "bramble")
    patch.setitem(factions.CRAFTING_CLAUSE, NAME, "core-10")
    # steps.py
    patch.setitem(STEPS, "hedgehog_corner", ("setup", "core-13", ("ChooseStart",)))
    patch.setitem(STEPS, "settling", ("daylight", "core-6", ("Craft", "Settle", "Stroll", *_DAYLIGHT, *_PASS)))
    patch.setitem(DECISIONS, "toll", ("core-3", ("PayToll",)))
    # roster.py, and what is derived from it when it is loaded
    patch.setitem(roster.ROSTER, NAME, HEDGEHOGS)
    letters = {name: faction.letter for name, faction in roster.ROSTER.items()}
    patch.setattr(flow, "SETUP_ORDER", tuple(sorted(letters, key=letters.__getitem__)))
    for command, decide in HEDGEHOGS.decide.items():
        patch.setitem(rulebook._DECIDE, command, decide)
        patch.setitem(rulebook._OFFERS_BY_NAME, command.__name__, HEDGEHOGS.offers[command])
    patch.setattr(rulebook, "_EVOLVE", roster.changes_of_all(changes.EVOLVE, battle_changes.EVOLVE))
