"""What a message says, and how it looks as mail, as a page and as a picture."""

from email.message import EmailMessage
from typing import Any

import msgspec
import pytest
import resvg_py
from msgspec.structs import replace

from domain.root.rulebook import rulebook as root
from domain.table.clocks.messages import ArrangeTime, TimeControl
from domain.table.disputes.messages import CallTime, ContestRecord, GiveRuling
from domain.table.lifecycle import BeginGame, Resign
from domain.table.messages import ARBITER, HOST, SERVER
from domain.table.scene import Rect, Scene, Style, Text
from domain.table.seeing import view_of
from infra import pictures
from infra.notation import ShortForm
from infra.notify.awaiting import decisions_of
from infra.notify.changes import changes_since
from infra.notify.mail import MailServer, mail_of, mail_server, reply_address
from infra.notify.message import Link, Message, Section, as_text, subject_of
from infra.notify.page import page
from infra.people.profile import Notices
from infra.pictures import board_png, scene_png
from infra.service_settings import MailSettings
from tests.notify.office import HOUR, MINUTE, Office
from tests.notify.sinks import MailSink, WebHook, text_of
from tests.notify.test_recap import swapped
from tests.table.toy import RollDie

SETTINGS = MailSettings("smtp://h", "Lost Souls <souls@games.example>", "Play <play@games.example>")
MESSAGE = Message(
    "a" * 40, "tabletable12", "decision", "Do <this> & that",
    (
        Section("What you must do", ("Red <b>is</b> to move. [T-1]",)),
        Section("Answers", (), (ShortForm("move a>b", "Go & see"),)),
    ),
    (b"\x89PNG...",), (Link("https://games.example/tables/t?a=1&b=2", "The table"),), {"seat": 1}, "t" * 24,
)  # fmt: skip


def parts(mail: EmailMessage) -> list[str]:
    return [part.get_content_type() for part in mail.walk()]


def test_a_mail_has_text_page_and_picture_and_all_headers_of_its_thread() -> None:
    mail = mail_of(MESSAGE, "ada@mail.example", SETTINGS, 0)
    assert parts(mail) == ["multipart/alternative", "text/plain", "multipart/related", "text/html", "image/png"]
    assert mail["Message-ID"] == f"<{'a' * 40}@games.example>"
    assert mail["References"] == mail["In-Reply-To"] == "<table.tabletable12@games.example>"
    assert mail["Reply-To"] == f"play+{'t' * 24}@games.example"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail["List-Id"] == "Table tabletable12 <tabletable12.tables.games.example>"
    assert mail["Date"] == "Thu, 01 Jan 1970 00:00:00 +0000"
    picture = list(mail.walk())[-1]
    html = mail.get_body(("html",))
    assert html is not None
    assert f"cid:{picture['Content-ID'].strip('<>')}" in html.get_content()
    assert (picture.get_filename(), picture.get_content_disposition()) == ("board1.png", "inline")


def test_an_answer_is_an_answer_and_without_a_token_nobody_can_reply() -> None:
    mail = mail_of(replace(MESSAGE, answers="<x@y>", token=""), "ada@mail.example", SETTINGS, 0)
    assert (mail["In-Reply-To"], mail["Auto-Submitted"], mail["Reply-To"]) == ("<x@y>", "auto-replied", None)


def test_nothing_in_a_message_becomes_a_header_or_a_tag() -> None:
    evil = replace(MESSAGE, subject="One\r\nBcc: all@mail.example\r\n\r\n<script>")
    mail = mail_of(evil, "ada@mail.example", SETTINGS, 0)
    assert mail["Bcc"] is None
    assert mail["Subject"] == "One Bcc: all@mail.example <script>"
    for text in (page(evil), page(MESSAGE)):
        assert "<script" not in text
        assert "<b>" not in text
    assert "Red &lt;b&gt;is&lt;/b&gt; to move." in page(MESSAGE)
    assert 'href="https://games.example/tables/t?a=1&amp;b=2"' in page(MESSAGE)


