"""What never may be in a game of Root, whoever brought it about: each as a refusal of its clause (core-15).

A state that a ruling has made may be wrong in any way. So seats are looked at first, and where one is not at the table nothing
else is; apart from that every function here stands by itself.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from domain.root.cards import CARDS, SUIT_OF, SUITS, deck_for
from domain.root.effects import unused
from domain.root.factions import COLUMNS, LEADERS, STOCK, VIZIERS, WARRIORS, is_garden
from domain.root.roster import stages_of
from domain.root.rule import open_slots
from domain.root.state import NOWHERE, Game
from domain.root.steps import STEPS
from domain.root.woodland import woodland
from domain.table.messages import MOST_POINTS
from domain.table.prompts import Prompt
from domain.table.refusals import Refusal

Found = Iterator[Refusal]


def invariants(game: Game) -> Found:
    """core-15: all that is wrong with a state."""
    strangers = list(seats(game))
    yield from strangers
    for check in () if strangers else _CHECKS:
        yield from check(game)


# --- Seats and what is awaited of them --------------------------------------------------------------------------------


def seats(game: Game) -> Found:
    """core-1.1: whoever is spoken of is at the table."""
    named = {game.first, game.active, *(prompt.seat for prompt in _prompts(game))}
    if game.battle is not None:
        named |= {game.battle.attacker, game.battle.defender}
    for seat in sorted(named - {*range(game.seats)}):
        yield Refusal("SEAT_NOT_AT_TABLE", "core-1.1", seat=seat)


def _prompts(game: Game) -> list[Prompt]:
    return [*game.prompts, *game.decisions, *((game.step_prompt,) if game.step_prompt else ())]


def step(game: Game) -> Found:
    """core-6: the step that awaits its seat is one of that seat's turn, in its phase; at set-up it is anybody's."""
    prompt = game.step_prompt
    if prompt is None:
        return
    in_turn = prompt.seat == game.active and prompt.kind in (
        stage.name for stage in stages_of(game.faction(prompt.seat), game.options)
    )
    if game.step != prompt.kind or STEPS[prompt.kind][0] != game.phase or not (in_turn or game.phase == "setup"):
        yield Refusal("STEP_OUT_OF_PLACE", "core-6", seat=prompt.seat, kind=prompt.kind)


def decisions(game: Game) -> Found:
    """core-1.1: a decision outside the course of the turn is about something that there is."""
    for prompt in game.decisions:
        cause = _CAUSES.get(prompt.kind)
        if cause is not None and not cause(game, prompt.seat):
            yield Refusal("DECISION_WITHOUT_CAUSE", "core-1.1", seat=prompt.seat, kind=prompt.kind)


def _attacks(game: Game, seat: int) -> bool:
    return game.battle is not None and game.battle.attacker == seat


def _defends(game: Game, seat: int) -> bool:
    return game.battle is not None and game.battle.defender == seat


def _fights(game: Game, seat: int) -> bool:
    return _attacks(game, seat) or _defends(game, seat)


def _has_wounded(game: Game, seat: int) -> bool:
    marquise = game.marquise
    return marquise is not None and marquise.seat == seat and marquise.keep is not None and bool(game.wounded)


def _marches(game: Game, seat: int) -> bool:
    return game.marquise is not None and game.marquise.seat == seat and game.marquise.marching


def _is_leaderless(game: Game, seat: int) -> bool:
    eyrie = game.eyrie
    return eyrie is not None and eyrie.seat == seat and eyrie.leader is None and bool(eyrie.leaders)


def _has_crusaded(game: Game, seat: int) -> bool:
    return game.cult is not None and game.cult.seat == seat and game.moved_to != NOWHERE


_CAUSES: dict[str, Callable[[Game, int], bool]] = {
    "ambush": _defends,
    "foil": _attacks,
    "effects_order": _attacks,
    "effects": _fights,
    "hits": _fights,
    "hospitals": _has_wounded,
    "march": _marches,
    "leader": _is_leaderless,
    "follow_up": _has_crusaded,
}
"""By kind of decision: whether there is what it is about."""

# --- Cards ------------------------------------------------------------------------------------------------------------


def everywhere(game: Game) -> list[str]:
    """Every card, wherever it is, the viziers apart."""
    cards = [*game.deck, *game.discard, *game.available, *game.lost_souls]
    for zone in (*game.hands, *game.play):
        cards += zone
    if game.eyrie is not None:
        cards += [card for column in game.eyrie.decree.values() for card in column if card not in VIZIERS]
    if game.cult is not None:
        cards += [card for card, _ in game.cult.revealed]
    if game.battle is not None:
        cards += [card for _, card in game.battle.cards]
    return cards


def cards(game: Game) -> Found:
    """core-15: every card that is played with is in exactly one place."""
    found, wanted = Counter(everywhere(game)), Counter(deck_for(game.seats))
    if found != wanted:
        for card in sorted(found.keys() | wanted.keys()):
            if found[card] != wanted[card]:
                yield Refusal("CARD_NOT_IN_ONE_PLACE", "core-15", card=card, places=found[card])


def piles(game: Game) -> Found:
    """core-5.4, 10.2.6: dominance cards are available and never discarded; without the Cult there are no Lost Souls."""
    wrong = [(card, "available") for card in game.available if _kind(card) != "dominance"]
    wrong += [(card, "discard") for card in game.discard if _kind(card) == "dominance"]
    wrong += [(card, "lost_souls") for card in game.lost_souls if game.cult is None]
    for card, pile in wrong:
        yield Refusal("CARD_IN_WRONG_PILE", "core-5.4", card=card, pile=pile)


def hands(game: Game) -> Found:
    """core-5.7: what everybody knows to be in a hand is in it."""
    for seat, (hand, known) in enumerate(zip(game.hands, game.known, strict=True)):
        if not Counter(known) <= Counter(hand):
            yield Refusal("HAND_NOT_AS_KNOWN", "core-5.7", seat=seat)


def play_areas(game: Game) -> Found:
    """core-10: what lies in front of a seat stays there, each effect once; core-11: its dominance card is the active one."""
    for seat, here in enumerate(game.play):
        for card in here:
            if _kind(card) not in ("persistent", "dominance"):
                yield Refusal("CARD_DOES_NOT_STAY", "core-10", card=card, seat=seat)
        effects = Counter(CARDS[card].name for card in here if _kind(card) == "persistent")
        for name in (name for name, times in effects.items() if times > 1):
            yield Refusal("EFFECT_TWICE", "core-10", seat=seat, effect=name)
        active = game.dominance[seat]
        if [card for card in here if _kind(card) == "dominance"] != ([] if active is None else [active]):
            yield Refusal("DOMINANCE_NOT_IN_PLAY", "core-11", seat=seat)


def _kind(card: str) -> str:
    return CARDS[card].kind if card in CARDS else ""


# --- Pieces -----------------------------------------------------------------------------------------------------------


def warriors(game: Game) -> Found:
    """core-15: a faction's warriors in its supply, on the map and in its boxes are all that it owns, and nowhere below 0."""
    for seat, faction in enumerate(game.factions):
        boxed = game.cult.acolytes if game.cult is not None and game.cult.seat == seat else 0
        counts = (game.supply[seat], boxed, *game.warriors[seat])
        if sum(counts) != WARRIORS[faction]:
            yield Refusal("WARRIORS_DO_NOT_ADD_UP", "core-15", seat=seat, found=sum(counts), wanted=WARRIORS[faction])
        elif min(counts) < 0:
            yield Refusal("FEWER_THAN_NONE", "core-15", seat=seat, kind="warrior")


