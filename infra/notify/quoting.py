"""What somebody wrote themselves in a mail: without what they quote, without their signature, as plain text."""

import re
from html.parser import HTMLParser

from infra.posts.lines import FENCE, own_lines

_MARKS = ("!", FENCE)

_SKIPPED = frozenset({"script", "style", "head", "title", "blockquote"})
_VOID = frozenset(
    {"br", "hr", "img", "meta", "link", "input", "col", "area", "base", "embed", "source", "track", "wbr"}
)
_BREAKS = frozenset({"p", "div", "br", "li", "tr", "h1", "h2", "h3", "h4", "hr"})


def own_words(text: str) -> str:
    """What somebody wrote themselves: all of it where commands are marked in it (`!` or a fence, as in any post), else its
    first paragraph: what comes behind are greetings and signatures."""
    own = own_lines(text)
    if any(line.lstrip().startswith(_MARKS) for line in own):
        return "\n".join(own)
    lines: list[str] = []
    for line in own:
        if line.strip():
            lines.append(line.strip())
        elif lines:
            break
    return "\n".join(lines)


def text_of_html(page: str) -> str:
    """The words of a page, without what it quotes; a line a block."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return "".join(reader.words)


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.words: list[str] = []
        self._skipping: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if self._skipping:
            if tag not in _VOID:
                self._skipping.append(tag)
            return
        names = dict(attrs).get("class") or ""
        if tag in _SKIPPED or "quote" in names.split("_") or "gmail_quote" in names:
            self._skipping.append(tag)
        elif tag in _BREAKS:
            self.words.append("\n\n" if tag in ("p",) else "\n")

    def handle_endtag(self, tag: str) -> None:
        if tag in self._skipping:
            while self._skipping.pop() != tag:
                pass  # what was left open within ends with it
        elif tag in _BREAKS and not self._skipping:
            self.words.append("\n")

    def handle_data(self, data: str) -> None:
        if not self._skipping:
            self.words.append(re.sub(r"\s+", " ", data))
