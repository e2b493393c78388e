"""The simulator's web page, extended to all channels of the simulated server: threads, forum posts and private messages too.

SimCord shows one channel per page. Here every page has a list of the channels that its viewer can read, with unread ones marked;
`channels.js` renders the list and follows links to channels. The page also offers the bot's context menus on messages (a right
click or a long press) and on members (a list at the top).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextvars import ContextVar
from itertools import count
from pathlib import Path
from typing import Any

import simcord
from aiohttp import web
from simcord.backend.access import can_access_channel, can_access_message
from simcord.builders import ChannelHandle
from simcord.components import walk_components
from simcord.enums import SELECT_TYPES, AppCommandType, ChannelType
from simcord.preview import Preview
from simcord.preview._server import PreviewServer
from simcord.results import to_discord_message

from text import sandbox as said
from text.translator import SOURCE, translator_for

SCRIPT = Path(__file__).with_name("channels.js")
SHOW = "show_channel"
"""The action by which a page asks for another channel."""

MENU = "menu"
"""The action by which a page opens the menu of a message, or of a member."""

_AHEAD = (1, 2)
"""Scheduled, under way: what a calendar shows of scheduled events."""
_READABLE = (ChannelType.TEXT, ChannelType.PUBLIC_THREAD, ChannelType.PRIVATE_THREAD)


class ChannelsServer(PreviewServer):
    """The simulator's web server with one additional script, `channels.js`."""

    _STATIC_FILES = {**PreviewServer._STATIC_FILES, "/channels.js": SCRIPT.name}

    async def _static(self, request: web.Request) -> web.Response:
        if request.path == "/channels.js":
            return self._text(SCRIPT.read_text(encoding="utf-8"), "application/javascript")
        response: web.Response = await super()._static(request)
        if request.path != "/":
            return response
        before = '<script type="module" src="/app.js"></script>'
        assert response.text is not None and before in response.text, "the simulator's page begins otherwise"
        return self._text(response.text.replace(before, f'<script src="/channels.js"></script>\n    {before}'), "text/html")

    def _text(self, text: str, content_type: str) -> web.Response:
        return web.Response(text=text, content_type=content_type, headers=self._SECURITY_HEADERS)