def pieces(game: Game) -> Found:
    """core-15: buildings and tokens on the map and beside it are all that there are; a keep may be out of the game (6.2.2)."""
    found = Counter(piece for here in (*game.buildings, *game.tokens) for piece in here)
    for seat, faction in enumerate(game.factions):
        for kind, wanted in STOCK[faction].items():
            beside = game.stock[seat][kind]
            total = beside + found.pop((seat, kind), 0)
            if total != wanted and not (kind == "keep" and total == 0):
                yield Refusal("PIECES_DO_NOT_ADD_UP", "core-15", seat=seat, kind=kind, found=total, wanted=wanted)
            elif beside < 0:
                yield Refusal("FEWER_THAN_NONE", "core-15", seat=seat, kind=kind)
    for (seat, kind), total in found.items():
        yield Refusal("PIECES_DO_NOT_ADD_UP", "core-15", seat=seat, kind=kind, found=total, wanted=0)


def slots(game: Game) -> Found:
    """core-4: no clearing has more buildings than slots."""
    for clearing in range(1, len(game.buildings)):
        if open_slots(game, clearing) < 0:
            found, room = len(game.buildings[clearing]), game.paths.slots[clearing]
            yield Refusal("MORE_BUILDINGS_THAN_SLOTS", "core-4", clearing=clearing, found=found, slots=room)


