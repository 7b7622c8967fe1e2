"""Which lines of a post are commands.

What is quoted (`>`) is none, nor is the line that says who wrote it, nor a signature (behind `--`), nor a whole mail below that
is not marked as quoted. What stands below a quotation is read. Of what is left: where there are lines that begin with `!`, or
blocks fenced as ```souls, only these are commands, and everything else is prose. Where there are none, every line that says
something is a command.
"""

import re
from collections.abc import Iterator, Sequence

LONGEST_POST = 65_536
MOST_COMMANDS = 50
POST_ID = "[A-Za-z0-9._-]{1,56}"
"""The form of a post's id: with its number behind it is the id of a command."""

FENCE = "```souls"
_NEWLINE = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r"\s*[>|]")
# Behind these nothing is the writer's own: a signature, or a mail as it was.
_END = re.compile(
    r"--|_{5,}|Sent from my .{1,60}|From: .+@.+"
    r"|-{2,} ?.{0,80}\b(?:Original|Forwarded|Weitergeleitet\w*|Ursprüngliche)\b.{0,80}-{2,}",
    re.IGNORECASE,
)
# "On 3 May 2026 at 10:00, Ada <ada@example.org> wrote:", perhaps on two lines, and what other mail programs write.
_REPLY = re.compile(
    r"(?:On|Am|Le|El|Il|Em|Op)\b.{0,300}\b(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef)\b.{0,200}:"
)
_LONGEST_SAYING = 600
_FENCE_END = re.compile(r"\s*```\s*")
_SAYS_SOMETHING = re.compile(r"[^\W_]")


class PostError(Exception):
    """Why nothing of a post can be tried: a code, and the sentence for whoever posted it."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code, self.sentence = code, sentence


def command_lines(text: str) -> list[str]:
    """The lines of a post that are commands, in their order; PostError where there are none, or too many."""
    if len(text) > LONGEST_POST:
        raise PostError("POST_TOO_LONG", f"A post has at most {LONGEST_POST} characters, and this one has {len(text)}.")
    own = own_lines(text)
    found = list(_marked(own)) or [line for line in own if not _is_marked(line)]
    said = [line.strip() for line in found if _SAYS_SOMETHING.search(line)]
    if not said:
        raise PostError("NO_COMMANDS", "There is no command in this post.")
    return said


def check_number(commands: Sequence[str]) -> None:
    """PostError where a post has more commands than one may have."""
    if len(commands) > MOST_COMMANDS:
        raise PostError("TOO_MANY_COMMANDS", f"A post has at most {MOST_COMMANDS} commands, and this one has more.")


def own_lines(text: str) -> list[str]:
    """The lines that are the writer's own, in a post, a chat or a mail."""
    lines = _NEWLINE.split(text.replace("\xa0", " "))
    kept: list[str] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        if _is_end(line.strip()):
            break
        introduced = _introduced(lines, at)
        if introduced and not _quoted_from(lines, at + introduced):
            break
        if introduced:
            at += introduced
            continue
        if _QUOTED.match(line):
            _drop_introduction(kept)
        else:
            kept.append(line)
        at += 1
    return kept


def _is_end(line: str) -> bool:
    return len(line) <= _LONGEST_SAYING and bool(_END.fullmatch(line))


def _introduced(lines: Sequence[str], at: int) -> int:
    """How many lines there say who wrote what is answered: one, two, or none."""
    for several in (1, 2):
        said = " ".join(line.strip() for line in lines[at : at + several])
        if len(said) <= _LONGEST_SAYING and _REPLY.fullmatch(said):
            return several
    return 0


def _quoted_from(lines: Sequence[str], at: int) -> bool:
    """Whether what stands there, behind blank lines, is marked as quoted."""
    following = next((line for line in lines[at:] if line.strip()), "")
    return bool(_QUOTED.match(following))


def _drop_introduction(kept: list[str]) -> None:
    """Take back "Lundi, Ada a dit:", on one line or two, where a quotation follows."""
    at = len(kept)
    while at and not kept[at - 1].strip():
        at -= 1
    if at and kept[at - 1].rstrip().endswith(":"):
        first = at - 1
        if first and kept[first - 1].strip() and "@" not in kept[first - 1] and re.search(r"\d{4}", kept[first - 1]):
            first -= 1
        del kept[first:]


def _is_marked(line: str) -> bool:
    return line.lstrip().startswith(("!", "```"))


def _marked(lines: Sequence[str]) -> Iterator[str]:
    """The lines that are marked as commands."""
    fenced = False
    for line in lines:
        if fenced:
            fenced = not _FENCE_END.fullmatch(line)
            if fenced:
                yield line.strip().removeprefix("!")
        elif line.strip().lower() == FENCE:
            fenced = True
        elif line.lstrip().startswith("!"):
            yield line.strip().lstrip("!")
