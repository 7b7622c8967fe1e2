"""A case file in sections of sentences, for a terminal or a page."""

from projections.disputes.pages import Pages
from projections.disputes.parts import CaseFile
from projections.disputes.telling_course import course_section, earlier_section, rulings_section, summary_section
from projections.disputes.telling_facts import (
    changes_section,
    decision_section,
    known_section,
    legal_section,
    sights_section,
)
from projections.disputes.telling_law import chance_section, law_section
from projections.disputes.voice import Voice

_SECTIONS = (
    summary_section, decision_section, changes_section, sights_section, legal_section, chance_section, known_section,
    law_section, course_section, rulings_section, earlier_section,
)  # fmt: skip


def pages_of(case: CaseFile) -> Pages:
    """The whole case file; sections that have nothing to say are left out."""
    voice = Voice(case)
    reader = "a neutral arbiter" if isinstance(case.reader, str) else voice.who(case.reader)
    return Pages(
        f"Contest {case.number}: {case.title}",
        f"Table {case.table}, as {reader} may see it at version {case.version}",
        tuple(section for make in _SECTIONS if (section := make(case, voice)).blocks),
    )
