"""A log says where a piece stands by the tile that lies there, and not of what was taken back, whose tile may be another."""

from domain.carcassonne.messages import Deploy, PlaceTile
from domain.carcassonne.rulebook import rulebook as carcassonne
from domain.table.lifecycle import GiveConsent, RequestUndo
from domain.table.table import Table
from projections.logs import log_lines
from tests.notation.tables import begun


def deployed(table: Table) -> list[str]:
    return [line.sentence for line in log_lines(table, None) if line.event == "PieceDeployed"]


def test_what_is_taken_back_is_told_without_the_tile_that_may_have_gone() -> None:
    play = begun(carcassonne, 2, options={"sets": ["base"]})
    play.table.game.drawn = "BA-D"
    play.do(0, PlaceTile("BA-D", 1, 0, 0))
    before = play.version
    play.do(0, Deploy("follower", "city:0"))
    assert deployed(play.table) == ["Red puts a knight on the city in the north of (1, 0)"]
    play.do(0, RequestUndo(before))
    play.do(1, GiveConsent())
    assert deployed(play.table) == ["Red puts a knight on the city of (1, 0)"]
