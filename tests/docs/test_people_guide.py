"""The guide to people, settings and backups: its settings load, its commands and options are there."""

import re
from pathlib import Path
from typing import Any

import typer

from infra.service_settings import MailSettings, service_settings_from
from infra.settings import settings_from
from infra.streams.keys import PartitionKeys, PeopleKeys, imported_precedents_key, installation_key
from tools.cli.main import app

PAGE = (Path(__file__).resolve().parents[2] / "docs" / "people.md").read_text(encoding="utf-8")
COMMANDS: Any = typer.main.get_command(app)


def test_the_settings_of_the_guide_are_settings(tmp_path: Path) -> None:
    text = PAGE.split("```toml\n")[1].split("```")[0]
    file = tmp_path / "souls.toml"
    file.write_text(text, "utf-8")
    (tmp_path / "hook-secret").write_text("s3cret\n")
    (tmp_path / "smtp-url").write_text("smtps://ada:s3cret@mail.example.org\n")
    settings = settings_from({}, config=file)
    assert settings.keyring == Path("/srv/souls-keys")
    service = service_settings_from({}, settings.config)
    assert (service.sign_up, service.hook_secret) == ("invited", "s3cret")
    assert service.mail == MailSettings(
        "smtps://ada:s3cret@mail.example.org", "souls@example.org", reply_to="reply@example.org"
    )


def test_every_command_and_option_of_the_guide_is_one() -> None:
    spoken = re.findall(r"`souls ([^`\n]+)`", PAGE) + re.findall(r"\$ souls (.+)", PAGE)
    assert len(spoken) > 15
    for words in map(str.split, spoken):
        if words[0].startswith("--") or words[0] == "serve":
            continue
        command = COMMANDS.commands[words[0]]
        if hasattr(command, "commands") and len(words) > 1:
            command = command.commands[words[1]]
        options = {name for parameter in command.params for name in parameter.opts}
        for word in words:
            name = word.strip("[]").split("=")[0]
            assert not name.startswith("-") or name in options, (words, name)


def test_every_key_of_people_is_in_the_guide() -> None:
    told = set(
        re.findall(r"`(?:souls:|\{souls:[a-zK]+\}:)?([a-z-]+)(?::[A-Z]+)?`", PAGE.split("### What is stored where")[1])
    )
    keys, people = PartitionKeys("souls", 0), PeopleKeys("souls")
    for key in (
        *(keys.chat("T"), keys.chat_texts("T"), keys.notes("T"), keys.invitations("T"), keys.access, keys.texts("T")),
        *(keys.log, keys.counter, keys.heads, keys.secrets, keys.tracking, keys.refusals("T"), keys.stream("T")),
        *(people.profiles, people.tokens, people.token_uses, people.tokens_of("P")),
        *(imported_precedents_key("souls"), installation_key("souls")),
    ):
        assert key.rpartition("}:")[2].removeprefix("souls:").split(":")[0] in told, key
