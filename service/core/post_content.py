"""The contents of posts, typed: a frozen dataclass for each kind, declared beside its matter, and the one codec of payloads.

    @posted(MATCH, NOTICE, "gave")
    class TimeGift(PostContent):
        \"""Time that a player gave to the others.\"""

        user: int
        length_s: int

The payload has a key for each field and, where a kind has codes, the code. A wrong payload fails in the use-case that queues it,
not when it is to be sent. `tests/golden/posts.txt` has every form that was ever stored.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, TypeVar, dataclass_transform

from games.core.game import Seat
from service.core.stored_form import StoredFormError, from_stored_fields, to_stored_fields
from storage.rows import Cause, NewPost, Post, Subject, UserId

CODE = "code"
"""Key of the code of a payload."""


class InvalidPostError(Exception):
    """Raised when a use-case queues a post that no message could be built from; nothing is written."""


class UnknownPostError(Exception):
    """Raised for a stored post whose kind or code this program doesn't know, such as one of a newer version."""


class Reaches(Enum):
    """The users whom a post pings or writes to, and whether another user's action causes that."""

    NOBODY = "nobody"
    OWED = "owed"
    """Somebody to whom the game itself owes it: their turn, their round, what they asked to hear. It is outside of all budgets."""
    PERSON = "person"
    """Somebody whom another person makes the bot reach."""
    EITHER = "either"
    """As `PERSON` if somebody's press did it, else `OWED`."""


@dataclass(frozen=True, slots=True)
class PostContent:
    """The content of one kind of post. Each kind is a subclass, whose fields are stored; `posted` declares the rest."""

    topic: ClassVar[str]
    """The kind of its subject."""
    kinds: ClassVar[tuple[str, ...]]
    """How the kind is stored; the first, unless it is queued as another one."""
    codes: ClassVar[tuple[str, ...]]
    """The codes that share these fields; empty for a kind without codes."""
    reaches: ClassVar[Reaches]
    matter: ClassVar[str]
    """What it is about, together with the pairing or entrant that it names; empty where nothing follows from that."""
    replaces: ClassVar[bool]
    """Whether it takes the place of the newest message about its matter, if that is of the same sender, kind and place."""


@dataclass(frozen=True, slots=True)
class CodedContent(PostContent):
    """The content of a kind of post that has several codes with the same fields."""

    code: str


KINDS: dict[tuple[str, str, str], type[PostContent]] = {}
"""Every content by its kind of topic, kind and code (empty without one)."""

C = TypeVar("C", bound=PostContent)


@dataclass_transform(frozen_default=True)
def posted(
    topic: str,
    kind: str | tuple[str, ...],
    *codes: str,
    reaches: Reaches = Reaches.NOBODY,
    matter: str = "",
    replaces: bool = False,
) -> Callable[[type[C]], type[C]]:
    """Return a class decorator that declares a frozen dataclass as the content of a kind of post, or of some codes of it."""
    kinds = (kind,) if isinstance(kind, str) else kind

    def declared(content: type[C]) -> type[C]:
        content.topic, content.kinds, content.codes = topic, kinds, codes
        content.reaches, content.matter, content.replaces = reaches, matter, replaces
        made = dataclass(frozen=True, slots=True)(content)
        for key in ((topic, each, code) for each in kinds for code in codes or ("",)):
            assert key not in KINDS, key
            KINDS[key] = made
        return made

    return declared


def code_of(content: PostContent) -> str:
    """Return the code of a content; empty for a kind without codes."""
    if isinstance(content, CodedContent):
        return content.code
    return next(iter(content.codes), "")


def encode(content: PostContent) -> dict[str, Any]:
    """Return the JSON payload of a post with this content."""
    code = code_of(content)
    return ({CODE: code} if code else {}) | to_stored_fields(content)


