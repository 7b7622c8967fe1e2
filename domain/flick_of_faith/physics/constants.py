"""The constants of `edd-1` (`flick-of-faith/physics@1`). A changed constant is a new version; old events keep theirs."""

from importlib import resources
from typing import Literal

import msgspec

from domain.flick_of_faith.map import content_hash


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of everything in the file."""


class Restitution(Figures, frozen=True):
    """Quarters of the impact speed that are left between two discs that can move, and at something fixed."""

    movable: int
    fixed: int


class Jam(Figures, frozen=True):
    """physics 5: after `run` events no more than `dt_seconds` apart, what hits is stopped."""

    run: int
    dt_seconds: float


class Limits(Figures, frozen=True):
    """physics 3: what a flick may ask for."""

    direction_abs_max: int
    speed_mm_per_s: tuple[int, int]


class Profile(Figures, frozen=True):
    """physics 3: how many uniform integers are drawn for each scatter, and from which range around 0."""

    angle_draws: int
    angle_range: int
    speed_draws: int
    speed_range: int


class Profiles(Figures, frozen=True):
    """The scatter profiles: none, and that of a hand."""

    none: Profile
    hand: Profile


class Clamp(Figures, frozen=True):
    """physics 3: the most that scatter can be, whatever Laws multiply it by."""

    angle: int
    speed: int


class Physics(Figures, frozen=True):
    """The whole file."""

    schema: Literal["flick-of-faith/physics@1"]
    status: str
    version: Literal["edd-1"]
    arithmetic: str
    decel_um_per_s2: int
    restitution_quarters: Restitution
    v_eps_um_per_s: int
    s_min_um_per_s: int
    max_events: int
    jam: Jam
    bisection_steps: int
    command_limits: Limits
    scatter_profiles: Profiles
    scatter_clamp: Clamp


PHYSICS = msgspec.json.decode(
    (resources.files("domain.flick_of_faith.data") / "physics.json").read_bytes(), type=Physics
)
"""The constants of the only version there is."""

PHYSICS_HASH = content_hash(PHYSICS)
"""What events name its figures by."""

V_EPS = float(PHYSICS.v_eps_um_per_s)
S_MIN = float(PHYSICS.s_min_um_per_s)
E_MOVABLE = PHYSICS.restitution_quarters.movable / 4.0
E_FIXED = PHYSICS.restitution_quarters.fixed / 4.0
