"""`souls precedents`: what was ruled before, by game, clause and edition; and collections of it, from server to server."""

from pathlib import Path
from typing import Annotated, Any, get_args

import msgspec
import typer
from typer.core import TyperGroup

from domain.table.disputes.messages import Outcome
from infra.collected import read_collection
from infra.precedents import Known, Said, Taken
from infra.sealing import Sealed
from infra.wiring import Souls
from projections.precedents import Judgement
from tools.cli.common import (
    CommandError,
    DataOption,
    JsonOption,
    RulebookOption,
    installation,
    printable,
    read_file,
    say,
    say_json,
    write_private,
)
from tools.cli.ruled_before import NOW
from tools.cli.writing import time_text

REASONS_SHOWN = 3
PAGE = 50
MOST_SKIPPED = 10**9

REMEDIES = {
    "rewind": "gone back",
    "correction": "corrected",
    "points": "points",
    "reapply": "later moves made again",
}
STANDINGS = {
    "appealed": "Appealed against, and not ruled on again yet.",
    "confirmed": "Confirmed on appeal.",
    "changed": "On appeal the remedy was changed.",
    "reversed": "Reversed on appeal.",
}
_INDENT = "      "


class ListsByDefault(TyperGroup):
    """Commands of which `list` is meant where none is named."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        first = args[0] if args else ""
        named = first in self.commands or first in ctx.help_option_names
        return super().parse_args(ctx, args if named else ["list", *args])


app = typer.Typer(
    cls=ListsByDefault,
    help="Find what was ruled before, and hand it on: 'souls precedents GAME --clause C' is short for 'souls precedents list'.",
    rich_markup_mode=None,
)

GameOption = Annotated[str | None, typer.Option("--game", metavar="GAME", help="Only of this game.")]
ClauseOption = Annotated[
    str | None, typer.Option("--clause", metavar="C", help="Only about this clause, or those below it.")
]


@app.command("list", short_help="List precedents, the newest first.")
def list_(
    game: Annotated[str | None, typer.Argument(metavar="GAME", help="Only of this game.")] = None,
    clause: ClauseOption = None,
    edition: Annotated[str | None, typer.Option("--edition", metavar="E", help="Only under this edition.")] = None,
    search: Annotated[
        str | None, typer.Option("--search", metavar="WORDS", help="All these words in clause, reasons or argument.")
    ] = None,
    outcome: Annotated[
        str | None, typer.Option("--outcome", metavar="OUTCOME", help="Only what was upheld, or overturned.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", metavar="N", help="At most so many.")] = PAGE,
    offset: Annotated[int, typer.Option("--offset", metavar="N", help="Leave out the first so many.")] = 0,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """List what was ruled before, the newest first, with a word where the clause is not what it was."""
    if not (1 <= limit <= MOST_SKIPPED and 0 <= offset <= MOST_SKIPPED):
        raise CommandError(f"--limit is a number from 1, and --offset one from 0, to {MOST_SKIPPED}.")
    with installation(data, rulebook) as souls:
        souls.catch_up()
        found = souls.precedents.find(game, clause, edition, search or "", _outcome(outcome), limit + 1, offset)
        if game is not None and not found:
            _check_game(souls, game)
    shown = found[:limit]
    if as_json:
        say_json({"precedents": [_plain(known) for known in shown], "more": len(found) > limit})
        return
    for known in shown:
        tell_precedent(known)
    if not shown:
        say("Nothing of that kind has been ruled on." if offset == 0 else "There are no more.")
    if len(found) > limit:
        say(f"There are more: --offset {offset + limit} shows them.")


@app.command("export", short_help="Write the precedents of this server to a file.")
def export(
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="Where the file goes.")],
    game: GameOption = None,
    clause: ClauseOption = None,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Write what was ruled at the tables here to one signed file for other servers, with the texts of reasons and argument."""
    with installation(data, rulebook) as souls:
        souls.catch_up()
        collection = souls.precedents.collected(game, clause)
        count = len(collection.precedents)
        if not count:
            raise CommandError("There is nothing to export: nothing of that kind has been ruled on at a table here.")
        exported, signer = souls.precedents.export(collection), souls.precedents.fingerprint
    replaced = write_private(output, exported)
    if as_json:
        told = {"file": str(output), "bytes": len(exported), "precedents": count, "signer": signer}
        say_json({**told, "replaced": bool(replaced)})
    else:
        say(f"Wrote {_count(count)} to {output} ({len(exported)} bytes), signed by {signer}. {replaced}".rstrip())


