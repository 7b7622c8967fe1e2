"""A notation: commands of one game, and of its table, as one types them in a line, both ways."""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice, takewhile

import msgspec

from domain.table.messages import Command
from domain.table.reading import why_unreadable
from domain.table.refusals import Refusal
from domain.table.rulebook import Rulebook
from domain.table.table import Table
from infra.codec import Codec
from infra.nearness import nearest
from infra.notation.forms import Open, Wording
from infra.notation.generic import GenericForm
from infra.notation.offered import refused, sampled
from infra.notation.scope import MORE, Attempt, Scope
from infra.notation.spoken import LONGEST_QUOTED, NotationError, Preview, ShortForm, quoted
from infra.notation.table_answers import answers, may_ask, offices, standing, told
from infra.notation.table_words import SPELLED_OUT, TABLE_FORMS
from infra.notation.typed import STRING, plain, safe_json, tokens_of

MOST_READINGS = 200
# Only of a shorter line one is told how it may have been meant as a whole.
LONGEST_MEANT = 80
# Of what can be done so many are told where a line means none of it.
TOLD = 4
MOST_TOLD = 16
# Of what can be done so much is looked through for an example of one kind.
MOST_LOOKED_AT = 64
_MORE = "Say 'help' and a word to be told how one is typed, 'show' to be shown what you see of the table."
_SPELLED = re.compile(r"([A-Za-z]+)\s*(\{.*\})", re.DOTALL)
_COPY = re.compile(r"#\d+")
_BETWEEN = re.compile(r"\s*;\s*|\s+then\s+", re.IGNORECASE)


