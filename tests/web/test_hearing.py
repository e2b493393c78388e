"""The hearing of news by a page, run by Node with a network to order: buffering proxies, restarts, sleep, a closed page."""

from __future__ import annotations

import json
import shutil
import subprocess
from itertools import pairwise
from typing import Any

import pytest

from web.files import STATIC

NODE = shutil.which("node")
FASTER = 100
"""Seconds of the page pass so much faster here."""

WORLD = """
const faster = FASTER, real = { setTimeout, setInterval };
globalThis.setTimeout = (act, ms, ...more) => real.setTimeout(act, ms / faster, ...more);
globalThis.setInterval = (act, ms, ...more) => real.setInterval(act, ms / faster, ...more);
const told = [];
const tell = (what) => told.push([Math.round((performance.now() - begun) * faster / 1000), what]);
const { Page } = await import('API');
const begun = performance.now();
let streams = 0;
const line = (stamp) => new TextEncoder().encode(`data: ${stamp}\\n\\n`);
/** A stream that says these stamps and then nothing, or ends. */
const says = (stamps, signal, ends = false) => new Response(new ReadableStream({
  start(hose) {
    for (const stamp of stamps) hose.enqueue(line(stamp));
    if (ends) hose.close();
    else signal.addEventListener('abort', () => hose.error(new DOMException('silent', 'AbortError')));
  },
}));
globalThis.fetch = async (path, asked) => {
  if (!path.endsWith('/news')) throw new Error(path);
  streams += 1;
  return (NEWS)(streams, asked.signal);
};
new Page('Page x').hear(
  async (stamp) => { if (HEARD === 'down' && !stamp) throw new Error('down'); tell(stamp || 'asked'); },
  (isThere) => tell(isThere ? 'there' : 'away'),
);
await new Promise((done) => real.setTimeout(done, SECONDS * 1000 / faster));
console.log(JSON.stringify({ told, streams }));
process.exit(0);
"""


def heard(news: str, seconds: int, *, asking: str = "up") -> tuple[list[tuple[int, str]], int]:
    """Return what a page hears within so many seconds, with their number, and how many streams it has opened."""
    if NODE is None:
        pytest.skip("Node is not installed")
    words = {"FASTER": FASTER, "API": (STATIC / "api.js").as_uri(), "NEWS": news, "SECONDS": seconds, "HEARD": json.dumps(asking)}
    script = WORLD
    for word, value in words.items():
        script = script.replace(word, str(value))
    run = subprocess.run([NODE, "--input-type=module", "-e", script], capture_output=True, text=True, timeout=60, check=False)
    assert run.returncode == 0, run.stderr
    document: Any = json.loads(run.stdout)
    return [(second, what) for second, what in document["told"]], document["streams"]


def test_behind_a_proxy_that_holds_streams_back_a_page_asks_every_five_seconds() -> None:
    told, streams = heard("(number, signal) => says([], signal)", 100)

    asked = [second for second, what in told if what == "asked"]
    assert max(later - sooner for sooner, later in pairwise(asked)) <= 20, told
    assert len(asked) >= 10 and streams >= 2
    assert "away" not in [what for _, what in told], "asking works, so nobody is offline"


def test_who_has_a_stream_does_not_ask() -> None:
    told, streams = heard("(number, signal) => says(['one', 'two'], signal)", 30)

    assert [what for _, what in told if what != "there"] == ["one", "two"] and streams == 1


def test_a_server_that_starts_again_is_found_again_and_its_news_are_shown() -> None:
    news = """(number, signal) => {
      if (number === 1) return says(['before'], signal, true);
      if (number < 4) throw new TypeError('refused');
      return says(['after'], signal);
    }"""
    told, streams = heard(news, 40, asking="down")

    assert streams == 4 and [what for _, what in told if what == "away"]
    assert told[-1][1] == "there" or told[-2][1] == "there", told


def test_a_phone_that_has_slept_leaves_the_dead_stream_and_opens_another() -> None:
    told, streams = heard("(number, signal) => says(['stamp' + number], signal)", 100)

    assert streams >= 2
    assert [what for _, what in told if what.startswith("stamp")][:2] == ["stamp1", "stamp2"]


def test_a_closed_page_hears_so_once_and_never_asks_again() -> None:
    told, streams = heard("(number, signal) => says(['void'], signal)", 60)

    assert streams == 1 and told[-1][1] == "void"
    told, streams = heard("() => new Response('{}', { status: 401 })", 60)
    assert streams == 1 and [what for _, what in told] == ["void"]
