"""A case file as one page: no scripts, nothing from elsewhere, readable on a phone, in the dark, and on paper."""

from html import escape
from importlib import resources

from domain.table.scene import Scene
from projections.disputes.pages import Block, Line, Part, Pictures, Quote, Row, Rows, Section, anchor_of
from projections.disputes.parts import CaseFile
from projections.disputes.telling import pages_of
from projections.pictures.inline import inlined
from projections.pictures.svg import render_svg

POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
STYLE = (resources.files(__package__) / "case.css").read_text()


def case_html(case: CaseFile, scenes: tuple[Scene | None, Scene | None]) -> str:
    """The page of a case file, with the board before and after, as far as there are pictures of it."""
    pages = pages_of(case)
    page = _Page(case, scenes)
    links = "".join(f'<li><a href="#{one.anchor}">{escape(one.title)}</a></li>' for one in pages.sections)
    sections = "\n".join(map(page.section, pages.sections))
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{escape(pages.title)}</title>
<style>
{STYLE}</style>
</head>
<body>
<header>
<h1>{escape(pages.title)}</h1>
<p class="quiet">{escape(pages.subtitle)}</p>
</header>
<nav aria-label="Sections"><ul>{links}</ul></nav>
<main>
{sections}
</main>
</body>
</html>
"""


class _Page:
    def __init__(self, case: CaseFile, scenes: tuple[Scene | None, Scene | None]) -> None:
        self._case, self._scenes = case, scenes
        self._clauses = {clause.id for clause in case.clauses}

    def section(self, section: Section) -> str:
        blocks = "\n".join(map(self._block, section.blocks))
        return (
            f'<section id="{section.anchor}" aria-labelledby="{section.anchor}-title">\n'
            f'<h2 id="{section.anchor}-title">{escape(section.title)}</h2>\n{blocks}\n</section>'
        )

    def _block(self, block: Block) -> str:
        match block:
            case Line(text, tone, clause):
                return f"<p{_class(tone)}>{escape(text)}{self._cited(clause)}</p>"
            case Quote(text):
                return f"<blockquote>{escape(text)}</blockquote>"
            case Rows(rows):
                return f"<ul>{''.join(map(self._row, rows))}</ul>"
            case Part(title, blocks, anchor):
                named = f' id="{escape(anchor)}"' if anchor else ""
                inner = "\n".join(map(self._block, blocks))
                return f'<div class="part"{named}>\n<h3>{escape(title)}</h3>\n{inner}\n</div>'
            case Pictures():
                return self._pictures()

    def _row(self, row: Row) -> str:
        head = f'<span class="head">{escape(row.head)}</span> ' if row.head else ""
        kind = "strong" if row.strong else "faint" if row.faint else ""
        return f"<li{_class(kind)}>{head}{escape(row.text)}{self._cited(row.clause)}</li>"

    def _cited(self, clause: str) -> str:
        if not clause:
            return ""
        named = escape(clause)
        inner = f'<a href="#{escape(anchor_of(clause))}">{named}</a>' if clause in self._clauses else named
        return f' <span class="clause">[{inner}]</span>'

    def _pictures(self) -> str:
        decision = self._case.decision
        told = ((self._scenes[0], "before", decision.before), (self._scenes[1], "after", decision.after))
        figures = [_figure(scene, name, version) for scene, name, version in told if scene is not None]
        return f'<div class="pictures">{"".join(figures)}</div>' if figures else ""


def _figure(scene: Scene, name: str, version: int) -> str:
    words = f"The board {name}, at version {version}"
    picture = inlined(render_svg(scene), name, f"{words}: {scene.title}")
    return f"<figure>\n{picture}<figcaption>{words}</figcaption>\n</figure>"


def _class(name: str) -> str:
    return f' class="{name}"' if name else ""
