"""HTTP responses: JSON, common headers, and errors with a message in the reader's language."""

from __future__ import annotations

import gzip
import json
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiohttp import web

from cogs.refusals import as_refused
from service.core.job_queue import JobCancelled
from service.core.unit_of_work import has_written, watch_writing
from service.errors import Refusal
from storage.errors import CommitUnknownError, DatabaseUnavailableError
from telemetry import metric_hooks
from telemetry.log_line import log_line
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
        *("not-seated", "seat-vacant", "link-closed", "excluded"),
    }
)
"""Refusals that mean that the reader may not, whatever they send."""
GONE = {"page-closed": 401, "link-used": 401, "sign-in-failed": 401, "no-match": 404}
"""Refusals that mean that there is nothing here (any more), with their status."""
REFUSED = 409
"""Status of every other refusal, where it is not part of an answer."""


class WebError(Exception):
    """Raised to send an error response: an HTTP status and a code for the page's script."""

    def __init__(self, status: int, code: str) -> None:
        super().__init__(code)
        self.status, self.code = status, code


@dataclass(frozen=True)
class PackedJson:
    """Compressed JSON that is sent to many readers, with its ETag (`stamp`)."""

    stamp: str
    packed: bytes
    """With gzip."""


def packed_json(data: Mapping[str, Any], stamp: str) -> PackedJson:
    """Return data as compressed JSON for many readers; `stamp` becomes its ETag."""
    return PackedJson(stamp, gzip.compress(_json(data).encode(), 6, mtime=0))


def packed_response(request: web.Request, shown: PackedJson) -> web.Response:
    """Return a response with the packed JSON, decompressed for clients that don't accept gzip."""
    headers = {"Cache-Control": "no-store", "ETag": f'"{shown.stamp}"', "Vary": "Accept-Encoding"}
    is_packed = "gzip" in request.headers.get("Accept-Encoding", "").lower()
    body = shown.packed if is_packed else gzip.decompress(shown.packed)
    return web.Response(
        body=body, content_type="application/json", headers={**headers, **({"Content-Encoding": "gzip"} if is_packed else {})}
    )


def _json(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def json_response(data: Any, *, status: int = 200, etag: str = "") -> web.Response:
    """Return a JSON response that must not be cached; `etag`, if given, lets the page ask whether it has changed."""
    response = web.Response(text=_json(data), status=status, content_type="application/json", headers={"Cache-Control": "no-store"})
    if etag:
        response.headers["ETag"] = f'"{etag}"'
    response.enable_compression()
    return response


FRAMED_BY = web.RequestKey("framed_by", str)
"""Who may show this answer in a frame; nobody unless a handler says so."""


async def with_headers(request: web.Request, response: web.StreamResponse) -> None:
    """Add the security and cache headers to a response before it is sent."""
    response.headers.update(HEADERS)
    response.headers["Content-Security-Policy"] = POLICY.format(ancestors=request.get(FRAMED_BY, "'none'"))
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.popall("Server", None)


WORDS = web.RequestKey("words", Translator)
"""The language of who asks, once it is known."""


STREAMING = "see_news"
"""The request whose answer lasts as long as its page."""

_OUTCOMES = {2: "answered", 3: "answered", 4: "refused", 5: "failed"}


@web.middleware
async def measured(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Run a handler and record its outcome and duration in the metrics, by route, never by user."""
    begun = time.perf_counter()
    kind, status = request.match_info.route.name or "unknown", 404
    try:
        response = await handler(request)
        status = response.status
        return response
    except web.HTTPException as error:
        status = error.status
        raise
    finally:
        metric_hooks.count_outcome(metric_hooks.PAGE, kind, _OUTCOMES.get(status // 100, "failed"))
        if kind != STREAMING:
            metric_hooks.took(metric_hooks.PAGE, kind, time.perf_counter() - begun)


@web.middleware
async def guarded(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Run a handler and turn its exceptions into JSON error responses; HTTP exceptions pass through.

    The same errors get the same messages as in `cogs.interactions.error_handler`, the chat's counterpart.
    """
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
        return _error_answer(request, error)


def refusal_of(request: web.Request, error: Exception) -> Mapping[str, str] | None:
    """Return the error's code and translated message if it can be shown with the current table; else None.

    That is the case for what the rules or the game's state refuse, for example if the page was outdated. None means that the error
    needs an HTTP error response.
    """
    refused = Refusal("stale", version=None, expected=None) if isinstance(error, JobCancelled) else as_refused(error)
    if refused is None or _status(refused.code) != REFUSED:
        return None
    return {"error": refused.code, "say": plain(refusal(refused.code, refused.params, _words(request)))}


def _status(code: str) -> int:
    return GONE.get(code) or (403 if code in DENIED else REFUSED)


def _words(request: web.Request) -> Translator:
    return request.get(WORDS) or translator_for(SOURCE)


def _error_answer(request: web.Request, error: Exception) -> web.Response:
    words = _words(request)
    refused = as_refused(error)
    if refused is not None:
        answer = {"error": refused.code, "say": plain(refusal(refused.code, refused.params, words))}
        return json_response(answer, status=_status(refused.code))
    if isinstance(error, CommitUnknownError):
        return json_response({"error": "unsure", "say": plain(about.unsure(words))}, status=503)
    if isinstance(error, DatabaseUnavailableError) and not has_written():
        return json_response({"error": "busy", "say": plain(about.busy(words))}, status=503)
    number = secrets.token_hex(4)
    log.error(log_line("error", id=number, where=f"page: {request.match_info.route.name}"), exc_info=error)
    apology = about.apology(number, words) if has_written() else about.apology_unchanged(number, words)
    return json_response({"error": "failed", "say": plain(apology)}, status=500)
