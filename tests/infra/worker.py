"""One of several that play at the same table at once: `worker.py URL NAMESPACE TABLE NAME`.

Says `ready`, waits for a line, plays until the game is over, and says what it was accepted for: id, first, last.
"""

import random
import sys

from domain.table.kernel import Accepted
from domain.table.records import Submission
from infra.ledger import Ledger
from tests.infra.house import House


def play(ledgers: list[Ledger], table_id: str, name: str) -> list[tuple[str, int, int]]:
    """Play for whoever is awaited, sending every command twice, through different ledgers; returns what was accepted."""
    rng = random.Random(name)
    won, number = [], 0
    while (table := ledgers[0].table(table_id)).prompts:
        seat = rng.choice(table.prompts).seat
        offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
        number += 1
        submission = Submission(f"{name}-{number}", seat, table.version, rng.choice(offers).sample(rng))
        rng.shuffle(ledgers)
        outcomes = [ledgers[0].submit(table_id, submission), ledgers[-1].submit(table_id, submission)]
        accepted = [outcome for outcome in outcomes if isinstance(outcome, Accepted)]
        if accepted:
            assert [outcome.repeated for outcome in accepted] == [False, True]
            assert accepted[0].records == accepted[1].records
            won.append((submission.id, accepted[0].first, accepted[0].last))
    return won


if __name__ == "__main__":
    url, namespace, table, own_name = sys.argv[1:]
    houses = [House(url, namespace), House(url, namespace)]
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    for line in play([house.ledger for house in houses], table, own_name):
        sys.stdout.write(" ".join(map(str, line)) + "\n")
    for house in houses:
        house.close()
