"""What came of a post: as a whole, and line by line. Plain data, as APIs and messages tell it."""

from collections.abc import Callable
from typing import Literal

import msgspec
from msgspec.structs import replace

from infra.notation import ShortForm

# done: it has happened; would: it would happen, or would have; refused: the law turns it down; unread: it is not understood;
# untried: a line before it is why nothing happened; told: it asked for help, and `did` is that, or to be shown the table.
Status = Literal["done", "would", "refused", "unread", "untried", "told"]

MUST_BE_LAST = "MUST_BE_LAST"
FOLLOWS = "What follows is decided by chance or by others."


class LineOutcome(msgspec.Struct, frozen=True):
    """One command of a post: what was typed, how it is written, and what it did, in sentences for who posted it; or by which
    code and clause it did not.

    `open`: chance or others decide what follows from it; before it has happened nothing of that is told. `first` and `last`
    are the versions of its records, 0 where it has none. `drawn` is the table where that was asked for, in lines of characters
    of one width.
    """

    text: str
    status: Status
    command: str = ""
    did: tuple[str, ...] = ()
    open: bool = False
    code: str = ""
    clause: str = ""
    sentence: str = ""
    first: int = 0
    last: int = 0
    drawn: tuple[str, ...] = ()


class Since(msgspec.Struct, frozen=True):
    """Something that has happened meanwhile, as who posted may see it."""

    version: int
    sentence: str


class PostOutcome(msgspec.Struct, frozen=True):
    """What came of a post. `accepted`: all of it has happened, or would (`dry_run`); else none of it has, and `code` and
    `sentence` say why. `repeated`: it had happened before. `version` is the table's; `since` is told where the table has moved
    on from what was expected.

    `awaited` is what the game waits for from who posted, as the table is now, and `forms` some of what can be typed then: so
    who plays by posts goes on at once. Both are empty where it is the turn of others.
    """

    table: str
    version: int
    accepted: bool
    dry_run: bool = False
    repeated: bool = False
    lines: tuple[LineOutcome, ...] = ()
    code: str = ""
    sentence: str = ""
    since: tuple[Since, ...] = ()
    awaited: tuple[str, ...] = ()
    forms: tuple[ShortForm, ...] = ()

    def named(self, name: Callable[[str], str]) -> "PostOutcome":
        """The same with other sentences, such as with names of people in them."""
        lines = (replace(line, did=tuple(map(name, line.did)), sentence=name(line.sentence)) for line in self.lines)
        since = (replace(one, sentence=name(one.sentence)) for one in self.since)
        return replace(self, lines=tuple(lines), sentence=name(self.sentence), since=tuple(since))
