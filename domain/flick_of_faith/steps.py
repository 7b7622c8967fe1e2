"""What a seat can be asked for, each with its clause and commands."""

from functools import cache

from domain.table.prompts import Prompt

KINDS: dict[str, tuple[str, tuple[str, ...], bool]] = {
    "deity": ("S-5", ("ChooseDeity",), False),
    "first_flick": ("S-4", ("FirstFlick",), False),
    "first_player": ("S-4", ("ReportFirstPlayer",), False),
    "vote": ("FF-3.2", ("CastLawVote",), False),
    "law_tie": ("deity-themis", ("DecideLawTie",), False),
    "flick": ("FF-1.1", ("Flick", "Forfeit"), False),
    "reflick": ("FF-1.2", ("Flick", "KeepInCorner"), False),
    "second_try": ("deity-tyr", ("SecondTry", "DeclineSecondTry"), False),
    "temples": ("FF-4.1", ("BuildTemples", "PassTemples"), False),
    "heart": ("deity-freyja", ("DropHeart",), False),
    "report_heart": ("deity-freyja", ("ReportHeart",), False),
    "report": ("M-1", ("ReportFlick", "Forfeit"), False),
    "report_reflick": ("M-1", ("ReportFlick", "KeepInCorner"), False),
    "report_second_try": ("M-1", ("ReportFlick", "DeclineSecondTry"), False),
    "confirm": ("M-2", ("ConfirmReport", "ContestReport"), False),
    "amend": ("M-2", ("AmendReport",), True),
    "counters": ("M-3", ("AgreeToCounter", "AmendReport"), True),
    "agree": ("M-3", ("AgreeToCounter",), True),
    "report_vote": ("M-4", ("VoteOnReport",), False),
    "contest": ("M-3", ("ContestReport",), True),
    "correct": ("M-5", ("ProposeCorrection",), True),
    "answer": ("M-5", ("AnswerCorrection",), False),
}
"""The kinds of prompt: the clause, the commands, and whether it is a right that nobody waits for."""


@cache
def prompt_for(kind: str, seat: int) -> Prompt:
    """The prompt of that kind for a seat."""
    clause, commands, optional = KINDS[kind]
    return Prompt(seat, kind, clause, commands, optional)
