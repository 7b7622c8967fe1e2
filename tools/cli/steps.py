"""What can be done next about a contest, for people, with the words to type."""

from domain.table.messages import ARBITER, HOST
from domain.table.phrases import joined
from domain.table.table import Table
from projections.disputes.next_steps import NextStep
from tools.cli.writing import time_text

# For people: what those who can may do, and how it is typed behind the command's name and the table.
_TOLD = {
    "answer": ("can agree to the settlement or decline it", "settle {table} {contest} --by {who} --agree"),
    "settle": ("can propose a settlement", "settle {table} {contest} --by {who}"),
    "rule": ("can rule", "rule {table} {contest} --upheld"),
    "accept": ("can accept that the arbiter rules, who is a party", "accept-arbiter {table} {contest} --by {who}"),
    "vote": ("can vote", "vote {table} {contest} --by {who} yes"),
    "propose": ("can put a ruling to the vote", "rule {table} {contest} --as-vote --by {who} --upheld"),
    "evidence": ("can add evidence", "evidence {table} {contest} --by {who} --text …"),
    "withdraw": ("can withdraw the contest", "withdraw-contest {table} {contest} --by {who}"),
    "appeal": ("can appeal, once", "appeal {table} {contest} --by {who}"),
}


def step_line(table: Table, contest: int, step: NextStep) -> str:
    """A step for people, with the words to type."""
    can, typed = _TOLD[step.act]
    who = joined(map(table.catalogue.seat, step.who))
    appealed = _on_appeal(table, contest) if step.act in ("rule", "propose") else ""
    until = f", until {time_text(step.until)}" if step.until is not None else ""
    first = spoken_name(table, step.who[0])
    return f"{who} {can}{until}: souls {typed.format(table=table.id, contest=contest, who=first)}{appealed}"


def _on_appeal(table: Table, contest: int) -> str:
    """What the words to rule by mean for a ruling that was appealed against (T-59)."""
    rulings = table.disputes.contests[contest - 1].rulings
    if not rulings:
        return ""
    if rulings[0].event.outcome == "upheld":
        return "  (which confirms the ruling)"
    return "  (which takes the ruling back; --overturned alone confirms it)"


def spoken_name(table: Table, by: int) -> str:
    """How somebody at the table is named on the command line."""
    return {HOST: "host", ARBITER: "arbiter"}.get(by) or table.catalogue.seat(by).lower().replace(" ", "-")
