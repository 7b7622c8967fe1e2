"""A scene as an SVG document: one file, no images, no scripts, no fonts of its own; equal scenes give equal bytes."""

import re
from functools import lru_cache
from xml.sax.saxutils import escape as escape_text

import msgspec

from domain.table.scene import Box, Circle, Group, Key, Moving, Path, Rect, Scene, Shape, Style, Text, Use

FONT = "'DejaVu Sans','Segoe UI','Helvetica Neue',Arial,sans-serif"
ANCHORS = {"": "", "start": "", "middle": "text-anchor:middle", "end": "text-anchor:end"}
PREFIX = "ls-"
WIDEST = 1280
FORBIDDEN = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What XML may not hold."""
SPECIAL = re.compile("[^ !#-%'-;=?-~]")
"""What may need to be written otherwise: most texts have none of it."""


def render_svg(scene: Scene) -> str:
    """The document, as large as a screen shows at most; a page that shows it may scale it at will."""
    left, top, width, height = scene.box
    shown_width = min(width, WIDEST)
    shown_height = height * shown_width // width
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="souls" viewBox="{left} {top} {width} {height}" '
        f'width="{shown_width}" height="{shown_height}" role="img" font-family="{FONT}" stroke-linejoin="round">'
    )
    lines = [head, f"<title>{escaped(scene.title)}</title>", sheet(scene.styles)]
    definitions = [symbol(name, parts) for name, parts in scene.symbols.items()]
    definitions += [clip_path(box) for box in sorted(clips(scene.shapes))]
    lines += ["<defs>", *definitions, "</defs>", *(element(shape) for shape in scene.shapes)]
    return "\n".join([*lines, "</svg>", ""])


def sheet(styles: dict[str, Style]) -> str:
    """The style sheet. The prefix keeps our names apart from those of a page that inlines the picture.

    Selectors name no ancestor: inside a used symbol they would not match.
    """
    rules = [f".{PREFIX}{name}{{{';'.join(declarations(style))}}}" for name, style in styles.items()]
    return "<style>\n" + "\n".join(escape_text(rule) for rule in rules) + "\n</style>"


def declarations(style: Style) -> list[str]:
    """A style as CSS declarations."""
    css = [f"fill:{style.fill or 'none'}"]
    if style.stroke:
        css += [f"stroke:{style.stroke}", f"stroke-width:{style.width}"]
    if style.dash:
        css.append("stroke-dasharray:" + " ".join(map(str, style.dash)))
    if style.opacity != 100:
        css.append(f"opacity:{hundredths(style.opacity)}")
    if style.size:
        css.append(f"font-size:{style.size}px")
    if style.bold:
        css.append("font-weight:bold")
    return css + ([ANCHORS[style.anchor]] if ANCHORS.get(style.anchor) else [])


def symbol(name: str, parts: tuple[Shape, ...]) -> str:
    """A symbol's definition."""
    return f'<g id="{PREFIX}{escaped(name)}">' + "".join(element(part) for part in parts) + "</g>"


def clips(shapes: tuple[Shape, ...]) -> set[Box]:
    """The boxes to which groups are cut, however deep they lie."""
    groups = [shape for shape in shapes if isinstance(shape, Group | Moving)]
    own = {group.clip for group in groups if isinstance(group, Group) and group.clip}
    return own.union(*(clips(group.items) for group in groups))


def clip_path(box: Box) -> str:
    """The definition of a box to cut by."""
    left, top, width, height = box
    return f'<clipPath id="{clip_name(box)}"><rect x="{left}" y="{top}" width="{width}" height="{height}"/></clipPath>'


def clip_name(box: Box) -> str:
    """The id of a box to cut by."""
    return PREFIX + "clip" + "".join(f"_{number}" for number in box)


def element(shape: Shape) -> str:
    """One shape as an element, with its tooltip inside."""
    match shape:
        case Path():
            return tag("path", f' d="{escaped(shape.d)}"' + styled(shape.style), tooltip(shape.title))
        case Circle():
            where = f' cx="{shape.x}" cy="{shape.y}" r="{shape.r}"'
            return tag("circle", where + styled(shape.style), tooltip(shape.title))
        case Rect():
            where = f' x="{shape.x}" y="{shape.y}" width="{shape.w}" height="{shape.h}"'
            rounded = f' rx="{shape.round}"' if shape.round else ""
            return tag("rect", where + rounded + styled(shape.style), tooltip(shape.title))
        case Text():
            return tag("text", f' x="{shape.x}" y="{shape.y}"' + styled(shape.style), escaped(shape.text))
        case Use():
            reference = f' href="#{PREFIX}{escaped(shape.symbol)}"' + moved(shape.x, shape.y, shape.scale, shape.turn)
            return tag("use", reference + styled(shape.style), tooltip(shape.title))
        case Group():
            return group(shape)
        case Moving():
            return moving(shape)


