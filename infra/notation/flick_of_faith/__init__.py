"""Flick of Faith in words: flicks by angle or direction and strength, Temples by place, and reports of a real board."""

import re
from collections.abc import Iterator, Mapping

from domain.flick_of_faith.cards import DEITIES, LAWS
from domain.flick_of_faith.commands import (
    AgreeToCounter,
    AnswerCorrection,
    CastLawVote,
    ChooseDeity,
    ConfirmReport,
    DecideLawTie,
    DeclineSecondTry,
    DropHeart,
    FirstFlick,
    Flick,
    Forfeit,
    KeepInCorner,
    PassTemples,
    ReportFirstPlayer,
    SecondTry,
    Shot,
    VoteOnReport,
)
from domain.table.measures import degrees, millimetres
from domain.table.messages import Command
from domain.table.table import Table
from infra.notation.flick_of_faith import placing
from infra.notation.flick_of_faith.aiming import USAGE
from infra.notation.flick_of_faith.examples import named
from infra.notation.flick_of_faith.words import FLICKS, HEADS, FlickWords
from infra.notation.flick_of_faith.writing import written
from infra.notation.forms import Form, Open, Wording
from infra.notation.notation import Notation
from infra.notation.offered import sampled
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import Chosen, Names, Slot, seat_slot
from infra.notation.spoken import NotationError, Preview

HELP = f"""A flick is typed as where it goes and how hard; places are mm east and north of the south-west corner of the mat:
  {USAGE}
  a is the angle in degrees (0 east, 90 north, 180 west), s the speed in mm/s: 500 slide 50 mm, 1000 slide 200, 1500 450.
  Left out: p1 the first that is ready, from a free place in the corner, s what slides as far as the place is away.
  Exact: flick p1 from 40.5,12 dir 3,-4 speed 620, or with the start in micrometres: flick 40500,12000 dir 3,-4 speed 620
  aim …    the same words: shows where it would come to rest with a steady hand, and what it would touch
  … and p2 a=50 s=700 for a second Prophet where a Law says so; … hand 240,200,45 puts Dagda's Hand there at that angle
Temples:   {placing.BUILD}
Heart:     heart at 240,100, and on a real board heart on yellow-p1, or heart on nothing
A report:  {placing.REPORT}
  amend and contest want the whole report again; correct p1 on east says where discs lie.
  p1 is always one's own, red-p1 another's. Any command may be spelled with its fields, lengths in micrometres:
  Flick {{"shot": ["0-p01", 40000, 40000, 3, 1, 974]}}
The others:
"""
_USAGES = {
    **dict.fromkeys(FLICKS, "flick PROPHET from PLACE a=ANGLE s=SPEED"),
    "BuildTemples": "build PROPHET at PLACE",
    "DropHeart": "heart at PLACE",
    "ReportHeart": "heart on DISCS",
    "ReportFlick": "report DISC WHERE and DISC WHERE",
    "AmendReport": "amend DISC WHERE and DISC WHERE",
    "ContestReport": "contest DISC WHERE and DISC WHERE",
    "ProposeCorrection": "correct DISC WHERE and DISC WHERE",
}
_PARTS = {
    "PROPHET": "p1, p2 and so on, each one's own; left out, the first that can be",
    "DISC": "p1 (a Prophet) or t1 (a Temple) of one's own, yellow-p1 another's",
    "DISCS": "yellow-p1 and such, with 'and' between, or nothing",
    "PLACE": "mm to the east and north of the south-west corner of the mat, such as 240,100",
    "ANGLE": "degrees, 0 to the east and 90 to the north; 'to' and a place, or 'dir' and two numbers, will do instead",
    "SPEED": "mm/s: 500 slide 50 mm, 1000 slide 200, 1500 slide 450",
    "WHERE": "on east, on east city, on navel, at 240,100, at sea, in corner, over p3, or off",
}
_TYPICAL = {
    **dict.fromkeys(FLICKS, "flick p1 to navel"),
    "BuildTemples": "build p1 city south-city with t2 at 240,100",
    "DropHeart": "heart at 240,100",
    "ReportHeart": "heart on yellow-p1 and yellow-p2",
    "ReportFlick": "report p1 on east and yellow-p2 off",
    "AmendReport": "amend p1 on east and yellow-p2 at sea",
    "ContestReport": "contest red-p1 off",
    "ProposeCorrection": "correct p1 on east",
}
_WORDS = FlickWords()


def _cards(scope: Scope, cards: Mapping[str, object]) -> Iterator[tuple[str, str]]:
    for card in cards:
        yield card, card
        yield scope.table.catalogue.word(card), card


_SLOTS: Mapping[str, Slot] = {
    "deity": Names("a deity", lambda scope: _cards(scope, DEITIES)),
    "law": Names("a Law", lambda scope: _cards(scope, LAWS)),
    "first": seat_slot(),
    "counter": seat_slot(),
    "choice": seat_slot(),
    "thumb": Chosen("a thumb", up="up", upper="up", down="down", lower="down"),
}


