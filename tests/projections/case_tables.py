"""Tables with contests for the tests of case files. `python -m tests.projections.case_tables` writes the golden case anew."""

from pathlib import Path
from random import Random

from domain.table.disputes.messages import (
    AddEvidence,
    ContestRecord,
    ContestRefusal,
    GiveRuling,
    Remedy,
)
from domain.table.kernel import Accepted, Moment, handle
from domain.table.messages import ARBITER, HOST
from domain.table.records import Submission
from domain.table.table import Table
from domain.table.wire import command_text, events_text
from projections.disputes import CaseFile, CitedRuling, NoText, Reader, case_file
from projections.disputes.case_html import case_html
from projections.disputes.case_text import case_text
from tests.rules.carcassonne.tables import Match
from tests.rules.flick_of_faith.tables import numbered as flick_numbered
from tests.rules.flick_of_faith.tables import play_one as flick_one
from tests.table.play import Play, begun, dealt
from tests.table.toy import CallVote, CardsDrawn, DrawCard, Nudge, Plan, RollDie, Vote

GOLDEN = Path(__file__).parent / "golden"
ARGUMENT, EVIDENCE, REASONS = "a" * 64, "b" * 64, "c" * 64
TEXTS: dict[str, str | NoText] = {
    ARGUMENT: "The city is not <closed>:\n\tsee (0, -1) & beside it.",
    EVIDENCE: NoText("forgotten"),
    REASONS: "Its edges all meet.",
}
EARLIER = (
    CitedRuling(
        "othertable23", 3, "carcassonne", "1", "B-9", "upheld", "nothing goes back", 10**15, "So it reads.", True
    ),
    CitedRuling("othertable24", 1, "carcassonne", "1", "X-9", "upheld", "nothing goes back", 10**15, None, False),
)


def version_of(table: Table, name: str, which: int = -1) -> int:
    """The version of one of the records of a type of event, the last if no other is named."""
    return [at for at, record in enumerate(table.records, 1) if type(record.event).__name__ == name][which]


def submitted(match: Match, by: int, command: object) -> None:
    """Give a command at a table of Carcassonne, a minute after what was before."""
    table = match.table
    submission = Submission(f"d{table.version}", by, table.version, command)
    moment = Moment(table.records[-1].at + 60_000_000, match.source, b"")
    done = handle(table, submission, moment)
    assert isinstance(done, Accepted), done


def contested_city() -> Match:
    """Carcassonne: red has closed a city and scored it; blue contests that, and the arbiter gives blue a point."""
    match = Match("D0*", tiles="E V U")
    match.turn("E 0,-1 2 city:0")
    submitted(match, 1, ContestRecord(version_of(match.table, "FeatureScored"), "B-9", ARGUMENT))
    submitted(match, 0, AddEvidence(1, EVIDENCE, (version_of(match.table, "TilePlaced"),)))
    submitted(match, ARBITER, GiveRuling(1, "overturned", Remedy(points=(0, 1)), REASONS))
    return match


def city_case() -> CaseFile:
    """The case file of it, as a spectator may see it."""
    return case_file(contested_city().table, 1, None, TEXTS, EARLIER)


SECRETIVE = 1
"""The seat of `secrets` whose secrets are its own."""


def secrets(card: int, drawn: int, given: int, yes: bool) -> Play:
    """A table of the toy at which seat 1 was dealt a card, draws another one, is given a third by a ruling, and votes; all of
    that is contested, and none of it is anybody else's to know."""
    play = dealt(1, 2, card, 4, 5, 6, 7, drawn, seats=3)
    table = play.table
    play.do(0, DrawCard())
    play.do(1, Nudge(2))
    play.do(1, Plan(card))
    again = Plan(card)
    play.refused(1, again)
    at = play.version
    play.do(1, ContestRefusal(at, at, 1, command_text(again), "TOY-6", ARGUMENT))
    play.do(1, DrawCard())
    play.do(2, CallVote())
    play.do(1, Vote(yes))
    for name, clause in (("CardsDrawn", "TOY-2"), ("Planned", "TOY-6"), ("Voted", "TOY-7")):
        # Of a plan nobody else may even know.
        play.do(1 if name == "Planned" else 2, ContestRecord(version_of(table, name), clause))
    play.do(2, ContestRecord(version_of(table, "TurnPassed"), "TOY-1"))
    play.do(0, AddEvidence(2, None, (version_of(table, "Planned"), version_of(table, "CardsDrawn"))))
    play.do(ARBITER, GiveRuling(2, "overturned", Remedy(events=events_text((CardsDrawn(1, (given,)),)))))
    return play


ROLLED = "TOY-4"


def contested_roll(options: str = "{}") -> Play:
    """A table of the toy: seat 0 has rolled the die, and seat 1 contests that."""
    play = begun(3, options=options)
    play.do(0, RollDie())
    play.do(1, ContestRecord(version_of(play.table, "DieRolled"), ROLLED, ARGUMENT))
    return play


def case_of(play: Play, number: int = 1, reader: Reader = None, seed: bytes | None = None) -> CaseFile:
    """A case file of a contest at the table of a play."""
    return case_file(play.table, number, reader, TEXTS, (), seed)


def contested_flick() -> Table:
    """Flick of Faith: somebody has flicked, and that is contested."""
    rng = Random(1)
    play = flick_numbered(1)
    while not any(type(record.event).__name__ == "FirstFlickSealed" for record in play.table.records):
        flick_one(play, rng)
    play.do(HOST, ContestRecord(version_of(play.table, "FirstFlickSealed"), "S-4"))
    return play.table


if __name__ == "__main__":
    GOLDEN.mkdir(exist_ok=True)
    (GOLDEN / "case.txt").write_text(case_text(city_case()))
    (GOLDEN / "case.html").write_text(case_html(city_case(), (None, None)))
