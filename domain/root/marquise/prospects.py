"""What the Marquise's position promises, for a bot: in hundredths of a point. Heuristics, no law."""

from domain.root.outlook import Outlook, is_before_evening, open_slots_ruled

WOOD = 62
WOOD_WITHOUT_ROOM = 15
SAWMILL_A_TURN = 40
RECRUITER_A_TURN = 24
WORKSHOPS = (0, 40, 75, 95, 110, 120, 125)
ROOM = (0, 60, 100, 130, 150, 160)
ACTION = 20
KEEP = 80


def prospects(look: Outlook, seat: int) -> int:
    """Wood that can become points, what makes more of it, and room to build."""
    game = look.game
    marquise = game.marquise
    assert marquise is not None
    room = open_slots_ruled(look, seat)
    sawmills, workshops, recruiters = (game.on_map(seat, kind) for kind in ("sawmill", "workshop", "recruiter"))
    wood = game.on_map(seat, "wood") * (WOOD if room else WOOD_WITHOUT_ROOM)
    engine = look.over_turns(sawmills * SAWMILL_A_TURN + recruiters * RECRUITER_A_TURN) + WORKSHOPS[workshops]
    actions = ACTION * marquise.actions_left if is_before_evening(game, seat) and game.phase == "daylight" else 0
    keep = KEEP if marquise.keep is not None else 0
    return wood + engine + ROOM[min(room, 5)] + actions + keep
