"""Recorded answers of Discord, played back by the stand-in, and what it answers otherwise."""

from __future__ import annotations

import aiohttp

from tests.wire import recording
from tests.wire.discord import Discord
from tools.live_record import AnswerRecorder, path_of, shape_of

REFUSED = {
    "method": "POST",
    "path": "/users/@me/channels",
    "status": 429,
    "headers": {"retry-after": "7", "x-ratelimit-scope": "shared", "x-ratelimit-bucket": "real"},
    "error": {"message": "You are being rate limited.", "retry_after": 6.5, "global": False, "code": 20026},
}
ANSWERED = {
    "method": "GET",
    "path": "/users/@me",
    "status": 200,
    "headers": {"x-ratelimit-limit": "5", "x-ratelimit-scope": "user"},
    "shape": {"id": "str", "username": "str", "locale": "str", "flags": "int"},
}


async def asked(wire: Discord, method: str, path: str, recorder: AnswerRecorder) -> aiohttp.ClientResponse:
    """Return the answer of the stand-in, which is recorded too."""
    trace, address = aiohttp.TraceConfig(), f"http://{wire.address}/api/v10{path}"
    recorder.listen(trace)
    async with (
        aiohttp.ClientSession(trace_configs=[trace], headers={"Authorization": f"Bot {wire.token}"}) as session,
        session.request(method, address, json={"recipient_id": "1"}) as answer,
    ):
        await answer.read()
        return answer


async def test_a_recorded_refusal_comes_back_with_discords_own_headers_and_words(wire: Discord) -> None:
    wire.faults = recording.refusals([REFUSED, ANSWERED])
    recorder = AnswerRecorder()

    answer = await asked(wire, "POST", "/users/@me/channels", recorder)

    assert (answer.status, await answer.json()) == (429, REFUSED["error"])
    assert answer.headers["Retry-After"] == "7" and answer.headers["X-RateLimit-Scope"] == "shared"
    (again,) = recorder.answers
    assert {key: again[key] for key in ("method", "path", "status", "error")} == {
        key: REFUSED[key] for key in ("method", "path", "status", "error")
    }


async def test_what_the_stand_in_answers_otherwise_is_named(wire: Discord) -> None:
    recorder = AnswerRecorder()
    await asked(wire, "GET", "/users/@me", recorder)

    assert recording.infidelities([REFUSED, ANSWERED], recorder.answers) == [
        "GET /users/@me: no header x-ratelimit-scope",
        "GET /users/@me: no locale",
        "GET /users/@me: no flags",
    ]
    assert recording.infidelities(recorder.answers, recorder.answers) == []


def test_no_id_token_or_word_is_kept() -> None:
    assert path_of("/api/v10/channels/123456789012345678/messages/223456789012345678") == "/channels/{id}/messages/{id}"
    assert path_of("/api/v10/webhooks/123456789012345678/aW50/messages/@original") == "/webhooks/{id}/{token}/messages/@original"
    assert shape_of({"a": "secret", "b": [{"c": 1}, {"d": None}], "e": []}) == {
        "a": "str",
        "b": [{"c": "int", "d": "NoneType"}],
        "e": [],
    }
