"""Signed tokens that identify a user, without granting rights: one-time links, pages, and users signed in inside Discord.

A token for a person (inside Discord) belongs to no match and can open pages of several. A token is `payload.signature`, with an
HMAC-SHA256 cut to 128 bits. In links, tokens come after the `#` of the URL, which isn't sent to servers or written to logs; pages
send theirs in a header.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta

from storage.rows import MatchId, UserId

LINK, PAGE, PERSON = "link", "page", "person"

LIFETIMES = {LINK: timedelta(minutes=15), PAGE: timedelta(days=14), PERSON: timedelta(days=1)}
"""How long each kind of token is valid."""

LONGEST = 200
"""Characters of a token."""

_SIGNATURE = 16


@dataclass(frozen=True)
class Token:
    """The payload of a signed token: who may open what, and until when."""

    kind: str
    match: MatchId
    user: UserId
    until: int
    """Seconds since 1970."""
    nonce: str
    locale: str
    """The language of the reader."""


def new_token(kind: str, match: MatchId, user: UserId, locale: str, *, now: datetime, nonce: str = "") -> Token:
    """Return a token valid from now for the lifetime of its `kind`.

    `nonce`: that of the link for a page token; a random one if empty.
    """
    until = int((now + LIFETIMES[kind]).timestamp())
    return Token(kind, match, user, until, nonce or secrets.token_urlsafe(12), locale)


def write(token: Token, key: bytes) -> str:
    """Return the token as signed text."""
    sentence = f"{token.kind} {token.match} {token.user} {token.until} {token.nonce} {token.locale}".encode()
    return f"{_text(sentence)}.{_text(_signature(sentence, key))}"


def read(text: str, kind: str, key: bytes, *, now: datetime) -> Token | None:
    """Return the token in a text; None unless it has this kind, a valid signature, and hasn't expired."""
    try:
        payload, signature = (_bytes(part) for part in text[:LONGEST].split("."))
    except (ValueError, binascii.Error):
        return None
    if not hmac.compare_digest(signature, _signature(payload, key)) or text != f"{_text(payload)}.{_text(signature)}":
        return None  # the last letter has bits to spare: one text for one token
    its_kind, match, user, until, nonce, locale = payload.decode().split(" ")
    token = Token(its_kind, MatchId(int(match)), UserId(int(user)), int(until), nonce, locale)
    return token if its_kind == kind and now.timestamp() < token.until else None


def _signature(said: bytes, key: bytes) -> bytes:
    return hmac.digest(key, said, hashlib.sha256)[:_SIGNATURE]


def _text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def _bytes(text: str) -> bytes:
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
