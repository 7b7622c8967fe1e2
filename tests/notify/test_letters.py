"""Reading mail: what a person wrote, in whatever way their program writes it; machines are not answered."""

from contextlib import suppress
from email.message import EmailMessage
from email.policy import SMTP

import pytest
from hypothesis import given
from hypothesis import strategies as st

from infra.notify.letters import LARGEST, Letter, UnreadableLetterError, read_letter
from infra.notify.quoting import own_words, text_of_html


def raw(text: str, **headers: str) -> bytes:
    mail = EmailMessage(SMTP)
    mail["From"], mail["To"], mail["Message-ID"] = (
        "Ada <ada@mail.example>",
        "play+abc@games.example",
        "<1@mail.example>",
    )
    for name, value in headers.items():
        del mail[name.replace("_", "-")]
        mail[name.replace("_", "-")] = value
    mail.set_content(text)
    return mail.as_bytes()


def test_a_plain_mail() -> None:
    letter = read_letter(raw("roll\n", Subject="Re: your turn", Cc="x@y.example"))
    assert letter == Letter(
        "<1@mail.example>", "ada@mail.example", ("play+abc@games.example", "x@y.example"), "Re: your turn", "roll", ""
    )


@pytest.mark.parametrize(
    ("text", "own"),
    [
        ("place 3,-1 r90\n\nThanks,\nAda", "place 3,-1 r90"),
        ("\n\nplace\ndeploy\n\nBest", "place\ndeploy"),
        ("roll\n\nOn Mon, 2 Mar 2026 at 12:00, Souls <s@g.example> wrote:\n> What you must do\n>> x", "roll"),
        ("roll\nOn Mon, 2 Mar 2026 at 12:00\nLost Souls wrote:\n> a", "roll"),
        ("On Mon, 2 Mar 2026 at 12:00, Souls <s@g.example> wrote:\n> What you must do\n\nroll\n\nAda", "roll"),
        ("Am 02.03.2026 um 12:00 schrieb Souls:\n> Was du tun musst\n\nroll\n", "roll"),
        ("roll\n-- \nAda\nhttps://ada.example", "roll"),
        ("roll\n-----Original Message-----\nFrom: x\nplace", "roll"),
        ("roll\n________________________________\nFrom: x\nplace", "roll"),
        ("Good move!\n\n! roll\n\nSee you", "Good move!\n\n! roll\n\nSee you"),
        ("Well.\n\n```souls\nroll\n```\n", "Well.\n\n```souls\nroll\n```\n"),
        ("> only\n> quoted", ""),
        ("  roll \u00a0\r\n", "roll"),
    ],
)
def test_what_somebody_wrote_themselves(text: str, own: str) -> None:
    assert own_words(text) == own


@pytest.mark.parametrize(
    ("page", "words"),
    [
        ("<p>roll</p><p>Bye</p>", "roll"),
        ("roll<br>place 1,1<br><br>Bye", "roll\nplace 1,1"),
        ("<div>roll</div><blockquote>place</blockquote>", "roll"),
        ('<div>roll</div><div class="gmail_quote">place<div>x</div></div>', "roll"),
        ("<style>p{}</style><script>place()</script><p>roll &amp; go</p>", "roll & go"),
        ("<html><head><title>T</title></head><body>roll</body></html>", "roll"),
        ("<p>roll<p>unclosed <blockquote>q", "roll"),
    ],
)
def test_a_page_alone_is_read_as_words(page: str, words: str) -> None:
    assert own_words(text_of_html(page)) == words
    mail = EmailMessage(SMTP)
    mail["From"] = "ada@mail.example"
    mail.set_content(page, subtype="html")
    assert read_letter(mail.as_bytes()).text == words


def test_text_goes_before_the_page_and_attachments_are_left_out() -> None:
    mail = EmailMessage(SMTP)
    mail["From"] = "ada@mail.example"
    mail.set_content("roll")
    mail.add_alternative("<p>other</p>", subtype="html")
    mail.add_attachment("place", filename="notes.txt")
    mail.add_attachment(b"\x00" * 1000, maintype="application", subtype="zip")
    assert read_letter(mail.as_bytes()).text == "roll"


@pytest.mark.parametrize(
    ("charset", "cte"), [("utf-8", "quoted-printable"), ("utf-8", "base64"), ("iso-8859-15", "quoted-printable")]
)
def test_charsets_and_encodings(charset: str, cte: str) -> None:
    mail = EmailMessage(SMTP)
    mail["From"] = "ada@mail.example"
    mail.set_content("grüße größe\n", charset=charset, cte=cte)
    assert read_letter(mail.as_bytes()).text == "grüße größe"


