"""What a view says in words, the same for the picture and for the terminal."""

from collections.abc import Iterator

from domain.root.cards import SUITS, count_suits
from domain.root.drawing.names import (
    BATTLE_STAGES,
    card_name,
    card_said,
    counted,
    decision_name,
    faction_name,
    spoken,
    step_name,
)
from domain.root.factions import CONSPIRACY_COST, HATED_DISCOUNT
from domain.root.view import GameView, SeenBattle, SeenClearing, SeenSeat

PLACES = ("1st", "2nd", "3rd", "4th", "5th", "6th")
UNKNOWN = SeenSeat("nobody", 0, 0, (), (), (), None, (), {})


def seat_at(view: GameView, seat: int) -> SeenSeat:
    """A seat's board; one that does not exist belongs to nobody."""
    return view.seats[seat] if 0 <= seat < len(view.seats) else UNKNOWN


def name_of(view: GameView, seat: int) -> str:
    """The name of a seat's faction."""
    return faction_name(seat_at(view, seat).faction)


def headline(view: GameView) -> str:
    """Whose turn it is and what it is about, who sets up, or who has won."""
    if view.phase == "over":
        winners = [name_of(view, seat) for seat, rank in enumerate(view.ranking) if rank == 1]
        return f"The game is over: {' and '.join(winners) or 'nobody'} won"
    if view.phase == "setup":
        return f"Setting up: {awaiting(view)}" if view.awaited else "Setting up"
    return f"{name_of(view, view.active)}: {view.phase.capitalize()}"


def awaiting(view: GameView) -> str:
    """Who is awaited and for what, in words."""
    names = " and ".join(name_of(view, seat) for seat in view.awaited)
    return f"{names} {'is' if len(view.awaited) == 1 else 'are'} {awaited_for(view)}" if names else ""


def awaited_for(view: GameView) -> str:
    """What is awaited: a decision, something to set up, or a step of the turn."""
    if decision_name(view.wanted):
        return f"to decide {decision_name(view.wanted)}"
    return f"to {step_name(view.wanted)}" if view.phase == "setup" else "to move"


def turn_line(view: GameView) -> str:
    """The turn, the step, and what is left of the deck."""
    if view.phase == "setup":
        return f"{counted(view.deck_size, 'card')} in the deck"
    step = f", {step_name(view.step)}" if view.step and view.phase != "over" else ""
    return f"Turn {view.turn}{step}. {counted(view.deck_size, 'card')} in the deck"


def news(view: GameView) -> Iterator[str]:
    """What else is going on in this turn."""
    if decision_name(view.wanted):
        yield awaiting(view)
    if view.battle:
        yield battle_line(view, view.battle)
    if view.wounded:
        lost = ", ".join(f"{counted(count, 'warrior')} of clearing {number}" for number, count in view.wounded)
        yield f"Field hospitals may bring back {lost}"
    if view.activated:
        yield f"Crafting pieces used this turn in clearing {', '.join(map(str, view.activated))}"
    if view.used:
        yield f"Used this turn: {', '.join(used_name(one) for one in view.used)}"


def used_name(used: str) -> str:
    """The name of a card, or an effect, that has been used."""
    return card_name(used) if "#" in used else spoken(used)


def battle_line(view: GameView, battle: SeenBattle) -> str:
    """A battle in words."""
    suits = {clearing.number: clearing.suit for clearing in view.clearings}
    ambush = f"; {card_said(battle.ambush)} was played" if battle.ambush else ""
    dice = f"; dice {' and '.join(map(str, battle.dice))}" if battle.dice else ""
    return (
        f"Battle in clearing {battle.clearing} ({suits.get(battle.clearing, '')}): {name_of(view, battle.attacker)} "
        f"attacks {name_of(view, battle.defender)}{ambush}{dice}; next: {BATTLE_STAGES.get(battle.stage, spoken(battle.stage))}"
    )


def ruled_by(view: GameView, clearing: SeenClearing) -> str:
    """Who rules a clearing, in words."""
    return f"ruled by {name_of(view, clearing.ruler)}" if clearing.ruler >= 0 else "ruled by nobody"


def seats_in_order(view: GameView) -> list[int]:
    """The seats as they sit, or by rank once the game is over."""
    return sorted(range(len(view.seats)), key=lambda seat: (view.ranking[seat] if view.ranking else 0, seat))


def standing(view: GameView, seat: int) -> str:
    """What marks a seat: its place at the end, else what it is awaited for."""
    if view.ranking:
        return f"{PLACES[view.ranking[seat] - 1]} place"
    return awaited_for(view) if seat in view.awaited else ""


def goal(board: SeenSeat) -> str:
    """The suit of the dominance card that a seat plays for, in words."""
    return f"{card_said(board.dominance).split(' (')[1][:-1]} dominance" if board.dominance else "dominance"


def score_said(board: SeenSeat) -> str:
    """The score, or what is played for instead."""
    return goal(board) if board.score is None else counted(board.score, "point")


def on_map(view: GameView, seat: int, kind: str) -> int:
    """How many buildings or tokens of a kind a seat has on the map."""
    return sum(
        (piece.seat, piece.kind) == (seat, kind)
        for clearing in view.clearings
        for piece in (*clearing.buildings, *clearing.tokens)
    )


def warriors_on_map(view: GameView, seat: int) -> int:
    """How many warriors of a seat are on the map."""
    return sum(clearing.warriors[seat] for clearing in view.clearings if seat < len(clearing.warriors))


def costs_line(hated: bool) -> str:
    """What conspiracies cost now."""
    less = HATED_DISCOUNT if hated else 0
    return ", ".join(f"{name.capitalize()} {cost - less}" for name, cost in CONSPIRACY_COST.items())


def forecast(view: GameView) -> str:
    """What the next adjustment of the Outcast would give if it happened now."""
    if view.cult is None:
        return ""
    outcast = view.cult.next_outcast
    if outcast is None:
        return "The next adjustment would give no Outcast"
    return f"The next adjustment would give: {outcast}, {'Hated' if view.cult.next_hated else 'not Hated'}"


def suits_line(cards: tuple[str, ...]) -> str:
    """Counts by suit in words."""
    counts = count_suits(cards)
    return ", ".join(f"{counts[suit]} {suit}" for suit in (*SUITS, "bird"))


def hidden_cards(board: SeenSeat) -> int:
    """How many cards of a hand the viewer cannot see."""
    return max(board.hand_size - len(board.hand), 0)


def title(view: GameView) -> str:
    """The title of the whole picture."""
    decision = f" {awaiting(view)}." if decision_name(view.wanted) else ""
    return f"Root. {headline(view)}. {turn_line(view)}.{decision}"


def in_play(board: SeenSeat) -> tuple[str, ...]:
    """The cards in front of a seat, without the one that it plays for dominance with."""
    return tuple(card for card in board.play if card != board.dominance)
