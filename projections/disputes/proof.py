"""The chance in a decision, and its proof (T-30 to T-35)."""

from collections.abc import Iterable

from domain.table.chance import LARGEST_BOUND, Derived, chance_key, commitment_to
from domain.table.lifecycle import ChanceRenewed
from domain.table.records import Draw
from domain.table.seeing import chance_is_public
from domain.table.table import Table
from projections.disputes.parts import ChanceTold, Drawn, Proof, SeedState
from projections.disputes.readers import NEUTRAL, Reading


def chance_told(reading: Reading, versions: Iterable[int], seed: bytes | None) -> ChanceTold:
    """The values that the reader may see in these records, of one command, each computed again where a seed is known.

    `seed` is what somebody gives; what the table has published counts before it.
    """
    table, found = reading.table, list(versions)
    epoch, commitment = _epoch(table, found[0] if found else table.version)
    kind = table.opened.chance if table.opened and not epoch else "provable"
    state, known = _seed(table, kind, commitment, seed)
    source = None if known is None else Derived(chance_key(known, _entropy(table)), table.id, epoch)
    draws = tuple(
        Drawn(version, draw, _proof(state, source, draw))
        for version in found
        if (record := reading.record(version)) is not None
        for draw in record.draws
    )
    withheld = reading.reader != NEUTRAL and not chance_is_public(table)
    return ChanceTold(kind, epoch, commitment, state, withheld, draws)


def _proof(state: SeedState, source: Derived | None, draw: Draw) -> Proof:
    if source is None:
        return "unclaimed" if state == "unclaimed" else "unproved"
    right = 1 <= draw.bound <= LARGEST_BOUND and draw.value == source.value(draw.label, draw.number, draw.bound)
    return "confirmed" if right else "wrong"


def _seed(table: Table, kind: str, commitment: str, given: bytes | None) -> tuple[SeedState, bytes | None]:
    """What there is to prove values of an epoch with, and the seed where it is the one that was committed to."""
    if kind != "provable":
        return "unclaimed", None
    published = table.closed.seed if table.closed else None
    if published is not None and commitment_to(bytes.fromhex(published)) == commitment:
        return "published", bytes.fromhex(published)
    if given is not None:
        return ("given", given) if commitment_to(given) == commitment else ("foreign", None)
    # The seed of an epoch that was followed by another one is not published when the table is closed.
    ends_here = table.closed is not None or commitment != table.commitment
    return ("unpublished" if ends_here else "secret"), None


def _epoch(table: Table, version: int) -> tuple[int, str]:
    """The epoch of chance at a version, and the commitment to its seed."""
    epoch, commitment = 0, table.opened.commitment if table.opened else ""
    for record in table.records[:version]:
        if isinstance(record.event, ChanceRenewed):
            epoch, commitment = record.event.epoch, record.event.commitment
    return epoch, commitment


def _entropy(table: Table) -> list[bytes]:
    return [bytes.fromhex(table.entropy[seat]) for seat in sorted(table.entropy)]