@app.command("import", short_help="Take in the precedents of another server.")
def import_(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A collection of precedents.")],
    trust: Annotated[
        str | None, typer.Option("--trust", metavar="FINGERPRINT", help="Who must have signed it.")
    ] = None,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Only check it, and tell what it would do.")] = False,
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Take in what was ruled elsewhere, once signature and hashes are right. It stays marked with whose it is."""
    collection = read_collection(read_file(file), trust)
    with installation(data, rulebook) as souls:
        souls.catch_up()
        taken = souls.precedents.take_in(collection, dry_run=dry_run)
        strange = sorted({one.precedent.game for one in collection.value.precedents} - _games(souls))
    if as_json:
        plain = {"signer": collection.signer, "dry_run": dry_run, **msgspec.to_builtins(taken)}
        say_json({**plain, "games_without_rulebook": strange})
        return
    say(_told(collection, taken, dry_run))
    if strange:
        say(
            f"There is no rulebook here for {', '.join(map(printable, strange))}: these precedents are flagged.",
            "yellow",
        )


@app.command("forget", short_help="Forget the precedents of another server.")
def forget(
    fingerprint: Annotated[str, typer.Argument(metavar="FINGERPRINT", help="Whose precedents.")],
    data: DataOption = None,
    rulebook: RulebookOption = None,
    as_json: JsonOption = False,
) -> None:
    """Forget all precedents that were imported from one server."""
    with installation(data, rulebook) as souls:
        count = souls.precedents.forget(fingerprint)
    if not count:
        raise CommandError(f"No precedents of '{fingerprint}' were imported here.")
    if as_json:
        say_json({"signer": fingerprint.lower(), "forgotten": count})
    else:
        say(f"Forgot {_count(count)} of {fingerprint.lower()}.")


def tell_precedent(known: Known) -> None:
    """A precedent for people."""
    precedent, ruling = known.precedent, known.precedent.ruling
    remedies = ", ".join(REMEDIES[kind] for kind in precedent.remedies)
    title = f"{printable(precedent.clause)}  {printable(known.title)}".rstrip()
    say(f"{title}: {precedent.outcome}" + (f" ({remedies})" if remedies else ""), "bold")
    at = f"{time_text(ruling.at)[:16]} UTC, {_judge(ruling)}{', final' if precedent.final else ''}"
    _tell(f"{precedent.game}, edition {precedent.edition}; table {precedent.table}, contest {precedent.contest}; {at}")
    contested = precedent.contested
    what = f" {contested.what} [{contested.clause}]" if contested.what else ""
    _tell(f"Contested: {contested.kind}{what} at version {contested.version}.")
    if precedent.standing in STANDINGS:
        first = precedent.judgements[0]
        before = f" At first {first.outcome}, {_judge(first)}." if precedent.standing in ("changed", "reversed") else ""
        _tell(STANDINGS[precedent.standing] + before)
    if known.origin is not None:
        _tell(f"Ruled elsewhere: imported from {known.origin}.", "yellow")
    if known.changed:
        _tell(f"Mind that {NOW[known.now]}.", "yellow")
    if known.reasons is not None:
        _tell_reasons(known.reasons)


def _tell(text: str, style: str | None = None) -> None:
    say(_INDENT + printable(text), style)


def _tell_reasons(reasons: Said) -> None:
    if reasons.text is None:
        _tell(f"Its reasons are {reasons.missing}.", "dim")
        return
    lines = [line for line in reasons.text.splitlines() if line.strip()]
    for line in lines[:REASONS_SHOWN]:
        _tell(f"| {line}")
    if len(lines) > REASONS_SHOWN:
        _tell("| …")


def _judge(ruling: Judgement) -> str:
    if ruling.votes is None:
        return f"by the {ruling.judge}"
    return f"by vote, {ruling.votes[0]} to {ruling.votes[1]}"


def _plain(known: Known) -> dict[str, Any]:
    """A precedent for scripts: with what follows from its rulings, and without the hashes of what is told as texts."""
    precedent = known.precedent
    return {
        **msgspec.to_builtins(precedent),
        "at": precedent.ruling.at,
        "outcome": precedent.outcome,
        "remedies": precedent.remedies,
        "changed": known.changed,
        **{name: getattr(known, name) for name in Known.__struct_fields__ if name != "precedent"},
    }


def _told(collection: Sealed[Any], taken: Taken, dry_run: bool) -> str:
    count, signer = len(collection.value.precedents), collection.signer
    parts = {
        "new": taken.new,
        "newer than what was here": taken.renewed,
        "here already": taken.same,
        "older than what is here": taken.older,
        "of tables that are here themselves": taken.own,
    }
    told = ", ".join(f"{number} {what}" for what, number in parts.items() if number) or "none"
    return f"{'Would import' if dry_run else 'Imported'} {_count(count)} of {signer}: {told}."


def _count(number: int) -> str:
    return f"{number} precedent{'' if number == 1 else 's'}"


def _outcome(text: str | None) -> Outcome | None:
    for outcome in get_args(Outcome):
        if text == outcome:
            return outcome  # type: ignore[no-any-return]
    if text is not None:
        raise CommandError(f"An outcome is {' or '.join(get_args(Outcome))}, not '{text}'.")
    return None


def _games(souls: Souls) -> set[str]:
    return {rulebook.game for rulebook in souls.ledger.rulebooks}


def _check_game(souls: Souls, game: str) -> None:
    """`UnknownGameError` where nobody here knows the game, neither by its rulebook nor by a precedent."""
    if not souls.precedents.find(game, limit=1):
        _ = souls.ledger.rulebooks[game]