class Notation:
    """The words of one game. A subclass has the game's own; this one has those that any command has by its name and fields.

    A speaker is a seat by its number, or `HOST` or `ARBITER`, who have words of the table alone.

    Law: `read(write(command)) == command` for what fits into a line, and commands that differ are written differently. What
    another seat hides is neither written nor needed to read.
    """

    def __init__(self, rulebook: Rulebook) -> None:
        self.rulebook = rulebook
        self.forms: tuple[Wording, ...] = self.game_forms()
        self._codec = Codec(rulebook)
        own = (*rulebook.commands, *SPELLED_OUT)
        self._spelled = {command.__name__.lower(): command.__name__ for command in own}

    # --- What a game may write ----------------------------------------------------------------------------------------

    def game_forms(self) -> tuple[Wording, ...]:
        """The game's forms, those of one command with the one it is written by first."""
        return tuple(GenericForm(command) for command in self.rulebook.commands)

    @property
    def help(self) -> str:
        """How the game's commands are typed: a line for each form."""
        return "\n".join(f"  {form.usage}" for form in self.forms)

    def sentence(self, scope: Scope, command: Command) -> str:
        """What a command does, in words."""
        return told(scope.table, command) or scope.table.catalogue.command(command) or self.written(scope, command)

    def usage(self, table: Table, seat: int, command: str) -> str | None:
        """How a command of that name is typed now, where it has so many forms that no list can hold them."""
        return None

    def preview(self, table: Table, seat: int, line: str) -> Preview | None:
        """What the command in a line would do; None where the line does not ask for it. NotationError as for `read`."""
        return None

    def examples(self, scope: Scope, most: int) -> Iterator[tuple[str | None, Command]]:
        """Some of what may be done now, of all kinds, each with how it is typed if not as it is written."""
        for command in sampled(scope.offers, most):
            yield None, command

    def is_own(self, scope: Scope, command: type[Command]) -> bool:
        """Whether the speaker can ever give such a command, as everybody knows. By default everybody can give all."""
        return True

    def unawaited(self, scope: Scope, command: type[Command], usage: str) -> str:
        """What is said to somebody whose line leaves something open of a command that is not awaited."""
        name = scope.table.catalogue.word(command.__name__)
        return f"{name[:1].upper()}{name[1:]} ({usage}) is not awaited of you now.{self.asked(scope)}"

    @staticmethod
    def asked(scope: Scope) -> str:
        """What is awaited of a speaker, as sentences behind another."""
        mine = [prompt for prompt in scope.table.prompts if prompt.seat == scope.speaker]
        return "".join(f" {scope.table.catalogue.prompt(prompt)}." for prompt in mine)

    def split(self, line: str) -> Sequence[str]:
        """A plain line without marks between its commands, as the lines that it is short for. By default it is one."""
        return (line,)

    # --- What everybody asks ------------------------------------------------------------------------------------------

    def parts(self, line: str) -> tuple[str, ...]:
        """The lines that a line is short for: semicolons and the word `then` stand between commands, and the game may have
        lines that say two things, such as `place 3,-1 r90 knight n`. Each is read where those before it have happened."""
        try:
            text = plain(line)
        except NotationError:
            return (line,)
        if _SPELLED.fullmatch(text):
            return (text,)
        strings = [match.span() for match in STRING.finditer(text)]
        cuts = [m.span() for m in _BETWEEN.finditer(text) if not any(a < m.start() < b for a, b in strings)]
        starts, ends = [0, *(end for _, end in cuts)], [*(start for start, _ in cuts), len(text)]
        pieces = [text[start:end] for start, end in zip(starts, ends, strict=True)]
        return tuple(part for piece in pieces if piece for part in self.split(piece)) or (text,)

    def read(self, table: Table, speaker: int, line: str) -> Command:
        """The command that a line means. NotationError says in one sentence why it means none.

        A command that is understood may still be refused: what the law says to it is the kernel's to say.
        """
        if speaker >= len(table.seats):
            raise NotationError(f"There is no seat {speaker} at this table.", begun=False)
        text = plain(line)
        scope = Scope(table, speaker)
        try:
            return self._checked(self._understood(scope, text))
        except _SeveralError as several:
            raise self._can_be(scope, several.commands) from None
        except _NoneError as none:
            raise self._not_understood(scope, none.attempts, text) from None

    def write(self, table: Table, speaker: int, command: Command) -> str:
        """What the speaker types for a command."""
        return self.written(Scope(table, speaker), command)

    def written(self, scope: Scope, command: Command) -> str:
        """What is typed for a command: the first of its forms that is read as it again, else its name and fields. Which of
        several alike is meant is not written where the first of them is."""
        for form in (*self.forms, *TABLE_FORMS):
            text = form.write(scope, command) if form.command is type(command) else None
            if text is not None:
                for one in dict.fromkeys((_COPY.sub("", text), text)):
                    if self._means(scope, one, command):
                        return one
        fields = msgspec.to_builtins(command)
        return f"{fields.pop('command')} {safe_json(fields)}"

    def short_forms(self, table: Table, speaker: int, most: int = 8, at: int = 0) -> list[ShortForm]:
        """Some of what the speaker may do now, of every kind something: answers to what it is asked first. `at` is what time it
        is (microseconds), for what may be done only after a while."""
        scope = Scope(table, speaker)
        found = {form.text: form for form in self.answers(table, speaker)}
        for text, command in (*self.examples(scope, most), *((None, one) for one in offices(table, speaker, at))):
            form = self._short(scope, command, text)
            found.setdefault(form.text, form)
        return list(found.values())[:most]

    def answers(self, table: Table, speaker: int) -> list[ShortForm]:
        """All that the speaker can answer to what the table itself asks."""
        scope = Scope(table, speaker)
        return [self._short(scope, command) for command in answers(table, speaker)]

    def _short(self, scope: Scope, command: Command, text: str | None = None) -> ShortForm:
        sentence = self.sentence(scope, command)
        return ShortForm(text or self.written(scope, command), sentence[:1].upper() + sentence[1:])

    def refused(self, table: Table, speaker: int, refusal: Refusal) -> str:
        """Why a command of the speaker's was turned down, in a sentence with its clause."""
        return refused(Scope(table, speaker), refusal)

    def helped(self, table: Table, speaker: int, about: str = "") -> tuple[str, ...]:
        """How commands are typed, in a few lines: what the speaker may do now, or what begins with the word that is asked
        about."""
        forms = [form for form in (*self.forms, *TABLE_FORMS) if form.usage]
        word = next(iter(about.lower().split()), "")
        meant = [form for form in forms if _begins(form, word)]
        scope = Scope(table, speaker)
        if meant:
            return self._explained(scope, meant[:MOST_TOLD], word)
        if word:
            return (f"There is no command {quoted(word)}.{self._near(scope, word)}", *self.helped(table, speaker))
        now = dict.fromkeys(form.usage for form in self.forms if form.command.__name__ in scope.offered)
        asks = (form.usage for form in TABLE_FORMS if form.usage and may_ask(table, speaker, form.command))
        always = dict.fromkeys(" ".join(takewhile(str.islower, usage.split())) for usage in asks)
        may = [one.text for one in self.short_forms(table, speaker, TOLD)]
        told = {"Now you can": list(now)[:MOST_TOLD], "for example": may, "at any time": list(always)}
        lines = [f"{what[:1].upper()}{what[1:]}: {'; '.join(usages)}" for what, usages in told.items() if usages]
        return (*lines, *(() if may else (standing(table),)), _MORE)

    # --- Reading ------------------------------------------------------------------------------------------------------

    def _understood(self, scope: Scope, text: str) -> Command:
        """The command that a plain line means; `_SeveralError` or `_NoneError` where that is not one."""
        spelled = _SPELLED.fullmatch(text)
        if spelled is not None:
            return self._spelled_out(spelled[1], spelled[2])
        attempts = []
        for forms in self._levels(scope):
            attempts.append(Attempt(scope, text, tokens_of(text)))
            found = self._meant(attempts[-1], forms)
            if found is not None:
                return found
            if len(attempts) > 1 and any(attempt.opened for attempt in attempts):
                break
        raise _NoneError(attempts)

    def _levels(self, scope: Scope) -> tuple[Sequence[Wording], ...]:
        """What is awaited is meant first, then what can always be said, then what the law will refuse: what the speaker can do
        at other times, and what only others can."""
        awaited = [form for form in self.forms if form.command.__name__ in scope.awaited]
        later = [form for form in self.forms if form not in awaited]
        own = [form for form in later if self.is_own(scope, form.command)]
        return awaited, TABLE_FORMS, own, [form for form in later if form not in own]

    def _meant(self, attempt: Attempt, forms: Iterable[Wording]) -> Command | None:
        """The one command that is meant, None where these forms do not fit. `_SeveralError` where it can be several."""
        whole: dict[Command, None] = {}
        left: list[Open] = []
        for one in islice((one for form in forms for one in form.read(attempt)), MOST_READINGS):
            if isinstance(one, Open):
                left.append(one)
            else:
                whole[one] = None
        offered = [one for one in whole if attempt.scope.is_offered(one)]
        if offered:
            return _one_of(offered)
        completed = dict.fromkeys(one for part in left for one in attempt.scope.completions(part.command, part.said))
        if completed:
            return _one_of(list(completed))
        if whole:
            return next(iter(whole))
        if left:
            attempt.opened = left[0].command, left[0].usage
            attempt.at, attempt.missing = len(attempt.tokens), ["more must be said"]
        return None

    def _spelled_out(self, name: str, fields: str) -> Command:
        kind = self._spelled.get(name.lower())
        if kind is None:
            near = nearest(name, self._spelled.values())
            hint = f"; did you mean {near[0]}?" if near else "."
            raise NotationError(f"There is no command {quoted(name)}{hint}", begun=False)
        comma = "" if fields[1:].strip() == "}" else ", "
        try:
            return self._codec.read_command(f'{{"command": "{kind}"{comma}{fields[1:]}')
        except msgspec.MsgspecError as error:
            raise NotationError(f"{kind} cannot be read: {why_unreadable(error)}.") from error

    def _checked(self, command: Command) -> Command:
        """The command, within its own bounds."""
        try:
            return self._codec.read_command(msgspec.json.encode(command))
        except msgspec.MsgspecError as error:
            raise NotationError(f"That is out of bounds: {why_unreadable(error)}.") from error

    def _means(self, scope: Scope, text: str, command: Command) -> bool:
        try:
            return self._understood(scope, plain(text)) == command
        except (NotationError, _SeveralError, _NoneError):
            return False

    # --- Why not ------------------------------------------------------------------------------------------------------

    def _can_be(self, scope: Scope, commands: Sequence[Command]) -> NotationError:
        written = "; ".join(self.written(scope, command) for command in commands[:TOLD])
        more = f"; and {len(commands) - TOLD} more" if len(commands) > TOLD else ""
        return NotationError(f"That can mean {len(commands)} things, say more: {written}{more}.")

    def _not_understood(self, scope: Scope, attempts: Sequence[Attempt], text: str) -> NotationError:
        begun = next((one for one in attempts if one.missing and one.at > 0), None)
        may = [one.text for one in self.short_forms(scope.table, scope.speaker, MOST_TOLD)]
        if begun is None:
            return NotationError(
                f"{quoted(text)} is no command.{self._near(scope, text)}{_now(scope, may)}", begun=False
            )
        is_awaited = begun is attempts[0]
        if begun.opened is not None and not is_awaited:
            now = _now(scope, may) if may else f" {standing(scope.table)}"
            return NotationError(f"{self.unawaited(scope, *begun.opened)}{now}", begun=False)
        missing = [what for what in begun.missing if what != MORE] or begun.missing
        missing = [what for what in missing if what.endswith("?")][:1] or missing
        if missing[0].endswith("."):
            return NotationError(missing[0], begun=is_awaited)
        what = ", or ".join(dict.fromkeys(missing[:2]))
        end = "" if what.endswith("?") else "."
        alike = [one for one in may if one.split()[0] == begun.word(0)]
        so = self._typed_so(scope, begun.word(0))
        return NotationError(
            f"{what[:1].upper()}{what[1:]}{end}{so}{_now(scope, alike) if alike else ''}", begun=is_awaited
        )

    def _near(self, scope: Scope, text: str) -> str:
        """What somebody may have meant whose line begins like no command."""
        heads = {
            head.split()[0]: None for forms in self._levels(scope) for form in forms for head in form.heads if head
        }
        typed, _, rest = text.partition(" ")
        near = nearest(typed[:LONGEST_QUOTED], heads)
        if not near:
            return ""
        whole = f"{near[0]} {rest}".strip()
        meant = whole if len(whole) <= LONGEST_MEANT and self._is_understood(scope, whole) else near[0]
        hint = "" if typed.lower() == near[0] else f" Did you mean {meant}?"
        return f"{hint}{self._typed_so(scope, near[0])}"

    def _is_understood(self, scope: Scope, text: str) -> bool:
        try:
            self._understood(scope, text)
        except _SeveralError:
            return True
        except (NotationError, _NoneError):
            return False
        return True

    def _typed_so(self, scope: Scope, first: str) -> str:
        usages = [form.usage for level in self._levels(scope) for form in level if form.usage and _begins(form, first)]
        return f" It is typed so: {' or: '.join(list(dict.fromkeys(usages))[:2])}." if usages else ""

    def _explained(self, scope: Scope, forms: Sequence[Wording], word: str) -> tuple[str, ...]:
        """How these forms are typed, what their parts may be, and one line that is one of them, of what can be done now if
        there is something."""
        parts: dict[str, str] = {}
        for form in forms:
            for name, what in form.explained(scope):
                parts.setdefault(name, what)
        example = next((text for text in self._possible(scope, forms) if text.split()[0] == word), None)
        told = (f"{name}: {what.rstrip('…')}{'…' if what.endswith('…') else '.'}" for name, what in parts.items())
        return (
            *dict.fromkeys(form.usage for form in forms),
            *told,
            f"For example: {example or forms[0].typical(scope)}.",
        )

    def _possible(self, scope: Scope, forms: Sequence[Wording]) -> Iterator[str]:
        """Lines of these forms, and what answers the table itself, that can be typed now."""
        yield from (one.text for one in self.answers(scope.table, scope.speaker))
        kinds = [form.command for form in forms]
        for text, command in self.examples(scope, MOST_LOOKED_AT):
            if type(command) in kinds:
                yield text or self.written(scope, command)


def _begins(form: Wording, word: str) -> bool:
    return any(head.split()[:1] == [word] for head in form.heads)


def _now(scope: Scope, may: Sequence[str]) -> str:
    if may:
        return f" Now you can: {'; '.join(may[:TOLD])}."
    return f" Nothing is awaited of you now. {standing(scope.table)}"


class _SeveralError(Exception):
    def __init__(self, commands: Sequence[Command]) -> None:
        super().__init__()
        self.commands = commands


class _NoneError(Exception):
    def __init__(self, attempts: Sequence[Attempt]) -> None:
        super().__init__()
        self.attempts = attempts


def _one_of(commands: Sequence[Command]) -> Command:
    """The one of them; the first where they differ in nothing but which of several alike is meant."""
    if len(commands) > 1 and not _same_but_copies(commands):
        raise _SeveralError(commands)
    return commands[0]


def _same_but_copies(commands: Sequence[Command]) -> bool:
    """Whether commands differ in nothing but which of several alike is meant, such as two copies of a card."""
    return len({_COPY.sub("", repr(command)) for command in commands}) == 1
