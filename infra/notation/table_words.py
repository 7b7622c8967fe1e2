"""The words of what people may ask of any table: a seat, the host, the arbiter.

What is kept beside the log is given where it is kept: texts, such as the argument of a contest, and refusals. So here contests,
appeals and rulings are made without a text. Who sits down is invited; who closes a table gives its seed, which the server has.
"""

from collections.abc import Iterator
from typing import Any, get_args

import msgspec

from domain.table.clocks.messages import AnswerForSeat, ArrangeTime, EndVacation, GrantTime, ProposeTime, TakeVacation
from domain.table.consent import CONSENT_ORDERS
from domain.table.disputes.messages import (
    AcceptArbiter,
    AddEvidence,
    AnswerSettlement,
    Appeal,
    ArrangeDisputes,
    CallTime,
    ContestRecord,
    GiveRuling,
    ProposeSettlement,
    PutToVote,
    VoteOnRuling,
    WithdrawContest,
)
from domain.table.lifecycle import (
    AbandonTable,
    AddEntropy,
    BeginGame,
    FreeSeat,
    GiveConsent,
    LeaveSeat,
    PauseTable,
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
from domain.table.messages import Command
from domain.table.rulebook import Rulebook
from infra.clock_spelling import read_time, some_span, write_span, write_time
from infra.dispute_spelling import read_disputes, write_disputes
from infra.notation.arranged import Days, RemedyWords, Spelled
from infra.notation.forms import Form, Open, Wording
from infra.notation.scope import Attempt, Scope
from infra.notation.slots import SEAT, Chosen, Listed, Number, Rest, Slot, Text
from infra.notation.spoken import listed, quoted
from infra.undos import NothingPlayedError, before_own_last

_ARRANGED = ArrangeDisputes.__struct_fields__


def _disputes_read(text: str) -> tuple[Any, ...]:
    return msgspec.structs.astuple(read_disputes(text))


def _disputes_written(arranged: tuple[Any, ...]) -> str:
    return write_disputes(ArrangeDisputes(*arranged))


_SLOTS: dict[str, Slot] = {
    "version": Number("a record", "record", "#", typical=57),
    "to_version": Number("a version", "version", "record", typical=57),
    "contest": Number("a contest", "contest"),
    "days": Days(),
    "minutes": Spelled("how much time it is", some_span, write_span, "1d12h"),
    "time": Spelled("how time runs", read_time, write_time, "move=48h,out=bot"),
    "disputes": Spelled("how disputes are settled", _disputes_read, _disputes_written, "pauses,vote,hours=48"),
    "seat": SEAT,
    "entropy": Text("a secret", typical="9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"),
    "outcome": Chosen("an outcome", upheld="upheld", uphold="upheld", overturned="overturned", overturn="overturned"),
    "remedy": RemedyWords(),
    "versions": Listed(Number("a record", typical=57), ordered=False),
    "cited": Text("a clause", typical="T-20"),
    "edition": Text("an edition", typical="1"),
    "prompt": Text("a kind of decision", lambda scope: orders_at(scope), typical="consent"),
    "order": Rest("an order", typical="none"),
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
        table = attempt.scope.table
        try:
            yield self.command(before_own_last(table, attempt.scope.speaker, table.version))
        except NothingPlayedError:
            attempt.miss(1, "you have done nothing that can be taken back")

    def write(self, scope: Scope, command: Command) -> str | None:
        return None

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        return iter(())

    def typical(self, scope: Scope) -> str:
        return self.heads[0]


class _Order(Form):
    """`order KIND ORDER`: an order is JSON, or its name alone where it has no more to say; `none` takes it back."""

    def __init__(self) -> None:
        super().__init__(SetOrder, "order {prompt} {order}", slots=_SLOTS, opens=False)

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        for one in super().read(attempt):
            assert isinstance(one, SetOrder)
            typed, wanted = one.order or "", orders_known(attempt.scope.table.rulebook).get(one.prompt)
            if typed.lower() == "none":
                yield SetOrder(one.prompt, None)
            elif wanted is None or typed.startswith("{"):
                yield one
            elif (order := order_named(wanted, typed)) is not None:
                yield SetOrder(one.prompt, order)
            else:
                may = ", ".join((*_names(wanted), "none"))
                what = f"{quoted(typed)} is no order for {one.prompt}; there is {may}, or an order as JSON."
                attempt.miss(len(attempt.tokens), what)

    def explained(self, scope: Scope) -> Iterator[tuple[str, str]]:
        for name, what in super().explained(scope):
            yield name, what if name == "PROMPT" else "none, which takes it back, an order as JSON, or the name of one"
        for kind, wanted in orders_at(scope).items():
            yield f"ORDER for {kind}", listed(_names(wanted))

    def write(self, scope: Scope, command: Command) -> str | None:
        assert isinstance(command, SetOrder)
        return super().write(scope, SetOrder(command.prompt, command.order or "none"))


class _Freeing(Form):
    """`free seat N` in a game that has begun, where it means another command than before."""

    def __init__(self) -> None:
        super().__init__(FreeSeat, "free seat {seat}", slots=_SLOTS, opens=False)

    def read(self, attempt: Attempt) -> Iterator[Command | Open]:
        if attempt.scope.table.begun_at:
            yield from super().read(attempt)


def orders_known(rulebook: Rulebook) -> dict[str, Any]:
    """The types of the orders that may be given in advance, by kind of prompt."""
    return {**rulebook.orders, **CONSENT_ORDERS}


def orders_at(scope: Scope) -> dict[str, Any]:
    """The types of the orders that the speaker may ever give at a table, by kind of prompt."""
    if scope.speaker < 0 or scope.game is None:
        return orders_known(scope.table.rulebook)
    return {**scope.table.rulebook.orders_for(scope.game, scope.speaker), **CONSENT_ORDERS}


def order_named(wanted: Any, typed: str) -> str | None:
    """The JSON text of an order of the wanted type that is called so, if there is one."""
    tag = next((tag for tag in _names(wanted) if tag.lower() == typed.strip().lower()), None)
    return None if tag is None else msgspec.json.encode({"order": tag}).decode()


def _names(wanted: Any) -> list[str]:
    return [str(one.__struct_config__.tag) for one in get_args(wanted) or (wanted,) if one is not None]


def _own_seat(scope: Scope) -> dict[str, Any]:
    return {"seat": scope.speaker} if scope.speaker >= 0 else {}


TABLE_FORMS: tuple[Wording, ...] = (
    _form(LeaveSeat, "leave", "leave [my] seat", given=_own_seat),
    _Freeing(),
    _form(LeaveSeat, "free seat {seat}"),
    _form(AddEntropy, "add secret {entropy}"),
    _form(ArrangeTime, "arrange time {time}"),
    _form(ArrangeDisputes, "arrange disputes {disputes}", several={"disputes": _ARRANGED}),
    _form(BeginGame, "begin|start [game]"),
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
    _form(CallTime, "call time", "time is over"),
    _form(TakeVacation, "vacation {days}"),
    _form(EndVacation, "back [from] [vacation]", "end vacation"),
    _form(GrantTime, "grant time (to) {seat} {minutes}", "grant {seat} {minutes}"),
    _form(AnswerForSeat, "answer for {seat}"),
    _form(ProposeTime, "propose time {time}"),
    _form(ProposeEdition, "propose edition {edition}"),
    _form(PauseTable, "pause [table|game]"),
    _form(ResumeTable, "resume [table|game]"),
    _form(AbandonTable, "abandon [table|game] yes"),
    _form(ContestRecord, "contest record {version} under {cited}"),
    _form(AddEvidence, "evidence [for] [contest] {contest} records|record {versions}"),
    _form(WithdrawContest, "withdraw contest {contest}"),
    _form(ProposeSettlement, "settle {contest}"),
    _form(ProposeSettlement, "settle {contest} {remedy}"),
    _form(AnswerSettlement, "settlement {contest} {agrees}", "settlement [of] contest {contest} {agrees}"),
    _form(AcceptArbiter, "accept arbiter [in] [contest] {contest}"),
    _form(GiveRuling, "rule [on] {contest} {outcome}"),
    _form(GiveRuling, "rule [on] {contest} {outcome} {remedy}"),
    _form(PutToVote, "put {contest} to vote {outcome}"),
    _form(PutToVote, "put {contest} to vote {outcome} {remedy}"),
    _form(VoteOnRuling, "vote {choice} on contest {contest}", "vote {choice} on {contest}"),
    _form(Appeal, "appeal contest {contest}", "appeal {contest}"),
)

SPELLED_OUT: tuple[type[Command], ...] = tuple(dict.fromkeys(form.command for form in TABLE_FORMS))
"""Those of the table's own commands that can be typed, also by their name and fields."""
