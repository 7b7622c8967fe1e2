"""The guide names every setting of the service, with its default."""

from pathlib import Path

import pytest

from infra.service_settings import MailSettings, ServiceSettings

GUIDE = (Path(__file__).parents[2] / "docs" / "people.md").read_text(encoding="utf-8")
ROWS = [line for line in GUIDE.splitlines() if line.startswith("| `")]
NAMES = [name for name in ServiceSettings.__struct_fields__ if name != "mail"]


@pytest.mark.parametrize("name", [*NAMES, *(f"mail.{name}" for name in MailSettings.__struct_fields__)])
def test_a_setting_is_told(name: str) -> None:
    assert any(f"`{name}`" in row for row in ROWS)


@pytest.mark.parametrize("name", NAMES)
def test_a_default_is_as_it_is_told(name: str) -> None:
    default = getattr(ServiceSettings(), name)
    (row,) = [row for row in ROWS if f"`{name}`" in row]
    said = {None: "none", (): "none", False: "false"}.get(default, str(default))
    assert said in row.rsplit("|", 2)[1].replace("`", "").split(", ")[-1] or said in row.rsplit("|", 2)[1].replace(
        "`", ""
    )
