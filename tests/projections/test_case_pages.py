"""A case file as lines and as a page: the golden case, what stands in it, and that nothing in it is from elsewhere."""

import re
import shutil
import subprocess
from collections import Counter
from html.parser import HTMLParser
from pathlib import Path

import msgspec
import pytest

from projections.disputes import CaseFile, case_file
from projections.disputes.case import case_json, case_scenes
from projections.disputes.case_html import POLICY, case_html
from projections.disputes.case_text import case_text
from tests.projections.case_tables import (
    ARGUMENT,
    EARLIER,
    GOLDEN,
    TEXTS,
    case_of,
    city_case,
    contested_city,
    secrets,
)

VOID = frozenset(("meta", "br"))
HOSTILE = '</blockquote><script>alert(1)</script><img src="https://example.org/x.png" onerror="alert(2)"> & \u202eevil'
BROWSER = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("chromium-browser")


def city_page(argument: str | None = None) -> str:
    table = contested_city().table
    texts = TEXTS if argument is None else {**TEXTS, ARGUMENT: argument}
    return case_html(case_file(table, 1, None, texts, EARLIER), case_scenes(table, 1, None))


class Elements(HTMLParser):
    """The elements of a page; every one that is opened must be closed in turn."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: Counter[str] = Counter()
        self.attributes: list[tuple[str, str]] = []
        self.text = ""
        self._open: list[str] = []
        self.feed(page)
        self.close()
        assert self._open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


def test_a_case_reads_as_it_always_read() -> None:
    assert case_text(city_case()) == (GOLDEN / "case.txt").read_text()
    assert case_html(city_case(), (None, None)) == (GOLDEN / "case.html").read_text()


def test_a_case_survives_json() -> None:
    case = city_case()
    assert msgspec.json.decode(case_json(case), type=CaseFile) == case


def test_the_page_is_whole_and_has_both_pictures() -> None:
    elements = Elements(city_page())
    assert elements.tags["svg"] == elements.tags["figure"] == 2
    ids = Counter(value for name, value in elements.attributes if name == "id")
    assert max(ids.values()) == 1
    links = [value for name, value in elements.attributes if name == "href"]
    assert links
    assert all(link.startswith("#") and link[1:] in ids for link in links)
    assert {"The board before, at version 8", "The board after, at version 13"} <= {
        value.partition(":")[0] for name, value in elements.attributes if name == "aria-label"
    }


def test_the_page_has_no_scripts_and_nothing_from_elsewhere() -> None:
    page = city_page(HOSTILE)
    elements = Elements(page)
    assert not set(elements.tags) & {"script", "link", "img", "iframe", "object", "embed", "form", "base", "image"}
    assert not [name for name, _ in elements.attributes if name.startswith("on") or name in ("src", "action")]
    assert not re.search(r"@import|url\((?!#)", page)
    assert f'content="{POLICY}"' in page
    assert HOSTILE in elements.text


def test_a_page_is_the_same_each_time() -> None:
    assert city_page() == city_page()


def test_a_page_without_a_board_has_no_pictures() -> None:
    assert Elements(case_html(city_case(), (None, None))).tags["figure"] == 0


@pytest.mark.parametrize("width", [None, 120, 60, 10])
def test_the_text_keeps_to_its_width(width: int | None) -> None:
    for case in (city_case(), case_of(secrets(3, 8, 9, True), 2, 1)):
        longest = max(len(line) for line in case_text(case, width).splitlines() if " " in line.strip())
        assert longest <= max(width or 100, 40)


def test_nobodys_words_drive_the_terminal() -> None:
    table = contested_city().table
    text = case_text(case_file(table, 1, None, {ARGUMENT: "up\u202edown\u200b\n  in"}, ()))
    assert "  | up\ufffddown\ufffd\n  |   in\n" in text
    assert all(character.isprintable() or character == "\n" for character in text)


@pytest.mark.skipif(BROWSER is None, reason="there is no browser here")
def test_a_browser_shows_the_page_and_refuses_nothing_of_it(tmp_path: Path) -> None:
    assert BROWSER is not None
    page = tmp_path / "case.html"
    page.write_text(city_page(HOSTILE))
    shown = subprocess.run(
        [BROWSER, "--headless=new", "--no-sandbox", "--disable-gpu", f"--user-data-dir={tmp_path / 'profile'}",
         "--enable-logging=stderr", "--dump-dom", page.as_uri()],
        capture_output=True, text=True, timeout=120, check=True,
    )  # fmt: skip
    assert "CONSOLE" not in shown.stderr
    elements = Elements(shown.stdout)
    assert elements.tags["svg"] == 2
    assert "script" not in elements.tags
    assert HOSTILE in elements.text
