"""Tables where everything happens, and workers that come and go: whoever is awaited was told so once, and of nothing else."""

import random
from collections import Counter

import pytest

from infra.notify.awaiting import decisions_of
from infra.notify.following import AT_THE_TABLE
from infra.notify.message import message_id
from infra.people.profile import Profile
from tests.notify.office import Office, People
from tests.notify.sinks import MailSink


class Everybody(People):
    """Whoever sits down has a mailbox."""

    def __init__(self, office: Office) -> None:
        super().__init__()
        self.office = office

    def profile(self, person: str) -> Profile | None:
        return self.known.get(person) or self.office.person(person)


def run(office: Office, mail_sink: MailSink, seed: int, steps: int) -> None:
    rng = random.Random(seed)
    office.people = Everybody(office)
    workers = [office.new_notifier() for _ in range(2)]
    tables = [office.house.begun(seats=rng.randrange(2, 4)) for _ in range(3)]
    for _ in range(steps):
        office.house._wild_step(rng.choice(tables), rng)
        worker = rng.choice(workers)
        mail_sink.answers = [rng.choice(["250 taken", "250 taken", "451 later"])]
        for act in rng.sample([worker.follow, worker.deliver, lambda: office.clock.forward(AT_THE_TABLE // 3)], 2):
            act()
        if rng.random() < 0.1:
            client = office.house.client
            for follower in worker.followers:
                name = f"notices of {follower.partition.application.name}"
                client.hdel(follower.partition.recorder.keys.tracking, name)
    mail_sink.answers = ["250 taken"]
    for _ in range(3):
        office.clock.forward(12 * AT_THE_TABLE)
        workers[0].follow()
        workers[0].deliver()
    sent = Counter(str(mail["Message-ID"]) for mail in mail_sink.mails)
    assert set(sent.values()) <= {1}, "nothing is told twice"
    awaited = {
        decision.key(table_id)
        for table_id in tables
        for decision in decisions_of(office.house.ledger.current(table_id))
    }
    told = {row.key for row in office.rows() if row.kind == "decision"}
    assert len(told) == len(awaited)
    for row in office.rows():
        assert (row.kind, row.state) == ("decision", "sent")
        assert sent[f"<{message_id(row.key, row.address)}@games.example>"] == 1


@pytest.mark.parametrize("seed", range(3))
def test_wild_tables(office: Office, mail_sink: MailSink, seed: int) -> None:
    run(office, mail_sink, seed, 40)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 160))
def test_many_wild_tables(office: Office, mail_sink: MailSink, seed: int) -> None:
    run(office, mail_sink, seed, 120)
