"""Games played by mail alone: each message says what can be typed, and typing it makes the move."""

import random
from collections.abc import Callable
from email.message import EmailMessage
from email.policy import SMTP

import pytest

from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.flick_of_faith.rulebook import rulebook as flick_of_faith
from domain.root.rulebook import rulebook as root
from infra.notify.following import AT_THE_TABLE
from tests.infra.house import House
from tests.notify.office import Office
from tests.notify.sinks import MailSink, text_of

GAMES = {"carcassonne": 3, "root": 3, "flick-of-faith": 2}


def forms_in(mail: EmailMessage) -> list[str]:
    """What a mail says that can be typed."""
    lines = text_of(mail).replace("\r\n", "\n").split("What you can answer\n")[1].split("\n\n")[0].split("\n")
    return [line.strip().split("    ")[0] for line in lines]


def play(office: Office, mail_sink: MailSink, table_id: str, moves: int, rng: random.Random) -> int:
    """Answer the latest mail of whoever is awaited, again and again; returns how many moves were made."""
    for made in range(moves):
        office.clock.forward(AT_THE_TABLE)
        office.tell()
        table = office.house.ledger.current(table_id)
        if table.finished:
            return made
        seat = next(prompt.seat for prompt in table.prompts if not prompt.optional)
        mailbox = f"person{seat}@mail.example"
        asked = [mail for mail in mail_sink.mails if mail["To"] == mailbox and "What you can answer" in text_of(mail)][
            -1
        ]
        reply = EmailMessage(SMTP)
        reply["From"], reply["To"], reply["Message-ID"] = mailbox, str(asked["Reply-To"]), f"<{made}@mail.example>"
        reply.set_content(f"{rng.choice(forms_in(asked))}\n\nOn Monday, Lost Souls wrote:\n> {asked['Subject']}\n")
        mail_sink.mails = [mail for mail in mail_sink.mails if mail["To"] != mailbox]
        taken = office.notifier.inbound.take_in(reply.as_bytes())
        assert taken.status == "done", (taken, reply.get_content())
        assert taken.version > table.version
    return moves


@pytest.fixture
def games(new_house: Callable[..., House], mail_sink: MailSink) -> Office:
    office = Office(new_house(rulebooks=[carcassonne, root, flick_of_faith]), mail_sink.url)
    for seat in range(3):
        office.person(f"person{seat}")
    return office


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begins_by_mail(games: Office, mail_sink: MailSink, game: str) -> None:
    assert play(games, mail_sink, games.table(game, GAMES[game]), 8, random.Random(5)) == 8
    games.close()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_whole_game_by_mail(games: Office, mail_sink: MailSink, game: str) -> None:
    table_id = games.table(game, GAMES[game])
    play(games, mail_sink, table_id, 3_000, random.Random(6))
    assert games.house.ledger.current(table_id).finished
    games.tell()
    assert any(table_id in subject and "finished" in subject for subject in mail_sink.subjects())
    games.close()
