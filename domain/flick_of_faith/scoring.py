"""The Navel and Worship: what is scored, and by which terms (FF-5, FF-6)."""

from collections.abc import Iterator
from typing import Literal

from domain.flick_of_faith.events import NavelScored, TieBroken, WorshipScored
from domain.flick_of_faith.state import KING_APE, Game
from domain.flick_of_faith.where import on_islands, on_navel, presence, settled_without, standing
from domain.table.messages import Term
from domain.table.rulebook import Happening, Under

DOMINANCE = 2


# --- FF-5 The Navel ---------------------------------------------------------------------------------------------------


def clear_navel(game: Game, clause: str) -> Iterator[Happening]:
    """FF-5.1, FF-5.2: all Prophets on the Navel are removed, each for 1 point and 1 an Island where its owner is present.

    R-16: what counts is where everybody was at the moment of removal, for all owners at once.
    """
    discs = on_navel(game)
    owners = sorted({game.discs[disc].owner for disc in discs})
    islands = {owner: on_islands(game, owner) for owner in owners}
    settled = settled_without(game, discs)
    for n, owner in enumerate(owners):
        own = tuple(disc for disc in discs if game.discs[disc].owner == owner)
        terms = navel_terms(game, len(own), len(islands[owner]))
        yield Under(clause, NavelScored((owner,), terms, own, islands[owner], settled if n == len(owners) - 1 else ()))


def navel_terms(game: Game, prophets: int, islands: int) -> tuple[Term, ...]:
    """FF-5.1: k Prophets and p Islands give k × (p + 1); law-pilgrimage: one more for each Prophet."""
    terms = [
        Term("prophet_on_navel", prophets, 1, "FF-5.1"),
        Term("presence", islands, prophets, "FF-5.1"),
    ]
    terms += [
        Term(law.id, prophets, law.number("vp_per_prophet"), f"law-{law.id}") for law in game.laws_of("navel_bonus")
    ]
    return tuple(term for term in terms if term.count)


# --- FF-6 Worship -----------------------------------------------------------------------------------------------------


def counts(game: Game, weight: int = 1) -> dict[str, list[int]]:
    """FF-6.2: each seat's Prophets and Temples on each Island. deity-freyja: what the Heart touches counts for its seat.

    law-shrines: for Dominance a Temple has the `weight` of more than one piece.
    """
    found = {island.id: [0] * game.seats for island in game.map.islands}
    for seat in range(game.seats):
        for disc in standing(game, seat):
            counted = heart_seat(game) if disc in game.heart else seat
            for island in presence(game, disc).islands:
                found[island][counted] += weight if game.discs[disc].kind == "temple" else 1
    return found


def heart_seat(game: Game) -> int:
    """deity-freyja: the seat that the Heart is of."""
    return next(seat for seat in range(game.seats) if game.power(seat, "heart") is not None)


def blocked_islands(game: Game) -> tuple[str, ...]:
    """law-king-ape: the Islands that give no points at Worship."""
    if game.law("neutral_disc") is None:
        return ()
    return presence(game, KING_APE).islands


def worship(game: Game) -> Iterator[Happening]:
    """FF-6.1, FF-6.2: each seat scores Presence and Dominance; law-humility, law-pride: for more or less."""
    present, blocked = counts(game), blocked_islands(game)
    shrine = game.law("temple_weight")
    weighed = counts(game, shrine.number("weight")) if shrine else present
    law = game.law("dominance_vp")
    factor, clause = (law.number("vp"), f"law-{law.id}") if law else (DOMINANCE, "FF-6.2")
    scoring = [island for island in present if island not in blocked]
    for seat in range(game.seats):
        there = tuple(island for island in scoring if present[island][seat])
        dominated = tuple(island for island in scoring if dominates(weighed[island], seat))
        terms = [Term("presence", len(there), 1, "FF-6.1"), Term("dominance", len(dominated), factor, clause)]
        terms += worship_laws(game, seat, sum(bool(at[seat]) for at in present.values()))
        yield WorshipScored((seat,), tuple(term for term in terms if term.count), there, dominated)


def dominates(pieces: list[int], seat: int) -> bool:
    """FF-6.2, FF-6.3: more than any other player; on a tie nobody."""
    return all(pieces[seat] > other for rival, other in enumerate(pieces) if rival != seat)


def worship_laws(game: Game, seat: int, islands: int) -> list[Term]:
    """law-far-and-wide, law-golden-cities: what Laws add at Worship."""
    terms = [
        Term(law.id, 1, law.number("vp"), f"law-{law.id}")
        for law in game.laws_of("vp_for_islands")
        if islands >= law.number("min_islands")
    ]
    for law in game.laws_of("vp_per_prophet_on_city"):
        on_cities = sum(bool(presence(game, disc).cities) for disc in counting_for(game, seat))
        terms += [Term(law.id, on_cities, law.number("vp"), f"law-{law.id}")] if on_cities else []
    return terms


def counting_for(game: Game, seat: int) -> list[str]:
    """deity-freyja: the Prophets on the map that count as a seat's in Worship."""
    own = [disc for disc in game.owned(seat, "map") if disc not in game.heart]
    return own + sorted(game.heart) if game.heart and seat == heart_seat(game) else own


# --- P-5 The end ------------------------------------------------------------------------------------------------------


def ranks(game: Game) -> tuple[int, ...]:
    """P-5: most points win; then more Temples on the map, then more Islands dominated in the last Worship; else they share."""
    merits = _merits(game)
    return tuple(1 + sum(other > own for other in merits) for own in merits)


def tie_break(game: Game) -> Iterator[TieBroken]:
    """P-5: where several have the most points, what decides between them."""
    merits = _merits(game)
    best = max(merits)
    tied = tuple(seat for seat, own in enumerate(merits) if own[0] == best[0])
    if len(tied) > 1:
        by: Literal["temples", "dominated", "shared"] = "shared"
        if merits.count(best) == 1:
            by = "temples" if sum(merits[seat][1] == best[1] for seat in tied) == 1 else "dominated"
        yield TieBroken(tied, by)


def _merits(game: Game) -> list[tuple[int, int, int]]:
    return [
        (game.scores[seat], len(game.temples(seat, "map")), len(game.dominated.get(seat, ())))
        for seat in range(game.seats)
    ]
