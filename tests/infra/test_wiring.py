"""A whole installation: put together, used, and let go of."""

import random
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from eventsourcing.persistence import OperationalError, PersistenceError, ProgrammingError

from domain.table.kernel import Accepted
from domain.table.lifecycle import BeginGame, SeatLeft, SeatTaken, TakeSeat
from domain.table.messages import HOST
from domain.table.records import Submission
from domain.table.table import Table
from infra.embedded import EmbeddedServer
from infra.exports import export_table
from infra.opened import new_command_id
from infra.people.invitations import InvitationError
from infra.rulebooks import RulebookError
from infra.settings import Settings
from infra.verification import verify
from infra.wiring import Souls
from infra.writings import Missing, Written
from tests.streams.conftest import Server

RULEBOOKS = ("domain.carcassonne.rulebook:rulebook", "tests.table.toy:toy")


@pytest.fixture
def data() -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix="souls-") as folder:
        yield Path(folder) / "data"


def begin(souls: Souls, game: str = "trumps") -> str:
    table = souls.ledger.open_table(game, 2, host="hanna")
    assert isinstance(table, Table)
    for by, command in ((0, TakeSeat(0, "ada")), (1, TakeSeat(1, "ben")), (HOST, BeginGame())):
        version = souls.ledger.current(table.id).version
        assert isinstance(souls.ledger.submit(table.id, Submission(new_command_id(), by, version, command)), Accepted)
    return table.id


def test_an_installation_of_its_own_is_made_used_and_found_again(data: Path) -> None:
    with Souls(Settings(data, rulebooks=RULEBOOKS)) as souls:
        tables = [begin(souls, game) for game in ("trumps", "carcassonne", "trumps")]
        public = souls.signer.public
        assert souls.turns() == []
        souls.catch_up()
        turns = souls.turns()
        assert {turn.table for turn in turns} == set(tables)
        assert [turn.at for turn in turns] == sorted((turn.at for turn in turns), reverse=True)
    with Souls(Settings(data, rulebooks=RULEBOOKS)) as souls:
        assert souls.signer.public == public
        assert souls.turns() == turns
        sheet = souls.scores(tables[0])
        assert sheet
        assert sheet.totals == (0, 0)
        assert souls.scores("nosuchtable2") is None
        for viewer in (None, 0, 1):
            board = souls.board(tables[0], viewer)
            assert board
            assert (board.viewer, board.version, board.phase) == (viewer, 9, "begun")
            earlier = souls.board(tables[0], viewer, version=1)
            assert earlier
            assert (earlier.version, earlier.phase, earlier.view) == (1, "open", None)
        assert souls.board("nosuchtable2", None) is None
        report = verify(export_table(souls.ledger, souls.signer, tables[1], raw=True), souls.ledger.rulebooks)
        assert report.good


def test_two_installations_at_one_folder_are_one(data: Path) -> None:
    with Souls(Settings(data, rulebooks=RULEBOOKS)) as one, Souls(Settings(data, rulebooks=RULEBOOKS)) as other:
        table_id = begin(one)
        assert other.ledger.table(table_id).version == one.ledger.table(table_id).version
        assert one.url == other.url


def test_a_given_server_is_used_instead_of_the_embedded_one(server: Server, data: Path, namespace: str) -> None:
    with Souls(Settings(data, server.url, namespace, 4, RULEBOOKS)) as souls:
        assert souls.url == server.url
        assert len(souls.projectors) == len(souls.ledger.partitions) == 4
        for _ in range(8):
            begin(souls)
        souls.catch_up()
        assert len(souls.turns()) == 8
        for turn in souls.turns():
            assert souls.scores(turn.table)
    assert not data.exists()


