"""Which lines of a post are commands.

What is quoted (`>`) is none, nor is a signature (behind `--`), nor what stands behind the line that says who wrote what is
answered. Of what is left: where there are lines that begin with `!`, or blocks fenced as ```souls, only these are commands,
and everything else is prose. Where there are none, every line that says something is a command.
"""

import re
from collections.abc import Iterator, Sequence

LONGEST_POST = 65_536
MOST_COMMANDS = 50
FENCE = "```souls"
_NEWLINE = re.compile(r"\r\n|\r|\n")
_QUOTED = re.compile(r"\s*[>|]")
_SIGNATURE = re.compile(r"--\s*|_{5,}\s*|Sent from my .{1,60}")
# "On 3 May 2026 at 10:00, Ada <ada@example.org> wrote:", perhaps on two lines, and what other mail programs write.
_REPLY = re.compile(
    r"(?:On|Am|Le|El|Il|Em|Op)\b.{0,300}\b(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef)\b.{0,200}:"
    r"|-{2,}\s*(?:Original Message|Ursprüngliche Nachricht|Forwarded message)\s*-{2,}"
)
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
    own = list(_own(_NEWLINE.split(text)))
    found = list(_marked(own)) or [line for line in own if not _is_marked(line)]
    said = [line.strip() for line in found if _SAYS_SOMETHING.search(line)]
    if not said:
        raise PostError("NO_COMMANDS", "There is no command in this post.")
    return said


def check_number(commands: Sequence[str]) -> None:
    """PostError where a post has more commands than one may have."""
    if len(commands) > MOST_COMMANDS:
        raise PostError("TOO_MANY_COMMANDS", f"A post has at most {MOST_COMMANDS} commands, and this one has more.")


def _own(lines: Sequence[str]) -> Iterator[str]:
    """The lines that are the writer's own."""
    for n, line in enumerate(lines):
        behind = lines[n + 1] if n + 1 < len(lines) else ""
        if (
            _SIGNATURE.fullmatch(line.strip(" "))
            or _is_reply(line.strip())
            or _is_reply(f"{line.strip()} {behind.strip()}")
        ):
            return
        if not _QUOTED.match(line):
            yield line


def _is_reply(line: str) -> bool:
    return len(line) <= 600 and bool(_REPLY.fullmatch(line))


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
