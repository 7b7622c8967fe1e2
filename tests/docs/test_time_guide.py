"""The guide to time: what it says can be typed, and it leaves nothing out."""

import re
from pathlib import Path

from domain.table.clauses import load_law
from domain.table.clocks.calling import check_time
from infra.clock_spelling import read_time
from tools.cli.clock import HOW

GUIDE = (Path(__file__).parents[2] / "docs" / "time.md").read_text()


EVERY = "move=1h,bank=1d+1h,cap=2d,weekends=sat,night=22-8,utc=+60,vacation=9d,longest=7d,remind=1h,grace=6h,out=bot"


def test_every_arrangement_of_the_guide_can_be_made() -> None:
    block = re.search(r"```\n(move=.*)\n```", GUIDE)
    assert block is not None
    check_time(read_time(block[1]))
    check_time(read_time(HOW))
    words = re.findall(r"`((?:move|bank|cap|weekends|night|utc|vacation|longest|remind|grace|out)=[^ `]+)`", GUIDE)
    assert sorted({word.partition("=")[0] for word in words}) == sorted(
        word.partition("=")[0] for word in EVERY.split(",")
    )
    for word in words:
        read_time(word)


def test_every_thing_that_can_follow_is_told() -> None:
    for how in ("waits", "skips", "bot", "forfeits"):
        assert f"| `{how}` |" in GUIDE
        assert read_time(f"move=1h,out={how}").out == how


def test_every_clause_about_time_is_told() -> None:
    told = set(re.findall(r"T-(\d+)", GUIDE))
    of_time = {clause.id[2:] for clause in load_law("domain.table.data") if 65 <= int(clause.id[2:]) <= 74}
    assert of_time - told == set()