def clearings(game: Game) -> Found:
    """10.5.1: gardens stand in clearings of their suit; 7.5.2: no two roosts in one clearing."""
    for clearing in range(1, len(game.buildings)):
        kinds = [kind for _, kind in game.buildings[clearing]]
        for kind in kinds:
            if is_garden(kind) and kind != f"garden-{game.paths.suits[clearing]}":
                yield Refusal("GARDEN_OF_OTHER_SUIT", "10.5.1", clearing=clearing, kind=kind)
        if kinds.count("roost") > 1:
            yield Refusal("TWO_ROOSTS", "7.5.2", clearing=clearing)


def keep(game: Game) -> Found:
    """6.2.2: the keep stands where the Marquise's board says, and nobody else has placed anything there."""
    there = [n for n, here in enumerate(game.tokens) for _, kind in here if kind == "keep"]
    marked = game.marquise.keep if game.marquise is not None else None
    if there != ([] if marked is None else [marked]):
        yield Refusal("KEEP_ELSEWHERE", "6.2.2")
    for clearing in there:
        for owner, kind in (*game.buildings[clearing], *game.tokens[clearing]):
            if game.marquise is None or owner != game.marquise.seat:
                yield Refusal("PIECE_AT_KEEP", "6.2.2", seat=owner, kind=kind, clearing=clearing)


def items(game: Game) -> Found:
    """core-15: the items in the supply and those crafted are all that there are."""
    gained = Counter(item for crafted in game.crafted for item in crafted)
    supply = woodland(game.options.map).item_supply
    for item in sorted({*supply, *game.items, *gained}):
        left = game.items.get(item, 0)
        if left < 0 or left + gained[item] != supply.get(item, 0):
            yield Refusal("ITEMS_DO_NOT_ADD_UP", "core-15", item=item, found=left, gained=gained[item])


# --- Scores -----------------------------------------------------------------------------------------------------------


def scores(game: Game) -> Found:
    """core-12: no score is below 0; core-11: a seat that plays for dominance has none."""
    for seat, score in enumerate(game.scores):
        if game.dominance[seat] is not None and score != 0:
            yield Refusal("DOMINANCE_HAS_NO_SCORE", "core-11", seat=seat)
        elif not 0 <= score <= MOST_POINTS:
            yield Refusal("SCORE_OUT_OF_RANGE", "core-12", seat=seat, score=score, most=MOST_POINTS)


# --- Battle -----------------------------------------------------------------------------------------------------------


