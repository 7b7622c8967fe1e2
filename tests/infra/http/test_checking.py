"""Settings of the service that cannot be right are told in one sentence before it listens, and nothing starts."""

import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

import pytest

from infra.http.checking import checked
from infra.service_settings import MailSettings, ServiceSettings
from infra.settings import Settings
from infra.settings_file import SettingsError
from infra.wiring import Souls
from tests.streams.conftest import Server
from tests.tools.running import path_with_souls

ROOT = Path(__file__).parents[3]
SMTP, SENDER = "smtp://localhost", "souls@example.org"


def mail(**changed: Any) -> dict[str, Any]:
    return {"mail": MailSettings(**{"smtp": SMTP, "sender": SENDER, **changed})}


@pytest.mark.parametrize(
    "right",
    [
        {},
        {"public_url": "https://play.example.org/souls"},
        {"cors_origins": ("https://a.example", "http://localhost:3000")},
        {"cors_origins": ("*",)},
        {"trusted_proxies": ("127.0.0.1", "10.0.0.0/8", "::1", "10.1.2.3/8")},
        {"trusted_proxies": ("*",)},
        mail(reply_to="reply@example.org", imap="imaps://u:p@host/INBOX"),
        mail(sender="Lost Souls <souls@games.example>"),
        mail(smtp="smtps://user:p%40ss@mail.example:465"),
    ],
)
def test_what_can_be_right_is_taken(right: dict[str, Any]) -> None:
    checked(ServiceSettings(**right))


@pytest.mark.parametrize(
    ("name", "wrong"),
    [
        ("public_url", {"public_url": "nonsense"}),
        ("public_url", {"public_url": "ftp://host"}),
        ("public_url", {"public_url": "https://host/?a=b"}),
        ("public_url", {"public_url": "https://host:99999"}),
        ("cors_origins", {"cors_origins": ("https://a.example", "a.example")}),
        ("cors_origins", {"cors_origins": ("https://a.example/",)}),
        ("trusted_proxies", {"trusted_proxies": ("foo",)}),
        ("trusted_proxies", {"trusted_proxies": ("10.0.0.0/99",)}),
        ("mail.sender", mail(sender="not an address")),
        ("mail.sender", mail(sender="a@b@c")),
        ("mail.reply_to", mail(reply_to="noat")),
        ("mail.smtp", mail(smtp="ftp://user:hunter2@x")),
        ("mail.smtp", mail(smtp="smtp://user:hunter2@x:port")),
        ("mail.imap", mail(imap="pop3://user:hunter2@x")),
    ],
)
def test_what_cannot_be_right_is_told_without_secrets(name: str, wrong: dict[str, Any]) -> None:
    with pytest.raises(SettingsError) as told:
        checked(ServiceSettings(**wrong))
    assert str(told.value).startswith(f"The setting {name} of the service cannot be used: ")
    assert "hunter2" not in str(told.value)


def test_the_service_does_not_start_with_them(tmp_path: Path) -> None:
    environment = {
        "SOULS_SERVICE_MAIL_SMTP": SMTP,
        "SOULS_SERVICE_MAIL_SENDER": SENDER,
        "SOULS_SERVICE_MAIL_IMAP": "pop3://u:p@h",
    }
    told = refused(tmp_path / "data", **environment)
    assert told.startswith("souls: The setting mail.imap of the service cannot be used: ")
    assert not (tmp_path / "data").exists()


BROKEN = """
import sys
from pathlib import Path
import infra.http.app
from infra.http.serving import ServeError, serve
from infra.service_settings import ServiceSettings
from infra.settings import Settings

def broken(*arguments):
    raise RuntimeError("nothing works today")

infra.http.app.Chores = broken
if __name__ == "__main__":  # workers of a supervisor read this file too
    try:
        serve(Settings(Path(sys.argv[1])), ServiceSettings(port=0, workers=int(sys.argv[2])), print)
    except ServeError as error:
        print(error)
"""


@pytest.mark.parametrize("workers", ["1", pytest.param("2", marks=pytest.mark.slow)])
def test_what_keeps_it_from_starting_does_not_keep_it_from_ending(tmp_path: Path, workers: str) -> None:
    (tmp_path / "broken.py").write_text(BROKEN)
    environment = {"PATH": path_with_souls(), "PYTHONPATH": str(ROOT)}
    told = subprocess.run(
        [sys.executable, str(tmp_path / "broken.py"), str(tmp_path / "data"), workers],
        env=environment, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert told.stdout.splitlines()[1:] == ["The service could not be started; its journal says why."]
    assert "nothing works today" in told.stderr
    assert told.returncode == 0


def refused(data: Path, **environment: str) -> str:
    """Why the service does not start, in one sentence."""
    told = subprocess.run(
        [sys.executable, "-m", "tools.cli.main", "serve", "--port", "0", "--data", str(data)],
        env={"PATH": path_with_souls(), "PYTHONPATH": str(ROOT), **environment},
        cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (told.returncode, told.stdout, len(told.stderr.splitlines())) == (1, "", 1), told
    return told.stderr


def test_the_service_does_not_start_without_the_keys_of_people_who_are_stored(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with Souls(Settings(data)) as souls:
        souls.people.create("Ada")
    (data / "keys").rename(data / "elsewhere")
    assert f"the folder of their keys {data / 'keys'} is missing: put it back, or, where the keys are lost" in refused(
        data
    )
    assert not (data / "keys").exists()


def test_the_service_does_not_start_with_a_folder_of_keys_that_cannot_be_used(tmp_path: Path) -> None:
    assert "The keys in /proc/x cannot be used" in refused(tmp_path / "data", SOULS_KEYS="/proc/x")
    (tmp_path / "keys").mkdir(mode=0o755)
    told = refused(tmp_path / "data", SOULS_KEYS=str(tmp_path / "keys"))
    assert "is open to other users: take that away with 'chmod go-rwx'" in told


def test_a_lost_folder_of_keys_is_told(server: Server, tmp_path: Path) -> None:
    settings = Settings(tmp_path, server.url, f"t-{uuid.uuid4().hex}", 1)
    with Souls(settings) as souls:
        assert not any("keys" in warning for warning in souls.warnings), "nobody has been here yet"
        souls.people.create("Ada")
    with Souls(settings) as souls:
        assert not any("keys" in warning for warning in souls.warnings)
    settings.keyring.rename(tmp_path / "elsewhere")
    with Souls(settings) as souls:
        (told,) = [warning for warning in souls.warnings if "keys" in warning]
        assert str(settings.keyring) in told
