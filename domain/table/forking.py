"""Forks: a sandbox with the game of another table, its origin, as it stood at a version of it (T-64).

A fork copies what counted at the origin, each event with its clause and its chance, and nothing that was undone. Of an origin
that may still hold secrets it has one viewer's knowledge: what that viewer may not know is dealt anew behind the copies, and
the copies are shown as that viewer saw them (`seeing`). The origin is read, never written.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from domain.table.chance import Chance
from domain.table.disputes.messages import Reapplied
from domain.table.evolving import redealt
from domain.table.lifecycle import EditionAdopted, ForkTable, GameBegun, GameFinished, Redealt, TableForked, TableOpened
from domain.table.messages import WHOLE, TableEvent
from domain.table.records import Record
from domain.table.refusals import EngineFault, Refusal
from domain.table.rulebook import Happening, Rulebook, Under
from domain.table.seeing import hides_nothing
from domain.table.table import Table, fold


class Copied(NamedTuple):
    """A record of the origin that is entered at the fork: its event, clause and chance, under the origin's name."""

    record: Record[Any]


Happenings = Iterator[Happening | TableEvent | Copied]


def fork_table(table: Table, command: ForkTable, origin: Table) -> Happenings:
    """T-64: open a table with what counted at the origin, and deal anew what the viewer may not know."""
    if origin.id != command.origin or origin.rulebook is not table.rulebook:
        raise Refusal("ORIGIN_NEEDED", "T-64", origin=command.origin)
    then = _then(origin, command.version)
    _check_viewer(origin, then, command)
    opened, edition = origin.opened, origin.edition
    assert opened is not None
    assert edition is not None
    copies = past_of(origin, command.version)
    adopted = [] if edition.name == opened.edition else [Under("T-64", EditionAdopted(edition.name))]
    dealt = [] if command.viewer == WHOLE else [Redealt(command.viewer, command.seed)]
    last = 3 + len(adopted) + len(copies) + len(dealt)
    yield TableOpened(
        opened.game, opened.edition, opened.seats, command.host, command.commitment, opened.options, "provable"
    )
    yield TableForked(command.origin, command.version, command.viewer, _reader(origin, command.viewer), last)
    yield from adopted
    yield Under("T-64", GameBegun())
    yield from copies
    yield from dealt
    if table.version != last:
        raise EngineFault(f"a fork was to have {last} records, and has {table.version}")


def fork_alone(table: Table, by: int, command: ForkTable, chance: Chance, at: int) -> Happenings:
    """T-64: nobody forks a table that is not there."""
    raise Refusal("ORIGIN_NEEDED", "T-64", origin=command.origin)
    yield


def past_of(origin: Table, version: int) -> list[Copied]:
    """What a fork copies: the game records that counted at a version. That some were made again is no part of the game, and
    says so by versions that the fork does not have."""
    records = (origin.records[one - 1] for one in origin.history.line(version))
    return [Copied(record) for record in records if not isinstance(record.event, Reapplied)]


def may_see_whole(origin: Table) -> bool:
    """T-64: whether a fork may have everything: the play is over, or all of it is a sandbox that nobody sits at."""
    return origin.is_over or (origin.is_sandbox and all(seat.vacant for seat in origin.seats))


def can_imagine(rulebook: Rulebook) -> bool:
    """Whether a game's rules can deal anew what somebody may not know, or hide nothing."""
    return hides_nothing(rulebook) or type(rulebook).imagined is not Rulebook.imagined


def _then(origin: Table, version: int) -> Table:
    """The origin as it stood at a version that the play can go on from."""
    if not origin.begun_at:
        raise Refusal("NOTHING_TO_FORK", "T-64", origin=origin.id)
    if not origin.setup_end <= version <= origin.version or not origin.is_boundary(version):
        raise Refusal("NO_SUCH_POINT", "T-64", version=version, first=origin.setup_end, last=origin.version)
    if origin.edition not in origin.rulebook.editions:
        raise Refusal("UNKNOWN_EDITION", "T-24", edition=origin.edition.name if origin.edition else "")
    then = fold(origin.id, origin.rulebook, origin.records[:version])
    if then.finished is not None:
        raise Refusal("GAME_OVER_THERE", "T-64", version=version, last=_last_open(origin, version))
    return then


def _last_open(origin: Table, version: int) -> int:
    """The last version before a finished one at which the game went on: before the command that ended it."""
    line = origin.history.line(version)
    ended = next(one for one in line if isinstance(origin.records[one - 1].event, GameFinished))
    return origin.command_span(ended)[0] - 1


def _check_viewer(origin: Table, then: Table, command: ForkTable) -> None:
    """T-64: nobody learns by a fork what it may not know, and what is dealt anew can be played on with."""
    viewer = command.viewer
    if viewer == WHOLE:
        if not may_see_whole(origin):
            raise Refusal("SECRETS_IN_PLAY", "T-64", origin=origin.id)
        return
    if viewer is not None and viewer >= len(origin.seats):
        raise Refusal("NO_SUCH_SEAT", "T-2", seat=viewer)
    if not can_imagine(origin.rulebook):
        raise Refusal("CANNOT_DEAL_ANEW", "T-64", version=command.version)
    rulebook, game = origin.rulebook, then.game
    known, awaited = rulebook.view(game, viewer), game.prompts
    # A guess that is no position of the game, or changes what the viewer sees, is good enough for a bot, and not to play on.
    guess = redealt(rulebook, rulebook.copy(game), Redealt(viewer, command.seed))
    if rulebook.view(guess, viewer) != known or guess.prompts != awaited:
        raise Refusal("CANNOT_DEAL_ANEW", "T-64", version=command.version)


def _reader(origin: Table, viewer: int | None) -> int | None:
    """Who sees what is copied as at the origin. A fork of a fork shows nobody more of the first origin than the fork does."""
    before = WHOLE if origin.forked is None else origin.forked.reader
    if viewer == WHOLE:
        return before
    return viewer if before in (WHOLE, viewer) else None
