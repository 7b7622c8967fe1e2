"""The view of a game, and what of an event each seat may see (core-1.4)."""

import msgspec

from domain.root.commands import ChooseHits
from domain.root.cult.outcast import next_designation
from domain.root.events import (
    BattleStarted,
    CardsDrawn,
    CardTaken,
    DecisionRequested,
    HandShown,
    HitsChosen,
    PhaseStarted,
    TurnEnded,
)
from domain.root.factions import GARDENS
from domain.root.rule import open_slots, ruler
from domain.root.state import Game
from domain.root.view import (
    GameView,
    SeenBattle,
    SeenClearing,
    SeenCult,
    SeenDecree,
    SeenEyrie,
    SeenMarquise,
    SeenPiece,
    SeenSeat,
)
from domain.root.woodland import woodland
from domain.table.messages import Command, GameEvent

# --- Views ------------------------------------------------------------------------------------------------------------


def view_of(game: Game, viewer: int | None) -> GameView:
    """What a seat, or a spectator (None), sees. 10.2.6: everybody may look through Lost Souls at any time."""
    awaited = [prompt for prompt in game.prompts if not prompt.optional]
    return GameView(
        viewer,
        tuple(_seat(game, seat, viewer) for seat in range(game.seats)),
        game.phase,
        game.step,
        game.turn,
        game.active,
        tuple(prompt.seat for prompt in awaited),
        awaited[0].kind if awaited else "",
        tuple(_clearing(game, clearing.number, clearing.ruin) for clearing in woodland(game.options.map).clearings),
        len(game.deck),
        tuple(game.discard),
        tuple(game.available),
        tuple(game.lost_souls),
        dict(game.items),
        tuple(sorted(game.activated)),
        tuple(game.used),
        tuple(sorted(game.wounded.items())),
        _battle(game),
        _cult(game),
        _marquise(game),
        _eyrie(game),
        game.ranking,
    )


def _seat(game: Game, seat: int, viewer: int | None) -> SeenSeat:
    return SeenSeat(
        game.faction(seat),
        None if game.dominance[seat] else game.scores[seat],
        len(game.hands[seat]),
        tuple(game.hands[seat] if viewer == seat else game.known[seat]),
        tuple(game.known[seat]),
        tuple(game.play[seat]),
        game.dominance[seat],
        tuple(game.crafted[seat]),
        {"warrior": game.supply[seat], **game.stock[seat]},
    )


def _clearing(game: Game, number: int, ruin: bool) -> SeenClearing:
    ruled = ruler(game, number)
    return SeenClearing(
        number,
        game.paths.suits[number],
        tuple(counts[number] for counts in game.warriors),
        tuple(SeenPiece(seat, kind) for seat, kind in game.buildings[number]),
        tuple(SeenPiece(seat, kind) for seat, kind in sorted(game.tokens[number])),
        game.paths.slots[number] + ruin,
        open_slots(game, number),
        ruin,
        -1 if ruled is None else ruled,
    )


def _battle(game: Game) -> SeenBattle | None:
    battle = game.battle
    if battle is None:
        return None
    ambush = next((card for seat, card in battle.cards if seat == battle.defender), None)
    dice = (max(battle.dice), min(battle.dice)) if battle.dice else ()
    return SeenBattle(battle.clearing, battle.attacker, battle.defender, battle.stage, ambush, dice)


def _cult(game: Game) -> SeenCult | None:
    cult = game.cult
    if cult is None:
        return None
    given = next_designation(game) if cult.outcast else None
    return SeenCult(
        cult.seat,
        cult.acolytes,
        cult.outcast,
        cult.hated,
        {suit: game.on_map(cult.seat, garden) for suit, garden in GARDENS.items()},
        tuple(cult.revealed),
        tuple(cult.scored),
        given.outcast if given else None,
        given.hated if given else False,
    )


def _marquise(game: Game) -> SeenMarquise | None:
    marquise = game.marquise
    if marquise is None:
        return None
    return SeenMarquise(marquise.seat, marquise.keep, marquise.actions_left, marquise.recruited, marquise.marching)


def _eyrie(game: Game) -> SeenEyrie | None:
    eyrie = game.eyrie
    if eyrie is None:
        return None
    columns = {column: tuple(cards) for column, cards in eyrie.decree.items()}
    decree = SeenDecree(**columns, resolved=tuple(eyrie.resolved))
    return SeenEyrie(eyrie.seat, eyrie.leader, tuple(eyrie.leaders), decree)


# --- Events -----------------------------------------------------------------------------------------------------------


def redact(event: GameEvent, viewer: int | None) -> GameEvent:
    """core-1.4: cards drawn are for who draws them, cards taken or shown for the two concerned, chosen hits for who chose."""
    match event:
        case CardsDrawn(seat=seat) if viewer != seat:
            return msgspec.structs.replace(event, cards=())
        case HandShown(seat=seat, target=target) if viewer not in (seat, target):
            return msgspec.structs.replace(event, cards=())
        case CardTaken(seat=seat, target=target) if viewer not in (seat, target):
            return msgspec.structs.replace(event, card=None)
        case HitsChosen(seat=seat) if viewer != seat:
            return msgspec.structs.replace(event, pieces=())
        case _:
            return event


def binds(event: GameEvent, seat: int) -> bool:
    """core-1.5: the start of a battle, a decision that another is asked for, and the end of a phase bind a seat to what it
    did: it takes that back with consent only."""
    match event:
        case BattleStarted() | PhaseStarted() | TurnEnded():
            return True
        case DecisionRequested(seat=asked):
            return asked != seat
        case _:
            return False


def redact_command(command: Command, viewer: int | None, by: int) -> Command | None:
    """core-8.6: chosen hits are nobody else's to see; every other command is as public as what follows from it."""
    return None if isinstance(command, ChooseHits) and viewer != by else command
