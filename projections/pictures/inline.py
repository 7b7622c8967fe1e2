"""An SVG document as a part of a page: with names of its own, so that several of them do not clash, and words for who
cannot see it."""

import re

from projections.pictures.svg import PREFIX, escaped

# Where our names stand in a document. Text can hold none of these: its quotation marks are written otherwise.
_NAMED = re.compile(rf'( id="| class="| href="#| clip-path="url\(#){PREFIX}')
_RULE = re.compile(rf"^\.{PREFIX}", re.MULTILINE)
_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
_STYLES_END = "</style>"


def inlined(svg: str, name: str, words: str) -> str:
    """A document of `render_svg` to be put into a page under a name, which is letters and digits; `words` say what it shows."""
    if not name.isalnum() or not name.isascii():
        raise ValueError(f"'{name}' is no name for a picture")
    mine = f"{PREFIX}{name}-"
    head, end, rest = svg.replace(_NAMESPACE, "", 1).partition(_STYLES_END)
    # Only in the style sheet is a line that begins with a class a rule.
    head = _RULE.sub(f".{mine}", head)
    named = _NAMED.sub(rf"\g<1>{mine}", head + end + rest)
    return named.replace("<svg ", f'<svg aria-label="{escaped(words)}" ', 1)