class ChannelsPreview(Preview):
    """A simulator preview whose pages can switch channels."""

    def __init__(self, env: simcord.Env, home: ChannelHandle, viewers: tuple[simcord.MemberActor, ...], **shown: Any) -> None:
        """Create a preview whose pages begin in the channel `home`; `shown` are the options of the simulator's preview."""
        self._home, self._members = home, viewers
        self._acting: ContextVar[Any] = ContextVar("acting", default=None)
        self._read: dict[tuple[int, int], int] = {}
        """The last message of a channel that a viewer has seen: `{(viewer, channel): message}`."""
        self._lists: dict[int, Any] = {}
        """The components of each message as they were when its lists were numbered."""
        self._numbers = count(1000)
        plain: dict[str, Any] = {"locale": "en-US", "timezone": "UTC", "presentation_time": None, "assets": None}
        super().__init__(env, home, viewers, layout="channel", display="responsive", **plain, **shown)
        self._server = ChannelsServer(self, shown["port"])

    @property
    def channel(self) -> ChannelHandle:
        """Channel shown by the page that is acting now; `home` if none is acting."""
        page = self._acting.get()
        return self._home if page is None else self._handle(page.channel_id)

    @channel.setter
    def channel(self, channel: ChannelHandle) -> None:
        self._home = channel

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        page = self._get_page(context_id)
        token = self._acting.set(page)
        try:
            if body.get("kind") == SHOW:
                return self._show(page, body.get("channel_id"))
            if body.get("kind") == MENU:
                return await self._invoke_context_menu(page, str(body.get("name")), str(body.get("target_id")))
            if body.get("kind") == "viewer":
                self._turn_to_readable(page, body.get("viewer_id"))
            return await super()._action(context_id, body)
        finally:
            self._acting.reset(token)

    def _show(self, page: Any, channel_id: Any) -> dict[str, Any]:
        """Switch a page to another channel. While an operation is running nothing happens, and the page asks again."""
        if self.env._operation_label is not None:
            return {"shown": False}
        member = self._viewer(page.viewer.id)
        room = next((room for room in self._rooms(member) if str(room.id) == str(channel_id)), None)
        if room is None:
            return {"shown": True}
        self._clear_page_assets(page)
        page.viewer = member if room.guild is not None else member.user
        page.channel_id, page.target_id = room.id, self._initial_target(page.viewer, room.id)
        page.window_end_id = page.target_id
        page.modal = page.modal_handle = None
        page.generation += 1
        self._reset_queries(page)
        self._publish(page, reason="navigation")
        return {"shown": True}

    async def _invoke_context_menu(self, page: Any, name: str, target_id: str) -> dict[str, Any]:
        """Run a context menu command on a message or member.

        While an operation is running nothing happens, and the page asks again.
        """
        if self.env._operation_label is not None:
            return {"shown": False}
        member, room = self._viewer(page.viewer.id), self._handle(page.channel_id)
        target: Any = next((discord_member for discord_member in self._members if str(discord_member.id) == target_id), None)
        if target is None:
            messages = self.env.backend.messages.get(room.id, {}).values()
            target = next((to_discord_message(self.env, posted) for posted in messages if str(posted.id) == target_id), None)
        if target is None or name not in (line for lines in self._menus(member, room).values() for line in lines):
            return {"shown": True}
        result = await member.context_menu(room, name, target)
        if result.modal is not None:
            page.modal, page.modal_handle = result, f"m_{next(self._numbers)}"
        self._publish_message_pages()
        return {"shown": True}

    def _menus(self, member: simcord.MemberActor, room: ChannelHandle) -> dict[str, list[str]]:
        """Return the names of the context menu commands for messages and for members; none in private messages."""
        if room.guild is None:
            return {"message": [], "member": []}
        visible, here = self.env.backend.visible_commands, {"user_id": member.id, "channel_id": room.id}
        return {
            name: [command["name"] for command in visible(**here, type=kind)]
            for name, kind in (("message", AppCommandType.MESSAGE), ("member", AppCommandType.USER))
        }

    def _turn_to_readable(self, page: Any, viewer_id: Any) -> None:
        """Return the page to its home channel if the new viewer may not read the current one."""
        if not can_access_channel(self.env, page.channel_id, self._viewer(viewer_id), history=True):
            page.channel_id = self._home.id

    def _publish(self, page: Any, **shown: Any) -> None:
        """Send a page its content, as the simulator does, but with relative times based on the simulated clock."""
        self._advance_presentation_time()
        self._number_lists(page.channel_id)
        super()._publish(page, **shown)

    def _number_lists(self, channel_id: int) -> None:
        """Give the select menus of a channel's changed messages new ids.

        A page remembers the selected line of a menu by the menu's id, and would not accept the same line a second time.
        """
        for message in self.env.backend.messages.get(channel_id, {}).values():
            if self._lists.get(message.id) is not message.components:
                self._lists[message.id] = message.components
                for part in walk_components(message.components):
                    if part.get("type") in SELECT_TYPES:
                        part["id"] = next(self._numbers)

    def _page_payload(self, page: Any) -> dict[str, Any]:
        payload: dict[str, Any] = super()._page_payload(page)
        member = self._viewer(page.viewer.id)
        self._read[member.id, page.channel_id] = self._newest_visible(page.viewer, page.channel_id)
        groups: dict[str, list[dict[str, Any]]] = {}
        for room in self._rooms(member):
            new = self._newest_visible(self._member_or_user(member, room), room.id) > self._read.get((member.id, room.id), 0)
            groups.setdefault(self._group(room), []).append({"id": str(room.id), "name": self._name(room), "new": new})
        words = translator_for(SOURCE)
        label = said.channel_list(words)
        rooms = {
            "label": label,
            "here": str(page.channel_id),
            "groups": list(groups.items()),
            "calendar": self._calendar(member),
            "menus": self._menus(member, self._handle(page.channel_id)),
            "members": [
                {"id": str(discord_member.id), "name": discord_member.user.global_name or discord_member.user.name}
                for discord_member in self._members
            ],
            "menu": said.member_menus(words),
        }
        return {**payload, "rooms": rooms}

    def _calendar(self, member: simcord.MemberActor) -> list[dict[str, str]]:
        """Return the server's upcoming scheduled events, which the simulator's page doesn't show."""
        entries = self.env.backend.get_guild(member.guild.id).scheduled_events.values()
        ahead = sorted((entry for entry in entries if entry.status in _AHEAD), key=lambda each: each.scheduled_start_time)
        return [{"name": scheduled_event.name, "at": scheduled_event.scheduled_start_time} for scheduled_event in ahead]

    def _rooms(self, member: simcord.MemberActor) -> Iterator[ChannelHandle]:
        """Yield the channels that a member can read: each channel with its threads, newest last, then the direct messages."""
        channels = self.env.backend.channels
        inside = [value for value in channels.values() if value.guild_id == member.guild.id]
        for top in inside:
            family = (top, *(candidate for candidate in inside if candidate.parent_id == top.id))
            for each in family if not top.is_thread else ():
                if each.type in _READABLE and can_access_channel(self.env, each.id, member, history=True):
                    yield self._handle(each.id)
        letters = self.env.backend.dm_channels.get(member.id)
        if letters is not None:
            yield self._handle(letters)

    def _handle(self, channel_id: int) -> ChannelHandle:
        channel = self.env.backend.get_channel(channel_id)
        return ChannelHandle(self.env, self._home.guild if channel.guild_id is not None else None, channel)

    @staticmethod
    def _member_or_user(member: simcord.MemberActor, room: ChannelHandle) -> Any:
        return member if room.guild is not None else member.user

    def _newest_visible(self, reader: Any, channel_id: int) -> int:
        """Return the id of the newest message in a channel that the reader can see; 0 if there is none."""
        messages = reversed(self.env.backend.messages.get(channel_id, {}).values())
        return next((posted.id for posted in messages if can_access_message(self.env, channel_id, posted, reader, history=True)), 0)

    def _group(self, room: ChannelHandle) -> str:
        """Return the heading under which a channel is listed."""
        if room.guild is None:
            return ""
        top = (room._channel.parent_id if room.is_thread else None) or room.id
        return f"# {self.env.backend.get_channel(top).name}"

    def _name(self, room: ChannelHandle) -> str:
        if room.guild is None:
            return said.letters(translator_for(SOURCE))
        return f"{room.name}" if room.is_thread else f"# {room.name}"
