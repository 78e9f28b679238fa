"""The ids that a client sends."""

from __future__ import annotations

from aiohttp import web


async def body_ids(request: web.Request) -> list[str]:
    """The ids in the body of a request, separated by commas, each once."""
    text = (await request.read()).decode(errors="replace")
    return list(dict.fromkeys(word.strip() for word in text.split(",") if word.strip()))
