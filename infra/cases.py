"""Contests, case files and counterfactuals with what lies beside a table: people's texts, earlier rulings, the seed."""

from collections.abc import Sequence

from domain.table.disputes.contesting import known_contest
from domain.table.disputes.messages import Remedy
from domain.table.phrases import joined
from domain.table.table import Table
from infra.ledger import Ledger
from infra.precedents import Known, PrecedentStore
from infra.writings import Missing, WritingStore, Written
from projections.disputes import CaseFile, CitedRuling, NoText, Reader, case_file
from projections.disputes.contested import Text
from projections.disputes.contests import Contests
from projections.disputes.counterfactual import Counterfactual, counterfactual


class NoReadingError(Exception):
    """There is no other reading of a contest to be looked at; the message is one sentence."""


def contests_of(writings: WritingStore, table: Table, viewer: int | None) -> Contests:
    """The contests of a table, with people's texts, as a seat, or a spectator (None), may see them."""

    def text_of(text_hash: str) -> Text:
        found = writings.read(table.id, text_hash)
        if isinstance(found, Written):
            return Text(text_hash, found.writing.text, None)
        return Text(text_hash, None, found.reason)

    return Contests(table, viewer, text_of)


def case_of(
    writings: WritingStore, table: Table, contest: int, reader: Reader, earlier: Sequence[CitedRuling] = ()
) -> CaseFile:
    """The case file of a contest, with people's texts; `earlier` are rulings that may be cited."""
    return case_file(table, contest, reader, _texts_of(writings, table.id), earlier)


def earlier_rulings(precedents: PrecedentStore, game: str) -> list[CitedRuling]:
    """All that is known to have been ruled in a game, here and elsewhere, as a case file cites it. The views are to be caught
    up before."""
    return cited(precedents.find(game))


def cited(found: Sequence[Known]) -> list[CitedRuling]:
    """Precedents as a case file cites them."""
    return [_cited(known) for known in found]


def other_reading(ledger: Ledger, table: Table, contest: int, remedy: Remedy) -> Counterfactual:
    """The rest of a game under the other reading of a contest, with the table's own chance where it is over.

    Whether it may be looked at is for the caller to ask (`may_read_whole`). Refusals as for `counterfactual`;
    `NoReadingError` for a refusal of which nobody says what would have happened.
    """
    known = known_contest(table, contest)
    if remedy.is_nothing and known.refused is not None and known.status != "overturned":
        raise NoReadingError(
            "Say with a correction what would have happened: rules that turn a command down cannot tell what it would do."
        )
    return counterfactual(table, contest, remedy, _seed(ledger, table))


def _seed(ledger: Ledger, table: Table) -> bytes | None:
    secret = ledger.secret(table.id) if table.finished is not None and not table.epoch else None
    return secret.seed if secret is not None and secret.seed else None


def _cited(known: Known) -> CitedRuling:
    one = known.precedent
    return CitedRuling(
        one.table, one.contest, one.game, one.edition, one.clause, one.outcome, joined(one.remedies) or "nothing",
        one.ruling.at, known.reasons.text if known.reasons else None, known.changed,
    )  # fmt: skip


def _texts_of(writings: WritingStore, table_id: str) -> dict[str, str | NoText]:
    """The texts of a table by their hashes, or why one cannot be read."""
    return {text_hash: _text(found) for text_hash, found in writings.read_all(table_id).items()}


def _text(found: Written | Missing) -> str | NoText:
    return NoText(found.reason) if isinstance(found, Missing) else found.writing.text