def test_text_has_all_that_the_page_has() -> None:
    text = as_text(MESSAGE)
    for part in (
        "What you must do",
        "Red <b>is</b> to move. [T-1]",
        "move a>b",
        "Go & see",
        "https://games.example/tables/t?a=1&b=2",
    ):
        assert part in text


def test_a_subject_is_one_line_and_not_endless() -> None:
    assert subject_of("a\n b\t c") == "a b c"
    assert len(subject_of("word " * 100)) == 150


@pytest.mark.parametrize(
    ("url", "server"),
    [
        ("smtp://host", ("smtp", "host", 25, "", "")),
        ("smtp+starttls://us%40er:p%2Fw@host", ("smtp+starttls", "host", 587, "us@er", "p/w")),
        ("smtps://host:4465", ("smtps", "host", 4465, "", "")),
    ],
)
def test_mail_servers_by_their_urls(url: str, server: tuple[Any, ...]) -> None:
    made = mail_server(url)
    assert made == MailServer(*server)
    assert "p/w" not in repr(made)


@pytest.mark.parametrize("url", ["http://host", "smtp://", "host", "smtp://host:99999"])
def test_what_is_no_mail_server(url: str) -> None:
    with pytest.raises(ValueError, match=r"mail server|[Pp]ort"):
        mail_server(url)


def test_the_address_for_replies_has_the_token_before_the_at_sign() -> None:
    assert reply_address("Play <play@games.example>", "abc") == "play+abc@games.example"


# --- Pictures ---------------------------------------------------------------------------------------------------------

SCENE = Scene("A title", (0, 0, 400, 100), (Rect(0, 0, 400, 100, "back"), Text(10, 50, "Words", "ink")),
              {"back": Style(fill="#fff"), "ink": Style(fill="#000", size=40)})  # fmt: skip


