"""`souls contest`, `withdraw-contest` and `evidence`: contesting what was recorded or refused, and adding to it."""

from collections.abc import Sequence
from typing import Annotated, Any

import msgspec
import typer

from domain.table.clauses import load_law
from domain.table.disputes.judging import judge_of, not_accepting
from domain.table.disputes.messages import AddEvidence, ContestRecord, ContestRefusal, WithdrawContest
from domain.table.disputes.state import Contest
from domain.table.lifecycle import Phase
from domain.table.messages import MAX_VERSION, Command
from domain.table.phrases import joined
from domain.table.reading import told
from domain.table.table import Table
from infra.ledger import ATTEMPTS, Ledger
from infra.refusals import KeptRefusal, NotKeptError, contest_of, own_refusals
from infra.wiring import Souls
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RefusedError,
    RulebookOption,
    TableArgument,
    insist,
    installation,
    printable,
    say,
    speaker,
)
from tools.cli.disputes import ContestArgument, WhoOption, tell_done
from tools.cli.laws import clauses_meant
from tools.cli.ruled_before import precedent_lines
from tools.cli.words import BecauseOption, written


def contest(
    table: TableArgument,
    by: WhoOption,
    clause: Annotated[str, typer.Option("--clause", metavar="CLAUSE", help="By which clause it was wrong.")],
    record: Annotated[
        int | None,
        typer.Option("--record", metavar="VERSION", min=1, max=MAX_VERSION, help="Contest this record of 'souls log'."),
    ] = None,
    refusal: Annotated[
        str | None, typer.Option("--refusal", metavar="ID", help="Contest this refusal; 'souls refusals' tells them.")
    ] = None,
    because: BecauseOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Contest a record, or that a command was turned down, under a clause.

    Everybody at the table sees it, and with a refusal the command too: a card that it names becomes known. It waits for a
    settlement of the parties, or for a ruling.
    """
    if (record is None) == (refusal is None):
        raise CommandError("Contest either a record, with --record, or a refusal, with --refusal.")
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who, cited = speaker(found, by), clause_meant(found, clause)
        refused = None if refusal is None else _refused(souls, found, who, refusal)
        with written(souls, found, who, because) as argument:
            command: Command
            if refused is None:
                assert record is not None
                command = ContestRecord(record, cited, argument)
            else:
                command = _contesting(refused, cited, argument)
            after = give(souls.ledger, found, who, command)
        number = len(after.disputes.contests)
        tell_done(souls, found, number, who if who >= 0 else None, as_json)
        if not as_json:
            tell_opened(souls, after, number)


def withdraw_contest(
    table: TableArgument,
    contest: ContestArgument,
    by: WhoOption,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take back a contest of your own that is not ruled on."""
    give_about(table, contest, by, WithdrawContest(contest), data, rulebook, as_json)


def evidence(
    table: TableArgument,
    contest: ContestArgument,
    by: WhoOption,
    text: Annotated[
        str | None, typer.Option("--text", metavar="TEXT", help="In your words; @FILE, or - for standard input.")
    ] = None,
    records: Annotated[
        str | None, typer.Option("--records", metavar="VERSIONS", help="Records that bear on it, as 12,14.")
    ] = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Add a text, or records, to an open contest."""
    versions = () if records is None else _versions(records)
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who = speaker(found, by)
        with written(souls, found, who, text) as text_hash:
            give(souls.ledger, found, who, AddEvidence(contest, text_hash, versions))
        tell_done(souls, found, contest, who if who >= 0 else None, as_json)


def give_about(
    table: TableArgument,
    contest: int,
    by: str,
    command: Command,
    data: DataOption,
    rulebook: RulebookOption,
    as_json: bool,
) -> None:
    """Give a command about a contest that needs nothing else, and tell what it has done."""
    with installation(data, rulebook) as souls:
        found = souls.ledger.current(table)
        who = speaker(found, by)
        give(souls.ledger, found, who, command)
        tell_done(souls, found, contest, who if who >= 0 else None, as_json)


def give(ledger: Ledger, table: Table, by: int, command: Any) -> Table:
    """Give a command that must be accepted, and that has been typed: it may be out of its own bounds."""
    try:
        msgspec.convert(msgspec.to_builtins(command), type(command))
    except msgspec.ValidationError as error:
        path, why = told(error)
        raise CommandError(f"This cannot be asked{f', at {path}' if path else ''}: {why}.") from error
    # What is contested, or added to a contest, names its records: that others have gone on meanwhile does not matter to it.
    attempts = ATTEMPTS if isinstance(command, ContestRecord | ContestRefusal | AddEvidence) else 1
    for _ in range(attempts - 1):
        try:
            return insist(ledger, table, by, command)
        except RefusedError as error:
            if error.refusal.code != "STALE_VERSION":
                raise
        table = ledger.current(table.id)
    return insist(ledger, table, by, command)


def clause_meant(table: Table, typed: str) -> str:
    """The clause of that number, in the game's law or the table's own, as it is written there."""
    meant = clauses_meant(table.rulebook.game, table.rulebook.law, typed)
    if not meant.told:
        raise CommandError(
            f"{printable(typed)} is a chapter; a contest cites one of its clauses, such as {meant.below[0].id}."
        )
    return meant.told[0].id


def is_clause(table: Table, words: Sequence[str]) -> bool:
    """Whether a single word is the number of a clause of the game, or of the table."""
    ids = (one.id.lower() for law in (table.rulebook.law, load_law("domain.table.data")) for one in law)
    return len(words) == 1 and words[0].lower() in ids


def _contesting(refused: KeptRefusal, clause: str, argument: str | None) -> ContestRefusal:
    try:
        return contest_of(refused, clause, argument)
    except NotKeptError as error:
        raise CommandError(str(error)) from error


def tell_opened(souls: Souls, table: Table, number: int) -> None:
    """What a new contest means for the table, who rules, and what was ruled by that clause before."""
    opened = table.disputes.contests[number - 1]
    if table.phase is Phase.PAUSED:
        say("Nobody plays until it is settled or ruled on.")
    elif table.phase is Phase.BEGUN:
        say("The game goes on meanwhile.")
    say(_who_rules(table, opened))
    for line in precedent_lines(souls, table.rulebook.game, (opened.cited.clause,), opened.cited.edition):
        say(f"  {printable(line)}", "dim")


def _who_rules(table: Table, contest: Contest) -> str:
    if judge_of(table, contest) == "vote":
        return "The seats rule on it, by vote."
    missing = not_accepting(table, contest)
    if missing:
        names = joined(map(table.catalogue.seat, missing))
        return f"The arbiter is a party: the seats rule on it, by vote, unless {names} accept the arbiter."
    return "The arbiter rules on it."


def _refused(souls: Souls, table: Table, who: int, typed: str) -> KeptRefusal:
    found = next((one for one in own_refusals(souls.ledger.refusals(table.id), table, who) if one.id == typed), None)
    if found is None:
        raise CommandError(f"{table.catalogue.seat(who)} has met no refusal '{printable(typed)}' at this table.")
    return found


def _versions(text: str) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")]
    for word in words:
        if not (word.isascii() and word.isdigit() and len(word) <= len(str(MAX_VERSION))):
            raise CommandError(f"Records are given by their versions, as 12,14, not as '{printable(word)}'.")
    return tuple(dict.fromkeys(map(int, words)))


def contest_lately(souls: Souls, table: Table, seat: int, clause: str, typed: str) -> Table:
    """Contest the last refusal that a seat has met; `CommandError` where it has met none."""
    refusals = own_refusals(souls.ledger.refusals(table.id), table, seat)
    if not refusals:
        raise CommandError("Nothing has been turned down that you could contest.")
    with written(souls, table, seat, typed or None) as argument:
        after = give(souls.ledger, table, seat, _contesting(refusals[-1], clause_meant(table, clause), argument))
    number = len(after.disputes.contests)
    tell_done(souls, table, number, seat, as_json=False)
    tell_opened(souls, after, number)
    return after
