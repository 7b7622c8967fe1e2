"""Texts that people type: where they come from, and that none stays behind for what has not happened."""

import io
import sys
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError

from infra.settings import from_environment
from infra.streams import OutcomeUnknownError
from infra.wiring import Souls
from tools.cli.common import CommandError
from tools.cli.words import text_given, written


def test_a_text_is_typed_or_in_a_file_or_on_standard_input(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_bytes("one\r\ntwo – 3\r\n".encode())
    monkeypatch.setattr(sys, "stdin", io.StringIO("typed\r\nthere\n"))
    assert text_given("one\r\ntwo") == "one\ntwo"
    assert text_given(f"@{tmp_path / 'file'}") == "one\ntwo – 3"
    assert text_given("-") == "typed\nthere"


def test_standard_input_that_is_no_text_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"ab\xff"), errors="replace"))
    with pytest.raises(CommandError, match="no text in UTF-8 in standard input: byte 2"):
        text_given("-")


@pytest.mark.parametrize(
    ("error", "stays"),
    [(CommandError("no"), False), (OperationalError("no"), False), (OutcomeUnknownError("perhaps"), True)],
    ids=lambda one: type(one).__name__,
)
def test_a_text_goes_away_with_what_did_not_happen_and_stays_where_nobody_knows(
    data: Path, begun: str, error: Exception, stays: bool
) -> None:
    with Souls(from_environment(data, ())) as souls:
        table = souls.ledger.current(begun)
        kept: list[str] = []

        def fail() -> None:
            with written(souls, table, 0, "why"):
                kept.extend(souls.writings.read_all(begun))
                raise error

        with pytest.raises(type(error)):
            fail()
        assert len(kept) == 1
        assert list(souls.writings.read_all(begun)) == (kept if stays else [])


def test_without_a_text_there_is_none(data: Path, begun: str) -> None:
    with Souls(from_environment(data, ())) as souls, written(souls, souls.ledger.current(begun), 0, None) as text_hash:
        assert text_hash is None
        assert souls.writings.read_all(begun) == {}