class _Worded:
    """A command with words of its own: those of the game as it stands."""

    def __init__(self, command: type[Command]) -> None:
        self.command = command
        self.heads = (HEADS[command.__name__],)
        self.usage = _USAGES[command.__name__]

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        if attempt.word(0) != self.heads[0] or attempt.scope.game is None or attempt.scope.speaker < 0:
            return
        try:
            found = _WORDS.read_as(attempt.scope.game, attempt.scope.speaker, attempt.line, self.command.__name__)
        except NotationError as error:
            attempt.miss(len(attempt.tokens), str(error))
            return
        if found is not None:
            yield found

    def write(self, scope: Scope, command: Command) -> str | None:
        return written(scope.speaker, command)

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        yield from ((part, what) for part, what in _PARTS.items() if re.search(rf"\b{part}\b", self.usage))

    def typical(self, scope: Scope) -> str:
        return _TYPICAL[self.command.__name__]


def _form(command: type[Command], *templates: str, **fixed: object) -> Form:
    return Form(command, *templates, slots=_SLOTS, fixed=fixed)


class FlickNotation(Notation):
    """The words of Flick of Faith."""

    def game_forms(self) -> tuple[Wording, ...]:
        own = {name: _Worded(kind) for name, kind in self.rulebook.command_types.items() if name in HEADS}
        return (
            _form(ChooseDeity, "play {deity}", "choose {deity}"),
            own["FirstFlick"],
            _form(ReportFirstPlayer, "first {first}", "{first} first"),
            _form(CastLawVote, "vote {thumb}", "thumb|thumbs {thumb}", "vote [thumb|thumbs] {thumb}"),
            _form(DecideLawTie, "enact {law}"),
            own["Flick"],
            _form(KeepInCorner, "keep", "stay|leave [in] [the] [corner]"),
            own["SecondTry"],
            _form(DeclineSecondTry, "no second_try", "stay|leave [at] [sea]"),
            _form(Forfeit, "forfeit"),
            own["BuildTemples"],
            _form(PassTemples, "build nothing", "no temple|temples", "build no temple|temples"),
            own["DropHeart"],
            own["ReportHeart"],
            own["ReportFlick"],
            own["AmendReport"],
            _form(ConfirmReport, "confirm", "confirm report"),
            own["ContestReport"],
            _form(AgreeToCounter, "agree with {counter}", "agree to {counter}"),
            _form(VoteOnReport, "vote for {choice}"),
            own["ProposeCorrection"],
            _form(AnswerCorrection, "correction yes", "agree [to] [the] [correction]", agree=True),
            _form(AnswerCorrection, "correction no", "decline [the] [correction]", agree=False),
        )

    @property
    def help(self) -> str:
        return HELP + "\n".join(f"  {form.usage}" for form in self.forms if isinstance(form, Form))

    def usage(self, table: Table, seat: int, command: str) -> str | None:
        return _WORDS.usage(table.game, seat, command)

    def preview(self, table: Table, seat: int, line: str) -> Preview | None:
        return None if table.game is None else _WORDS.preview(table.game, seat, line)

    def examples(self, scope: Scope, most: int) -> Iterator[tuple[str | None, Command]]:
        """Flicks and the Heart as people would type them, not as chance draws them."""
        for offer in scope.offers:
            for text in self._easy(scope, offer.command.__name__):
                try:
                    command = _WORDS.read_as(scope.game, scope.speaker, text, offer.command.__name__)
                except NotationError:
                    continue
                if command is not None and offer.contains(command):
                    yield text, command
        rest = [offer for offer in scope.offers if offer.command.__name__ not in (*FLICKS, DropHeart.__name__)]
        for command in sampled(rest, most):
            yield None, command

    def sentence(self, scope: Scope, command: Command) -> str:
        match command:
            case Flick(shot=shot, second=second):
                other = "" if second is None else f", and {_flown(scope.speaker, second)}"
                return f"flick {_flown(scope.speaker, shot)}{other}"
            case FirstFlick(shot=shot):
                return f"flick {_flown(scope.speaker, shot)}, to find who begins"
            case SecondTry(shot=shot):
                return f"flick {_flown(scope.speaker, shot)} once more"
            case DropHeart(x=x, y=y):
                return f"drop the Heart at {millimetres(x)},{millimetres(y)}"
        return super().sentence(scope, command)

    def _easy(self, scope: Scope, command: str) -> Iterator[str]:
        if command in FLICKS:
            for target in ("navel", *(island.id for island in scope.game.map.islands[:2])):
                yield f"flick to {target}"
        elif command == DropHeart.__name__:
            x, y = scope.game.map.navel.circle[:2]
            yield f"heart at {millimetres(x)},{millimetres(y)}"


def _flown(seat: int, shot: Shot) -> str:
    return f"{named(seat, shot.prophet)} towards {degrees(shot.dx, shot.dy)}° at {shot.speed} mm/s"
