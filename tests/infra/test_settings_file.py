"""The settings file: found, read, and told where it is wrong."""

from pathlib import Path

import pytest

from infra.service_settings import MailSettings, ServiceSettings, service_settings_from
from infra.settings import SettingsError, settings_from

SECRET = "s3cret"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    return tmp_path


def write(folder: Path, text: str, name: str = "souls.toml") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text, "utf-8")
    return folder / name


WHOLE = """
data = "data"
keys = "~/keys"
redis_url = "redis://there:1/2"
namespace = "mine"
partitions = 16
rulebooks = ["games.chess:chess", "games.go:go"]

[service]
port = 9000
cors_origins = ["https://play.example.org"]

[service.mail]
smtp = "smtp://mail.example.org"
sender = "souls@example.org"
"""


def test_everything_that_a_file_says_is_heard(home: Path) -> None:
    path = write(home / "etc", WHOLE)
    settings = settings_from({}, config=path)
    assert (settings.data, settings.keyring) == (home / "etc" / "data", home / "keys")
    assert (settings.redis_url, settings.namespace, settings.partitions) == ("redis://there:1/2", "mine", 16)
    assert (settings.rulebooks, settings.config) == (("games.chess:chess", "games.go:go"), path)
    assert service_settings_from({}, settings.config) == ServiceSettings(
        port=9000,
        cors_origins=("https://play.example.org",),
        mail=MailSettings("smtp://mail.example.org", "souls@example.org"),
    )


def test_the_environment_wins_over_the_file(home: Path) -> None:
    path = write(home / "etc", WHOLE)
    environment = {
        "SOULS_CONFIG": str(path),
        "SOULS_DATA": "/srv",
        "SOULS_KEYS": "/keys",
        "REDIS_URL": "redis://here",
        "SOULS_NAMESPACE": "yours",
        "SOULS_PARTITIONS": "4",
        "SOULS_RULEBOOKS": "a:b",
        "SOULS_SERVICE_PORT": "7000",
        "SOULS_SERVICE_CORS_ORIGINS": "https://a.example https://b.example",
        "SOULS_SERVICE_MAIL_SENDER": "other@example.org",
        "SOULS_SERVICE_SIGN_UP": "",
    }
    settings = settings_from(environment)
    assert (settings.data, settings.keys) == (Path("/srv"), Path("/keys"))
    assert (settings.redis_url, settings.namespace, settings.partitions) == ("redis://here", "yours", 4)
    assert settings.rulebooks == ("a:b",)
    service = service_settings_from(environment, settings.config)
    assert (service.port, service.sign_up) == (7000, "open")
    assert service.cors_origins == ("https://a.example", "https://b.example")
    assert service.mail == MailSettings("smtp://mail.example.org", "other@example.org")


def test_a_file_in_the_data_folder_is_found_by_itself(home: Path) -> None:
    path = write(home / "given", 'namespace = "mine"')
    assert settings_from({}, data=home / "given").namespace == "mine"
    assert settings_from({"SOULS_DATA": str(home / "given")}).config == path
    assert settings_from({"SOULS_DATA": str(home / "other")}).config is None
    write(home / ".local/share/lost-souls", 'namespace = "usual"')
    assert settings_from({}).namespace == "usual"


def test_a_file_that_is_named_wins_over_the_one_that_is_found(home: Path) -> None:
    write(home / "given", 'namespace = "found"')
    named, other = write(home, 'namespace = "named"', "a.toml"), write(home, "", "b.toml")
    environment = {"SOULS_CONFIG": str(other)}
    assert settings_from(environment, data=home / "given", config=named).namespace == "named"
    assert settings_from(environment, data=home / "given").namespace == "souls"


def test_who_names_a_folder_wants_that_folder_whatever_server_a_file_names(home: Path) -> None:
    path = write(home / "etc", WHOLE)
    settings = settings_from({}, data=home / "given", config=path)
    assert (settings.data, settings.redis_url) == (home / "given", None)


def test_a_file_found_in_a_data_folder_cannot_name_another(home: Path) -> None:
    write(home / "given", 'data = "/elsewhere"')
    with pytest.raises(SettingsError, match="name another data folder, and were found in this one"):
        settings_from({}, data=home / "given")


# --- Secrets ----------------------------------------------------------------------------------------------------------


def test_secrets_can_lie_in_files_of_their_own(home: Path) -> None:
    write(home / "etc", f"redis://:{SECRET}@there\n", "redis")
    write(home / "etc", f"{SECRET}\r\n", "hook")
    write(home / "etc", f"smtp://ada:{SECRET}@mail.example.org", "smtp")
    text = 'redis_url = "@redis"\n[service]\nhook_secret = "@hook"\n[service.mail]\nsmtp = "@smtp"\nsender = "a@b"'
    settings = settings_from({}, config=write(home / "etc", text))
    assert settings.redis_url == f"redis://:{SECRET}@there"
    service = service_settings_from({"SOULS_SERVICE_MAIL_IMAP": f"@{home}/etc/smtp"}, settings.config)
    assert service.hook_secret == SECRET
    assert service.mail is not None
    assert service.mail.smtp == service.mail.imap == f"smtp://ada:{SECRET}@mail.example.org"
    assert settings_from({"REDIS_URL": f"@{home}/etc/redis"}).redis_url == settings.redis_url
    assert SECRET not in f"{settings} {service!r} {service.mail!r}"


