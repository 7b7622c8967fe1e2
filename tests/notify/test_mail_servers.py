"""Handing mail in over TLS: never in the open where it was asked for, never to a server that cannot prove who it is."""

import datetime
import socket
import ssl
from pathlib import Path

import pytest
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from infra.notify.mail import SendError, mail_of, mail_server, send_mail
from infra.notify.message import Message, Section
from infra.service_settings import MailSettings
from tests.notify.sinks import MailSink, closed_port

SENDER = "Lost Souls <souls@games.example>"
MESSAGE = Message("id", "table", "news", "Subject", (Section("", ("Words.",)),))
MAIL = mail_of(MESSAGE, "ada@mail.example", MailSettings("", SENDER), 0)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate of `localhost` that signs itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    today = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(today - datetime.timedelta(1))
        .not_valid_after(today + datetime.timedelta(1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    path = tmp_path_factory.mktemp("tls") / "both.pem"
    path.write_bytes(private + made.public_bytes(pem))
    return path


def serving(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


def send(sink: MailSink, scheme: str, user: str = "") -> None:
    server = mail_server(sink.url.replace("smtp://127.0.0.1", f"{scheme}://{user}localhost"))
    send_mail(MAIL, server, SENDER, "ada@mail.example", timeout=10)


@pytest.mark.parametrize("scheme", ["smtps", "smtp+starttls"])
def test_mail_goes_over_tls_to_a_server_that_is_known(
    certificate: Path, scheme: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    trusting = ssl.create_default_context(cafile=str(certificate))
    options = {"ssl_context" if scheme == "smtps" else "tls_context": serving(certificate)}
    sink = MailSink(**options, **({} if scheme == "smtps" else {"require_starttls": True}))
    try:
        with pytest.raises(SendError, match="could not be reached"):
            send(sink, scheme)
        monkeypatch.setattr(ssl, "create_default_context", lambda: trusting)
        send(sink, scheme)
        assert sink.to == ["ada@mail.example"]
    finally:
        sink.close()


def test_a_server_without_tls_gets_nothing_where_tls_was_asked_for(mail_sink: MailSink) -> None:
    with pytest.raises(SendError):
        send(mail_sink, "smtp+starttls")
    assert mail_sink.mails == []


def test_a_user_logs_in_and_a_wrong_password_is_tried_again_and_told_to_nobody() -> None:
    def known(server: object, session: object, envelope: object, mechanism: str, data: object) -> AuthResult:
        return AuthResult(success=getattr(data, "password", b"") == b"right", handled=False)

    sink = MailSink(authenticator=known, auth_require_tls=False, auth_required=True, auth_exclude_mechanism=["LOGIN"])
    try:
        send(sink, "smtp", "ada:right@")
        assert len(sink.mails) == 1
        with pytest.raises(SendError) as error:
            send(sink, "smtp", "ada:wr0ng@")
        assert not error.value.lasting
        assert "wr0ng" not in str(error.value)
    finally:
        sink.close()


def test_a_server_that_says_nothing_is_not_waited_for_long() -> None:
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        server = mail_server(f"smtp://127.0.0.1:{silent.getsockname()[1]}")
        with pytest.raises(SendError, match="could not be reached"):
            send_mail(MAIL, server, SENDER, "ada@mail.example", timeout=0.2)
    with pytest.raises(SendError, match="ConnectionRefusedError"):
        send_mail(MAIL, mail_server(f"smtp://127.0.0.1:{closed_port()}"), SENDER, "ada@mail.example")