def test_an_unknown_charset_is_no_end_of_it() -> None:
    data = b"From: a@b.c\r\nContent-Type: text/plain; charset=klingon\r\n\r\nroll\r\n"
    assert read_letter(data).text == "roll"


@pytest.mark.parametrize(
    "headers",
    [
        {"Auto_Submitted": "auto-replied"},
        {"Auto_Submitted": "auto-generated; x=y"},
        {"Precedence": "bulk"},
        {"Precedence": "auto_reply"},
        {"X_Autoreply": "yes"},
        {"X_Failed_Recipients": "a@b.c"},
        {"Return_Path": "<>"},
        {"From": "Mail Delivery <MAILER-DAEMON@mail.example>"},
        {"From": "no-reply@mail.example"},
        {"X_Auto_Response_Suppress": "All"},
        {"Subject": "Out of Office: Carcassonne abc: Red is to lay the drawn tile"},
        {"Subject": "Out of Office AutoReply: your turn"},
        {"Subject": "Automatic reply: your turn"},
        {"Subject": "Abwesenheitsnotiz: your turn"},
        {"Subject": "Automatische Antwort: your turn"},
        {"Subject": "Réponse automatique : your turn"},
        {"Subject": "Re\u0301ponse automatique: your turn"},
    ],
)
def test_machines_are_known_as_such(headers: dict[str, str]) -> None:
    assert read_letter(raw("roll", **headers)).automatic


def test_a_delivery_report_is_one() -> None:
    data = b'From: a@b.c\r\nContent-Type: multipart/report; boundary="x"\r\n\r\n--x\r\n\r\nroll\r\n--x--\r\n'
    assert read_letter(data).automatic


@pytest.mark.parametrize(
    "headers",
    [
        {"Subject": "Re: Out of Office: your turn"},
        {"Subject": "Out of office hours I roll"},
        {"X_Auto_Response_Suppress": "None"},
    ],
)
def test_who_only_speaks_of_machines_is_none(headers: dict[str, str]) -> None:
    assert not read_letter(raw("roll", **headers)).automatic


@pytest.mark.parametrize("value", ["no", "No", ""])
def test_who_says_that_no_machine_wrote_is_believed(value: str) -> None:
    assert not read_letter(raw("roll", Auto_Submitted=value)).automatic


def test_all_mailboxes_are_known_that_it_went_to() -> None:
    letter = read_letter(
        b"To: Games <play@games.example>\r\nDelivered-To: play+abc@games.example\r\nX-Original-To: z@q.example\r\n\r\nroll"
    )
    assert letter.recipients == ("play@games.example", "play+abc@games.example", "z@q.example")


def test_what_is_too_large_is_not_read() -> None:
    with pytest.raises(UnreadableLetterError, match="bytes at most"):
        read_letter(b"x" * (LARGEST + 1))


def test_a_long_text_is_cut() -> None:
    assert len(read_letter(raw("x y\n" * 50_000)).text) <= 20_000


@given(st.binary(max_size=2_000))
def test_whatever_bytes_come_are_a_letter_or_said_to_be_none(data: bytes) -> None:
    with suppress(UnreadableLetterError):
        assert isinstance(read_letter(data).text, str)


@given(
    st.lists(
        st.sampled_from(
            [b"From: ", b"To: =?utf-8?q?", b"Content-Type: multipart/mixed; boundary=x\r\n", b"Content-Type: text/html\r\n",
             b"\r\n", b"--x\r\n", b"--x--", b"?=", b"Content-Transfer-Encoding: base64\r\n", b"\xff\xfe", b"<a@b>", b",;:\"",
             b"Message-ID: ", b"=\r\n", b"a" * 50, b"Content-Disposition: attachment; filename*=utf-8''%e4\r\n"]
        ),
        max_size=25,
    )
)  # fmt: skip
def test_broken_mails_are_no_end_of_it(pieces: list[bytes]) -> None:
    with suppress(UnreadableLetterError):
        assert isinstance(read_letter(b"".join(pieces)).text, str)


@given(st.text(alphabet="<>/ abpdivblockquote=\"'&;\n", max_size=200))
def test_any_page_is_read(page: str) -> None:
    assert isinstance(text_of_html(page), str)
