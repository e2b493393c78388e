"""Discord's limits and our own, over everything that is ever sent: commands in every language, buttons, messages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import Settings, build_bot
from cogs.bot_permissions import PERMISSIONS, intents, invitation
from cogs.client import Bastide
from cogs.commands.command_translator import CommandTranslator
from cogs.messages import component_ids
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import Field
from cogs.messages.guilds import server_settings
from cogs.messages.lobby import game_form, matchmaking
from cogs.messages.tournaments import tournament_forms as events
from cogs.messages.users import preferences
from editions.registry import EDITIONS
from service.guilds.server_settings import FORMS as SERVER_FORMS
from service.users.preferences import FORMS as PERSON_FORMS
from storage.rows import MatchId, PersonRow, UserId
from text.labels import LABELS
from text.tournaments import form_fields
from text.translator import Translator, languages, translator_for

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
async def bot(tmp_path: Path) -> Any:
    """Return the bot with all parts loaded, not connected."""
    built = build_bot(Settings(token="", database=tmp_path / "bastide.db"))
    assert isinstance(built, Bastide)
    await built.load(sync=False)
    yield built
    await built.close()


def leaves(tree: app_commands.CommandTree) -> Iterator[tuple[str, app_commands.Command[Any, Any, Any]]]:
    """Yield every command that can be called, by its full name."""
    for command in tree.walk_commands():
        if isinstance(command, app_commands.Command):
            yield command.qualified_name, command


async def test_the_command_list_keeps_discords_limits_in_every_language(bot: Bastide) -> None:
    """Names, descriptions, numbers of options, total size."""
    for locale in languages():
        for command in bot.tree.get_commands():
            payload = await command.get_translated_payload(bot.tree, CommandTranslator())
            _check(payload, depth=0)
            assert _size(payload) <= 8000, (locale, command.name)
    assert len(bot.tree.get_commands()) <= 100


async def test_no_two_commands_and_no_two_options_share_a_name(bot: Bastide) -> None:
    """Discord would refuse the whole list."""
    names = [name for name, _ in leaves(bot.tree)]
    assert len(names) == len(set(names))


async def test_every_option_that_completes_is_a_text(bot: Bastide) -> None:
    """Phones do not complete numbers."""
    for name, command in leaves(bot.tree):
        for option in command.parameters:
            if option.autocomplete:
                assert option.type is discord.AppCommandOptionType.string, (name, option.name)


async def test_every_verb_of_a_button_has_someone_to_answer(bot: Bastide) -> None:
    """The verbs written by the messages are the verbs answered by the cogs."""
    sources = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "cogs" / "messages").glob("*.py"))
    written = set(re.findall(r'(?:button|select)\(\s*[\w\[\]\.]+, (?:label\([^)]*\)|yes|"[^"]*"|back)?,? ?"([a-z]+)"', sources))
    assert written, "the pattern finds nothing any more"
    assert written <= bot.presses.verbs, written - bot.presses.verbs


def test_labels_are_short_enough_for_phones() -> None:
    """At most 34 characters in every language."""
    for locale in languages():
        for key, text in LABELS.items():
            assert len(translator_for(locale).say(text)) <= 34, (locale, key)


def test_forms_keep_discords_limits_in_every_language() -> None:
    """Five fields, each with a name of at most 45 characters and a line about it of at most 100; nothing of them is cut."""
    for spoken in map(translator_for, languages()):
        person = PersonRow(UserId(1))
        known = server_settings.choosables({}, spoken)
        forms = [[known[key].field() for key in keys] for keys in SERVER_FORMS.values()]
        forms += [preferences.fields(form, person, [], spoken) for form in PERSON_FORMS] + [preferences.hours(person, spoken)]
        forms += [
            matchmaking.form([("Base game", "carcassonne")], spoken),
            _opening(spoken),
            events.new_event_fields([("Base game", "x")], "", spoken),
        ]
        forms += [events.report(spoken), events.seeding(None, spoken), events.swap(spoken), events.write(spoken)]
        for form in forms:
            assert 1 <= len(form) <= 5
            for field in form:
                assert 1 <= len(field.about) <= 45 and 1 <= len(field.detail) <= 100, (spoken.locale, field)


def _opening(spoken: Translator) -> list[Field]:
    """Return the form of a new game."""
    known = {edition.game.id: edition.words.explain for edition in EDITIONS.values()}
    paces, seats = game_form.paces("daily", "daily", spoken), game_form.seats(6, spoken)
    return [
        game_form.games(known, spoken, last=None),
        paces,
        seats,
        game_form.people_field((), spoken),
        game_form.place_field([("a", "b")], spoken),
    ]


def test_fields_of_events_keep_discords_limits_in_every_language() -> None:
    """Above a field and below it."""
    for spoken in map(translator_for, languages()):
        for key in form_fields.FIELDS:
            assert 1 <= len(form_fields.name(key, spoken)) <= 45 and 1 <= len(form_fields.about(key, spoken)) <= 100, (
                spoken.locale,
                key,
            )


def test_the_longest_custom_id_fits() -> None:
    """A match of twelve digits, a version of seven, and the longest action of a draft."""
    longest = Press(MatchId(10**11), 10**6, "push", "12 capture small -123,-123 c12 s5")
    assert len(component_ids.write(longest)) <= component_ids.LONGEST
    assert component_ids.read(component_ids.write(longest)) == longest


@pytest.mark.parametrize("text", ["", "b1", "b1:1:2:", "b1:x:2:join", "c1:1:2:join", "b1:1:2:JOIN", "b1:" + "9" * 40 + ":1:join"])
def test_what_we_do_not_write_is_not_read(text: str) -> None:
    """Unreadable ids are nobody's."""
    assert component_ids.read(text) is None


