"""The free texts in a bundle: whether they are those that the log means by their hashes (T-60)."""

from collections import Counter
from collections.abc import Iterator

from domain.table.lifecycle import SeatLeft, SeatResigned, SeatTaken, TableOpened
from domain.table.messages import ARBITER, HOST
from domain.table.refusals import Refusal
from domain.table.writings import Writing
from infra.bundles import Bundle
from infra.references import Records, text_of, texts_named
from infra.verification.disputed import counted
from infra.verification.report import Report

REASONS = {
    "not here": "not kept where the file was made",
    "forgotten": "forgotten with who wrote it",
    "unreadable": "unreadable where the file was made",
}


def check_texts(bundle: Bundle, records: Records, report: Report) -> None:
    """Each text is one that the log means by its hash, and of each hash there is the text, or the reason why not."""
    named, found = texts_named(records), list(_hashes(bundle, report))
    missing = [text.hash for text in bundle.missing]
    for number, text_hash in enumerate(found, 1):
        if text_hash is not None and text_hash not in named:
            report.fault(0, f"Text {number} in the file is not one that the log means by its hash.")
    if any(part != [text_hash for text_hash in named if text_hash in part] for part in (found, missing)):
        report.fault(0, "The texts in the file are not each there once, in the order in which the log names them.")
    if any((text_hash in found) == (text_hash in missing) for text_hash in named):
        report.fault(
            0, "For some text that the log names there is neither its words nor why they are missing, or both."
        )
    if found:
        words = "text is the one" if len(found) == 1 else "texts are those"
        report.proved.append(f"{len(found)} {words} that the log means by the hash.")
    for reason, count in Counter(text.reason for text in bundle.missing).items():
        report.unproved.append(f"{counted(count, 'text')} not in the file: {REASONS[reason]}.")
    _tell_writers(bundle, found, records, report)


def _hashes(bundle: Bundle, report: Report) -> Iterator[str | None]:
    """The hash of each text, None of what cannot be one."""
    for number, text in enumerate(bundle.texts, 1):
        try:
            yield Writing(text.salt, text.text).hash
        except Refusal as refusal:
            report.fault(0, f"Text {number} in the file is none that could have been kept ({refusal.code}).")
            yield None


def _tell_writers(bundle: Bundle, found: list[str | None], records: Records, report: Report) -> None:
    """Who wrote a text only its maker knows; the log knows whose it can be."""
    writers = dict(_writers(records))
    others = sum(
        text.person not in writers.get(text_hash or "", ()) for text, text_hash in zip(bundle.texts, found, strict=True)
    )
    if others:
        report.unproved.append(f"{counted(others, 'text')} said to be by somebody else than who named them in the log.")


def _writers(records: Records) -> Iterator[tuple[str, set[str]]]:
    """For each text that is named the persons who, by the log, have named it."""
    people: dict[int, str] = {}
    named: dict[str, set[str]] = {}
    for record in records:
        if record is None:
            continue
        match record.event:
            case TableOpened() as opened:
                people |= {HOST: opened.host, ARBITER: opened.arbiter or ""}
            case SeatTaken(seat, person):
                people[seat] = person
            case SeatLeft(seat) | SeatResigned(seat):
                people.pop(seat, None)
        text = text_of(record.event)
        if text is not None:
            named.setdefault(text, set()).add(people.get(record.by, ""))
    yield from named.items()
