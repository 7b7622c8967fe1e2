"""The ledger: all tables of an installation. Commands go in, records are appended, tables come out.

One pure `handle` decides; this module reads what it needs, appends what it gives, and settles what went wrong between:
a table that others wrote to, a reply that got lost.
"""

import secrets
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from eventsourcing.persistence import DatabaseError, IntegrityError, StoredEvent
from msgspec.structs import replace

from domain.table.chain import genesis_of, leaf_of, link, salt_of
from domain.table.chance import ChanceExhausted, Dictated, Source, commitment_to
from domain.table.kernel import Accepted, Moment, handle
from domain.table.lifecycle import ChanceKind, CloseTable, DiscloseLog, ForkTable, OpenTable, RenewChance
from domain.table.messages import HOST, SERVER
from domain.table.records import Submission
from domain.table.refusals import EngineFault, Refusal
from domain.table.table import Table, fold
from infra.application import TablesApplication
from infra.clock import Clock
from infra.codec import Codec, UnreadableRecordError, stored_bytes
from infra.opened import Opened, RefusedAt, TablesInMemory, chance_source, head_of, new_command_id, new_table_id
from infra.refusals import KeptRefusal, kept_bytes, read_refusal
from infra.rulebooks import Rulebooks
from infra.streams import (
    Installation,
    OutcomeUnknownError,
    RefusalLog,
    TableSecret,
    TableSecrets,
    partition_of,
)
from infra.trials import Trial

ATTEMPTS = 3


class SecretsLostError(Exception):
    """A table's secrets are not in this server, so that its chain cannot go on."""


class TableNotFoundError(LookupError):
    """There is no table of that id."""


class Partition:
    """What stands under one hash tag: the application, and what is kept beside the streams."""

    def __init__(self, application: TablesApplication) -> None:
        recorder = application.recorder
        self.application = application
        self.recorder = recorder
        self.secrets = TableSecrets(recorder.connections, recorder.keys)
        self.refusals = RefusalLog(recorder.connections, recorder.keys)


