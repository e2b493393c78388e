"""Answers of the server: their headers, and refusals in the reader's language."""

from __future__ import annotations

import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from aiohttp import web

from cogs.refusals import as_refused
from service.core.job_queue import JobCancelled
from service.core.unit_of_work import has_written, watch_writing
from service.errors import Refusal
from storage.errors import CommitUnknownError, DatabaseUnavailableError
from telemetry.log_line import entry
from text.help import about
from text.refusals import refusal
from text.translator import SOURCE, Translator, translator_for
from web.plain import plain

log = logging.getLogger("bastide.web")

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors {ancestors}"
)
"""What the page may load: its own files and nothing of anybody else."""

HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "X-Robots-Tag": "noindex, nofollow",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}

DENIED = frozenset(
    {
        *("not-seated", "seat-vacant", "link-closed"),
        *("no-vote", "no-guess", "too-new-to-vote", "votes-elsewhere"),
    }
)
"""Refusals that mean that the reader may not, whatever they send."""
GONE = {"page-closed": 401, "link-used": 401, "no-match": 404}
"""Refusals that mean that there is nothing here (any more), with their status."""
REFUSED = 409
"""Status of every other refusal, where it is not part of an answer."""


class WebError(Exception):
    """An answer that is no page: its status, and a word for the page's script."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


def json_response(data: Any, *, status: int = 200, etag: str = "") -> web.Response:
    """JSON that no cache keeps; `etag` lets a page ask whether it has changed."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    response = web.Response(text=text, status=status, content_type="application/json", headers={"Cache-Control": "no-store"})
    if etag:
        response.headers["ETag"] = f'"{etag}"'
    response.enable_compression()
    return response


def with_headers(ancestors: str) -> Callable[[web.Request, web.StreamResponse], Awaitable[None]]:
    """Return a handler of `on_response_prepare` that adds the headers of every answer."""

    async def prepared(_request: web.Request, response: web.StreamResponse) -> None:
        response.headers.update(HEADERS)
        response.headers["Content-Security-Policy"] = POLICY.format(ancestors=ancestors)
        response.headers.setdefault("Cache-Control", "no-store")
        response.headers.popall("Server", None)

    return prepared


WORDS = web.RequestKey("words", Translator)
"""The language of who asks, once it is known."""


@web.middleware
async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer what a handler answers; should it fail, with the reason, as `cogs.interactions.error_handler` does in the chat."""
    watch_writing()
    try:
        return await handler(request)
    except web.HTTPException:
        raise
    except WebError as error:
        return json_response({"error": error.code}, status=error.status)
    except JobCancelled:
        return json_response({"error": "stale"}, status=409)
    except Exception as error:
        return _failed(request, error)


def refusal_of(request: web.Request, error: Exception) -> Mapping[str, str] | None:
    """Return the code and the sentence of what the rules or the state of the table refuse; None for what is an error of HTTP.

    A page that is a moment behind the table does nothing wrong: it gets an answer like any other, with the table as it stands.
    """
    refused = Refusal("stale", version=None, expected=None) if isinstance(error, JobCancelled) else as_refused(error)
    if refused is None or _status(refused.code) != REFUSED:
        return None
    return {"error": refused.code, "say": plain(refusal(refused.code, refused.params, _words(request)))}


def _status(code: str) -> int:
    return GONE.get(code) or (403 if code in DENIED else REFUSED)


def _words(request: web.Request) -> Translator:
    return request.get(WORDS) or translator_for(SOURCE)


def _failed(request: web.Request, error: Exception) -> web.Response:
    said = _words(request)
    refused = as_refused(error)
    if refused is not None:
        answer = {"error": refused.code, "say": plain(refusal(refused.code, refused.params, said))}
        return json_response(answer, status=_status(refused.code))
    if isinstance(error, CommitUnknownError):
        return json_response({"error": "unsure", "say": plain(about.unsure(said))}, status=503)
    if isinstance(error, DatabaseUnavailableError) and not has_written():
        return json_response({"error": "busy", "say": plain(about.busy(said))}, status=503)
    number = secrets.token_hex(4)
    log.error(entry("error", id=number, where=f"page: {request.match_info.route.name}"), exc_info=error)
    apology = about.apology(number, said) if has_written() else about.apology_unchanged(number, said)
    return json_response({"error": "failed", "say": plain(apology)}, status=500)
