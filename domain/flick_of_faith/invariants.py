"""What never may be in a game of Flick of Faith, whoever brought it about: each as a refusal of its clause.

A state that a ruling has made may be wrong in any way. So each room here is looked at only where the one before it is sound:
seats and cards, discs, where they lie, and what else there is to it.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations

from domain.flick_of_faith.cards import BOARD_OF, DEITIES, LAWS
from domain.flick_of_faith.map import PieceKind
from domain.flick_of_faith.mission import flickable
from domain.flick_of_faith.physics.board import ROUNDING
from domain.flick_of_faith.reporting import is_place
from domain.flick_of_faith.state import KING_APE, NEUTRAL, SPHINX, Game, Piece, new_game
from domain.flick_of_faith.where import lying
from domain.table.messages import MOST_POINTS
from domain.table.refusals import Refusal

Found = Iterator[Refusal]

_OF_A_PROPHET = frozenset({"box", "ready", "map", "reserve"})
ZONES: dict[PieceKind, frozenset[str]] = {
    "prophet": _OF_A_PROPHET,
    "templar": _OF_A_PROPHET,
    "sphinx": _OF_A_PROPHET,
    "temple": frozenset({"unused", "map"}),
    "king_ape": frozenset({"box", "map"}),
}
"""S-2: the zones that a disc can be in."""


def invariants(game: Game) -> Found:
    """All that is wrong with a state, of the first room in which anything is."""
    for room in _ROOMS:
        found = [refusal for check in room for refusal in check(game)]
        if found:
            yield from found
            return


# --- Seats and cards --------------------------------------------------------------------------------------------------


def seats(game: Game) -> Found:
    """S-1: whoever is spoken of is at the table."""
    named = {game.first, game.active, *game.flicking, *game.votes, *game.shots, *game.dominated}
    named.update(prompt.seat for prompt in game.prompts)
    if game.report is not None:
        named |= {game.report.seat, *game.report.counters, *game.report.votes}
    for seat in sorted(named - {*range(game.seats)}):
        yield Refusal("NO_SUCH_PLAYER", "S-1", seat=seat)


def deities(game: Game) -> Found:
    """S-5: nobody has a deity that there is not, or one of another's board, or any where they are not played with; a power is
    used up of those in play only."""
    chosen = [deity for deity in game.deities if deity is not None]
    boards = Counter(BOARD_OF.get(deity, "") for deity in chosen)
    for deity in chosen:
        if deity not in DEITIES or not game.options.deity_powers:
            yield Refusal("UNKNOWN_DEITY", "S-5", deity=deity)
        elif boards[BOARD_OF[deity]] > 1:
            yield Refusal("DEITY_TAKEN", "S-5", deity=deity)
    for deity in sorted(game.used - {*chosen}):
        yield Refusal("POWER_OF_NOBODY", "S-5", deity=deity)


def laws(game: Game) -> Found:
    """FF-3.1, FF-3.3: a Law is in one place at most: still to be drawn, before the Council, or in force; S-3: a Law that has
    been discarded is nowhere."""
    council = [law for law in game.council or () if law is not None]
    found = Counter((*game.deck, *council, *game.laws))
    for law, times in sorted(found.items()):
        if law not in LAWS or not game.options.laws:
            yield Refusal("UNKNOWN_LAW", "FF-3.1", law=law)
        elif times > 1:
            yield Refusal("LAW_IN_TWO_PLACES", "FF-3.3", law=law)
    if game.votes and game.council is None:
        yield Refusal("VOTE_ON_NOTHING", "FF-3.2")


def generation(game: Game) -> Found:
    """S-3: there are no more Generations than the table plays."""
    if not 0 <= game.generation <= game.generations:
        yield Refusal("NO_SUCH_GENERATION", "S-3", number=game.generation, generations=game.generations)


def scores(game: Game) -> Found:
    """P-5, S-2: points are tokens, of which there are enough, and nobody has fewer than none."""
    for seat, score in enumerate(game.scores):
        if not 0 <= score <= MOST_POINTS:
            yield Refusal("SCORE_OUT_OF_RANGE", "P-5", seat=seat, score=score, most=MOST_POINTS)


# --- Discs ------------------------------------------------------------------------------------------------------------


def discs(game: Game) -> Found:
    """S-2, deity-ra: every disc there is has the owner that it always had, and is in one zone that it can be in; what is not on
    the map lies nowhere."""
    first = new_game(game.options, game.seats, game.edition).discs
    for disc in sorted(first.keys() ^ game.discs.keys()):
        yield Refusal("DISCS_DO_NOT_ADD_UP", "S-2", piece=disc)
    for disc, at in game.discs.items():
        was = first.get(disc, at)
        if at.kind != was.kind or not (at.owner == was.owner or (disc == SPHINX and _has_ra(game, at.owner))):
            yield Refusal("DISC_OF_ANOTHER", "S-2", piece=disc, seat=at.owner)
        elif at.zone not in ZONES[at.kind] or (disc == SPHINX and at.owner == NEUTRAL and at.zone != "box"):
            yield Refusal("DISC_IN_WRONG_ZONE", "S-2", piece=disc, zone=at.zone)
        elif not at.on_map and (at.on is not None or at.spot is not None):
            yield Refusal("DISC_LIES_NOWHERE", "S-2", piece=disc, zone=at.zone)


def _has_ra(game: Game, seat: int) -> bool:
    return seat in range(game.seats) and game.deities[seat] == "ra"


def stacks(game: Game) -> Found:
    """FF-2.2: what a disc lies on is on the map, and the stack has an end; in digital mode that is the disc itself (D-3)."""
    for disc, at in game.discs.items():
        if at.on is not None and not _is_stack(game, disc, at):
            yield Refusal("STACK_WITHOUT_END", "FF-2.2", piece=disc, base=at.on)


def _is_stack(game: Game, disc: str, at: Piece) -> bool:
    seen = {disc}
    while at.on is not None:
        beneath = game.discs.get(at.on)
        if at.on in seen or beneath is None or not beneath.on_map or (game.digital and beneath.on is not None):
            return False
        seen.add(at.on)
        at = beneath
    return True


def places(game: Game) -> Found:
    """D-3: the centre of a disc on the map lies on the mat; M-1: on a real board its place may be told otherwise, by what there
    is on the map."""
    for disc, at in game.discs.items():
        if not at.on_map:
            continue
        if at.spot is None:
            if not game.map.mat.holds(at.x, at.y):
                yield Refusal("DISC_OFF_MAP", "D-3", piece=disc)
        elif game.digital or at.spot.disc != disc or not is_place(game, at.spot):
            yield Refusal("NO_SUCH_PLACE", "M-1", piece=disc)


def overlapping(game: Game) -> Found:
    """D-1, D-3: discs that lie on the mat overlap by no more than rounding leaves; M-1: on a real board by no more than people
    measure wrongly."""
    allowed = ROUNDING if game.digital else game.options.tolerance
    ground = [disc for disc in lying(game).values() if disc.on is None]
    for one, other in combinations(ground, 2):
        apart = max(one.radius + other.radius - allowed, 0)
        dx, dy = one.x - other.x, one.y - other.y
        if dx * dx + dy * dy < apart * apart:
            yield Refusal("DISCS_OVERLAP", "D-1", piece=one.id, other=other.id, tolerance=allowed)


# --- What Laws and deities keep ---------------------------------------------------------------------------------------


def kept_by_laws(game: Game) -> Found:
    """law-king-ape, law-tornado: neither is there without its Law; law-kraken: what it has taken stays in the box."""
    if game.discs[KING_APE].on_map and game.law("neutral_disc") is None:
        yield Refusal("WITHOUT_ITS_LAW", "law-king-ape", law="king-ape")
    if game.hazard is not None and not (
        game.law("hazard_circle") is not None and game.hazard in {city.id for city in game.map.cities}
    ):
        yield Refusal("WITHOUT_ITS_LAW", "law-tornado", law="tornado")
    for disc in sorted(game.drowned):
        if disc not in game.discs or game.discs[disc].zone != "box":
            yield Refusal("DROWNED_IS_BACK", "law-kraken", piece=disc)


def heart(game: Game) -> Found:
    """deity-freyja: the Heart touches Prophets of others than its seat."""
    freyja = next((seat for seat in range(game.seats) if game.power(seat, "heart") is not None), None)
    for disc in sorted(game.heart):
        at = game.discs.get(disc)
        is_prophet = at is not None and game.map.pieces.of(at.kind).counts_as_prophet
        if freyja is None or at is None or not is_prophet or at.owner == freyja:
            yield Refusal("NOT_TOUCHED_BY_HEART", "deity-freyja", piece=disc)


def dominated(game: Game) -> Found:
    """FF-6.2, P-5: what was dominated in the last Worship are Islands of the map, each by one seat at most (FF-6.3)."""
    islands = {island.id for island in game.map.islands}
    found = Counter(island for held in game.dominated.values() for island in held)
    for island, times in sorted(found.items()):
        # While Worship is scored, seat by seat, what the others dominated is of the one before.
        if island not in islands or (times > 1 and game.phase != "worship"):
            yield Refusal("ISLAND_NOT_DOMINATED", "FF-6.2", island=island)


def flicked(game: Game) -> Found:
    """P-2, FF-1.1: what has been flicked in a turn, and may be again, belongs to the seat on turn."""
    for disc in sorted({*game.flicked, *game.pending}):
        if disc not in game.discs or game.discs[disc].owner != game.active:
            yield Refusal("FLICKED_BY_ANOTHER", "P-2", piece=disc, seat=game.active)


# --- What is awaited --------------------------------------------------------------------------------------------------


def awaited(game: Game) -> Found:
    """P-2: whoever is awaited has something to decide about; FF-1.2: what is to be flicked again lies on the map."""
    for prompt in game.prompts:
        if not _CAUSES.get(prompt.kind, _always)(game, prompt.seat):
            yield Refusal("DECISION_WITHOUT_CAUSE", "P-2", seat=prompt.seat, kind=prompt.kind)


def _always(game: Game, seat: int) -> bool:
    return True


def _flicks(game: Game, seat: int) -> bool:
    own = flickable(game, seat)
    return seat == game.active and bool(own) and {*own} <= {*game.owned(seat, "ready", "map")}


def _flicks_again(game: Game, seat: int) -> bool:
    return seat == game.active and game.awaiting in game.owned(seat, "map")


def _tries_again(game: Game, seat: int) -> bool:
    return seat == game.active and game.power(seat, "second_try_at_sea") is not None


def _builds(game: Game, seat: int) -> bool:
    return seat == game.active


def _votes(game: Game, seat: int) -> bool:
    return game.council is not None and None not in game.council


def _breaks_tie(game: Game, seat: int) -> bool:
    return _votes(game, seat) and game.power(seat, "law_tie_decider") is not None


def _has_heart(game: Game, seat: int) -> bool:
    return game.power(seat, "heart") is not None


def _has_ready(game: Game, seat: int) -> bool:
    return bool(game.owned(seat, "ready"))


def _is_reported(game: Game, seat: int) -> bool:
    return game.report is not None


def _is_proposed(game: Game, seat: int) -> bool:
    return game.correction is not None


_CAUSES: dict[str, Callable[[Game, int], bool]] = {
    "first_flick": _has_ready,
    "vote": _votes,
    "law_tie": _breaks_tie,
    "flick": _flicks,
    "report": _flicks,
    "reflick": _flicks_again,
    "report_reflick": _flicks_again,
    "second_try": _tries_again,
    "report_second_try": _tries_again,
    "temples": _builds,
    "heart": _has_heart,
    "report_heart": _has_heart,
    **dict.fromkeys(("confirm", "amend", "counters", "agree", "report_vote", "contest"), _is_reported),
    "answer": _is_proposed,
}
"""By kind of prompt: whether there is what it is about."""

_ROOMS: tuple[tuple[Callable[[Game], Found], ...], ...] = (
    (seats, deities, laws, generation, scores),
    (discs,),
    (stacks, places),
    (overlapping, kept_by_laws, heart, dominated, flicked, awaited),
)
