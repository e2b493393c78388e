"""A sweep of all use-cases: texts that others read go through one filter.

A use-case with a text that is not listed fails here: it goes through `MatchRepository.free_text`, or what is typed is only
understood and never shown to anybody else.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

import service
from editions.registry import EDITIONS
from service.core.unit_of_work import UnitOfWork
from service.lobby.maps import Maps
from service.lobby.quotas import UNLIMITED
from service.records import MatchLocation
from service.tournaments.next_season import next_season_settings
from service.tournaments.result_agreements import Proposal
from storage.rows import UserId
from storage.store import open_sqlite
from tests.games.carcassonne.maps.drawn import changed
from tests.service.conftest import NOW, make_services, refused
from tests.service.tournaments.conftest import ORGANISER, SERVER, Fair, settings

NOT_READ: dict[str, str] = {
    "Announcements.write text": "written by those who run the bot",
    "Appointments.entered why": "said by Discord's calendar",
    "Champions.settle trouble": "a code",
    "ChannelChanges.lose reason": "a code",
    "Clocks.missed_by besides": "a code",
    "Clocks.stand_until why": "a code",
    "CrossServerInvites.agree code": "an invitation",
    "CrossServerInvites.agree digest": "of what is agreed to",
    "CrossServerInvites.offer code": "an invitation",
    "DeliveryFailures.closed reason": "a code",
    "Drafts.push based_on": "a digest",
    "Duels.challenge locale": "a choice",
    "Duels.challenge name": "made by the bot",
    "EarlyEnd.end saw": "a status that its sender saw",
    "Exclusion.bar kind": "one of two",
    "Leaderboards.leaders order": "a choice",
    "Lobbies.add_computer level": "a choice",
    "Lobbies.change game": "a choice",
    "Lobbies.change locale": "a choice",
    "Lobbies.change order": "a choice",
    "Lobbies.open game": "a choice",
    "Lobbies.open locale": "a choice",
    "Lobbies.open order": "a choice",
    "Maps.confirm map_id": "of an upload",
    "Maps.keep map_id": "of an upload",
    "Maps.offer name": "of a file, which only its sender reads",
    "Maps.remove text": "a choice",
    "Matchmaking.begin locale": "a choice",
    "MistakePuzzles.answer based_on": "a digest",
    "NextSeasonService.succeed locale": "a choice",
    "Notifications.closed reason": "a code",
    "Outages.back what": "a code",
    "Outbox.posted kind": "a code",
    "PingPolicy.reach_by nonce": "of a message",
    "Practice.begin game": "a choice",
    "Practice.begin locale": "a choice",
    "Puzzles.answer based_on": "a digest",
    "Puzzles.given based_on": "a digest",
    "RecordImport.bring locale": "a choice",
    "RefereeEnteredResults.rule what": "a choice",
    "Refereeing.rule what": "a choice",
    "RegistrationService.cancel saw": "a status that its sender saw",
    "RegistrationService.keep_team team": "given to `enter` before others see it",
    "RegistrationService.leave saw": "a status",
    "Reports.add text": "of the bot, read by those who run it",
    "Requests.ask name": "a choice",
    "ResultsChannel.unsent reason": "a code",
    "Rulings.close_round saw": "a status that its sender saw",
    "Rulings.rule what": "a choice",
    "Timers.keep kind": "a code",
    "TournamentCreation.open locale": "a choice",
    "TournamentTables.end how": "a code",
    "Turns.confirm based_on": "a digest",
    "Turns.play based_on": "a digest",
    "WebPages.is_open nonce": "a token",
    "WebPages.open nonce": "a token",
    "WeeklyPaper.unsent reason": "a code",
    "Welcomes.unsent reason": "a code",
    "WebPages.launched instance": "an id of Discord",
    "WebPages.note_launch instance": "an id of Discord",
}
"""Texts that no other person reads, each with the reason."""

BAD = {
    "text-link": "Win at https://example.org",
    "text-mention": "Hello @everyone",
    "text-word": "A casino for you",
    "text-too-long": "x" * (1 << 18),
}
CHANNELS = count(71)
UNWANTED = replace(UNLIMITED, unwanted_words=frozenset({"casino"}))

Write = Callable[[Fair, str], Awaitable[object]]


async def _open_tournament(fair: Fair, text: str) -> object:
    return await fair.services.tournaments.creation.open(SERVER, ORGANISER, text, settings(), now=fair.now)


async def _open_with_rules(fair: Fair, text: str) -> object:
    wanted = settings(own_rules=text)
    return await fair.services.tournaments.creation.open(SERVER, ORGANISER, "Cup", wanted, now=fair.now)


async def _renames(fair: Fair, text: str) -> object:
    event_id = await fair.opened(0)
    return await fair.services.tournaments.editor.edit(event_id, ORGANISER, {"name": text}, now=fair.now)


async def _changes_rules(fair: Fair, text: str) -> object:
    event_id = await fair.opened(0)
    wanted = replace((await fair.state(event_id)).settings, own_rules=text)
    return await fair.services.tournaments.editor.play(event_id, ORGANISER, wanted, now=fair.now)


async def _succeeds(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    state = await fair.play_out(event_id)
    opens = fair.services.tournaments.next_season.succeed
    return await opens(event_id, SERVER, ORGANISER, next_season_settings(state), name=text, held=NOW - NOW, now=fair.now)


async def _founds_a_team(fair: Fair, text: str) -> object:
    event_id = await fair.opened(0, "swiss:1 boards=2", preset="teams")
    return await fair.services.tournaments.registration.enter(event_id, UserId(1), now=fair.now, team=text)


async def _rules(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    return await fair.services.tournaments.rulings.rule(event_id, ORGANISER, "win", UserId(1), text, now=fair.now)


async def _referees(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    return await fair.services.tournaments.referee_actions.rule(event_id, ORGANISER, "replay", UserId(1), text, now=fair.now)


async def _enters_a_result(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    return await fair.services.tournaments.external_results.rule(event_id, ORGANISER, "elsewhere", UserId(1), text, now=fair.now)


async def _proposes(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    proposal = Proposal("win", UserId(1), text, (2, 1))
    return await fair.services.tournaments.result_agreements.propose(event_id, UserId(1), proposal, now=fair.now)


async def _writes_to_all(fair: Fair, text: str) -> object:
    event_id = await fair.started(2, "swiss:1")
    return await fair.services.tournaments.rulings.message(event_id, ORGANISER, text, now=fair.now)


async def _adds_a_word(fair: Fair, text: str) -> object:
    lobby = await fair.services.lobbies.open(MatchLocation(7, next(CHANNELS)), UserId(1), "tiny", {}, now=fair.now)
    return await fair.services.lobbies.add_word(lobby.match.id, UserId(1), text, now=fair.now)


async def _draw_map(fair: Fair, text: str) -> object:
    maps = Maps(UnitOfWork(fair.store), EDITIONS.uploads, fair.services.repository.free_text)
    drawn = changed("tutorial", ("title: Tutorial island", f"title: {text}"))
    return await maps._check_drawing(drawn)


async def _imports(fair: Fair, text: str) -> object:
    return await fair.services.record_import.read(json.dumps({"seats": [{"word": text}]}).encode(), now=fair.now)


async def _calls_a_server(fair: Fair, text: str) -> object:
    return fair.services.cross_server_invites._checked_server_name(text)


READ: dict[str, Write] = {
    "TournamentCreation.open name": _open_tournament,
    "TournamentCreation.open settings.own_rules": _open_with_rules,
    "TournamentEditor.edit changes.name": _renames,
    "TournamentEditor.play settings.own_rules": _changes_rules,
    "NextSeasonService.succeed name": _succeeds,
    "RegistrationService.enter team": _founds_a_team,
    "Rulings.rule reason": _rules,
    "Rulings.message text": _writes_to_all,
    "Refereeing.rule reason": _referees,
    "RefereeEnteredResults.rule reason": _enters_a_result,
    "ResultAgreements.propose proposal.reason": _proposes,
    "Lobbies.add_word text": _adds_a_word,
    "Maps.offer content": _draw_map,
    "CrossServerInvites.invite name": _calls_a_server,
    "CrossServerInvites.agree name": _calls_a_server,
}
"""Texts that others read, each with a way to write one."""


@pytest.fixture
async def fair(tmp_path: Path) -> AsyncIterator[Fair]:
    """Run a server whose host wants to read nothing of casinos."""
    store = await open_sqlite(tmp_path / "bastide.db")
    fair = Fair(store, tmp_path / "bastide.db")
    await fair.services.stop()
    fair.services = make_services(store, clock=lambda: fair.now, mixes=fair.mixes, limits=UNWANTED)
    yield fair
    await fair.services.stop()
    await fair.store.close()


@pytest.mark.parametrize("name", READ)
async def test_what_others_read_is_filtered(fair: Fair, name: str) -> None:
    for code, text in BAD.items():
        if code == "text-too-long" and name.startswith("CrossServerInvites"):
            continue  # Discord knows how long a server's name is; it is cut
        assert await refused(READ[name](fair, text)) == code, (name, code)


def test_every_text_of_a_use_case_is_filtered_or_read_by_nobody() -> None:
    texts = {*_texts()}
    named = {name for name in READ if "." not in name.partition(" ")[2]} - {"Maps.offer content"}

    assert texts - named - NOT_READ.keys() == set(), "does somebody else read it? Then filter it, and list how in READ"
    assert (named | NOT_READ.keys()) - texts == set(), "gone"


def _texts() -> Any:
    """Yield all texts that use-cases take from the person who asks: those of public methods that are told the time."""
    for module_info in pkgutil.walk_packages(service.__path__, "service."):
        for name, kind in vars(importlib.import_module(module_info.name)).items():
            if not inspect.isclass(kind) or kind.__module__ != module_info.name or name.startswith("_"):
                continue
            for method, function in vars(kind).items():
                if inspect.iscoroutinefunction(function) and not method.startswith("_"):
                    parameters = inspect.signature(function).parameters
                    texts = [value.name for value in parameters.values() if str(value.annotation) in ("str", "str | None")]
                    yield from (f"{name}.{method} {text}" for text in texts if "now" in parameters)