def test_no_privileged_intent_and_only_the_permissions_that_are_used() -> None:
    """And the invitation asks for exactly these."""
    asked = intents()
    assert not (asked.members or asked.presences or asked.message_content)
    assert f"permissions={PERMISSIONS.value}" in invitation(1)
    assert not (PERMISSIONS.administrator or PERMISSIONS.manage_channels or PERMISSIONS.mention_everyone)


async def test_every_command_says_where_it_works_and_who_may_add_it(bot: Bastide) -> None:
    """Discord guesses otherwise: in a server without the bot, `/new` opened its form and then failed."""
    for command in bot.tree.get_commands():
        payload = await command.get_translated_payload(bot.tree, CommandTranslator())
        assert payload.get("contexts") and payload.get("integration_types"), command.name
        by_users = 1 in payload["integration_types"]
        assert by_users == (2 in payload["contexts"]), f"{command.name}: people who add the bot for themselves take it along"
        if payload["dm_permission"] is False:
            assert payload["contexts"] == [0], command.name


def _check(payload: dict[str, Any], depth: int) -> None:
    if payload.get("type") in (
        discord.AppCommandType.message.value,
        discord.AppCommandType.user.value,
    ):  # a line of the menu on a message or member: any writing, and no description
        assert all(1 <= len(name) <= 32 for name in (payload["name"], *(payload.get("name_localizations") or {}).values()))
        return
    for name in (payload["name"], *(payload.get("name_localizations") or {}).values()):
        assert re.fullmatch(r"[-_'\w]{1,32}", name) and name == name.lower(), name
    for text in (payload.get("description", ""), *(payload.get("description_localizations") or {}).values()):
        assert 1 <= len(text) <= 100, (payload["name"], text)
    options = payload.get("options") or []
    assert len(options) <= 25, payload["name"]
    assert len({option["name"] for option in options}) == len(options)
    assert len(payload.get("choices") or []) <= 25
    for option in options:
        _check(option, depth + 1)


def _size(payload: dict[str, Any]) -> int:
    own = len(payload["name"]) + len(payload.get("description", ""))
    return own + sum(_size(option) for option in payload.get("options") or [])
