"""The words of what a player may ask of any table: consent, going back, orders in advance, disputes, vacations, leaving.

What needs a text of one's own, such as the argument of a contest, is given where texts are taken; here contests are made
without one. Rulings and votes with their remedies are not typed in a line.
"""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from domain.table.clocks.messages import EndVacation, TakeVacation
from domain.table.consent import CONSENT_ORDERS
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    CallTime,
    ContestRecord,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.lifecycle import (
    BeginGame,
    GiveConsent,
    PauseTable,
    Phase,
    ProposeEdition,
    Redo,
    RefuseConsent,
    RequestUndo,
    Resign,
    ResumeTable,
    SetOrder,
    Undo,
    WithdrawRequest,
)
from domain.table.messages import HOST, Command
from domain.table.table import Table
from infra.notation.forms import Form, Open, Wording
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import Chosen, Listed, Number, Rest, Slot, Text

_SLOTS: dict[str, Slot] = {
    "version": Number("a record", "record", "#"),
    "to_version": Number("a version", "version", "record"),
    "contest": Number("a contest", "contest"),
    "days": Number("how long it is"),
    "versions": Listed(Number("a record"), ordered=False),
    "cited": Text("a clause"),
    "edition": Text("an edition"),
    "prompt": Text("a kind of decision"),
    "order": Rest("an order"),
    "choice": Chosen("a vote", yes="yes", no="no", abstain="abstain"),
    "agrees": Chosen("an answer", yes=True, agree=True, no=False, decline=False),
}


def _form(command: type[Command], *templates: str, **more: Any) -> Form:
    return Form(command, *templates, slots=_SLOTS, opens=False, **more)


class _LastMove:
    """`undo` and `ask undo` without a version: back behind one's own last command, as everybody sees it in the log."""

    usage = ""

    def __init__(self, command: type[Undo] | type[RequestUndo], *heads: str) -> None:
        self.command: type[Undo] | type[RequestUndo] = command
        self.heads = heads

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        if " ".join(token.word for token in attempt.tokens) not in self.heads:
            return
        version = _before_last(attempt.scope.table, attempt.scope.seat)
        if version is None:
            attempt.miss(1, "you have done nothing that can be taken back")
        else:
            yield self.command(version)

    def write(self, scope: Scope, command: Command) -> str | None:
        return None


class _Order(Form):
    """`order KIND ORDER`: an order is JSON, or its name alone where it has no more to say; `none` takes it back."""

    def __init__(self) -> None:
        super().__init__(SetOrder, "order {prompt} {order}", slots=_SLOTS, opens=False)

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        for one in super().read(attempt):
            assert isinstance(one, SetOrder)
            yield SetOrder(one.prompt, self._text(attempt.scope, one.prompt, one.order or ""))

    def write(self, scope: Scope, command: Command) -> str | None:
        assert isinstance(command, SetOrder)
        return super().write(scope, SetOrder(command.prompt, command.order or "none"))

    def _text(self, scope: Scope, kind: str, typed: str) -> str | None:
        if typed.lower() == "none":
            return None
        return order_named({**scope.table.rulebook.orders, **CONSENT_ORDERS}.get(kind), typed) or typed


def order_named(wanted: Any, typed: str) -> str | None:
    """The JSON text of an order of the wanted type that is called so, if there is one."""
    tags = [str(one.__struct_config__.tag) for one in get_args(wanted) or (wanted,) if one is not None]
    tag = next((tag for tag in tags if tag.lower() == typed.strip().lower()), None)
    return None if tag is None else msgspec.json.encode({"order": tag}).decode()


TABLE_FORMS: tuple[Wording, ...] = (
    _form(BeginGame, "begin [the] [game]"),
    _form(GiveConsent, "consent yes|agree", "agree|consent"),
    _form(RefuseConsent, "consent no|decline", "decline"),
    _form(WithdrawRequest, "withdraw [my] request"),
    _form(Undo, "undo to|back_to {to_version}"),
    _LastMove(Undo, "undo", "take back"),
    _form(RequestUndo, "ask undo to {to_version} keeping later", fixed={"reapply": True}),
    _form(RequestUndo, "ask undo to {to_version}", "ask to undo to {to_version}"),
    _LastMove(RequestUndo, "ask undo", "ask to undo", "request undo"),
    _form(Redo, "redo"),
    _form(Resign, "resign"),
    _Order(),
    _form(ContestRecord, "contest record {version} under {cited}"),
    _form(AddEvidence, "evidence [for] [contest] {contest} records|record {versions}"),
    _form(WithdrawContest, "withdraw contest {contest}"),
    _form(AnswerSettlement, "settlement {contest} {agrees}", "settlement [of] contest {contest} {agrees}"),
    _form(AcceptArbiter, "accept arbiter [in] [contest] {contest}"),
    _form(VoteOnRuling, "vote {choice} on contest {contest}", "vote {choice} on {contest}"),
    _form(Appeal, "appeal contest {contest}", "appeal {contest}"),
    _form(CallTime, "call time", "time is over"),
    _form(TakeVacation, "vacation {days} (days)", "vacation {days} day"),
    _form(EndVacation, "back [from] [vacation]", "end vacation"),
    _form(ProposeEdition, "propose edition {edition}"),
    _form(PauseTable, "pause"),
    _form(ResumeTable, "resume"),
)

SPELLED_OUT: tuple[type[Command], ...] = tuple(dict.fromkeys(form.command for form in TABLE_FORMS))
"""Those of the table's own commands that can be typed, also by their name and fields."""


def told(command: Command) -> str | None:
    """What an answer to the table does, in words; None for other commands."""
    match command:
        case BeginGame():
            return "begin the game"
        case GiveConsent():
            return "agree to what was asked"
        case RefuseConsent():
            return "decline what was asked"
        case AnswerSettlement(contest=number, agrees=agrees):
            return f"{'agree to' if agrees else 'decline'} the settlement of contest {number}"
        case VoteOnRuling(contest=number, choice=choice):
            return f"vote {choice} on the ruling of contest {number}"
    return None


def answers(table: Table, seat: int) -> Iterator[Command]:
    """What a seat can answer to what the table asks it: to a request, to a settlement, in a vote. The host can begin a game
    whose seats are taken."""
    if seat == HOST and table.phase is Phase.SEATED:
        yield BeginGame()
    request = table.request
    if request is not None and seat in request.asked and seat not in request.agreed:
        yield GiveConsent()
        yield RefuseConsent()
    for contest in table.disputes.open():
        settlement, ballot = contest.settlement, contest.ballot
        if settlement is not None and seat in settlement.asked and seat not in settlement.agreed:
            yield AnswerSettlement(contest.number, True)
            yield AnswerSettlement(contest.number, False)
        if ballot is not None and seat in ballot.opened.voters and seat not in ballot.voted:
            yield from (VoteOnRuling(contest.number, choice) for choice in ("yes", "no", "abstain"))


def _before_last(table: Table, seat: int) -> int | None:
    """The version behind which the seat's own last command of the game that counts began."""
    for version in reversed(table.history.line()):
        if version <= table.setup_end:
            return None
        first, _ = table.command_span(version)
        if table.records[first - 1].by == seat:
            return first - 1
    return None