def group(shape: Group) -> str:
    """A group with its members on lines of their own."""
    named = f' data-name="{escaped(shape.name)}"' if shape.name else ""
    layered = f' data-layer="{escaped(shape.layer)}"' if shape.layer else ""
    cut = f' clip-path="url(#{clip_name(shape.clip)})"' if shape.clip else ""
    attributes = named + layered + cut + moved(shape.x, shape.y, shape.scale, shape.turn)
    inner = "\n".join([tooltip(shape.title), *(element(item) for item in shape.items)])
    return tag("g", attributes, inner.strip("\n") + "\n")


def moving(shape: Moving) -> str:
    """A group that moves by itself, over and over, as SMIL has it; without that it stands where it ends."""
    last = shape.keys[-1]
    keys = [*shape.keys, msgspec.structs.replace(last, at=shape.length, pace=1000)]
    named = f' data-name="{escaped(shape.name)}"' if shape.name else ""
    faint = f' opacity="{hundredths(last.opacity)}"' if last.opacity != 100 else ""
    places = animate("animateTransform", "transform", ' type="translate"', [f"{key.x} {key.y}" for key in keys], keys)
    inner = [tooltip(shape.title), *places]
    if any(key.opacity != 100 for key in keys):
        inner += animate("animate", "opacity", "", [hundredths(key.opacity) for key in keys], keys)
    inner += [element(item) for item in shape.items]
    return tag("g", named + faint + moved(last.x, last.y, 100, 0), "\n".join(inner).strip("\n") + "\n")


def animate(name: str, attribute: str, more: str, values: list[str], keys: list[Key]) -> list[str]:
    """The element that changes an attribute from key to key."""
    length = keys[-1].at
    times = ";".join(millionths(key.at * 1_000_000 // length) for key in keys)
    splines = ";".join(spline(key.pace) for key in keys[1:])
    timing = f' dur="{length}ms" repeatCount="indefinite" calcMode="spline" keyTimes="{times}" keySplines="{splines}"'
    return [tag(name, f' attributeName="{attribute}"{more} values="{";".join(values)}"{timing}', "")]


def spline(pace: int) -> str:
    """A constant change of speed as the curve that SMIL wants: way over time, both from 0 to 1, is a parabola."""
    pace = min(max(pace, 0), 2000)
    return f"0.333333 {millionths(pace * 1000 // 3)} 0.666667 {millionths((1000 + pace) * 1000 // 3)}"


def millionths(number: int) -> str:
    """A number of millionths as a decimal fraction, written without a float."""
    whole, rest = divmod(number, 1_000_000)
    return f"{whole}.{rest:06d}".rstrip("0").rstrip(".")


def tag(name: str, attributes: str, inner: str) -> str:
    """An element; `attributes` starts with a space, `inner` is markup already."""
    return f"<{name}{attributes}>{inner}</{name}>" if inner else f"<{name}{attributes}/>"


def moved(x: int, y: int, scale: int, turn: int) -> str:
    """The transform of a group or a symbol, or nothing where it would do nothing."""
    parts = [f"translate({x} {y})"] if x or y else []
    parts += [f"rotate({turn})"] if turn else []
    parts += [f"scale({hundredths(scale)})"] if scale != 100 else []
    return f' transform="{" ".join(parts)}"' if parts else ""


def hundredths(percent: int) -> str:
    """Percent as a decimal fraction, written without a float."""
    whole, rest = divmod(percent, 100)
    return f"{whole}.{rest:02d}".rstrip("0").rstrip(".")


@lru_cache(maxsize=1024)
def styled(style: str) -> str:
    """The class attribute."""
    return f' class="{PREFIX}{escaped(style)}"' if style else ""


def tooltip(title: str) -> str:
    """The title element that browsers show while the pointer rests on the shape."""
    return f"<title>{escaped(title)}</title>" if title else ""


def escaped(text: str) -> str:
    """Text that is safe in content and in quoted attributes; characters that XML forbids are replaced."""
    return escape_text(FORBIDDEN.sub("\ufffd", text), {'"': "&quot;"}) if SPECIAL.search(text) else text
