"""In which colours pictures are painted: as their reader prefers it, else as the server does."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cogs import match_context
from cogs.images import tournament_images
from cogs.render_executor import ThreadRenderExecutor
from editions.registry import EDITIONS
from render.tournament.painter import CHARTS
from service.users.preferences import CONTRAST, THEME
from storage.rows import PersonRow, UserId
from tournament.chart_data import Champion

DARK_SERVER, LIGHT_SERVER = 1, 2
CARD = Champion("Spring Cup", (("1", "Anna"),), "8")


def app(prefers: str, contrast: str = "usual") -> Any:
    """Return an app whose only reader has this preference."""
    row = PersonRow(UserId(7), prefs={THEME: prefers, CONTRAST: contrast})
    settings = SimpleNamespace(value=lambda guild_id, _key: "dark" if guild_id == DARK_SERVER else "light")
    return SimpleNamespace(
        editions=EDITIONS,
        painting=ThreadRenderExecutor(),
        services=SimpleNamespace(user_settings=SimpleNamespace(known=lambda _user: row), server_settings=settings),
    )


@pytest.mark.parametrize(
    ("guild_id", "reader", "prefers", "dark"),
    [
        (DARK_SERVER, None, "light", True),
        (LIGHT_SERVER, None, "dark", False),
        (DARK_SERVER, UserId(7), "server", True),
        (DARK_SERVER, UserId(7), "light", False),
        (LIGHT_SERVER, UserId(7), "dark", True),
    ],
)
async def test_pictures_of_events_follow_the_colours_of_reader_or_server(
    guild_id: int, reader: UserId | None, prefers: str, dark: bool
) -> None:
    assert CHARTS.dark is not None

    picture = await tournament_images.paint_or_none(
        app(prefers), guild_id, reader, lambda charts: (charts.champion, CARD), "alt", "champion.png"
    )

    assert picture is not None
    assert picture.png == (CHARTS.dark if dark else CHARTS).champion(CARD)


@pytest.mark.parametrize("game", EDITIONS)
def test_lobby_legend_and_replay_follow_them_too(game: str) -> None:
    light, dark = (match_context.with_painter(app("server"), EDITIONS[game], guild_id, None).painter for guild_id in (2, 1))

    for light_one, dark_one in ((light.lobby, dark.lobby), (light.legend, dark.legend)):
        if light_one is not None and dark_one is not None:
            arguments: tuple[Any, ...] = ({}, ["Anna"]) if light_one is light.lobby else ({},)
            assert light_one(*arguments) != dark_one(*arguments)
    assert light.replay is not dark.replay


def test_strong_contrast_is_for_its_reader_alone() -> None:
    app_context = app("dark", "strong")

    usual = EDITIONS["carcassonne"].painter
    public = match_context.with_painter(app_context, EDITIONS["carcassonne"], LIGHT_SERVER, None).painter
    private = match_context.with_painter(app_context, EDITIONS["carcassonne"], LIGHT_SERVER, UserId(7)).painter

    assert public is usual
    assert usual.dark is not None and private is usual.dark.strong
