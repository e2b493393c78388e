"""Every screen in the language of tests: what is cut, joined in code or said past the catalogues shows in it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any
from zoneinfo import available_timezones

import pytest

from tests.e2e.requests import watched
from tests.text import pseudo
from tools.transcripts.scenario_runs import evening
from tools.transcripts.scenarios import SCENES, WHOLE
from tools.transcripts.server import PEOPLE

SHOWN = ("content", "label", "description", "placeholder", "title")
"""What people read of a component, a form or a message."""

NAMES = (*PEOPLE, "Bastide", "Server", "Spring-Cup", "Europe/Paris", "Klaus-Jürgen Wrede")
OWN = ("English", "Deutsch", "Español", "Español (Latinoamérica)", "Français", "Nederlands", "Português (Brasil)")
"""Languages by their own names."""

SOON = ("refusals", "panels")
"""Scenes that are played in every run; `make soak` plays all."""

PLAYED = [pytest.param(scene, marks=() if scene in SOON else pytest.mark.soak) for scene in (*SCENES, *WHOLE)]


def shown(payload: Any) -> Iterator[tuple[str, str]]:
    """Yield everything in a request that people read, with the part that it is."""
    for key, value in payload.items() if isinstance(payload, dict) else ():
        if key in SHOWN and isinstance(value, str):
            yield key, value
        yield from shown(value)
    for value in payload if isinstance(payload, list) else ():
        yield from shown(value)


def sent_in(lines: list[str]) -> Iterator[tuple[str, str]]:
    """Yield what people read of the requests, each text once; the list of commands is sent in the languages of Discord."""
    requests = (line.split(" ", 2) for line in lines)
    texts = dict.fromkeys(
        pair for _, path, sentence in requests if not path.endswith("/commands") for pair in shown(json.loads(sentence))
    )
    return ((key, text) for key, text in texts if text not in OWN and text not in available_timezones())


@pytest.mark.parametrize("scene", PLAYED)
def test_every_screen_comes_whole_from_the_catalogues(scene: str) -> None:
    with pseudo.spoken(), watched(None) as (lines, _):
        evening(pseudo.LANGUAGE, scene)

    texts = list(sent_in(lines))
    assert sum(pseudo.OPENING in text for _, text in texts) > 20
    assert {fault: text for _, text in texts for fault in pseudo.faults(text, NAMES)} == {}
