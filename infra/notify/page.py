"""A message as a small HTML page: no scripts, nothing from elsewhere, everything escaped."""

from collections.abc import Iterator, Sequence
from html import escape

from infra.notify.message import Message, Section

_STYLE = (
    "body{font-family:sans-serif;max-width:42em;margin:1em auto;padding:0 1em;line-height:1.4}"
    "h2{font-size:1em;margin:1.2em 0 .3em}ul{margin:0;padding-left:1.2em}"
    "pre{font-size:.8em;overflow-x:auto}"
    "code{background:#eee;color:#000;padding:.1em .3em;white-space:pre-wrap}img{max-width:100%;height:auto}"
)


def page(message: Message, picture_ids: Sequence[str] = ()) -> str:
    """The page; `picture_ids` are under which names (content ids) the mail has the pictures."""
    pictures = "".join(f'<p><img src="cid:{escape(one)}" alt="The board"></p>\n' for one in picture_ids)
    parts = "\n".join(map(_section, message.sections))
    links = " · ".join(f'<a href="{escape(link.url)}">{escape(link.label)}</a>' for link in message.links)
    foot = f"<p>{links}</p>\n" if links else ""
    return (
        '<!doctype html>\n<html lang="en">\n<head><meta charset="utf-8">'
        f"<title>{escape(message.subject)}</title><style>{_STYLE}</style></head>\n<body>\n{parts}\n{pictures}{foot}"
        "</body>\n</html>\n"
    )


def _section(section: Section) -> str:
    title = f"<h2>{escape(section.title)}</h2>\n" if section.title else ""
    items = "".join(_items(section))
    told = f"{title}<ul>{items}</ul>" if section.title else "".join(f"<p>{escape(one)}</p>" for one in section.lines)
    drawn = escape("\n".join(section.drawn))
    return f"{told}<pre>{drawn}</pre>" if drawn else told


def _items(section: Section) -> Iterator[str]:
    for line in section.lines:
        yield f"<li>{escape(line.strip())}</li>"
    for form in section.forms:
        yield f"<li><code>{escape(form.text)}</code> {escape(form.sentence)}</li>"
