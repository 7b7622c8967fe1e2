"""Precedents: what was ruled at all tables here, and what other installations have handed on; found by clause and by words."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Literal

import msgspec
from eventsourcing.persistence import DatabaseError, IntegrityError

from domain.table.canonical import encode
from domain.table.clauses import Clause, load_law
from domain.table.disputes.messages import Outcome
from infra.collected import (
    Collection,
    ImportedPrecedent,
    Shared,
    collection_file,
    how_it_stands,
    read_imported,
)
from infra.ledger import Ledger
from infra.sealing import Sealed
from infra.signing import Signer, fingerprint
from infra.streams import ImportedRows, RedisViewRecorder
from infra.writings import WritingStore, Written
from projections.precedents import Precedent, Precedents, field_of, read_precedent

ATTEMPTS = 5

Now = Literal["same", "changed", "gone", "no rulebook"]


class Said(msgspec.Struct, frozen=True):
    """What somebody wrote, or why that is `missing`: not here, forgotten, unreadable."""

    text: str | None
    missing: str | None = None


class Known(msgspec.Struct, frozen=True):
    """A precedent, and what is known of it here.

    `origin` is the fingerprint of the installation that it is from, None for this one. `now` tells how its clause stands
    today: it reads the same as it was cited, it was changed, it is gone, or the game has no rulebook here. `title` and
    `text` are the clause's as cited where anybody still knows, else as it reads today; empty where it is not to be had.
    """

    precedent: Precedent
    origin: str | None
    now: Now
    title: str
    text: str
    reasons: Said | None
    argument: Said | None
    appeal: Said | None

    @property
    def changed(self) -> bool:
        """Whether the clause is not, as far as is known here, the one that was ruled on."""
        return self.now != "same"

    def has(self, words: Sequence[str]) -> bool:
        """Whether all these words, case-folded, occur in the clause, the reasons or the arguments."""
        said = (one.text for one in (self.reasons, self.argument, self.appeal) if one is not None and one.text)
        text = "\n".join((self.title, self.text, *said)).casefold()
        return all(word in text for word in words)


class Taken(msgspec.Struct, frozen=True):
    """What taking in a collection did, by numbers of precedents: new ones; newer than what was here; the same as here; older;
    and those of tables whose own rulings are here."""

    new: int = 0
    renewed: int = 0
    same: int = 0
    older: int = 0
    own: int = 0


Found = tuple[Precedent, str | None, Shared | None]


class PrecedentStore:
    """All precedents that are known here. The views are to be caught up before, where they are to be the latest."""

    def __init__(
        self, ledger: Ledger, views: Sequence[RedisViewRecorder], writings: WritingStore, signer: Signer
    ) -> None:
        self._ledger = ledger
        self._views = views
        self._writings = writings
        self._signer = signer
        connections = ledger.partitions[0].recorder.connections
        self._imported = ImportedRows(connections, ledger.installation.namespace)

    @property
    def fingerprint(self) -> str:
        """Whose precedents those of this installation are, as people compare it."""
        return fingerprint(self._signer.public)

    # --- Finding ------------------------------------------------------------------------------------------------------

    def find(
        self,
        game: str | None = None,
        clause: str | None = None,
        edition: str | None = None,
        words: str = "",
        outcome: Outcome | None = None,
        limit: int | None = None,
        offset: int = 0,
    ) -> list[Known]:
        """Precedents, newest first: of a game; about a clause or those below it; cited in an edition; with all these words in
        the clause, the reasons or the arguments; with an outcome."""
        chosen = [
            found
            for found in self._all()
            if _matches(found[0], game, clause)
            and edition in (None, found[0].edition)
            and outcome in (None, found[0].outcome)
        ]
        known = map(self._known, sorted(chosen, key=_newest_first))
        wanted = words.casefold().split()
        having = (one for one in known if one.has(wanted)) if wanted else known
        return list(islice(having, offset, None if limit is None else offset + limit))

    def on(
        self, game: str, clauses: Sequence[str], edition: str | None = None, limit: int | None = None
    ) -> list[Known]:
        """What was ruled before on any of these clauses: what is final first, then what was cited in this edition (by default
        the game's latest one), then the newest."""
        if edition is None and game in self._ledger.rulebooks:
            edition = self._ledger.rulebooks[game].editions[-1].name
        chosen = [found for found in self._all() if found[0].game == game and any(map(found[0].is_about, clauses))]
        chosen.sort(key=lambda found: (not found[0].final, found[0].edition != edition, *_newest_first(found)))
        return [self._known(found) for found in chosen[:limit]]

    def _all(self) -> Iterator[Found]:
        """All that are precedents. What this installation has ruled itself is not told again by others."""
        own = self._own()
        for precedent in own.values():
            if precedent.standing != "settled":
                yield precedent, None, None
        for field, row in self._imported.read_all().items():
            shared = read_imported(field, row).shared
            if field_of(shared.precedent) not in own and shared.precedent.standing != "settled":
                yield shared.precedent, field.partition("/")[0], shared

    def _own(self) -> dict[str, Precedent]:
        """The rows of this installation's own tables by their fields."""
        rows = {field: row for views in self._views for field, row in views.read_all(Precedents.name).items()}
        try:
            return {field: read_precedent(row) for field, row in rows.items()}
        except msgspec.MsgspecError as error:
            raise DatabaseError(f"The view of precedents is not readable and has to be made anew: {error}.") from error

    def _known(self, found: Found) -> Known:
        precedent, origin, shared = found
        clause = self._clause(precedent)
        title, text = (shared.title, shared.text) if shared else ("", "")
        now = self._now(precedent, clause)
        if clause is not None and not text and now != "no rulebook":
            title, text = clause.title, clause.text
        said = {each: self._said(precedent.table, each, shared) for each in precedent.texts}
        reasons, argument, appeal = (
            said[each] if each is not None else None
            for each in (precedent.ruling.reasons, precedent.argument, precedent.appeal)
        )
        return Known(precedent, origin, now, title, text, reasons, argument, appeal)

    def _clause(self, precedent: Precedent) -> Clause | None:
        """The clause as it reads today."""
        rulebooks = self._ledger.rulebooks
        laws = [rulebooks[precedent.game].law] if precedent.game in rulebooks else []
        return next(
            (law[precedent.clause] for law in (*laws, load_law("domain.table.data")) if precedent.clause in law), None
        )

    def _now(self, precedent: Precedent, clause: Clause | None) -> Now:
        if clause is not None and clause.hash == precedent.hash:
            return "same"
        if precedent.game not in self._ledger.rulebooks:
            return "no rulebook"
        return "gone" if clause is None else "changed"

    def _said(self, table_id: str, text_hash: str, shared: Shared | None) -> Said:
        if shared is not None:
            text = shared.said().get(text_hash)
            return Said(text, "not here" if text is None else None)
        found = self._writings.read(table_id, text_hash)
        return Said(found.writing.text) if isinstance(found, Written) else Said(None, found.reason)

    # --- Handing on ---------------------------------------------------------------------------------------------------

    def collected(self, game: str | None = None, clause: str | None = None) -> Collection:
        """What was ruled at this installation's own tables, to be handed on; also what was settled on appeal since, so that
        whoever had it as a precedent learns that."""
        own = sorted(self._own().values(), key=lambda precedent: (precedent.table, precedent.contest))
        chosen = (self._shared(precedent) for precedent in own if _matches(precedent, game, clause))
        return Collection(self._ledger.clock(), tuple(chosen))

    def export(self, collection: Collection) -> bytes:
        """The signed file of a collection; `CollectionError` where it is too large."""
        return collection_file(collection, self._signer)

    def _shared(self, precedent: Precedent) -> Shared:
        clause = self._clause(precedent)
        as_cited = clause is not None and clause.hash == precedent.hash
        title, text = (clause.title, clause.text) if clause is not None and as_cited else ("", "")
        found = (self._writings.read(precedent.table, each) for each in precedent.texts)
        return Shared(precedent, title, text, tuple(one.writing for one in found if isinstance(one, Written)))

    def take_in(self, sealed: Sealed[Collection], *, dry_run: bool = False) -> Taken:
        """Keep the precedents of a collection, which is to be verified (`read_collection`), as those of its signer: all of them
        or, where this raises, none. A dry run only tells what it would do."""
        if sealed.public == self._signer.public:
            return Taken(own=len(sealed.value.precedents))
        for _ in range(ATTEMPTS):
            present = self._imported.read_all()
            rows, taken = self._compared(sealed, present)
            if dry_run or not rows or self._imported.put(rows, present):
                return taken
        raise IntegrityError("Precedents of the same installation are being imported by others: nothing was imported.")

    def _compared(self, sealed: Sealed[Collection], present: dict[str, bytes]) -> tuple[dict[str, bytes], Taken]:
        """The rows that are to be kept, and how they stand to what is here."""
        own, rows = self._own(), {}
        counts = dict.fromkeys(Taken.__struct_fields__, 0)
        for shared in sealed.value.precedents:
            field = f"{sealed.signer}/{field_of(shared.precedent)}"
            coming = ImportedPrecedent(sealed.value.made_at, shared)
            how = "own" if field_of(shared.precedent) in own else how_it_stands(coming, field, present.get(field))
            counts[how] += 1
            if how in ("new", "renewed"):
                rows[field] = encode(coming)
        return rows, Taken(**counts)

    def forget(self, origin: str) -> int:
        """Forget all precedents of another installation, by its fingerprint; returns how many there were."""
        fields = (field for field in self._imported.read_all() if field.partition("/")[0] == origin.lower())
        return self._imported.drop(fields)


def _matches(precedent: Precedent, game: str | None, clause: str | None) -> bool:
    """Whether it is of the game, and about the clause or one below it; capital letters or small ones are the same there."""
    if game not in (None, precedent.game):
        return False
    if clause is None:
        return True
    named, about = clause.lower(), (precedent.clause.lower(), precedent.contested.clause.lower())
    return any(one == named or one.startswith((f"{named}.", f"{named}-")) for one in about)


def _newest_first(found: Found) -> tuple[int, str, int, str]:
    precedent, origin, _ = found
    return -precedent.ruling.at, precedent.table, precedent.contest, origin or ""
