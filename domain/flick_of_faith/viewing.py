"""The view of a game, and what of events and commands each seat may see: votes and first flicks are sealed (FF-3.2, S-4)."""

import msgspec

from domain.flick_of_faith.commands import CastLawVote, FirstFlick, VoteOnReport
from domain.flick_of_faith.events import FirstFlickSealed, LawVoteSealed
from domain.flick_of_faith.real_board_events import TableReportVoteSealed
from domain.flick_of_faith.scoring import counts
from domain.flick_of_faith.state import Game
from domain.flick_of_faith.view import GameView, SeenDisc, SeenReport, SeenTrail
from domain.flick_of_faith.where import presence
from domain.table.messages import Command, GameEvent


def view_of(game: Game, viewer: int | None) -> GameView:
    """What a seat, or a spectator (None), sees. That somebody has voted or flicked is public; what, is not."""
    return GameView(
        viewer,
        game.digital,
        game.map,
        game.corners,
        game.phase,
        game.generation,
        game.generations,
        game.first,
        game.active,
        tuple(game.scores),
        tuple(game.deities),
        tuple(sorted(game.used)),
        tuple(_disc(game, disc) for disc in game.discs),
        {island: tuple(pieces) for island, pieces in counts(game).items()},
        tuple(game.laws),
        len(game.deck),
        tuple(law for law in game.council or () if law is not None),
        tuple(sorted(game.votes)),
        game.votes.get(viewer) if viewer is not None else None,
        tuple(sorted(game.shots)),
        game.awaiting,
        game.hazard,
        _report(game),
        game.correction.spots if game.correction else (),
        tuple(SeenTrail(disc, points, off) for disc, points, off in game.trails),
        game.ranking,
    )


def _disc(game: Game, disc: str) -> SeenDisc:
    at, there = game.discs[disc], presence(game, disc)
    placed = at.on_map and at.spot is None
    return SeenDisc(
        disc,
        at.kind,
        at.owner,
        at.zone,
        game.radius(disc),
        at.x if placed else None,
        at.y if placed else None,
        at.on,
        there.islands,
        there.cities,
        there.navel,
    )


def _report(game: Game) -> SeenReport | None:
    report = game.report
    if report is None:
        return None
    return SeenReport(
        report.seat,
        report.report,
        tuple(sorted(report.confirmed)),
        tuple(sorted(report.counters.items())),
        tuple(sorted(report.votes)),
        report.photo,
    )


def redact(event: GameEvent, viewer: int | None) -> GameEvent:
    """FF-3.2, S-4, M-4: what is sealed only its own seat sees."""
    match event:
        case LawVoteSealed(seat=seat) if viewer != seat:
            return msgspec.structs.replace(event, thumb=None)
        case FirstFlickSealed(seat=seat) if viewer != seat:
            return msgspec.structs.replace(event, shot=None, scatter=())
        case TableReportVoteSealed(seat=seat) if viewer != seat:
            return msgspec.structs.replace(event, choice=None)
        case _:
            return event


def binds(event: GameEvent, seat: int) -> bool:
    """FF-3.2, S-4, M-4: what has been sealed is final, so that nobody can wait for who has voted and vote anew."""
    return isinstance(event, LawVoteSealed | FirstFlickSealed | TableReportVoteSealed)


def redact_command(command: Command, viewer: int | None, by: int) -> Command | None:
    """FF-3.2, S-4, M-4: a sealed command is nobody else's to see, not even afterwards: the outcome says what it was."""
    return None if isinstance(command, CastLawVote | FirstFlick | VoteOnReport) and viewer != by else command
