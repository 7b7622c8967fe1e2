"""Where a disc is: Islands, Cities, Navel or Sea (FF-2, G-2), its corner (FF-1.2, 5.3), and the Hand's place (rules 8)."""

import msgspec

from domain.flick_of_faith.discs import Disc, Lying, base_of
from domain.flick_of_faith.map import Corner, Island, Map, Mat
from domain.flick_of_faith.shapes import Segment, is_clear, square_distance, touches_circle, touches_polygon


class Presence(msgspec.Struct, frozen=True):
    """What a disc lies in or touches (FF-2.1): ids in the order of the map."""

    islands: tuple[str, ...]
    cities: tuple[str, ...]
    navel: bool

    @property
    def at_sea(self) -> bool:
        """G-2: present nowhere."""
        return not (self.islands or self.cities or self.navel)


def presence_at(chart: Map, x: int, y: int, radius: int) -> Presence:
    """FF-2.1, G-2: the answers for a disc with this centre."""
    return Presence(
        tuple(island.id for island in chart.islands if touches_island(x, y, radius, island)),
        tuple(city.id for city in chart.cities if touches_circle(x, y, radius, city.circle)),
        touches_circle(x, y, radius, chart.navel.circle),
    )


def presence_of(chart: Map, disc: Disc, lying: Lying) -> Presence:
    """FF-2.1, FF-2.2: the answers for a disc; one that lies on another has those of its base (R-21)."""
    base = base_of(disc, lying)
    return presence_at(chart, base.x, base.y, base.radius)


def touches_island(x: int, y: int, radius: int, island: Island) -> bool:
    """FF-2.1, 5.7: whether a disc lies inside an Island's border or touches it."""
    (west, south), (east, north) = island.box
    if x + radius < west or x - radius > east or y + radius < south or y - radius > north:
        return False
    return touches_polygon(x, y, radius, island.polygon)


def is_wholly_in_corner(x: int, y: int, radius: int, corner: Corner, mat: Mat) -> bool:
    """D-1, 5.3: a legal start: wholly inside the corner, and not hanging over the mat's edge."""
    room = corner.circle[2] - radius
    if room < 0 or not (radius <= x <= mat.width - radius and radius <= y <= mat.height - radius):
        return False
    return square_distance((x, y), corner.circle[:2]) <= room * room


def is_out_of_corner(x: int, y: int, radius: int, corner: Corner) -> bool:
    """FF-1.2, R-02: completely out, neither overlapping the corner nor touching its line."""
    return not touches_circle(x, y, radius, corner.circle)


def is_hand_length(wall: Segment, length: int) -> bool:
    """rules 8, `hand`: whether a wall between integer points is as long as that, within 1 um."""
    return (length - 1) ** 2 <= square_distance(*wall) <= (length + 1) ** 2


def is_on_mat(wall: Segment, mat: Mat) -> bool:
    """rules 8, `hand`: whether a wall reaches not beyond the mat."""
    return mat.holds(*wall[0]) and mat.holds(*wall[1])


def is_clear_of(wall: Segment, disc: Disc) -> bool:
    """rules 8, `hand`: whether a wall is at least a radius away from a disc's centre; it may touch the rim."""
    return is_clear((disc.x, disc.y), *wall, disc.radius)
