"""The facts of a case in sentences: what was decided and what changed by it, what could be seen, done and known."""

from collections.abc import Iterator

from domain.table.phrases import joined
from projections.disputes.pages import Block, Line, Pictures, Row, Rows, Section
from projections.disputes.parts import CaseFile, Change, Fact, Offered, Sight
from projections.disputes.voice import Voice, changed, record_rows, sentence, when


def decision_section(case: CaseFile, voice: Voice) -> Section:
    """What was commanded, by whom, when, and what happened by it; or what was refused."""
    return Section("decision", "What was decided", tuple(_decision(case, voice)))


def _decision(case: CaseFile, voice: Voice) -> Iterator[Block]:
    one = case.decision
    by = voice.who(one.by) + (f" for {voice.who(one.seat)}" if one.seat not in (-1, one.by) else "")
    at = f", {when(one.at)}" if one.at is not None else ""
    edition = f", edition {one.edition}" if one.edition else ""
    yield Line(f"By {by}{at}, at version {one.before} of the table, which was {one.phase}{edition}.")
    yield Line(_commanded(case), clause=one.command.clause if one.command else "")
    if one.refusal is not None:
        refusal = one.refusal
        what = refusal.sentence or "It was turned down. What was wrong with it is not for this reader to know."
        yield Line(f"Refused: {what}", "warning", refusal.clause)
        yield Line("What happened next instead:" if one.afterwards else "Nothing has been played since.")
    elif not one.events:
        yield Line("What happened is not for this reader to know.", "quiet")
    if records := one.events or one.afterwards:
        yield record_rows(voice, records)


def _commanded(case: CaseFile) -> str:
    command, missing = case.decision.command, case.decision.missing
    if command is not None:
        return f"Commanded: {sentence(command.words)}"
    if missing == "unreadable":
        return "The command is of a kind that these rules do not know any more."
    return "What was commanded is not for this reader to know."


def changes_section(case: CaseFile, voice: Voice) -> Section:
    """The board before and after, and what changed."""
    title = "What changed" if case.decision.kind == "record" else "From the refusal until now"
    versions = f"From version {case.decision.before} to version {case.decision.after}:"
    return Section("changes", title, (Line(versions), *changed(voice, case.changes), Pictures()))


def sights_section(case: CaseFile, voice: Voice) -> Section:
    """What could be seen before the decision."""
    return Section("sights", "What could be seen", tuple(_sights(case, voice)))


def _sights(case: CaseFile, voice: Voice) -> Iterator[Block]:
    if all(sight.view is None for sight in case.sights):
        yield Line("The game had not begun: there was nothing to see.", "quiet")
        return
    beyond = [sight for sight in case.sights if sight.viewer is not None]
    if case.hides_nothing:
        yield Line("Everybody saw the same: in this game nothing on the table is hidden.")
    elif not beyond:
        yield Line("A spectator saw what everybody sees. What seats saw besides is for them to know.")
    for sight in beyond:
        yield Line(_beyond(voice, sight))
        if sight.beyond:
            yield Rows(tuple(Row("", _held(change)) for change in sight.beyond))


def _beyond(voice: Voice, sight: Sight) -> str:
    more = "besides what everybody sees:" if sight.beyond else "what everybody sees, and nothing else."
    return sentence(f"{voice.who(sight.viewer)} saw {more}").removesuffix(".") + ("" if sight.beyond else ".")


def _held(change: Change) -> str:
    return f"{change.where}: {change.after}" if change.after is not None else f"{change.where}: not {change.before}"


def legal_section(case: CaseFile, voice: Voice) -> Section:
    """What was legal instead."""
    return Section("legal", "What was legal instead", tuple(_legal(case, voice)))


def _legal(case: CaseFile, voice: Voice) -> Iterator[Block]:
    legal = case.legal
    if not legal.awaited:
        nobody = legal.seat < 0
        yield Line("It was no seat's move." if nobody else f"Nothing was awaited of {voice.who(legal.seat)}.", "quiet")
        return
    for prompt in legal.awaited:
        yield Line(f"{sentence(prompt.sentence)} Awaited: {joined(prompt.commands, 'or')}.", clause=prompt.clause)
    if legal.offers is None:
        yield Line("Which of these were possible, and how, depends on what only the seat may know.", "quiet")
        return
    yield Rows(tuple(row for offer in legal.offers for row in _offer_rows(offer)))


def _offer_rows(offer: Offered) -> Iterator[Row]:
    if offer.listed:
        yield from (Row("", words, offer.clause) for words in offer.listed)
    elif offer.ruled:
        yield Row("", f"{offer.words}, in whatever way the rule allows: {offer.explanation}", offer.clause)
    else:
        yield Row("", f"{offer.words}, in {offer.count} ways", offer.clause)


def known_section(case: CaseFile, voice: Voice) -> Section:
    """Who had been shown what by then."""
    return Section("known", "Could they have known?", tuple(_known(case, voice)))


def _known(case: CaseFile, voice: Voice) -> Iterator[Block]:
    known = case.known
    if not known.facts:
        yield Line(f"Up to version {known.until} nothing that was hidden had been shown to anybody.", "quiet")
        return
    yield Line(f"What was hidden before, and to whom it had been shown up to version {known.until}, the latest first:")
    yield Rows(tuple(_fact_row(voice, fact) for fact in known.facts))
    if known.left_out:
        yield Line(f"… and {known.left_out} earlier.", "quiet")


def _fact_row(voice: Voice, fact: Fact) -> Row:
    whom = "everybody" if fact.public else voice.all_of(fact.shown_to)
    undone = "" if fact.counts else " (undone since, but seen)"
    return Row(f"record {fact.version}", f"{fact.sentence}: shown to {whom}{undone}", fact.clause)
