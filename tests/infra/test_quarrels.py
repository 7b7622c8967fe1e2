"""Random quarrels at stored tables: what is live is what the log gives, views made anew are the same, and files verify."""

from random import Random
from typing import Any

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from domain.table.digest import digest
from domain.table.kernel import Accepted
from domain.table.refusals import Refusal
from domain.table.table import Table
from infra.exports import export_table
from infra.rulebooks import Rulebooks
from infra.verification import verify
from tests.infra.house import House
from tests.table.play import Play
from tests.table.quarrels import any_arbiter, begin, quarrel
from tests.table.toy import toy

pytestmark = pytest.mark.slow

RULEBOOKS = (toy, carcassonne, root, flick_of_faith)
OPTIONS = {"trumps": '{"rounds":8,"cards":60}', "carcassonne": '{"sets":["base","cult","siege","creativity"]}'}


class Stored(Play):
    """A play at a stored table."""

    def __init__(self, house: House, game: str, seats: int, rng: Random) -> None:
        self.house, self.id = (
            house,
            house.opened(game, seats, options=OPTIONS.get(game, "{}"), arbiter=any_arbiter(rng)),
        )
        super().__init__(house.ledger.rulebooks[game])

    @property
    def table(self) -> Table:
        return self.house.ledger.current(self.id)

    @table.setter
    def table(self, table: Table) -> None:
        """The ledger has it."""

    @property
    def now(self) -> int:
        return self.house.clock.now

    @now.setter
    def now(self, now: int) -> None:
        self.house.clock.now = max(now, self.house.clock.now)

    def ask(self, by: int, command: object, *, seat: int | None = None, **more: Any) -> Accepted | Refusal:
        return self.house.ask(self.id, by, command, seat=seat)


@pytest.mark.clause("T-40")
@pytest.mark.parametrize("number", range(2))
@pytest.mark.parametrize("rulebook", RULEBOOKS, ids=lambda rulebook: str(rulebook.game))
def test_stored_quarrels_replay_rebuild_and_verify(new_house: Any, rulebook: Any, number: int):
    rng = Random(f"{rulebook.game} {number}")
    house: House = new_house(rulebooks=RULEBOOKS)
    play = Stored(house, rulebook.game, 2, rng)
    begin(play, rng)
    for _ in range(3):
        quarrel(play, rng, 40)
        house.catch_up()
        assert digest(house.ledger.table(play.id)) == digest(play.table)
    live = house.rows()
    house.rebuild()
    assert house.rows() == live
    for viewer in (-1, *range(2)):
        exported = export_table(house.ledger, house.signer, play.id, viewer=viewer, raw=viewer < 0)
        seed = house.ledger.secret(play.id)
        report = verify(exported, Rulebooks(RULEBOOKS), seed=seed.seed if seed and viewer < 0 else None)
        assert (report.faults, report.differences) == ([], [])
        assert report.good