def test_an_installation_cannot_be_had_with_another_number_of_partitions_and_nothing_is_held_on_to(data: Path) -> None:
    with Souls(Settings(data, partitions=2)):
        pass
    with pytest.raises(ProgrammingError, match="was made with 2 partitions, which is fixed; 3 were asked for"):
        Souls(Settings(data, partitions=3))
    with EmbeddedServer.attach(data) as server:
        first = server.pid
    with EmbeddedServer.attach(data) as server:  # the other one was let go of, so this is a new one
        assert server.pid != first
    with Souls(Settings(data)) as souls:
        assert len(souls.ledger.partitions) == 2


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"rulebooks": ("no.such:book",)}, RulebookError),
        ({"redis_url": "unix:///nowhere/at/all"}, OperationalError),
        ({"redis_url": "http://localhost"}, ProgrammingError),
        ({"namespace": "a b"}, PersistenceError),
        ({"partitions": 0}, ProgrammingError),
    ],
    ids=str,
)
def test_settings_that_cannot_be_used_are_told(data: Path, settings: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error):
        Souls(Settings(data, **settings))  # type: ignore[arg-type]


def test_peoples_texts_are_there_again_and_their_keys_lie_where_the_settings_say(data: Path) -> None:
    with Souls(Settings(data)) as souls:
        text_hash = souls.writings.write("table", "ada", "The tile was upside down.")
    assert [path.suffix for path in (data / "keys").iterdir()] == [".key"]
    with Souls(Settings(data)) as souls:
        read = souls.writings.read("table", text_hash)
        assert isinstance(read, Written)
        assert (read.person, read.writing.text) == ("ada", "The tile was upside down.")
    with Souls(Settings(data, keys=data / "others")) as souls:
        assert souls.writings.read("table", text_hash) == Missing("unreadable")


def test_letting_go_twice_is_letting_go_once(data: Path) -> None:
    souls = Souls(Settings(data))
    souls.close()
    souls.close()


def test_a_game_is_played_to_its_end_and_every_view_agrees(server: Server, data: Path, namespace: str) -> None:
    rng = random.Random(1)
    with Souls(Settings(data, server.url, namespace, rulebooks=RULEBOOKS)) as souls:
        table_id = begin(souls, "carcassonne")
        while (table := souls.ledger.current(table_id)).prompts:
            seat = table.prompts[0].seat
            offers = [offer for offer in table.rulebook.legal(table.game, seat) if offer.rows]
            command = rng.choice(offers).sample(rng)
            souls.ledger.submit(table_id, Submission(new_command_id(), seat, table.version, command))
        souls.catch_up()
        sheet, board, (turn,) = souls.scores(table_id), souls.board(table_id, None), souls.turns()
        assert sheet
        assert board
        assert table.finished
        assert sheet.totals == table.finished.scores == tuple(board.view["scores"])
        assert sheet.ranking == table.finished.ranking
        assert (turn.phase, turn.awaited) == ("finished", ())


def test_whoever_is_forgotten_is_forgotten_by_all_parts(data: Path) -> None:
    with Souls(Settings(data, rulebooks=RULEBOOKS)) as souls:
        table_id, person = begin(souls), souls.people.create("Ada").person
        token, open_table = souls.tokens.issue(person), souls.ledger.open_table("trumps", 2, host="hanna")
        assert isinstance(open_table, Table)
        souls.ledger.submit(open_table.id, Submission(new_command_id(), 0, 1, TakeSeat(0, person)))
        link, _ = souls.invitations.invite(table_id, person, None)
        souls.access.add_spectator(table_id, person)
        souls.chat.say(table_id, person, "Hello.")
        souls.notes.write(table_id, person, "Mine.")
        souls.people.forget(person)
        told = souls.own_data.of(person)
        assert (told["missing"], told["tokens"], told["watched"], told["invitations"]) == ("forgotten", [], [], [])
        assert (told["notes"], told["chat"][0]["text"]) == ([], None)
        assert souls.tokens.check(token) is None
        assert [type(one.event) for one in souls.ledger.current(open_table.id).records[1:]] == [SeatTaken, SeatLeft]
        with pytest.raises(InvitationError):
            souls.invitations.look(link)
        souls.catch_up()
        assert verify(export_table(souls.ledger, souls.signer, table_id, raw=True), souls.ledger.rulebooks).good
