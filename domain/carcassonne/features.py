"""Features: segments joined across touching edges (B-5), what they amount to, and who stands on them.

Every segment on the board is a *node*. Joined nodes form a feature, known by its *root* node. What a feature amounts to is
kept at its root in plain lists, so that joining and copying stay cheap. Sets of tiles and of nodes are the bits of an int.
"""

from collections.abc import Iterator

from domain.carcassonne.faces import Face, goods_in, shields_in

# A piece on the board: the seat that owns it, and its kind.
Piece = tuple[int, str]
# Where a node lies: x, y, name of the segment.
Site = tuple[int, int, str]


class Features:
    """All features of a board."""

    __slots__ = (
        "_above", "_cities", "_marks", "_open", "_stand", "_tiles", "_worth", "kinds", "pieces", "sites", "uncounted",
    )  # fmt: skip

    def __init__(self) -> None:
        self._above: list[int] = []
        self._tiles: list[int] = []
        self._open: list[int] = []
        self._worth: list[int] = []
        self._cities: list[int] = []
        self._marks: list[int] = []
        self._stand: list[tuple[int, ...]] = []
        self.kinds: list[int] = []
        self.sites: list[Site] = []
        self.pieces: dict[int, Piece] = {}
        # Tiles that are worth nothing themselves: jokers, where the table plays so (CSC-23).
        self.uncounted = 0

    def add(self, face: Face, ordinal: int, x: int, y: int, counts: bool = True) -> int:
        """Add the segments of the `ordinal`-th tile on the board, each a feature of its own until joined (B-8).

        Returns the first one's node. A tile that does not count has no worth as a tile, and no shields or goods.
        """
        base = len(self._above)
        count = len(face.segments)
        self._above.extend(range(base, base + count))
        self._tiles.extend([1 << ordinal] * count)
        self._open.extend(face.open_edges)
        self._marks.extend(face.marks)
        if counts:
            self._worth.extend(face.worth)
        else:
            self.uncounted |= 1 << ordinal
            self._worth.extend([0] * count)
        self._cities.extend([cities << base for cities in face.touches])
        self._stand.extend([()] * count)
        self.kinds.extend(face.kinds)
        self.sites.extend([(x, y, segment) for segment in face.segments])
        return base

    def root(self, node: int) -> int:
        """The root of the feature that a node belongs to."""
        above = self._above
        while above[node] != node:
            above[node] = above[above[node]]
            node = above[node]
        return node

    def join(self, one: int, other: int, closed: int) -> None:
        """Make one feature of two nodes' features, closing that many open edges."""
        kept, merged = self.root(one), self.root(other)
        if kept == merged:
            self._open[kept] -= closed
            return
        # The older root stays, so that a feature's name does not depend on who asks first.
        if merged < kept:
            kept, merged = merged, kept
        self._above[merged] = kept
        self._tiles[kept] |= self._tiles[merged]
        self._open[kept] += self._open[merged] - closed
        self._worth[kept] += self._worth[merged]
        self._cities[kept] |= self._cities[merged]
        self._marks[kept] |= self._marks[merged]
        if self._stand[merged]:
            self._stand[kept] += self._stand[merged]

    def tiles(self, root: int) -> int:
        """How many tiles a feature covers; each counts once (B-7, B-9), a joker perhaps not at all (CSC-23)."""
        return (self._tiles[root] & ~self.uncounted).bit_count()

    def covered(self, root: int) -> list[int]:
        """The ordinals of all tiles that a feature covers."""
        return list(_bits(self._tiles[root]))

    def shields(self, root: int) -> int:
        return shields_in(self._worth[root])

    def marks(self, root: int) -> int:
        """What is printed anywhere on a feature: INN, CATHEDRAL, BESIEGED, PIG_HERD."""
        return self._marks[root]

    def goods(self, root: int) -> tuple[int, ...]:
        """How many of each kind of goods there are in a city."""
        return goods_in(self._worth[root])

    def open_edges(self, root: int) -> int:
        """How many edges of a city or road have no tile on the other side."""
        return self._open[root]

    def is_occupied(self, node: int) -> bool:
        """Whether a piece stands anywhere on the node's feature."""
        return bool(self._stand[self.root(node)])

    def standing(self, root: int) -> tuple[int, ...]:
        """The nodes of a feature on which pieces stand, in the order of their joining."""
        return self._stand[root]

    def put(self, node: int, piece: Piece) -> None:
        """Stand a piece on a node."""
        self.pieces[node] = piece
        self._stand[self.root(node)] += (node,)

    def take(self, node: int) -> Piece:
        """Take the piece off a node."""
        root = self.root(node)
        self._stand[root] = tuple(other for other in self._stand[root] if other != node)
        return self.pieces.pop(node)

    def cities_touched(self, root: int) -> list[int]:
        """The different cities, by root, that touch a farm (B-13), in ascending order."""
        return sorted({self.root(node) for node in _bits(self._cities[root])})

    def pieces_on(self, root: int) -> list[tuple[int, int, str]]:
        """What stands on a feature: node, seat and kind of each piece, in the order of their joining."""
        return [(node, *self.pieces[node]) for node in self._stand[root]]

    def occupied_roots(self) -> list[int]:
        """The features on which pieces stand, in ascending order."""
        return sorted({self.root(node) for node in self.pieces})

    def copy(self) -> "Features":
        """Features that share nothing mutable with these."""
        twin = Features.__new__(Features)
        for name in self.__slots__[:-1]:
            setattr(twin, name, getattr(self, name).copy())
        twin.uncounted = self.uncounted
        return twin


def _bits(mask: int) -> Iterator[int]:
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest
