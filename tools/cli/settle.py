"""`souls settle`: the parties of a contest agree on an outcome themselves."""

from typing import Annotated

import typer

from domain.table.disputes.contesting import known_contest
from domain.table.disputes.messages import AnswerSettlement, ProposeSettlement
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    TableArgument,
    installation,
    speaker,
)
from tools.cli.contest import give
from tools.cli.disputes import ContestArgument, WhoOption, tell_done
from tools.cli.outlook import show_outlook
from tools.cli.remedies import DryRunOption, PointsOption, ReapplyOption, RewindOption, remedy_typed


def settle(
    table: TableArgument,
    contest: ContestArgument,
    by: WhoOption,
    rewind: RewindOption = None,
    reapply: ReapplyOption = False,
    points: PointsOption = None,
    agree: Annotated[bool, typer.Option("--agree", help="Agree to what is proposed.")] = False,
    decline: Annotated[bool, typer.Option("--decline", help="Decline what is proposed.")] = False,
    dry_run: DryRunOption = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Propose to settle a contest, or answer such a proposal.

    Without --rewind and --points everything stays as it is. It is settled when all have agreed who are asked.
    """
    answers = agree or decline
    if (agree and decline) or (answers and (rewind is not None or reapply or points is not None or dry_run)):
        raise CommandError("Either propose a settlement, or answer one with --agree or --decline.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who, known = speaker(found, by), known_contest(found, contest)
        if answers:
            give(souls.ledger, found, who, AnswerSettlement(contest, agree))
        else:
            command = ProposeSettlement(contest, remedy_typed(found, known, rewind, reapply, points))
            if dry_run:
                show_outlook(souls, found, who, command, as_json)
                return
            give(souls.ledger, found, who, command)
        tell_done(souls, found, contest, who if who >= 0 else None, as_json)
