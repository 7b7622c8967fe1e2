"""The case file of a contest: everything that somebody needs to judge it, and that its reader may know, by the log alone.

What was commanded and what happened, under which clauses; what could be seen, was legal and was known; the chance and its
proof; what was argued, proposed, voted and ruled; and earlier rulings on the same clauses.
"""

from collections.abc import Sequence

import msgspec

from domain.table.disputes.contesting import known_contest
from domain.table.scene import Scene
from domain.table.seeing import hides_nothing
from domain.table.table import Table, fold
from projections.disputes.clauses import clauses_involved
from projections.disputes.course import Texts, course_of, quoted, rulings_on, standing_of
from projections.disputes.decision import decided
from projections.disputes.known import known_by
from projections.disputes.legal import legal_instead
from projections.disputes.parts import CaseFile, CitedRuling, ClauseTold
from projections.disputes.proof import chance_told
from projections.disputes.readers import Reader, Reading
from projections.disputes.sights import changes_between, sights_of


def case_file(
    table: Table,
    number: int,
    reader: Reader,
    texts: Texts,
    earlier: Sequence[CitedRuling],
    seed: bytes | None = None,
) -> CaseFile:
    """The case file of a table's contest for a reader.

    `texts` are people's texts by their hashes, or why one is not there; `earlier` are rulings on whatever clause, here and at
    other tables; `seed` is the secret of the table's chance, where somebody gives it. Refusal NO_SUCH_CONTEST (T-51);
    `ReaderError` for a reader whom it is not for.
    """
    reading, contest = Reading(table, reader), known_contest(table, number)
    facts = decided(reading, contest)
    before, after = (_at(table, version) for version in (facts.decision.before, facts.decision.after))
    decision = facts.decision
    clauses = clauses_involved(table, contest.cited, facts.records, decision.refusal, facts.command)
    assert table.opened is not None
    return CaseFile(
        table.id,
        table.rulebook.game,
        table.rulebook.title,
        table.names,
        table.phase.value,
        table.version,
        reader,
        hides_nothing(table.rulebook),
        number,
        contest.opened,
        contest.at,
        contest.by,
        contest.cited.clause,
        contest.cited.edition,
        quoted(texts, contest.argument),
        standing_of(table, contest),
        decision,
        clauses,
        sights_of(reading, before),
        changes_between(reading, before, after),
        legal_instead(reading, before, decision.seat),
        chance_told(reading, facts.versions, seed),
        known_by(reading, decision.before),
        tuple(course_of(reading, contest, texts)),
        tuple(rulings_on(reading, contest, texts)),
        _on_these(clauses, earlier, table.id, number),
    )


def case_json(case: CaseFile) -> bytes:
    """The case file as JSON; equal case files have equal bytes."""
    return msgspec.json.encode(case)


def case_scenes(table: Table, number: int, reader: Reader) -> tuple[Scene | None, Scene | None]:
    """The board before and after what is contested, as the reader sees it; None where the game had not begun."""
    reading = Reading(table, reader)
    decision = decided(reading, known_contest(table, number)).decision
    before, after = (_scene(reading, _at(table, version)) for version in (decision.before, decision.after))
    return before, after


def _scene(reading: Reading, table: Table) -> Scene | None:
    return None if table.game is None else table.rulebook.scene(reading.view(table, reading.picture_viewer))


def _at(table: Table, version: int) -> Table:
    return fold(table.id, table.rulebook, table.records[:version])


def _on_these(
    clauses: Sequence[ClauseTold], earlier: Sequence[CitedRuling], table_id: str, number: int
) -> tuple[CitedRuling, ...]:
    """The earlier rulings on clauses that are involved here: those on the cited clause first, the latest first."""
    places = {clause.id: place for place, clause in enumerate(clauses)}
    others = [one for one in earlier if one.clause in places and (one.table, one.contest) != (table_id, number)]
    return tuple(sorted(others, key=lambda one: (places[one.clause], -one.at, one.table, one.contest)))
