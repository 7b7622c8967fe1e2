"""The registry of rulebooks."""

import sys
from pathlib import Path

import pytest

from domain.carcassonne.rulebook import Carcassonne
from domain.carcassonne.rulebook import rulebook as carcassonne
from infra.rulebooks import RulebookError, Rulebooks, UnknownGameError, installed, named_rulebook
from tests.table.toy import Toy, toy

TOY = "tests.table.toy:toy"


@pytest.fixture
def plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that modules and packages can be put into, as if they were installed."""
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def install(folder: Path, *lines: str) -> None:
    """As if a package with these entry points were installed."""
    info = folder / "souls_plugin-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: souls-plugin\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[lost_souls.rulebooks]\n" + "\n".join(lines) + "\n")


def test_rulebooks_are_found_by_their_games() -> None:
    books = Rulebooks([toy, carcassonne])
    assert books["trumps"] is toy
    assert books["carcassonne"] is carcassonne
    assert "trumps" in books
    assert "chess" not in books
    assert None not in books
    assert list(books) == [carcassonne, toy]


def test_a_game_without_a_rulebook_is_told_with_those_that_there_are() -> None:
    with pytest.raises(UnknownGameError, match=r"'chess' is installed \(there is: carcassonne, trumps\)\.$"):
        Rulebooks([toy, carcassonne])["chess"]
    with pytest.raises(UnknownGameError, match=r"\(there is: none\)"):
        Rulebooks([])["chess"]


def test_a_later_rulebook_wins_over_an_earlier_one_of_the_same_game() -> None:
    newer = Toy()
    assert Rulebooks([toy, newer])["trumps"] is newer


def test_a_rulebook_is_found_by_module_and_object() -> None:
    assert named_rulebook("domain.carcassonne.rulebook:rulebook") is carcassonne


@pytest.mark.parametrize("name", ["", ":", "tests.table.toy", "tests.table.toy:", ":toy", ".toy:toy", "..toy:toy"])
def test_a_name_that_is_not_module_and_object_is_told(name: str) -> None:
    with pytest.raises(RulebookError, match=r"^A rulebook is named as module:object, not '"):
        named_rulebook(name)


@pytest.mark.parametrize(
    "name", ["no.such.module:toy", "tests..toy:toy", "two words:toy", "\x00:toy", "tests/table/toy:toy"]
)
def test_a_module_that_is_not_there_is_told(name: str) -> None:
    with pytest.raises(RulebookError, match=r"^The module '.*' cannot be imported: "):
        named_rulebook(name)


@pytest.mark.parametrize(
    "name", [f"{TOY}s", "tests.table.toy:Toy", "tests.table.toy:LAW", "tests.table.toy:toy.law", "sys:path"]
)
def test_an_object_that_is_no_rulebook_is_told(name: str) -> None:
    with pytest.raises(RulebookError, match=rf"^'{name}' is not a rulebook\.$"):
        named_rulebook(name)


def test_a_module_that_is_broken_is_told_with_what_is_wrong(plugin: Path) -> None:
    (plugin / "broken_game.py").write_text("def (:\n")
    (plugin / "needy_game.py").write_text("import no_such_module_here\n")
    with pytest.raises(RulebookError, match=r"^The module 'broken_game' cannot be imported: invalid syntax"):
        named_rulebook("broken_game:book")
    with pytest.raises(RulebookError, match="No module named 'no_such_module_here'"):
        named_rulebook("needy_game:book")


def test_what_is_wrong_with_an_unsound_rulebook_is_told_when_it_is_loaded() -> None:
    with pytest.raises(RulebookError) as caught:
        named_rulebook("tests.infra.test_soundness:lawless")
    assert str(caught.value).startswith(
        "Nothing can be played by the rulebook 'tests.infra.test_soundness:lawless'. It has neither a `law` of its own nor "
        "`data`, the package of its data files. It has neither a `catalogue` "
    )


def test_rulebooks_of_installed_packages_are_found(plugin: Path) -> None:
    install(plugin, f"trumps = {TOY}")
    books = installed()
    assert "trumps" in books
    assert books["trumps"].title == "Trumps"


def test_rulebooks_that_are_named_win_over_installed_ones(plugin: Path) -> None:
    (plugin / "house_rules.py").write_text(
        "from domain.carcassonne.rulebook import Carcassonne\nclass House(Carcassonne): pass\nbook = House()\n"
    )
    install(plugin, "carcassonne = domain.carcassonne.rulebook:rulebook")
    assert type(installed()["carcassonne"]) is Carcassonne
    assert installed(("house_rules:book",))["carcassonne"] is sys.modules["house_rules"].book


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        ("gone = no.such.module:book", "The module 'no.such.module' cannot be imported"),
        ("odd = tests.table.toy:LAW", "'tests.table.toy:LAW' is not a rulebook."),
        ("whole = tests.table.toy", "A rulebook is named as module:object, not 'tests.table.toy'."),
        ("lawless = tests.infra.test_soundness:lawless", "It has neither a `law` of its own nor `data`"),
    ],
)
def test_an_installed_package_whose_rulebook_is_none_spoils_its_own_tables_only(
    plugin: Path, entry: str, said: str
) -> None:
    install(plugin, f"{entry}\ntrumps = {TOY}")
    books = installed()
    name = entry.split()[0]
    assert said in books.broken[name]
    assert "trumps" in books
    assert name not in books
    with pytest.raises(UnknownGameError) as caught:
        books[name]
    assert f"No rulebook for the game '{name}' is installed. It is broken: " in str(caught.value)
    assert said in str(caught.value)
