"""ETags: what has not changed is not sent again."""

from typing import Any, TypeVar

from litestar import Request, Response

T = TypeVar("T")


def tagged(request: Request[Any, Any, Any], tag: str, content: T, **more: Any) -> Response[T]:
    """The content under a tag, or 304 where who asks has it already."""
    quoted = f'"{tag}"'
    headers = {"ETag": quoted, "Cache-Control": "private, no-cache"}
    if has_tag(request.headers.get("if-none-match"), tag):
        nothing: Any = b""  # sent as it is, whatever the route gives else
        return Response(nothing, status_code=304, headers=headers)
    return Response(content, headers=headers, **more)


def has_tag(header: str | None, tag: str) -> bool:
    """Whether a list of tags, as `If-Match` and `If-None-Match` have them, has this one."""
    if header is None:
        return False
    named = {one.strip().removeprefix("W/").strip('"') for one in header.split(",")}
    return tag in named or "*" in named