def battle(game: Game) -> Found:
    """core-8.0: a battle is between two seats, in a clearing; core-8.1: the cards played in it are ambushes of theirs."""
    going_on = game.battle
    if going_on is None:
        return
    sides = (going_on.attacker, going_on.defender)
    if sides[0] == sides[1] or going_on.clearing not in range(1, len(game.buildings)):
        yield Refusal("NO_SUCH_BATTLE", "core-8.0", attacker=sides[0], defender=sides[1], clearing=going_on.clearing)
    for seat, card in going_on.cards:
        if seat not in sides or _kind(card) != "ambush":
            yield Refusal("NO_AMBUSH_OF_THIS_BATTLE", "core-8.1", seat=seat, card=card)


def collector(game: Game) -> Found:
    """card-tax-collector: a card is drawn for a warrior that was removed by it, so it lies there unused."""
    if game.taxed and unused(game, game.active, "tax-collector") is None:
        yield Refusal("TAX_WITHOUT_COLLECTOR", "card-tax-collector", seat=game.active)


# --- The factions' boards ---------------------------------------------------------------------------------------------


def cult(game: Game) -> Found:
    """10.3.3: an Outcast is chosen; 10.6.1: cards lie revealed in the Cult's turn only; 10.5.3: each suit scores once a turn;
    10.2.5: only the Cult fears, and only for gardens."""
    board = game.cult
    if game.feared and (board is None or not all(map(is_garden, game.feared))):
        yield Refusal("FEAR_WITHOUT_GARDEN", "10.2.5")
    if board is None:
        return
    if board.outcast not in SUITS and (board.outcast is not None or "cult" in game.set_up):
        yield Refusal("NO_OUTCAST", "10.3.3")
    if board.revealed and game.active != board.seat:
        yield Refusal("REVEALED_OUT_OF_TURN", "10.6.1")
    scored = Counter(SUIT_OF.get(card, card) for card in board.scored)
    for suit in (suit for suit, times in scored.items() if times > 1):
        yield Refusal("SUIT_SCORED_TWICE", "10.5.3", suit=suit)


def marquise(game: Game) -> Found:
    """6.5: there are no fewer actions than none; 6.2.3: warriors that may come back to the keep are in the supply."""
    board = game.marquise
    if board is not None and board.actions_left < 0:
        yield Refusal("FEWER_THAN_NO_ACTIONS", "6.5")
    for clearing, wounded in game.wounded.items():
        if clearing not in range(1, len(game.buildings)) or wounded < 0:
            yield Refusal("WOUNDED_NOWHERE", "6.2.3", clearing=clearing, warriors=wounded)
    there = game.supply[board.seat] if board is not None else 0
    if sum(game.wounded.values()) > there:
        yield Refusal("WOUNDED_NOT_IN_SUPPLY", "6.2.3", wounded=sum(game.wounded.values()), found=there)


def eyrie(game: Game) -> Found:
    """7.3: a leader is in charge or lies face up, never both, and the viziers stand where it says; 7.5.2: what has been
    resolved is in the Decree, unless turmoil has purged it (7.7.2)."""
    board = game.eyrie
    if board is None:
        return
    leaders = [*board.leaders, *((board.leader,) if board.leader is not None else ())]
    if len(set(leaders)) != len(leaders) or not set(leaders) <= LEADERS.keys():
        yield Refusal("LEADERS_DO_NOT_ADD_UP", "7.3", leaders=tuple(leaders))
    named = sorted(LEADERS.get(board.leader or "", ()))
    standing = sorted(column for column in COLUMNS for card in board.decree[column] if card in VIZIERS)
    if standing != named:
        yield Refusal("VIZIERS_OUT_OF_PLACE", "7.3", columns=tuple(standing), named=tuple(named))
    decree = {card for cards_in_column in board.decree.values() for card in cards_in_column}
    for card in () if board.turmoil else sorted({*board.resolved} - decree):
        yield Refusal("RESOLVED_NOT_IN_DECREE", "7.5.2", card=card)


_CHECKS: tuple[Callable[[Game], Found], ...] = (
    cards, piles, hands, play_areas, warriors, pieces, slots, clearings, keep, items, scores, battle, collector, cult,
    marquise, eyrie, step, decisions,
)  # fmt: skip
