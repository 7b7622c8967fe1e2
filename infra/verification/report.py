"""What a verification finds."""

import msgspec


class Finding(msgspec.Struct, frozen=True):
    """Something about a record (`version`), a command's records (`version` to `last`), or the whole file (0)."""

    version: int
    what: str
    last: int = 0

    def __str__(self) -> str:
        if not self.version:
            return self.what
        place = f"records {self.version} to {self.last}" if self.last > self.version else f"record {self.version}"
        return f"{place}: {self.what}"


class Report(msgspec.Struct):
    """What a verification found. `proved` and `unproved` are sentences; no faults: the file is what it says."""

    table: str = ""
    game: str = ""
    records: int = 0
    proved: list[str] = []
    unproved: list[str] = []
    differences: list[Finding] = []
    faults: list[Finding] = []
    is_checked: bool = True

    @property
    def good(self) -> bool:
        """Whether it could be checked and nothing is wrong."""
        return self.is_checked and not self.faults

    def fault(self, version: int, what: str, last: int = 0) -> None:
        self.faults.append(Finding(version, what, last))
