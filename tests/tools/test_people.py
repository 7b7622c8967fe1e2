"""`souls people` and `souls access`: accounts, tokens, forgetting, and who may look."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from infra.clock import now
from infra.notify.replies import Reply, ReplyTokens
from infra.settings import Settings
from infra.streams import token_secret
from infra.wiring import Souls
from tests.tools.running import begin, done, failed, served, souls


@pytest.fixture
def nobody_yet(tmp_path: Path) -> Iterator[Path]:
    with served(tmp_path / "data") as folder:
        yield folder


def added(*arguments: object) -> dict[str, object]:
    told: dict[str, object] = done("people", "add", *arguments, "--json").json
    return told


def test_an_account_is_made_and_listed(nobody_yet: Path) -> None:
    assert done("people").out == "Nobody has a profile here.\n"
    told = done("people", "add", "Zoë", "--time-zone", "Europe/Berlin").out
    person, token = told.split(" is ")[1].split(".")[0], told.split("Token:")[1].split()[0]
    assert token.startswith("souls_")
    assert told.count("-") >= 18  # six codes
    (listed,) = done("people", "list", "--json").json["people"]
    assert (listed["person"], listed["name"], listed["time_zone"]) == (person, "Zoë", "Europe/Berlin")
    assert done("people", "list").out == f"{person}  Zoë\n"
    assert token not in done("people", "tokens", person).out


def test_tokens_are_given_listed_and_revoked(data: Path) -> None:
    person = added("Ada", "--operator")["person"]
    given = done("people", "token", person, "--label", "phone").out.strip()
    assert given.startswith("souls_")
    tokens = done("people", "tokens", person, "--json").json["tokens"]
    by_label = {token["label"]: token for token in tokens if token["scope"] != "recovery"}
    assert {label: token["scope"] for label, token in by_label.items()} == {"first": "operator", "phone": "person"}
    assert done("people", "revoke", person, by_label["phone"]["id"]).out == "It is revoked.\n"
    assert failed("people", "revoke", person, by_label["phone"]["id"]).startswith(f"Person {person} has no token ")
    assert "never used" in done("people", "tokens", person).out


def test_a_person_is_renamed_and_forgotten(data: Path, tmp_path: Path) -> None:
    person = str(added("Wanda")["person"])
    assert done("people", "rename", person, "Wanda W.").out == f"{person} is called Wanda W. now.\n"
    told = failed("people", "forget", person)
    assert told == f"Forgetting {person} (Wanda W.) cannot be undone: give --yes to do it."
    done("people", "export", person, "-o", tmp_path / "own.json")
    assert json.loads((tmp_path / "own.json").read_text())["profile"]["name"] == "Wanda W."
    assert (tmp_path / "own.json").stat().st_mode & 0o777 == 0o600
    assert done("people", "forget", person, "--yes", "--json").json == {"person": person, "forgotten": True}
    assert done("people", "forget", person, "--yes").out == f"{person} is forgotten.\n"
    assert person not in done("people").out
    assert failed("people", "rename", person, "X") == f"Nothing is known here of person {person}."
    assert done("people", "export", person, "-o", tmp_path / "own.json", "--json").json["person"] == person
    assert json.loads((tmp_path / "own.json").read_text())["missing"] == "forgotten"
    assert not any(file.name.endswith(".part") for file in tmp_path.iterdir())


def test_who_is_forgotten_can_answer_no_mail_any_more(data: Path) -> None:
    person = str(added("Wanda")["person"])
    with Souls(Settings(data)) as souls:
        connections = souls.ledger.partitions[0].recorder.connections
        secret = token_secret(connections.writer, "souls")
        tokens = ReplyTokens(connections, "souls", secret, souls.people.profile, now)
        address = souls.people.add_address(person, "json://8.8.8.8/")
        token = tokens.token(Reply(person, "table1", 0, None, address.id))
        assert tokens.find(token)
        done("people", "forget", person, "--yes")
        assert tokens.find(token) is None


def test_an_operator_confirms_a_mailbox(data: Path) -> None:
    person = str(added("Mia")["person"])
    with Souls(Settings(data)) as souls:
        address = souls.people.add_address(person, "mailto:mia@mail.example", "home")
    assert f"      {address.id}  mailto:mia@mail.example  home  (not confirmed)\n" in done("people").out
    assert failed("people", "confirm", person, "zzzzzzzz") == f"Person {person} has no address 'zzzzzzzz'."
    assert "Nothing is known here of person 'nobody'" in failed("people", "confirm", "nobody", address.id)
    assert (
        failed("people", "confirm", person, "ben@mail.example") == f"Person {person} has no address 'ben@mail.example'."
    )
    assert done("people", "confirm", person, address.id).out == "It is confirmed.\n"
    assert "(not confirmed)" not in done("people").out
    again = done("people", "confirm", person, address.id, "--json").json
    assert again == {"person": person, "confirmed": address.id}
    (listed,) = [one for one in done("people", "list", "--json").json["people"] if one["person"] == person]
    assert [one["confirmed"] for one in listed["addresses"]] == [True]


@pytest.mark.parametrize("named", ["mia@mail.example", "mailto:mia@mail.example", "Mia@Mail.Example"])
def test_a_mailbox_is_confirmed_by_what_the_list_shows(data: Path, named: str) -> None:
    person = str(added("Mia")["person"])
    with Souls(Settings(data)) as souls:
        address = souls.people.add_address(person, "mailto:mia@mail.example")
    assert done("people", "confirm", person, named, "--json").json == {"person": person, "confirmed": address.id}
    with Souls(Settings(data)) as souls:
        assert souls.people.known(person).addresses[0].confirmed


def test_what_cannot_be_is_told_in_one_sentence(data: Path, tmp_path: Path) -> None:
    assert "This cannot be a person: " in failed("people", "add", "")
    assert "there is no time zone 'Mars'" in failed("people", "add", "Ada", "--time-zone", "Mars")
    assert "Nothing is known here of person 'nobody'" in failed("people", "token", "nobody")
    assert "is not a person's id" in failed("people", "forget", "../x", "--yes")
    for yes in ((), ("--yes",)):
        assert failed("people", "forget", "person-typo", *yes) == "Nothing is known here of person person-typo."
    assert "greedy-bot-1 is a bot" in failed("people", "forget", "greedy-bot-1", "--yes")
    assert "Cannot write" in failed("people", "export", "ada", "-o", tmp_path / "no" / "file")
    assert "This cannot be a person: " in failed("people", "rename", added("Ada")["person"], "\n")


def test_a_table_is_for_its_members_until_an_operator_says_otherwise(data: Path) -> None:
    table, person = begin("--players", "you,random"), added("Sue")["person"]
    assert done("access", table).out == f"Table {table} is for its members.\n"
    assert done("access", table, "--public", "--spectator", person).out == (
        f"Table {table} is public.\nSpectators: Sue ({person}).\n"
    )
    told = done("access", table, "--members", "--no-spectator", person, "--json").json
    assert told == {"table": table, "visibility": "members", "spectators": []}


def test_an_operator_sends_away_who_has_held_a_seat(data: Path) -> None:
    table = begin("--players", "you,random")
    with Souls(Settings(data)) as souls:
        person = souls.ledger.current(table).seats[0].person
        assert person is not None
        done("post", table, "--by", "red", typed="resign")
        done("access", table, "--no-spectator", person)
        version = souls.ledger.current(table).version
        assert souls.access.of(table).gone == {person: version}


def test_access_that_cannot_be_is_told_and_changes_nothing(data: Path) -> None:
    table = begin("--players", "you,random")
    assert failed("access", "nosuchtable", "--public") == "There is no table 'nosuchtable'."
    assert failed("access", table, "--public", "--members") == "A table is either --public or for its --members."
    assert "Nothing is known here of person 'eve'" in failed("access", table, "--public", "--spectator", "eve")
    assert done("access", table, "--json").json["visibility"] == "members"


def test_a_settings_file_is_heard_and_led_back_to(data: Path, tmp_path: Path) -> None:
    file = tmp_path / "my souls.toml"
    file.write_text('namespace = "other"\n')
    added("Only there")  # in the usual namespace
    assert done("--config", file, "people").out == "Nobody has a profile here.\n"
    assert f"souls --config '{file}' play --table" in done("--config", file, "play", typed="quit\n").out
    file.write_text("prot = 1")
    told = souls("--config", file, "people", "--json")
    assert (told.code, told.json["error"]["code"]) == (1, "SETTINGS")
    assert done("people").out != "Nobody has a profile here.\n"