def size_of(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    return int.from_bytes(png[16:20]), int.from_bytes(png[20:24])


def test_a_picture_is_as_wide_as_it_was_asked_for_and_never_too_tall() -> None:
    assert size_of(scene_png(SCENE, 800)) == (800, 200)
    assert size_of(scene_png(replace(SCENE, box=(0, 0, 10, 1_000)), 900))[1] <= 8_000
    assert size_of(scene_png(SCENE, 1))[0] == 64
    assert size_of(scene_png(SCENE, 10**9))[0] == 4_000


def test_a_picture_that_is_too_large_is_made_smaller() -> None:
    whole = scene_png(SCENE, 800)
    smaller = scene_png(SCENE, 800, len(whole) - 1)
    assert len(smaller) < len(whole)
    assert size_of(smaller)[0] < 800


def test_words_are_drawn_and_without_any_font_the_picture_still_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    whole, bare = scene_png(SCENE, 400), scene_png(replace(SCENE, shapes=SCENE.shapes[:1]), 400)
    assert whole != bare, "this machine has a font"
    drawn = resvg_py.svg_to_bytes

    def without_fonts(**more: Any) -> bytes:
        return bytes(drawn(**more, skip_system_fonts=True))

    monkeypatch.setattr(pictures.resvg_py, "svg_to_bytes", without_fonts)
    assert scene_png(SCENE, 400) == bare


def test_a_picture_shows_only_what_its_viewer_may_see(new_house: Any) -> None:
    house = new_house(rulebooks=[root])
    table = house.ledger.current(house.begun("root", 3))
    pictures_of_all = {board_png(table, viewer, 64) for viewer in (0, 2, None)}
    assert len(pictures_of_all) == 3


def test_before_the_game_begins_there_is_no_picture(office: Office) -> None:
    assert board_png(office.house.ledger.current(office.house.seated()), 0) is None


def test_a_picture_comes_with_the_mail_and_with_the_hook(office: Office, mail_sink: MailSink, hook: WebHook) -> None:
    office.person("person0", "mailto:person0@mail.example", hook.url, notices=Notices())
    office.table()
    office.tell()
    (mail,) = mail_sink.mails
    picture = next(part for part in mail.walk() if part.get_content_type() == "image/png")
    assert size_of(picture.get_payload(decode=True))[0] == 900  # type: ignore[arg-type]
    (post,) = hook.posts
    assert [one["mimetype"] for one in post["attachments"]] == ["image/png"]


# --- Time -------------------------------------------------------------------------------------------------------------


def timed(office: Office, host: str = "hanna", **control: Any) -> str:
    for person in ("person0", "person1", "hanna"):
        office.person(person, time_zone="Europe/Berlin")
    table_id = office.house.seated(host=host)
    office.house.do(table_id, HOST, ArrangeTime(TimeControl(**control)))
    office.house.do(table_id, HOST, BeginGame())
    return table_id


def test_a_message_says_until_when_by_the_readers_own_clock(office: Office, mail_sink: MailSink) -> None:
    timed(office, move=24 * 60)
    office.tell()
    (mail,) = [one for one in mail_sink.mails if one["To"] == "person0@mail.example"]
    assert "Until Tuesday, 03 March 2026, 13:00 (Europe/Berlin)." in text_of(mail)


def test_a_reminder_is_sent_once_and_not_to_who_wants_none(office: Office, mail_sink: MailSink) -> None:
    table_id = timed(office, move=24 * 60, remind=(60,))
    office.tell()
    mail_sink.mails.clear()
    office.clock.forward(23 * HOUR + MINUTE)
    office.house.do(table_id, SERVER, CallTime())
    office.tell()
    office.tell()
    assert [(one["To"], str(one["Subject"]).startswith("Reminder: ")) for one in mail_sink.mails] == [
        ("person0@mail.example", True)
    ]


def test_reminders_can_be_switched_off(office: Office, mail_sink: MailSink) -> None:
    table_id = timed(office, move=24 * 60, remind=(60,))
    office.person("person0", notices=Notices(picture=False, reminders=False))
    office.tell()
    mail_sink.mails.clear()
    office.clock.forward(23 * HOUR + MINUTE)
    office.house.do(table_id, SERVER, CallTime())
    office.tell()
    assert mail_sink.mails == []


def test_time_that_ran_out_is_told_to_the_seat_and_the_host_must_decide(office: Office, mail_sink: MailSink) -> None:
    table_id = timed(office, move=60)
    office.tell()
    mail_sink.mails.clear()
    office.clock.forward(2 * HOUR)
    office.house.do(table_id, SERVER, CallTime())
    (overdue,) = [one for one in decisions_of(office.house.ledger.current(table_id)) if one.kind == "overdue-0"]
    assert (overdue.person, overdue.seat, overdue.clause) == ("hanna", HOST, "T-72")
    office.tell()
    told = {str(one["To"]): text_of(one) for one in mail_sink.mails}
    assert len(mail_sink.mails) == len(told) == 2
    assert "The time of north is over" in told["person0@mail.example"]
    assert "play for the seat, let the server answer, give it more time, or wait. [T-72]" in told["hanna@mail.example"]


def test_what_others_did_for_a_seat_is_not_told_as_if_the_seat_had_done_it(office: Office) -> None:
    table_id = timed(office, move=60, out="skips")
    own = office.house.do(table_id, 0, RollDie()).last
    office.clock.forward(2 * HOUR)
    office.house.do(table_id, 0, CallTime())
    changes = [one.sentence for one in changes_since(office.house.ledger.current(table_id), 0, own)]
    late = next(n for n, sentence in enumerate(changes) if sentence == "The time of east is over")
    assert changes[late + 1].startswith("East ")
    assert changes[late + 1].endswith(" (moved by the server, since time was over)")
    assert not [sentence for sentence in changes[:late] if "moved by" in sentence]


def test_what_the_host_did_for_a_vacant_seat_is_told_so(office: Office) -> None:
    table_id = timed(office, move=60)
    resigned = office.house.do(table_id, 0, Resign()).last
    office.house.do(table_id, HOST, RollDie(), seat=0)
    first = next(changes_since(office.house.ledger.current(table_id), 1, resigned))
    assert (first.sentence.partition(" ")[0], first.sentence[-20:]) == ("North", " (moved by the host)")


def test_a_host_who_plays_is_not_told_to_play_for_a_late_seat(office: Office) -> None:
    table_id = timed(office, "person1", move=60)
    office.clock.forward(2 * HOUR)
    office.house.do(table_id, SERVER, CallTime())
    (overdue,) = [one for one in decisions_of(office.house.ledger.current(table_id)) if one.kind == "overdue-0"]
    assert overdue.sentence == "The time of north is over: let the server answer, give it more time, or wait."
    assert (overdue.acting, overdue.speaks.by, overdue.speaks.seat) == (None, HOST, None)


# --- Disputes and secrets ---------------------------------------------------------------------------------------------


def test_parties_are_told_of_contest_and_ruling_with_the_clause(office: Office, mail_sink: MailSink) -> None:
    for person in ("person0", "person1", "arno"):
        office.person(person)
    table_id = office.table()
    rolled = office.house.do(table_id, 0, RollDie()).first
    office.house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    office.tell()
    to = {str(one["To"]): text_of(one) for one in mail_sink.mails if "ontest" in str(one["Subject"])}
    assert set(to) == {"person0@mail.example", "arno@mail.example"}
    assert "[T-55]" in to["arno@mail.example"]
    mail_sink.mails.clear()
    office.house.do(table_id, ARBITER, GiveRuling(1, "upheld"))
    office.tell()
    told = {str(one["To"]): text_of(one) for one in mail_sink.mails if "[T-55]" in text_of(one)}
    assert set(told) == {"person0@mail.example", "person1@mail.example"}


def test_who_is_asked_to_rule_is_told_of_the_contest_by_that_alone(office: Office, mail_sink: MailSink) -> None:
    for person in ("hanna", "person0"):
        office.person(person)
    table_id = office.table(arbiter="hanna")
    rolled = office.house.do(table_id, 0, RollDie()).first
    office.tell()
    mail_sink.mails.clear()
    office.house.do(table_id, 1, ContestRecord(rolled, "TOY-4"))
    office.tell()
    told = {str(one["To"]): str(one["Subject"]) for one in mail_sink.mails}
    assert len(mail_sink.mails) == len(told) == 2
    assert told["hanna@mail.example"].endswith("waits for your ruling.")
    assert "is contested" in told["person0@mail.example"]


def test_what_one_seat_hides_changes_no_byte_of_a_message_to_another(office: Office) -> None:
    table_id = office.house.begun()
    office.house.do(table_id, 0, RollDie())
    profile = office.person("person1", notices=Notices())
    table = office.house.ledger.current(table_id)
    other = swapped(table, 0)
    assert view_of(table, 0) != view_of(other, 0)
    composer, (decision,) = office.notifier.composer, decisions_of(table)
    told = [composer.asking(one, decision, profile, "id") for one in (table, other)]
    assert msgspec.json.encode(told[0]) == msgspec.json.encode(told[1])
    assert told[0].pictures


def test_a_message_is_the_same_bytes_when_it_is_composed_again(office: Office) -> None:
    profile = office.person("person0")
    table_id = office.table()
    office.notifier.follow()
    (row,) = office.rows()
    first = office.notifier.composer.compose(row, profile)
    again = office.new_notifier().composer.compose(row, profile)
    assert msgspec.json.encode(first) == msgspec.json.encode(again)
    assert table_id in str(first)


def test_a_preview_shows_what_would_be_sent(office: Office) -> None:
    profile = office.person("person0")
    table_id = office.table()
    message = office.notifier.preview(table_id, 0, profile)
    assert message is not None
    assert "North takes a turn." in as_text(message)
    assert office.notifier.preview(table_id, 1, profile) is None
