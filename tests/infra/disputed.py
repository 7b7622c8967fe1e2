"""Tables of the toy game at which disputes happened, with people's texts, for bundles of them."""

import random
from pathlib import Path
from typing import Any

from domain.table.disputes.messages import (
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    Remedy,
    VoteOnRuling,
)
from domain.table.lifecycle import BeginGame, GiveConsent, RequestUndo
from domain.table.messages import ARBITER, HOST
from domain.table.wire import command_text, events_text
from infra.bundles import bundle_table
from infra.exports import WHOLE
from infra.keyring import Keyring
from infra.rulebooks import Rulebooks
from infra.verification import Report, verify
from infra.writings import WritingStore
from tests.infra.house import BOTH, House
from tests.table.toy import CardsDrawn, DrawCard, Nudge, Plan, PlayCards, RollDie

RULEBOOKS = Rulebooks(BOTH)
PEOPLE = ("person0", "person1", "person2")


class Court:
    """A house, what people write there, and the bundles of its tables."""

    def __init__(self, house: House, keys: Path) -> None:
        self.house = house
        self.keyring = Keyring(keys)
        self.writings = WritingStore(house.ledger, self.keyring)

    def write(self, table_id: str, person: str, text: str) -> str:
        """The hash of a text that somebody has written."""
        return self.writings.write(table_id, person, text)

    def bundle(self, table_id: str, viewer: int = WHOLE, *, pictures: bool = False) -> bytes:
        house = self.house
        return bundle_table(
            house.ledger, self.writings, house.signer, table_id, viewer=viewer, raw=True, pictures=pictures
        )

    def version(self, table_id: str) -> int:
        return self.house.ledger.current(table_id).version

    # --- Tables -------------------------------------------------------------------------------------------------------

    def small(self) -> str:
        """A short game that is finished and closed: a roll was contested, and the arbiter gave points."""
        house = self.house
        table_id = house.begun(options='{"rounds":1}')
        rolled = house.do(table_id, 0, RollDie()).first
        argument = self.write(table_id, "person1", "That die was cocked.")
        house.do(table_id, 1, ContestRecord(rolled, "TOY-4", argument))
        reasons = self.write(table_id, "arno", "It was, and it counts.")
        house.do(table_id, ARBITER, GiveRuling(1, "overturned", Remedy(points=(-1, 2)), reasons))
        house.do(table_id, 1, RollDie())
        house.close_table(table_id)
        return table_id

    def rich(self) -> str:
        """A finished game with every kind of dispute: see the methods below."""
        table_id = self.arranged(seats=3, judge="arbiter", quorum=2, sealed=True)
        self.undone_by_consent(table_id)
        self.settled(table_id)
        self.refused(table_id)
        self.corrected(table_id)
        self.voted_on_appeal(table_id)
        self.house.finish(table_id, random.Random(1))
        return table_id

    def arranged(self, seats: int = 2, options: str = '{"rounds":8,"cards":20}', **arranged: Any) -> str:
        table_id = self.house.seated(seats=seats, options=options)
        self.house.do(table_id, HOST, ArrangeDisputes(**arranged))
        self.house.do(table_id, HOST, BeginGame())
        return table_id

    def undone_by_consent(self, table_id: str) -> None:
        """Seat 0's nudge is taken back by consent; what was planned and rolled after it is made again."""
        house = self.house
        start = self.version(table_id)
        house.do(table_id, 0, Nudge(2))
        house.do(table_id, 0, Plan(house.ledger.current(table_id).game.hands[0][0]))
        house.do(table_id, 0, RollDie())
        house.do(table_id, 1, RollDie())
        house.do(table_id, 0, RequestUndo(start, reapply=True))
        request = house.ledger.current(table_id).request
        for seat in sorted(request.asked) if request else ():
            house.do(table_id, seat, GiveConsent())

    def settled(self, table_id: str) -> None:
        """Contest 1: seat 2 draws, seat 0 contests it, all agree on points."""
        house = self.house
        drawn = house.do(table_id, 2, DrawCard()).first
        house.do(table_id, 0, ContestRecord(drawn, "TOY-2", self.write(table_id, "person0", "Out of turn?")))
        number = len(house.ledger.current(table_id).disputes.contests)
        house.do(table_id, 0, ProposeSettlement(number, Remedy(points=(1, 0, 2))))
        for seat in (1, 2):
            house.do(table_id, seat, AnswerSettlement(number, agrees=True))

    def refused(self, table_id: str) -> None:
        """Contest 2: seat 0 was not let play a card that it does not hold; upheld."""
        house = self.house
        wanted = next(card for card in range(1, 21) if card not in house.ledger.current(table_id).game.hands[0])
        at, text = self.version(table_id), command_text(PlayCards((wanted,)))
        assert house.refused(table_id, 0, PlayCards((wanted,))) == "CARDS_NOT_IN_HAND"
        house.do(table_id, 0, ContestRefusal(at, at, 0, text, "TOY-3", self.write(table_id, "person0", "I hold it.")))
        number = len(house.ledger.current(table_id).disputes.contests)
        house.do(table_id, ARBITER, GiveRuling(number, "upheld"))

    def corrected(self, table_id: str) -> None:
        """Contest 3: the arbiter takes seat 0's roll back, gives seat 1 a hidden card and points, and makes seat 1's roll
        again, as far as the die allows."""
        house = self.house
        start = self.version(table_id)
        house.do(table_id, 0, Nudge(1))
        house.do(table_id, 0, RollDie())
        house.do(table_id, 1, ContestRecord(start + 1, "TOY-5"))
        number = len(house.ledger.current(table_id).disputes.contests)
        house.do(table_id, 2, AddEvidence(number, self.write(table_id, "person2", "I saw it."), (start + 1, start + 2)))
        card = house.ledger.current(table_id).game.deck[0]
        remedy = Remedy(start, events_text((CardsDrawn(1, (card,)),)), (0, 3, 0), reapply=True)
        reasons = self.write(table_id, "arno", "The marker had moved.")
        house.do(table_id, ARBITER, GiveRuling(number, "overturned", remedy, reasons))

    def voted_on_appeal(self, table_id: str) -> None:
        """The ruling on contest 3 is appealed against, and by vote of the seats other points are given instead."""
        house = self.house
        number = len(house.ledger.current(table_id).disputes.contests)
        house.do(table_id, 0, Appeal(number, self.write(table_id, "person0", "It had not.")))
        reasons = self.write(table_id, "person1", "Half of it.")
        house.do(table_id, 1, PutToVote(number, "overturned", Remedy(points=(0, 2, 0)), reasons))
        for seat, choice in ((0, "no"), (1, "yes"), (2, "yes")):
            house.do(table_id, seat, VoteOnRuling(number, choice))  # type: ignore[arg-type]


def checked(data: bytes, **more: Any) -> Report:
    """What verifying a file finds."""
    return verify(data, RULEBOOKS, **more)


def sound(data: bytes, **more: Any) -> Report:
    """The same, of a file with which nothing is wrong and of which nothing is decided otherwise today."""
    report = checked(data, **more)
    assert ([str(fault) for fault in report.faults], [str(d) for d in report.differences]) == ([], [])
    return report
