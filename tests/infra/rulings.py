"""Tables at which something was ruled, and who keeps the texts and the precedents of a house."""

from pathlib import Path

from domain.table.disputes.messages import Appeal, ContestRecord, GiveRuling, Outcome, PutToVote, Remedy, VoteOnRuling
from domain.table.messages import ARBITER
from infra.keyring import Keyring
from infra.precedents import PrecedentStore
from infra.writings import WritingStore
from tests.infra.house import House
from tests.table.toy import Nudge


class Rulings:
    """A house with the texts of its people, at whose tables is played, contested and ruled."""

    def __init__(self, house: House, keys: Path) -> None:
        self.house = house
        self.keyring = Keyring(keys / "keys")
        self.writings = WritingStore(house.ledger, self.keyring)
        views = [projector.views for projector in house.projectors]
        self.precedents = PrecedentStore(house.ledger, views, self.writings, house.signer)

    def ruled(
        self,
        outcome: Outcome = "upheld",
        reasons: str | None = "A marker that has moved stays where it is.",
        argument: str | None = "It was one step too far.",
        *,
        cited: str = "TOY-5",
        edition: str | None = None,
        table_id: str | None = None,
    ) -> str:
        """The id of a table where a nudge was contested and ruled on; a new table where none is given."""
        house = self.house
        table_id = table_id or house.begun(edition=edition)
        if not house.ledger.current(table_id).game.nudged:
            house.do(table_id, 0, Nudge(2))
        table = house.ledger.current(table_id)
        nudged = next(n for n, record in enumerate(table.records, 1) if type(record.event).__name__ == "Nudged")
        said = self.writings.write(table_id, "person1", argument) if argument else None
        house.do(table_id, 1, ContestRecord(nudged, cited, said))
        why = self.writings.write(table_id, "arno", reasons) if reasons else None
        remedy = Remedy(points=(0, 1)) if outcome == "overturned" else Remedy()
        number = len(table.disputes.contests) + 1
        house.do(table_id, ARBITER, GiveRuling(number, outcome, remedy, why))
        house.catch_up()
        return table_id

    def appealed(self, table_id: str) -> None:
        """Appeal against the first ruling at a table."""
        said = self.writings.write(table_id, "person0", "The arbiter was asleep.")
        self.house.do(table_id, 0, Appeal(1, said))
        self.house.catch_up()

    def reversed(self, table_id: str) -> None:
        """Let the seats rule otherwise, after an appeal."""
        first = self.house.ledger.current(table_id).disputes.contests[0].rulings[0].event.outcome
        why = self.writings.write(table_id, "person0", "He was.")
        if first == "upheld":
            ruling = PutToVote(1, "overturned", Remedy(points=(0, 1)), why)
        else:
            ruling = PutToVote(1, "upheld", Remedy(), why)
        self.house.do(table_id, 0, ruling)
        for seat in range(2):
            self.house.do(table_id, seat, VoteOnRuling(1, "yes"))
        self.house.catch_up()

    def tables(self) -> list[str]:
        """The tables of all precedents, in the order in which they are found."""
        return [known.precedent.table for known in self.precedents.find()]
