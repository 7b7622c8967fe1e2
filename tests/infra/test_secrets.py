"""What is secret stays where it is kept."""

import logging
import random
from typing import Any

import msgspec
import pytest

from domain.table.kernel import Accepted
from domain.table.lifecycle import CloseTable, Phase
from domain.table.messages import SERVER
from domain.table.refusals import Refusal
from infra.exports import unseal
from infra.streams import TableSecret
from tests.infra.house import GAMES, House

SEED = bytes(range(100, 132))


def spellings(secret: bytes) -> list[bytes]:
    """A secret as it might turn up."""
    return [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret)[2:-1].encode()]


def everything_but_secrets(house: House) -> bytes:
    """All that is stored in the installation, but for the hashes of secrets and the installation's own facts."""
    found = []
    for key in house.client.scan_iter(f"*{house.namespace}*", count=1000):
        if key.endswith((b":secrets", b":installation")):
            continue
        kind = house.client.type(key)
        reads: dict[bytes, Any] = {
            b"stream": lambda key: house.client.execute_command("XRANGE", key, "-", "+"),
            b"hash": house.client.hgetall,
            b"string": house.client.get,
        }
        found.append(repr(reads[kind](key)).encode())
        found.append(repr(key).encode())
    return b"".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_no_secret_is_in_events_refusals_views_exports_reprs_or_logs_before_the_table_is_closed(
    house: House, game: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    table_id = house.begun(game, chance="seeded", seed=SEED)
    secret = house.ledger.secret(table_id)
    assert secret is not None
    assert isinstance(house.ledger.renew_chance(table_id), Refusal)
    house.lose_seed(table_id)
    assert isinstance(house.ledger.renew_chance(table_id), Accepted)
    renewed = house.ledger.secret(f"{table_id}/1")
    assert renewed is not None
    # Whoever closes too early, or twice, is refused, and the refusal is kept.
    for seed in (SEED, renewed.seed, SEED):
        assert house.refused(table_id, SERVER, CloseTable(seed.hex())) == "WRONG_LIFE_PHASE"
    house.finish(table_id, random.Random(1))
    assert house.refused(table_id, SERVER, CloseTable(SEED.hex())) == "WRONG_SEED"
    assert house.refused(table_id, SERVER, CloseTable(renewed.seed.hex()), expected=1) == "STALE_VERSION"
    house.catch_up()

    stored = everything_but_secrets(house)
    seats = [house.export(table_id, viewer) for viewer in (0, 1)]
    shown = repr((house.ledger, house.ledger.table(table_id), secret, renewed, house.projectors, house.signer)).encode()
    shown += repr([house.ledger._cache, unseal(seats[0])]).encode() + caplog.text.encode()
    for hidden in (SEED, renewed.seed, secret.salt):
        for spelled in spellings(hidden):
            assert spelled not in stored
            assert spelled not in shown
            assert not any(spelled in export for export in seats)
    whole = house.export(table_id)
    assert not any(spelled in whole for hidden in (SEED, renewed.seed) for spelled in spellings(hidden))


def test_a_refused_closing_is_kept_without_its_seed(house: House) -> None:
    table_id = house.begun()
    house.refused(table_id, SERVER, CloseTable(SEED.hex()))
    (kept,) = house.ledger.partition(table_id).refusals.read(table_id)
    assert msgspec.json.decode(kept.payload)["command"] == {"command": "CloseTable", "seed": None}


def test_the_seed_is_published_when_the_table_closes(house: House) -> None:
    table_id = house.begun(chance="seeded", seed=SEED)
    house.finish(table_id, random.Random(1))
    house.close_table(table_id)
    closed = house.ledger.table(table_id).closed
    assert house.ledger.table(table_id).phase is Phase.CLOSED
    assert closed
    assert closed.seed == SEED.hex()


def test_secrets_have_no_repr() -> None:
    assert repr(TableSecret(SEED, SEED)) == f"{TableSecret(b'', b'')}" == "TableSecret(…)"
