"""Settings: what the environment says, and what wins over it."""

from pathlib import Path

import pytest
from eventsourcing.persistence import ProgrammingError

from infra.settings import Settings, SettingsError, default_data_folder, from_environment, settings_from
from infra.streams import Connections, without_password

NAMES = (
    *("SOULS_DATA", "SOULS_KEYS", "REDIS_URL", "SOULS_NAMESPACE", "SOULS_PARTITIONS", "SOULS_RULEBOOKS"),
    "XDG_DATA_HOME",
)


@pytest.fixture(autouse=True)
def _home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/home/ada")
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)


def test_an_empty_environment_gives_the_embedded_server_in_the_users_data_folder() -> None:
    settings = settings_from({})
    assert settings == Settings(Path("/home/ada/.local/share/lost-souls"))
    assert (settings.redis_url, settings.namespace, settings.partitions, settings.rulebooks) == (
        None,
        "souls",
        None,
        (),
    )


def test_empty_variables_are_as_good_as_none() -> None:
    assert settings_from(dict.fromkeys(NAMES, "")) == settings_from({})


def test_every_variable_is_heard() -> None:
    settings = settings_from(
        {
            "SOULS_DATA": "/srv/souls",
            "SOULS_KEYS": "/srv/keys",
            "REDIS_URL": "redis://there:1/2",
            "SOULS_NAMESPACE": "mine",
            "SOULS_PARTITIONS": "16",
            "SOULS_RULEBOOKS": " games.chess:chess  games.go:go ",
        }
    )
    assert settings == Settings(
        Path("/srv/souls"),
        "redis://there:1/2",
        "mine",
        16,
        ("games.chess:chess", "games.go:go"),
        keys=Path("/srv/keys"),
    )


def test_the_xdg_data_folder_is_used_where_it_is_set() -> None:
    assert default_data_folder({"XDG_DATA_HOME": "/xdg"}) == Path("/xdg/lost-souls")
    assert settings_from({"XDG_DATA_HOME": "/xdg", "SOULS_DATA": "/own"}).data == Path("/own")


def test_a_folder_that_is_given_wins_over_the_environment_and_over_a_server() -> None:
    environment = {"SOULS_DATA": "/srv/souls", "REDIS_URL": "redis://there:1/2", "SOULS_NAMESPACE": "mine"}
    settings = settings_from(environment, data=Path("/given"))
    assert (settings.data, settings.redis_url, settings.namespace) == (Path("/given"), None, "mine")


def test_rulebooks_that_are_given_come_behind_those_of_the_environment() -> None:
    assert settings_from({"SOULS_RULEBOOKS": "a:b"}, rulebooks=("c:d",)).rulebooks == ("a:b", "c:d")


def test_folders_are_absolute_and_a_tilde_is_the_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert settings_from({"SOULS_DATA": "here"}).data == tmp_path / "here"
    assert settings_from({}, data=Path("here")).data == tmp_path / "here"
    assert settings_from({"SOULS_DATA": "~/souls"}).data == Path("/home/ada/souls")


@pytest.mark.parametrize("text", ["0", "-1", "1025", "many", "1.5", "1e3", " 4", "٣", "9" * 5000, "0x10", "+4"])
def test_a_number_of_partitions_that_is_none_is_told(text: str) -> None:
    with pytest.raises(SettingsError, match=r"^SOULS_PARTITIONS is a number from 1 to 1024, not '"):
        settings_from({"SOULS_PARTITIONS": text})


@pytest.mark.parametrize(("text", "number"), [("1", 1), ("0016", 16), ("1024", 1024)])
def test_any_other_number_of_partitions_will_do(text: str, number: int) -> None:
    assert settings_from({"SOULS_PARTITIONS": text}).partitions == number


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("SOULS_PARTITION", "SOULS_PARTITIONS"),
        ("SOULS_KEY", "SOULS_KEYS"),
        ("SOULS_NAMESPCE", "SOULS_NAMESPACE"),
        ("SOULS_SERVICE_PROT", "SOULS_SERVICE_PORT"),
        ("SOULS_FOO", "SOULS_"),
        ("SOULS_", "SOULS_"),
    ],
)
def test_a_name_that_is_none_is_told_with_the_nearest(name: str, near: str) -> None:
    with pytest.raises(SettingsError, match=f"^There is no setting {name}; the nearest is {near}.*\\.$"):
        settings_from({name: "x"})


