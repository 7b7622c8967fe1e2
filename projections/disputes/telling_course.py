"""A contest in sentences: what it is about, its course, how it was ruled on, and earlier rulings on the same clauses."""

from collections.abc import Iterator

from domain.table.phrases import joined
from projections.disputes.pages import Block, Line, Part, Quote, Section
from projections.disputes.parts import CaseFile, CitedRuling, RulingTold, Standing, Step
from projections.disputes.voice import Voice, changed, quotation, record_rows, sentence, when

JUDGES = {"arbiter": "the arbiter", "vote": "a vote of the seats", "parties": "the parties"}


def summary_section(case: CaseFile, voice: Voice) -> Section:
    """Who contests what, citing which clause, and how the contest stands."""
    return Section("summary", "The contest", tuple(_summary(case, voice)))


def _summary(case: CaseFile, voice: Voice) -> Iterator[Block]:
    decision, seat = case.decision, case.decision.seat
    whose = f" of {voice.who(seat)}" if seat >= 0 else ""
    what = f"record {decision.version}, a decision{whose}" if decision.kind == "record" else "a refusal"
    yield Line(sentence(f"{voice.who(case.by)} contests {what}, {when(case.at)}"), clause=case.cited)
    yield from quotation(case.argument)
    yield Line(f"It is {case.standing.status}.")
    yield from (Line(sentence(text)) for text in _waiting(case.standing, voice))


def _waiting(standing: Standing, voice: Voice) -> Iterator[str]:
    if standing.judge is not None:
        yield f"{JUDGES[standing.judge]} rules next"
    if standing.accepting:
        seats = voice.all_of(standing.accepting)
        yield f"the arbiter is a party; {seats} would have to accept that the arbiter rules all the same"
    if standing.settling:
        yield f"a settlement is proposed to {voice.all_of(standing.settling)}{_until(standing.settling_until)}"
    if standing.voting:
        yield f"a vote is open; {voice.all_of(standing.voting)} can vote{_until(standing.voting_until)}"


def _until(at: int | None) -> str:
    return f" until {when(at)}" if at is not None else ""


def course_section(case: CaseFile, voice: Voice) -> Section:
    """Evidence, settlements, votes, rulings and appeal, in their order."""
    # What the contest argues, and what a ruling gives as its reasons, stands with these.
    elsewhere = {case.opened, *(ruling.version for ruling in case.rulings)}
    steps = (_step(step, voice, step.record.version not in elsewhere) for step in case.course)
    return Section("course", "What has been said and done", tuple(steps))


def _step(step: Step, voice: Voice, quoted: bool) -> Part:
    record = step.record
    blocks: list[Block] = [Line(sentence(record.sentence), clause=record.clause)]
    blocks += quotation(step.text if quoted else None)
    if step.named:
        blocks.append(record_rows(voice, step.named))
    return Part(f"Record {record.version}: {voice.who(record.by)}, {when(record.at)}", tuple(blocks))


def rulings_section(case: CaseFile, voice: Voice) -> Section:
    """How it was ruled on, or settled, and what that did."""
    return Section("rulings", "Rulings", tuple(_ruling(ruling, voice) for ruling in case.rulings))


def _ruling(ruling: RulingTold, voice: Voice) -> Part:
    final = ", final" if ruling.final and ruling.judge != "parties" else ""
    title = f"{ruling.outcome.capitalize()} by {JUDGES[ruling.judge]}{final}, {when(ruling.at)}"
    return Part(title, tuple(_ruling_lines(ruling, voice)))


def _ruling_lines(ruling: RulingTold, voice: Voice) -> Iterator[Block]:
    yield from quotation(ruling.reasons)
    yield Line(sentence(f"remedy: {ruling.remedy.words}"))
    if ruling.remedy.correction:
        yield Line(f"The correction: {joined(ruling.remedy.correction)}.")
    if ruling.effects:
        yield Line("What followed in the same command:")
        yield record_rows(voice, ruling.effects)
        yield Line("What changed by it:")
        yield from changed(voice, ruling.changes)


def earlier_section(case: CaseFile, voice: Voice) -> Section:
    """Earlier rulings on the clauses that are involved."""
    return Section("earlier", "Earlier rulings on these clauses", tuple(_cited(case, one) for one in case.earlier))


def _cited(case: CaseFile, one: CitedRuling) -> Part:
    table = "this table" if one.table == case.table else f"table {one.table}"
    title = f"{one.outcome.capitalize()}: contest {one.contest} of {table}, {one.game} edition {one.edition}"
    blocks: list[Block] = [Line(f"{when(one.at)}. Remedy: {one.remedy}.", clause=one.clause)]
    if one.changed_text:
        blocks.append(Line("The clause read otherwise then.", "warning"))
    if one.reasons_text is not None:
        blocks.append(Quote(one.reasons_text))
    return Part(title, tuple(blocks))