@pytest.mark.parametrize("content", [None, b"", b"\n", b"a\nb\n", b"x" * 10_001, b"\xff"])
def test_a_file_that_holds_no_secret_is_told(home: Path, content: bytes | None) -> None:
    if content is not None:
        (home / "hook").write_bytes(content)
    with pytest.raises(SettingsError, match=r"^SOULS_SERVICE_HOOK_SECRET names the file .*hook, which .*\.$"):
        service_settings_from({"SOULS_SERVICE_HOOK_SECRET": f"@{home}/hook"})


# --- What is wrong ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "said"),
    {
        "prot = 1": "unknown field `prot`",
        "partitions = 0": "`int` >= 1 - at `$.partitions`",
        'partitions = "16"': "Expected `int",
        "rulebooks = 'a:b'": "Expected `array`",
        "namespace = ''": "length >= 1",
        "namespace": "Expected '=' after a key",
        "service = 1": "Expected `object`",
        "a = " + "[" * 5000: "cannot be used",
        "\ud800": "cannot be used",
    }.items(),
)
def test_a_file_that_is_wrong_is_told_in_one_sentence(home: Path, text: str, said: str) -> None:
    path = home / "souls.toml"
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    with pytest.raises(SettingsError) as caught:
        settings_from({}, config=path)
    told = str(caught.value)
    assert told.startswith(f"The settings in {path} cannot be used: ")
    assert said in told
    assert told.endswith(".")
    assert "\n" not in told


@pytest.mark.parametrize("path", ["nowhere.toml", "."])
def test_a_file_that_cannot_be_read_is_told(home: Path, path: str) -> None:
    with pytest.raises(SettingsError, match=r"^The settings in .* cannot be read: .*\.$"):
        settings_from({}, config=home / path)


def test_a_file_that_is_far_too_large_is_not_read(home: Path) -> None:
    with pytest.raises(SettingsError, match="the file is too large"):
        settings_from({}, config=write(home, "#" * 2_000_000))


@pytest.mark.parametrize(
    ("variable", "text", "said"),
    [
        ("SOULS_SERVICE_PROT", "1", "There is no setting SOULS_SERVICE_PROT; the nearest is SOULS_SERVICE_PORT."),
        ("SOULS_SERVICE_MAIL", "x", "There is no setting SOULS_SERVICE_MAIL; the nearest is SOULS_SERVICE_MAIL_"),
        ("SOULS_SERVICE_MAIL_PORT", "1", "There is no setting SOULS_SERVICE_MAIL_PORT; the nearest is "),
        ("SOULS_SERVICE_", "1", "There is no setting SOULS_SERVICE_; the nearest is "),
        ("SOULS_SERVICE_PORT", "many", "SOULS_SERVICE_PORT cannot be used: Expected `int`"),
        ("SOULS_SERVICE_PORT", "70000", "SOULS_SERVICE_PORT cannot be used: Expected `int` <= 65535"),
        ("SOULS_SERVICE_SIGN_UP", "maybe", "SOULS_SERVICE_SIGN_UP cannot be used: it is open, invited or closed, not 'maybe'."),
        ("SOULS_SERVICE_LOG_LEVEL", "all", "SOULS_SERVICE_LOG_LEVEL cannot be used: it is debug, info, warning or error, not "),
        ("SOULS_SERVICE_PRIVATE_ADDRESSES", "perhaps", "SOULS_SERVICE_PRIVATE_ADDRESSES cannot be used: it is yes or no."),
        ("SOULS_SERVICE_MAIL_SMTP", "x", "The settings of the service cannot be used: mail needs mail.sender too, since"),
        ("SOULS_SERVICE_MAIL_IMAP", "x", "The settings of the service cannot be used: mail needs mail.smtp and mail.sender "),
    ],
)  # fmt: skip
def test_a_variable_that_is_wrong_is_told_in_one_sentence(variable: str, text: str, said: str) -> None:
    with pytest.raises(SettingsError) as caught:
        service_settings_from({variable: text, "SOULS_SERVICE_HOST": "::"})
    assert str(caught.value).startswith(said)
    assert str(caught.value).endswith(".")


def test_a_section_that_is_wrong_is_told_with_its_file(home: Path) -> None:
    for text in ("[service]\nprot = 1", "[service]\nmail = 1", "[service]\nhook_secret = 1"):
        path = write(home, text)
        with pytest.raises(SettingsError) as caught:
            service_settings_from({"SOULS_SERVICE_MAIL_SMTP": "smtp://x"}, path)
        assert str(caught.value).startswith(f"The settings of the service (in {path}) cannot be used: ")


def test_of_a_setting_with_choices_all_are_told(home: Path) -> None:
    path = write(home, '[service]\nport = 1\nsign_up = "maybe"')
    with pytest.raises(SettingsError, match=r"cannot be used: sign_up is open, invited or closed, not 'maybe'\.$"):
        service_settings_from({}, path)


@pytest.mark.parametrize(
    ("text", "value"),
    [("yes", True), ("On", True), ("1", True), ("TRUE", True), ("no", False), ("off", False), ("0", False)],
)
def test_yes_and_no_are_said_in_many_ways(text: str, value: bool) -> None:
    assert service_settings_from({"SOULS_SERVICE_PRIVATE_ADDRESSES": text}).private_addresses is value


def test_variables_of_numbers_and_of_yes_and_no_are_read(home: Path) -> None:
    service = service_settings_from(
        {
            "SOULS_SERVICE_WORKERS": "4",
            "SOULS_SERVICE_PRIVATE_ADDRESSES": "true",
            "SOULS_SERVICE_PUBLIC_URL": "https://x",
        }
    )
    assert (service.workers, service.private_addresses, service.public_url) == (4, True, "https://x")
    assert service_settings_from({"SOULS_NAMESPACE": "other", "PATH": "x"}) == ServiceSettings()
