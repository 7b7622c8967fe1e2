"""Forks of tables of the toy game and of Root for tests, and every refusal to make one."""

from collections.abc import Callable
from typing import Any

from domain.table.chain import genesis_of
from domain.table.chance import Derived, chance_key, commitment_to
from domain.table.disputes.messages import ContestRecord
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import AbandonTable, EditionAdopted, ForkTable
from domain.table.messages import HOST, WHOLE
from domain.table.records import Record, Submission
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from tests.table.play import Play, begun, finish, seated
from tests.table.toy import CallVote, Toy, Vote

FORK_SEED = bytes(range(32, 64))
DEAL = "5e" * 32
FORK = "forktable234"


class Blind(Toy):
    """Trumps whose rules cannot guess what somebody does not know."""

    imagined = Rulebook.imagined


class Forgetful(Toy):
    """Trumps whose guesses forget who has voted: good enough for a bot, and nothing to play on from."""

    def imagined(self, state: Any, seat: int | None, rng: Any) -> Any:
        guess = super().imagined(state, seat, rng)
        guess.prompts = ()
        return guess


def ask_fork(
    origin: Table, viewer: int | None = WHOLE, version: int | None = None, *, deal: str = DEAL, fork_id: str = FORK,
    given: Table | None = None, now: int = 9_000_000_000,
) -> tuple[Play, Accepted | Refusal]:  # fmt: skip
    """Ask to fork a table; who plays at the fork goes on with its own chance. `given`: another table than is asked for."""
    play = Play(origin.rulebook, Derived(chance_key(FORK_SEED, ()), fork_id, 0), fork_id)
    play.now = now
    at = origin.version if version is None else version
    command = ForkTable(origin.id, at, viewer, "fred", commitment_to(FORK_SEED), deal)
    moment = Moment(now, play.source, genesis_of(fork_id), given or origin)
    return play, handle(play.table, Submission("fork", HOST, 0, command), moment)


def fork(origin: Table, viewer: int | None = WHOLE, version: int | None = None, **more: Any) -> Play:
    """The same, where it is to be possible."""
    play, result = ask_fork(origin, viewer, version, **more)
    assert isinstance(result, Accepted), result
    return play


def unforked(origin: Table, *arguments: Any, **more: Any) -> Refusal:
    """The refusal to fork a table; the origin is then as it was, and the fork is no table."""
    play, result = ask_fork(origin, *arguments, **more)
    assert isinstance(result, Refusal), result
    assert play.table.version == 0
    return result


def finished(seats: int = 2) -> Play:
    play = begun(seats, options='{"rounds":1}')
    finish(play)
    return play


def abandoned(play: Play) -> Play:
    play.do(HOST, AbandonTable())
    return play


def with_another_edition() -> Table:
    """A table in an edition that its rules do not know any more."""
    play = begun()
    play.table.apply(Record(play.now, HOST, EditionAdopted("9")))
    return abandoned(play).table


def half_voted(rulebook: Rulebook) -> Table:
    play = begun(rulebook=rulebook)
    play.do(0, CallVote())
    play.do(0, Vote(True))
    return play.table


def contested_copy() -> Refusal:
    sandbox = fork(begun().table, 0)
    result = sandbox.ask(HOST, ContestRecord(9, "TOY-1"))
    assert isinstance(result, Refusal)
    return result


UNFORKED: dict[str, tuple[Callable[[], Refusal], str, str]] = {
    "ORIGIN_NEEDED": (lambda: unforked(begun().table, given=begun(table="othertable23").table), "T-64",
                      "Nothing can be forked without the log of the table 'toytable2345'."),
    "CAME_WITH_THE_FORK": (
        contested_copy,
        "T-64",
        "Record 9 came with the fork; what happened at table 'toytable2345' is contested there.",
    ),
    "NOTHING_TO_FORK": (lambda: unforked(abandoned(seated()).table), "T-64",
                        "The game at table 'toytable2345' has not begun, so there is nothing to fork."),
    "GAME_OVER_THERE": (lambda: unforked(finished().table), "T-64",
                        "At version 16 the game is over; it can be forked up to version 13."),
    "SECRETS_IN_PLAY": (lambda: unforked(begun().table), "T-64",
                        "The game at table 'toytable2345' is not over, so nobody may see everything: fork it for a seat or "
                        "for a spectator."),
    "CANNOT_DEAL_ANEW": (lambda: unforked(begun(rulebook=Blind()).table, 0), "T-64",
                         "At version 9 these rules cannot deal anew what is hidden; another version may do, or the end of "
                         "the game."),
}  # fmt: skip
