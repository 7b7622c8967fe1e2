"""Disputes for people: the case file of a contest, as its reader may see it, in characters and as a page."""

from projections.disputes.case import case_file
from projections.disputes.parts import CaseFile, CitedRuling, NoText
from projections.disputes.readers import NEUTRAL, Reader, ReaderError, may_read_whole, readers

__all__ = [
    "NEUTRAL",
    "CaseFile",
    "CitedRuling",
    "NoText",
    "Reader",
    "ReaderError",
    "case_file",
    "may_read_whole",
    "readers",
]