def test_an_empty_variable_says_nothing_and_others_are_not_ours() -> None:
    assert settings_from({"SOULS_FOO": "", "SOULSFOO": "x", "souls_foo": "x"}) == settings_from({})
    assert settings_from({"SOULS_TRACEBACK": "1", "SOULS_SERVICE_PORT": "80"}) == settings_from({})


SECRET = "s3cret"
URLS = {
    f"redis://ada:{SECRET}@there:1/2": "redis://…@there:1/2",
    f"redis://:{SECRET}@there": "redis://…@there",
    f"rediss+cluster://ada:{SECRET}@there:1": "rediss+cluster://…@there:1",
    f"redis://ada:p@{SECRET}@there": "redis://…@there",
    f"unix://:{SECRET}@/run/souls.sock?db=1": "unix://…@/run/souls.sock?db=1",
    f"unix:///run/souls.sock?password={SECRET}&db=1": "unix:///run/souls.sock?password=…&db=1",
    f"redis://there/0?db=1&PASSWORD={SECRET}": "redis://there/0?db=1&PASSWORD=…",
    f"ada:{SECRET}@there": "…@there",
    f"redis:{SECRET}@there": "…@there",
    f"http://ada:{SECRET}@there": "http://…@there",
    "redis://there:1/2": "redis://there:1/2",
    "": "",
}


@pytest.mark.parametrize(("url", "shown"), URLS.items())
def test_no_password_is_in_what_is_shown_of_settings(url: str, shown: str) -> None:
    settings = Settings(Path("/srv/souls"), url or None)
    assert without_password(url) == shown
    assert settings.place == (shown or "/srv/souls")
    assert repr(settings) == str(settings) == f"Settings({settings.place})"
    assert SECRET not in f"{settings!r} {settings} {settings.place} {[settings]}"


@pytest.mark.parametrize("url", [url for url in URLS if not url.startswith(("redis://", "rediss", "unix://"))][:-1])
def test_no_password_is_in_what_is_said_of_a_url_that_is_none(url: str) -> None:
    with pytest.raises(ProgrammingError, match="A store's URL starts with one of ") as caught:
        Connections(url)
    assert SECRET not in str(caught.value)


@pytest.mark.parametrize(
    "url", [f"redis://ada:{SECRET}/x@there:1", f"redis://:{SECRET}?@there", f"redis://a:b@c:{SECRET}@d:x"]
)
def test_no_part_of_a_password_is_in_what_is_said_of_a_url_that_cannot_be_read(url: str) -> None:
    with pytest.raises(ProgrammingError, match="The store's URL is not usable: redis://…@") as caught:
        Connections(url)
    assert SECRET not in str(caught.value)
    assert caught.value.__suppress_context__


def test_peoples_keys_lie_in_the_data_folder_or_where_it_is_said_also_with_a_server() -> None:
    for server in ({}, {"REDIS_URL": "redis://there:1/2"}):
        assert settings_from({"SOULS_DATA": "/srv/souls", **server}).keyring == Path("/srv/souls/keys")
        assert settings_from({"SOULS_KEYS": "~/k", **server}).keyring == Path("/home/ada/k")
        assert settings_from({"SOULS_KEYS": "/k", **server}, data=Path("/given")).keyring == Path("/k")
        assert settings_from(server, data=Path("/given")).keyring == Path("/given/keys")


def test_the_home_of_nobody_is_told() -> None:
    with pytest.raises(SettingsError, match=r"^The folder of keys '~nobodyhere/keys' cannot be found: "):
        settings_from({"SOULS_KEYS": "~nobodyhere/keys"})
    with pytest.raises(SettingsError, match=r"^The data folder '~nobodyhere/souls' cannot be found: "):
        settings_from({"SOULS_DATA": "~nobodyhere/souls"})


def test_the_environment_of_this_process_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOULS_DATA", "/srv/souls")
    monkeypatch.setenv("REDIS_URL", "redis://there:1/2")
    assert from_environment().redis_url == "redis://there:1/2"
    assert from_environment(Path("/given"), ("a:b",)) == settings_from({}, data=Path("/given"), rulebooks=("a:b",))
