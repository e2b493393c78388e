"""Whatever is typed or pressed: a private answer that can be understood, never a traceback, never a move that was not meant."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cogs.messages import component_ids
from tests.e2e.world import World, newest

COMMANDS = [
    ("place", "spot"),
    ("place", "rotation"),
    ("place", "meeple"),
    ("meeple", "where"),
    ("meeple", "piece"),
    ("board", "view"),
    ("tiles", "square"),
    ("help", "topic"),
    ("new", "preset"),
    ("new", "expansions"),
    ("new", "rules"),
    ("game", "action"),
    ("game", "detail"),
    ("game", "game"),
]

text = st.one_of(
    st.text(min_size=1, max_size=120),
    st.from_regex(r"[A-Za-z]{1,3}-?[0-9]{1,4} ?[0-9]{0,3} ?[a-z-]{0,8}", fullmatch=True),
    st.sampled_from(
        ["0", "-1", "M13", "NaN", "../x", "@everyone", "`'\"", "٣", "null", "9" * 80, "a=b", "farmers=maybe", "\u202e"]
    ),
).filter(lambda said: said.strip() != "")

verbs = st.sampled_from(
    ["join", "start", "push", "pick", "page", "look", "share", "set", "seats", "level", "help", "confirm", "back", "resume", "now"]
)
custom_ids = st.one_of(
    st.text(min_size=1, max_size=100),
    st.builds(
        lambda match, version, verb, rest: f"b1:{match}:{version}:{verb} {rest}".strip()[:100],
        st.integers(0, 3),
        st.integers(0, 9),
        verbs,
        st.one_of(st.text(max_size=60), st.sampled_from(["0", "99999", "0 place 0,0 r9", "1 skip", "owners"])),
    ),
).filter(lambda written: written.strip() != "")


async def test_any_text_in_any_option_is_answered_in_private(world: World) -> None:
    """Including every completion on the way."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None
    member = on_turn[0]
    version = (await world.services.match_queries.match(match_id)).version
    texts: list[tuple[str, str, str]] = []

    @settings(max_examples=50, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(st.tuples(st.sampled_from(COMMANDS), text))
    def collect(drawn: tuple[tuple[str, str], str]) -> None:
        texts.append((*drawn[0], drawn[1]))

    collect()
    for name, option, typed in texts:
        extra = {"where": "knight"} if (name, option) == ("meeple", "piece") else {}
        if option in ("spot", "rotation", "meeple", "where", "piece", "view", "square", "topic"):
            offered = await member.autocomplete(room, name, option, typed[:100])
            assert len(offered) <= 25
        answer = await member.slash(world.channel if name == "new" else room, name, **{option: typed}, **extra)
        _understandable(world, answer, (name, option, typed))

    assert (await world.services.match_queries.match(match_id)).version == version or world.messages(room, "place")


async def test_any_custom_id_is_answered_in_private(world: World) -> None:
    """Old, foreign, mutilated: a sentence, or how it stands now."""
    match_id, room = await world.start(2)
    member = world.members[0]
    message = world.messages(room, "place")[-1]
    stored = world.env.backend.get_message(room.id, message.id)
    pressed: list[str] = []

    @settings(max_examples=50, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(custom_ids)
    def collect(custom_id: str) -> None:
        pressed.append(custom_id)

    collect()
    for custom_id in dict.fromkeys(pressed):
        row = {"type": 1, "components": [{"type": 2, "style": 2, "label": "x", "custom_id": custom_id}]}
        stored.components = [row]
        answer = await member.click(message, custom_id=custom_id)
        _understandable(world, answer, custom_id)

    assert await world.services.match_queries.match(match_id)
    assert component_ids.read("b1") is None


async def test_a_command_of_another_game_completes_to_nothing(world: World) -> None:
    """`/play` is for cards in hand; in a game of tiles it has nothing to offer, and that is no mistake."""
    match_id, room = await world.start(2)
    on_turn = await world.waited_for(match_id)
    assert on_turn is not None

    assert await on_turn[0].autocomplete(room, "play", "card", "1") == []
    assert await on_turn[0].autocomplete(room, "play", "row", "1") == []
    assert not world.mistakes


def _understandable(world: World, answer: Any, what: object) -> None:
    assert answer.acknowledged, what
    shown = newest(answer)
    assert shown is not None, what
    text = world.text(shown)
    assert "went wrong on my side" not in text and "Traceback" not in text, (what, text)
    assert "@everyone" not in text.replace("@\u200beveryone", "")
