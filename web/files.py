"""Static files of the page (scripts, styles, translations), compressed once and cached by browsers under a hash in their URL."""

from __future__ import annotations

import gzip
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from aiohttp import web

from text.translator import languages, translator_for
from text.web.page import sentences

STATIC = Path(__file__).with_name("static")

TYPES: Mapping[str, str] = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".svg": "image/svg+xml",
}
"""What is served, by how its name ends; nothing else in the folder is."""


@dataclass(frozen=True)
class PackedFile:
    """A static file, compressed, with its content type."""

    content_type: str
    packed: bytes
    """With gzip."""


@dataclass(frozen=True)
class PageFiles:
    """All static files and HTML pages, with a hash of their contents."""

    digest: str
    files: Mapping[str, PackedFile]
    pages: Mapping[str, str]
    """HTML by name; `{base}` stands for where the files are, `{head}` for what else its head holds."""

    def page(self, name: str, base: str, head: str = "") -> str:
        """Return the HTML of a page; `base`: path prefix of the page's files, `head`: further HTML for the head."""
        return self.pages[name].replace("{base}", f"{base}/a/{self.digest}").replace("{head}", head)


@cache
def page_files() -> PageFiles:
    """Return all static files, read and compressed at the first call."""
    contents = {path.name: (TYPES[path.suffix], path.read_bytes()) for path in sorted(STATIC.iterdir()) if path.suffix in TYPES}
    for language in languages():
        texts = json.dumps(sentences(translator_for(language)), ensure_ascii=False).encode()
        contents[f"words.{language}.json"] = (TYPES[".json"], texts)
    pages = {path.stem: path.read_text(encoding="utf-8") for path in STATIC.glob("*.html")}
    whole = hashlib.sha256(repr((contents, pages)).encode()).hexdigest()[:16]
    packed = {name: PackedFile(kind, gzip.compress(data, 9, mtime=0)) for name, (kind, data) in contents.items()}
    return PageFiles(whole, packed, pages)


def html_page(name: str, head: str = "") -> web.Response:
    """Return a response with an HTML page of the folder; `head` is added to its head."""
    text = page_files().page(name, "/b", head)
    return web.Response(text=text, content_type="text/html", headers={"Cache-Control": "no-cache"})
