"""The law and the chance of a case in sentences."""

from collections.abc import Iterator

from projections.disputes.pages import Block, Line, Part, Row, Rows, Section, anchor_of
from projections.disputes.parts import CaseFile, ChanceTold, ClauseTold, Drawn
from projections.disputes.voice import Voice

WHY = {
    "cited": "cited by the contest",
    "record": "what happened stands under it",
    "score": "points were scored by it",
    "refusal": "the refusal names it",
    "command": "it gives the right to the command",
}
PROOFS = {
    "confirmed": "confirmed: computed again from the seed it is the same",
    "wrong": "WRONG: computed again from the seed it is another value",
    "unproved": "not proved yet",
    "unclaimed": "nothing is claimed of it",
}
SEEDS = {
    "published": "The seed is published; it is the one that was committed to.",
    "given": "The seed was given for this case file; it is the one that was committed to.",
    "foreign": "The seed that was given is not the one that was committed to, so nothing is proved with it.",
    "secret": "The seed is secret until the table is closed; then it is published, and everybody can compute the values again.",
    "unpublished": "The seed of this epoch is not published. Whoever has it can prove the values by it.",
    "unclaimed": "The table's chance is {kind}: nothing is claimed of it.",
}


def chance_section(case: CaseFile, voice: Voice) -> Section:
    """The chance involved, and its proof."""
    return Section("chance", "Chance, and its proof", tuple(_chance(case.chance)))


def _chance(chance: ChanceTold) -> Iterator[Block]:
    if chance.withheld:
        yield Line(
            "Values of chance are shown once the seed is published: before, they could tell what hands hold.", "quiet"
        )
    elif not chance.draws:
        yield Line("Nothing was drawn.", "quiet")
        return
    yield Line(f"Epoch {chance.epoch}, commitment {chance.commitment}.")
    yield Line(SEEDS[chance.seed].format(kind=chance.kind), "warning" if chance.seed == "foreign" else "")
    if chance.draws:
        yield Rows(tuple(_draw_row(drawn) for drawn in chance.draws))


def _draw_row(drawn: Drawn) -> Row:
    draw = drawn.draw
    what = f"'{draw.label}' number {draw.number}: {draw.value}, out of 0 to {draw.bound - 1}"
    return Row(f"record {drawn.version}", f"{what}; {PROOFS[drawn.proof]}", strong=drawn.proof == "wrong")


def law_section(case: CaseFile, voice: Voice) -> Section:
    """The clauses involved, the cited one first."""
    return Section("law", "The law", tuple(_clause(case, clause) for clause in case.clauses))


def _clause(case: CaseFile, clause: ClauseTold) -> Part:
    return Part(f"{clause.id} {clause.title}".rstrip(), tuple(_clause_lines(case, clause)), anchor_of(clause.id))


def _clause_lines(case: CaseFile, clause: ClauseTold) -> Iterator[Block]:
    yield Line("; ".join(WHY[why] for why in clause.why).capitalize() + ".", "quiet")
    if clause.text is None:
        yield Line("This clause stands in the law no more.", "warning")
    else:
        yield Line(clause.text)
    if clause.changed and clause.text is not None:
        cited = f"cited in edition {case.edition} with the hash {clause.cited_hash}; now it is {clause.hash}"
        yield Line(f"The text has changed since it was cited ({cited}).", "warning")
    if clause.note:
        yield Line(f"Note: {clause.note}")
    if clause.source:
        yield Line(f"Printed: {clause.source}", "quiet")
    for point in clause.register:
        yield Line(f"Open point {point.number}: {point.question} Our reading: {point.reading} ({point.source})")
