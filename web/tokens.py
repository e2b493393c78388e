"""Signed texts that say who a user is, and never what they may: links that are opened once, and the pages that come of them.

Inside Discord there is no link: who has signed in there has a token of a person, of no match, and opens pages with that.

A token is `payload.signature`, an HMAC-SHA256 of which 128 bits are kept. Links stand behind the `#` of an address, where no server
and no log sees them; a page sends its token in a header.
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
    """Contents of a token."""

    kind: str
    match: MatchId
    user: UserId
    until: int
    """Seconds since 1970."""
    nonce: str
    locale: str
    """The language of the reader."""


def new_token(kind: str, match: MatchId, user: UserId, locale: str, *, now: datetime, nonce: str = "") -> Token:
    """Return a token that is valid from now on; a page has the nonce of its link."""
    until = int((now + LIFETIMES[kind]).timestamp())
    return Token(kind, match, user, until, nonce or secrets.token_urlsafe(12), locale)


def write(token: Token, key: bytes) -> str:
    """Return the token as text, signed."""
    sentence = f"{token.kind} {token.match} {token.user} {token.until} {token.nonce} {token.locale}".encode()
    return f"{_text(sentence)}.{_text(_signature(sentence, key))}"


def read(text: str, kind: str, key: bytes, *, now: datetime) -> Token | None:
    """Return the token that a text holds; None unless it is of this kind, signed with the key, and still valid."""
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