class Ledger(TablesInMemory):
    """All tables of an installation. Usable from many threads."""

    def __init__(self, url: str, installation: Installation, rulebooks: Rulebooks, clock: Clock) -> None:
        super().__init__()
        self.installation = installation
        self.rulebooks = rulebooks
        self.clock = clock
        self.heard: Callable[[str, str], None] = lambda game, outcome: None
        """Told of every command at a table what became of it: the game, and `accepted` or the code of its refusal."""
        self.partitions = [
            Partition(TablesApplication(rulebooks, url, installation.namespace, number))
            for number in range(installation.partitions)
        ]

    def close(self) -> None:
        for partition in self.partitions:
            partition.application.close()

    def partition(self, table_id: str) -> Partition:
        """The partition that a table belongs to."""
        return self.partitions[partition_of(table_id, len(self.partitions))]

    # --- Reading ------------------------------------------------------------------------------------------------------

    def table_ids(self) -> Iterator[str]:
        """The ids of all tables, in no order."""
        for partition in self.partitions:
            yield from partition.recorder.scan_tables()

    def stored(self, table_id: str) -> list[StoredEvent]:
        """A table's stored events from the first to the last; `TableNotFoundError` where there are none.

        `DatabaseError` where the last ones are missing, which nothing in a log itself can tell.
        """
        recorder = self.partition(table_id).recorder
        head = recorder.head(table_id)
        stored = list(recorder.select_events(table_id))
        if not stored and head is None:
            raise TableNotFoundError(f"There is no table '{table_id}'.")
        last = stored[-1].originator_version if stored else 0
        if head is None or last < head:
            raise DatabaseError(
                f"Table '{table_id}' ends at record {last}, and its last one was {head}: some are missing."
            )
        return stored

    def table(self, table_id: str, version: int | None = None) -> Table:
        """The table as it is, or as it was at a version, folded afresh from its log: the caller may do anything to it."""
        stored = self.stored(table_id)
        if version is not None:
            if not 1 <= version <= len(stored):
                raise TableNotFoundError(f"Table '{table_id}' has the versions 1 to {len(stored)}, not {version}.")
            stored = stored[:version]
        rulebook, records = self.partition(table_id).application.mapper.records(stored)
        return fold(table_id, rulebook, records)

    def secret(self, table_id: str) -> TableSecret | None:
        """A table's secrets, None where it has none here."""
        return self.partition(table_id).secrets.get(table_id)

    def refusals(self, table_id: str) -> list[KeptRefusal]:
        """The refusals at a table that are kept, the oldest first; `DamagedRefusalError` for one that cannot be read.

        What a command said is for whom it turned down alone.
        """
        return [read_refusal(table_id, one) for one in self.partition(table_id).refusals.read(table_id)]

    # --- Opening ------------------------------------------------------------------------------------------------------

    def open_table(
        self,
        game: str,
        seats: int,
        *,
        host: str,
        edition: str | None = None,
        options: str = "{}",
        chance: ChanceKind = "provable",
        seed: bytes | None = None,
        arbiter: str | None = None,
        command_id: str | None = None,
        table_id: str | None = None,
    ) -> Table | Refusal:
        """T-1: open a table with a fresh secret seed, or a known one for seeded chance. Edition: the latest.

        Who gives the table's id must know that there is none of it; what an earlier attempt has left of it is used.
        """
        if (seed is not None) != (chance == "seeded"):
            raise ValueError("a seed is given for seeded chance, and for no other")
        rulebook = self.rulebooks[game]
        left = None if table_id is None else self.secret(table_id)
        table_id = table_id or new_table_id()
        secret = left or TableSecret(seed or secrets.token_bytes(32), secrets.token_bytes(32))
        in_force, bound = edition or rulebook.editions[-1].name, commitment_to(secret.seed)
        command = OpenTable(game, in_force, seats, host, bound, options, chance, arbiter)
        opened = Opened(Table(table_id, rulebook), genesis_of(table_id), secret)
        return self._open(opened, Submission(command_id or new_command_id(), HOST, 0, command))

    def fork(self, table_id: str, version: int | None = None, *, host: str, viewer: int | None) -> Table | Refusal:
        """T-64: open a sandbox with the game of a table as it stood at a version (now, if it is None), as a seat, a spectator
        (None) or somebody who may see everything (`WHOLE`) knew it. The table itself stays as it is."""
        origin = self.table(table_id)
        fork_id = new_table_id()
        secret = TableSecret(secrets.token_bytes(32), secrets.token_bytes(32))
        at = origin.version if version is None else version
        command = ForkTable(table_id, at, viewer, host, commitment_to(secret.seed), secrets.token_hex(32))
        opened = Opened(Table(fork_id, origin.rulebook), genesis_of(fork_id), secret)
        return self._open(opened, Submission(new_command_id(), HOST, 0, command), origin)

    def _open(self, opened: Opened, submission: Submission, origin: Table | None = None) -> Table | Refusal:
        """Let a table's first command happen, and store it with the table's secrets."""
        table_id, secret = opened.table.id, opened.secret
        assert secret is not None
        outcome = self.decide(opened, submission, origin=origin)
        if isinstance(outcome, Refusal):
            self.hear(opened.table, outcome)
            return outcome
        # The secrets come first: a seed without a table harms nobody, a table without its seed cannot be played.
        self.partition(table_id).secrets.put(table_id, secret.seed, secret.salt)
        try:
            stored, opened.head = self.encoded(opened, outcome)
            self._append(table_id, stored)
        except OutcomeUnknownError:
            # Nobody else knows the id: if the table is there, this was it, and only the reply was lost.
            if not self.partition(table_id).recorder.select_events(table_id, limit=1):
                raise
            return self.current(table_id)
        self.hear(opened.table, outcome)
        self._remember(opened)
        return opened.table

    def renew_chance(self, table_id: str) -> Accepted | Refusal:
        """T-35: begin a new epoch of chance with a fresh seed, where there is none to draw from any more."""
        table = self.table(table_id)
        key = _epoch_key(table_id, table.epoch + 1)
        if self.secret(key) is None:
            with suppress(IntegrityError):  # somebody else was faster, and that seed is it
                self.partition(table_id).secrets.put(key, secrets.token_bytes(32), b"")
        secret = self.secret(key)
        assert secret is not None
        command = RenewChance(commitment_to(secret.seed))
        return self.submit(table_id, Submission(new_command_id(), SERVER, table.version, command))

    def close_table(self, table_id: str, by: int = HOST) -> Accepted | Refusal:
        """T-9: close a finished or abandoned table and publish its seed, where there is one."""
        table = self.table(table_id)
        secret = self.secret(_epoch_key(table_id, table.epoch) if table.epoch else table_id)
        known = secret is not None and commitment_to(secret.seed) == table.commitment
        command = CloseTable(secret.seed.hex() if secret and known else None)
        return self.submit(table_id, Submission(new_command_id(), by, table.version, command))

    def disclose_log(self, table_id: str) -> Accepted | Refusal:
        """T-17: record that somebody takes out the whole log of an unfinished table."""
        version = self.table(table_id).version
        return self.submit(table_id, Submission(new_command_id(), SERVER, version, DiscloseLog()))

    def store_whole(self, opened: Opened, stored: Sequence[StoredEvent]) -> None:
        """Store all records of a table that is not here yet, in one step, with its secrets."""
        assert opened.secret is not None
        partition = self.partition(opened.table.id)
        partition.secrets.put(opened.table.id, opened.secret.seed, opened.secret.salt)
        partition.recorder.insert_events(stored)

    # --- Commands -----------------------------------------------------------------------------------------------------

    def submit(self, table_id: str, submission: Submission, dictated: Dictated | None = None) -> Accepted | Refusal:
        """Let a command happen, exactly once, or turn it down; refusals are kept beside the table.

        `dictated` is the chance of a table that was opened for dictated chance, and of no other: `ValueError`.

        `OutcomeUnknownError` where the store could not be reached to find out: ask again with the same command id.
        """
        outcome = self._submit(table_id, (submission,), dictated)
        return outcome.refusal if isinstance(outcome, RefusedAt) else outcome[0]

    def submit_all(self, table_id: str, submissions: Sequence[Submission]) -> tuple[Accepted, ...] | RefusedAt:
        """Let several commands happen, one behind the other and in one step, exactly once; or none of them.

        Each is decided at the table behind the one before, so only the first one's `expected` counts. Asked again, all of
        them were done before, or it is COMMAND_ID_REUSED (T-11). The refusal of the first is kept beside the table; that of a
        later one met a table that never was. STALE_VERSION is not kept: it is for who asks to try at the table as it is now.
        Errors as for `submit`; `ValueError` where there are none.
        """
        if not submissions:
            raise ValueError("there is no command to submit")
        return self._submit(table_id, submissions, unkept=("STALE_VERSION",))

    def _submit(
        self,
        table_id: str,
        submissions: Sequence[Submission],
        dictated: Dictated | None = None,
        unkept: Sequence[str] = (),
    ) -> tuple[Accepted, ...] | RefusedAt:
        with self._lock(table_id):
            for attempt in range(1, ATTEMPTS + 1):
                opened = self._current(table_id)
                version = opened.table.version
                try:
                    outcome = self._happen(opened, submissions, dictated)
                except (IntegrityError, OutcomeUnknownError):
                    # Somebody else was faster, or our append happened and its reply was lost: the log knows which.
                    self._forget(table_id)
                    if attempt == ATTEMPTS:
                        raise
                    continue
                except BaseException:
                    self._forget(table_id)
                    raise
                if isinstance(outcome, RefusedAt) and outcome.number:
                    # The table in memory has gone on with those before.
                    self._forget(table_id)
                if isinstance(outcome, tuple) or not self._has_moved_on(table_id, version):
                    break
                # A refusal of what is past: ask again of what is there now, as long as others go on meanwhile.
                self._forget(table_id)
            if isinstance(outcome, RefusedAt) and not outcome.number and outcome.refusal.code not in unkept:
                self.keep_refusal(table_id, submissions[0], outcome.refusal, version)
            self.hear(opened.table, *(outcome if isinstance(outcome, tuple) else (outcome.refusal,)))
            return outcome

    def _happen(
        self, opened: Opened, submissions: Sequence[Submission], dictated: Dictated | None
    ) -> tuple[Accepted, ...] | RefusedAt:
        """Decide commands one behind the other, and append all of their records in one step."""
        done, stored, known = list[Accepted](), list[StoredEvent](), opened.table.commands
        reused = [number for number, one in enumerate(submissions) if one.id in known]
        if 0 < len(reused) < len(submissions):
            first = submissions[reused[0]].id
            return RefusedAt(reused[0], Refusal("COMMAND_ID_REUSED", "T-11", id=first, version=known[first]))
        for number, submission in enumerate(submissions):
            asked = replace(submission, expected=opened.table.version) if number else submission
            outcome = self.decide(opened, asked, dictated)
            if isinstance(outcome, Refusal):
                return RefusedAt(number, outcome)
            done.append(outcome)
            if not outcome.repeated:
                records, opened.head = self.encoded(opened, outcome)
                stored += records
        if stored:
            self._append(opened.table.id, stored)
        return tuple(done)

    def current(self, table_id: str) -> Table:
        """The table as it is now, in a copy: what is in memory changes before it is stored."""
        with self._lock(table_id):
            opened = self._current(table_id)
            if self._has_moved_on(table_id, opened.table.version):
                self._forget(table_id)
                opened = self._current(table_id)
            return opened.table.copy()

    def trial(self, table_id: str) -> Trial:
        """The table as it is now, to try commands at."""
        with self._lock(table_id):
            table = self.current(table_id)
            opened = self._current(table_id)
            return Trial(table, self._source(opened), opened.head, self.clock())

    def decide(
        self, opened: Opened, submission: Submission, dictated: Dictated | None = None, origin: Table | None = None
    ) -> Accepted | Refusal:
        """Let a command happen at a table in memory, or turn it down; nothing is stored. After any error the table in memory is
        to be dropped, and read again."""
        if dictated is not None and (opened.table.opened is None or opened.table.opened.chance != "dictated"):
            raise ValueError(f"the chance of table '{opened.table.id}' is not dictated")
        moment = Moment(self.clock(), dictated or self._source(opened), opened.head, origin)
        try:
            return handle(opened.table, submission, moment)
        except ChanceExhausted:
            self._forget(opened.table.id)
            return Refusal("NO_CHANCE", "T-34")

    def hear(self, table: Table, *outcomes: Accepted | Refusal) -> None:
        """Tell of what became of commands at a table, once they are stored or turned down."""
        for one in outcomes:
            self.heard(table.rulebook.game, "accepted" if isinstance(one, Accepted) else one.code)

    def _append(self, table_id: str, stored: Sequence[StoredEvent]) -> None:
        self.partition(table_id).recorder.insert_events(stored)

    def encoded(self, opened: Opened, accepted: Accepted) -> tuple[list[StoredEvent], bytes]:
        """A command's records as they are to be stored, and the chain's head behind them (T-40).

        What could not be read again would spoil the table for ever: `EngineFault` for such a record, and msgspec's
        `ValidationError` for a command that is out of its own bounds.
        """
        table, codec = opened.table, self._codec(opened.table)
        if opened.secret is None:
            raise SecretsLostError(
                f"The secrets of table '{table.id}' are not here: it can be looked at, and not go on."
            )
        stored, leaves = [], []
        for version, record in enumerate(accepted.records, accepted.first):
            topic, state = codec.encode(record)
            if record.cause is not None:
                codec.command(record.cause.command)
            try:
                codec.decode(table.id, version, topic, state)
            except UnreadableRecordError as error:
                raise EngineFault(f"rules made a record that is out of its own bounds: {error}") from error
            stored.append(StoredEvent(table.id, version, topic, state))
            leaves.append(leaf_of(salt_of(opened.secret.salt, version), stored_bytes(topic, state)))
        return stored, link(opened.head, leaves)

    def _source(self, opened: Opened) -> Source:
        return chance_source(opened.table, opened.secret, self._epoch_seed(opened.table))

    def _codec(self, table: Table) -> Codec:
        return self.partition(table.id).application.mapper.codec(table.rulebook.game)

    def _epoch_seed(self, table: Table) -> bytes | None:
        if table.epoch == 0:
            return None
        secret = self.secret(_epoch_key(table.id, table.epoch))
        return secret.seed if secret else None

    def read(self, table_id: str) -> Opened:
        """The table as the log has it now, opened afresh."""
        stored = self.stored(table_id)
        rulebook, records = self.partition(table_id).application.mapper.records(stored)
        secret = self.secret(table_id)
        table = fold(table_id, rulebook, records)
        return Opened(table, head_of(table, stored, secret), secret)

    def _has_moved_on(self, table_id: str, version: int) -> bool:
        last = self.partition(table_id).recorder.select_events(table_id, desc=True, limit=1)
        return bool(last) and last[0].originator_version != version

    def keep_refusal(self, table_id: str, submission: Submission, refusal: Refusal, version: int) -> None:
        """Keep beside the table what was turned down at a version of it (T-52)."""
        self.partition(table_id).refusals.add(table_id, kept_bytes(submission, refusal, version, self.clock()))


def _epoch_key(table_id: str, epoch: int) -> str:
    return f"{table_id}/{epoch}"