def decode(topic: str, kind: str, payload: Mapping[str, Any]) -> PostContent:
    """Return the typed content of a stored payload.

    Keys that the kind doesn't have are ignored. Raises `UnknownPostError`, or `StoredFormError` if the payload doesn't fit its
    kind.
    """
    known = KINDS.get((topic, kind, "")) or KINDS.get((topic, kind, str(payload.get(CODE, ""))))
    if known is None:
        raise UnknownPostError(" ".join(filter(None, (topic, kind, str(payload.get(CODE, ""))))))
    return from_stored_fields(known, payload)


def is_known(post: Post) -> bool:
    """Return whether this program knows a post's kind, and its code where other posts of the kind have one."""
    coded = any(key[:2] == (post.topic.kind, post.kind) and key[2] for key in KINDS)
    return not coded or (post.topic.kind, post.kind, str(post.payload.get(CODE, ""))) in KINDS


def content_of(post: Post) -> PostContent:
    """Return the typed content of a post; raise as `decode`."""
    return decode(post.topic.kind, post.kind, post.payload)


def read(post: Post, kind: type[C]) -> C:
    """Return the typed content of a post that must be of class `kind`; raise as `decode`."""
    content = content_of(post)
    assert isinstance(content, kind), (post.kind, content)
    return content


def new_post(
    content: PostContent,
    nonce: str,
    channel_id: int | None,
    user_id: UserId | None = None,
    seat: Seat | None = None,
    upto: int = 0,
    *,
    by: UserId | None = None,
    kind: str | None = None,
) -> NewPost:
    """Return a post to be queued with this content.

    `by` is the user whose action causes it, or None. `kind` replaces the content's first kind. `upto` is the number of log rows
    that the message covers.
    """
    return NewPost(kind or content.kinds[0], encode(content), nonce, channel_id, user_id, seat, upto, cause(content, by))


def cause(content: PostContent, by: UserId | None = None) -> Cause | None:
    """Return the cause that is stored with a post; None for a content that reaches no user and has no matter.

    `by` is the user whose action queues it, or None.
    """
    if content.reaches is Reaches.NOBODY and not content.matter:
        return None
    is_owed = content.reaches is Reaches.OWED or (by is not None and by <= 0)
    return Cause(code_of(content) or content.kinds[0], None if is_owed else by, _matter(content))


def _matter(content: PostContent) -> str:
    if not content.matter:
        return ""
    values = to_stored_fields(content)
    keys = ("round", "table") if "table" in values else ("entrant",)
    return f"{content.matter} {'.'.join(str(values.get(key, '')) for key in keys)}"


def replaces(post: Post) -> bool:
    """Return whether a post may replace an earlier unanswered one about the same matter."""
    known = KINDS.get((post.topic.kind, post.kind, str(post.payload.get(CODE, ""))))
    return known is not None and known.replaces and post.cause is not None and bool(post.cause.about)


def must_be_buildable(topic: Subject, post: NewPost) -> None:
    """Raise `InvalidPostError` for a post whose content can't be read, or that reaches a user without a cause."""
    named = " ".join(filter(None, (topic.kind, post.kind, str(post.payload.get(CODE, "")))))
    try:
        content = decode(topic.kind, post.kind, post.payload)
    except UnknownPostError as error:
        raise InvalidPostError(f"{named}: nobody builds this") from error
    except StoredFormError as error:
        raise InvalidPostError(f"{named}: {error}") from error
    must_have_a_cause(named, content.reaches, post)


def must_have_a_cause(named: str, reaches: Reaches, post: NewPost) -> None:
    """Raise `InvalidPostError` if a post reaches users in another way than `reaches` declares; `named` is for the error text."""
    if post.cause is None and (reaches is not Reaches.NOBODY or post.user_id is not None):
        raise InvalidPostError(f"{named}: it reaches somebody without a cause")
    if reaches is Reaches.NOBODY and post.user_id is not None:
        raise InvalidPostError(f"{named}: it is declared to reach nobody")
    if reaches is Reaches.PERSON and (post.cause is None or post.cause.by is None):
        raise InvalidPostError(f"{named}: it doesn't say who makes it happen")
