"""`souls rule`, `vote`, `appeal` and `accept-arbiter`: how a contest is judged."""

from typing import Annotated

import typer

from domain.table.disputes.contesting import known_contest
from domain.table.disputes.messages import AcceptArbiter, Appeal, GiveRuling, Outcome, PutToVote, VoteOnRuling
from domain.table.messages import ARBITER
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    printable,
    speaker,
)
from tools.cli.contest import give, give_about
from tools.cli.disputes import ContestArgument, WhoOption, tell_done
from tools.cli.outlook import show_outlook
from tools.cli.remedies import (
    HELP,
    DryRunOption,
    PointsOption,
    ReapplyOption,
    RewindOption,
    remedy_typed,
    tell_correctable,
)
from tools.cli.words import BecauseOption, written

CHOICES = ("yes", "no", "abstain")


def rule(
    table: TableArgument,
    contest: ContestArgument,
    upheld: Annotated[bool, typer.Option("--upheld", help="What was decided stays.")] = False,
    overturned: Annotated[bool, typer.Option("--overturned", help="It was wrong; a remedy puts it right.")] = False,
    rewind: RewindOption = None,
    reapply: ReapplyOption = False,
    correct: Annotated[
        str | None,
        typer.Option("--correct", metavar="JSON", help="Events that correct the game; @FILE, or -; 'help' lists them."),
    ] = None,
    points: PointsOption = None,
    because: BecauseOption = None,
    as_vote: Annotated[bool, typer.Option("--as-vote", help="Put it to the vote of the seats instead.")] = False,
    by: Annotated[
        str | None, typer.Option("--by", metavar="WHO", help="Who puts it to the vote: a seat or host.")
    ] = None,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Rule on a contest as the arbiter, or put a ruling to the vote.

    What is overturned has a remedy: going back, a correction, points, or several of these. On appeal --overturned alone
    confirms a ruling as it was.
    """
    if as_vote != (by is not None):
        raise CommandError("--as-vote wants --by, and --by is for --as-vote: else the arbiter rules.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        known = known_contest(found, contest)
        if correct == HELP:
            tell_correctable(found.rulebook, as_json)
            return
        if upheld == overturned:
            raise CommandError("Choose one of --upheld and --overturned.")
        who = ARBITER if by is None else speaker(found, by)
        outcome: Outcome = "upheld" if upheld else "overturned"
        remedy = remedy_typed(found, known, rewind, reapply, points, correct)
        kind = PutToVote if as_vote else GiveRuling
        if dry_run:
            show_outlook(souls, found, who, kind(contest, outcome, remedy), as_json)
            return
        with written(souls, found, who, because) as reasons:
            give(souls.ledger, found, who, kind(contest, outcome, remedy, reasons))
        tell_done(souls, found, contest, who if who >= 0 else None, as_json)


def vote(
    table: TableArgument,
    contest: ContestArgument,
    choice: Annotated[str, typer.Argument(metavar="CHOICE", help="One of yes, no and abstain.")],
    by: WhoOption,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Vote on a ruling that was put to the vote: yes, no, or abstain. The vote is over when all have voted."""
    if choice not in CHOICES:
        raise CommandError(f"Vote yes, no or abstain, not '{printable(choice)}'.")
    give_about(table, contest, by, VoteOnRuling(contest, choice), data, rulebook, as_json)  # type: ignore[arg-type]


def accept_arbiter(
    table: TableArgument,
    contest: ContestArgument,
    by: WhoOption,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Agree that an arbiter rules who is a party of the contest."""
    give_about(table, contest, by, AcceptArbiter(contest), data, rulebook, as_json)


def appeal(
    table: TableArgument,
    contest: ContestArgument,
    by: WhoOption,
    because: BecauseOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Ask, once, that another judges: the seats where the arbiter has ruled, the arbiter where the seats have."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who = speaker(found, by)
        with written(souls, found, who, because) as argument:
            give(souls.ledger, found, who, Appeal(contest, argument))
        tell_done(souls, found, contest, who if who >= 0 else None, as_json)
