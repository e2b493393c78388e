"""The one place that makes Discord's components of messages and forms."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from discord import ui

import cogs
from cogs.declarations import Emphasis
from cogs.messages import layout
from cogs.messages.component_ids import Press
from cogs.messages.form_fields import ChoiceField, EntityField, FileField, TextField, form
from cogs.messages.message_parts import (
    ChannelType,
    Entity,
    EntitySelect,
    Link,
    Message,
    Picture,
    SelectEntry,
    button,
    line_list,
)
from storage.rows import MatchId, UserId

RENDERER = "messages/layout.py"
PRESS = Press(MatchId(7), 3, "place", "4 b")
BOARD = Picture(b"png", "A board with 12 tiles.")


def whole() -> Message:
    """Return a message with a part and an action of every kind."""
    message = Message(pings=(UserId(5),), roles=(6,)).say("One", "two").show(BOARD).beside(BOARD, "beside").line_below()
    message.row(button(None, "Go", "draft", style=Emphasis.GO, sign="🎲", dim=True), Link("Page", "https://example.org"))
    message.row(line_list(PRESS, [SelectEntry("a" * 120, "1", "about", chosen=True)], hint="Which?"))
    message.row(EntitySelect(PRESS, Entity.CHANNEL, "Where?", given=(8,), channels=(ChannelType.TEXT, ChannelType.FORUM)))
    return message.attach("notes.txt", b"notes").framed(0x5F8F4E)


def test_a_message_becomes_components_with_the_ids_of_its_presses() -> None:
    (frame,) = layout.view(whole()).to_components()

    assert (frame["type"], frame["accent_color"]) == (17, 0x5F8F4E)
    text, gallery, section, line, buttons, choice, channels, file = frame["components"]
    assert text["content"] == "One\ntwo" and line["type"] == 14 and file["file"]["url"] == "attachment://notes.txt"
    assert gallery["items"][0]["description"] == section["accessory"]["description"] == BOARD.alt
    go, link = buttons["components"]
    assert (go["style"], go["custom_id"], go["disabled"], go["emoji"]["name"]) == (3, "b1:0:0:draft", True, "🎲")
    assert (link["style"], link["url"]) == (5, "https://example.org")
    (chosen,) = choice["components"]
    assert chosen["custom_id"] == "b1:7:3:place 4 b" and (chosen["min_values"], chosen["max_values"]) == (1, 1)
    assert len(chosen["options"][0]["label"]) == 100 and chosen["options"][0]["default"]
    (where,) = channels["components"]
    assert (where["channel_types"], where["default_values"]) == ([0, 15], [{"id": 8, "type": "channel"}])
    assert layout.mentions(whole()).to_dict() == {"parse": [], "users": [5], "roles": [6]}
    assert [each.filename for each in layout.files(whole())] == ["board.png", "board.png", "notes.txt"]


@pytest.mark.parametrize("message", [whole(), whole().with_texts(), whole().without_pictures(), Message().say("One")])
def test_a_message_knows_its_size_as_discord_counts_it(message: Message) -> None:
    made = layout.view(message)

    assert message.count() == made.total_children_count and message.length() == made.content_length()


def test_all_styles_of_buttons_differ() -> None:
    assert layout.STYLES.keys() == set(Emphasis) and len(set(layout.STYLES.values())) == len(Emphasis)


def test_presses_are_changed_in_buttons_and_lists_and_in_nothing_else() -> None:
    changed = whole().with_presses(lambda press: press._replace(match=MatchId(9)))

    ids = [item.custom_id for item in layout.view(changed).walk_children() if getattr(item, "custom_id", None)]
    assert len(ids) == 3 and all(text.startswith("b1:9:") for text in ids)
    assert layout.view(changed.with_presses(lambda press: press)).to_components() == layout.view(changed).to_components()
    assert changed.texts() == whole().texts() and changed.files == whole().files


def test_a_form_has_a_field_of_every_kind() -> None:
    few, many = ([SelectEntry(str(number), str(number), chosen=number == 1) for number in range(size)] for size in (3, 9))
    shown = layout.modal(
        form(
            "Title",
            PRESS,
            TextField("Line", "given", must=False, detail="about", wide=True),
            ChoiceField("open", "Open", few, "about"),
            ChoiceField("marks", "Marks", few, "about", most=2),
            ChoiceField("list", "List", many, "about"),
            EntityField("who", "Who", Entity.MEMBER, [4, 5], "about", 1, must=True),
        )
    )

    items = [label.component for label in shown.children if isinstance(label, ui.Label)]
    assert [type(item) for item in items] == [ui.TextInput, ui.RadioGroup, ui.CheckboxGroup, ui.Select, ui.UserSelect]
    assert [item.custom_id for item in items] == ["line", "open", "marks", "list", "who"]  # type: ignore[attr-defined]  # all have one
    members = items[4].to_component_dict()
    assert (members["default_values"], members["min_values"]) == ([{"id": 4, "type": "user"}], 1)
    assert shown.custom_id == "b1:7:3:place 4 b" and items[0].to_component_dict()["style"] == 2
    (upload,) = layout.modal(form("File", PRESS, FileField("file", "File", "about"))).children
    assert isinstance(upload, ui.Label) and isinstance(upload.component, ui.FileUpload)


def test_only_the_renderer_makes_components() -> None:
    """Answers are plain values, which a page could show as well; what Discord's client needs is not among them."""
    root = Path(next(iter(cogs.__path__)))
    makers = [
        str(path.relative_to(root))
        for path in sorted(root.rglob("*.py"))
        if any(_names_components(node) for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))))
    ]
    assert makers == [RENDERER], "say it by the parts of cogs.messages.message_parts, and let cogs.messages.layout make components"


def _names_components(node: ast.AST) -> bool:
    match node:
        case ast.ImportFrom(module="discord", names=names):
            return any(name.name == "ui" for name in names)
        case ast.ImportFrom(module=str(module)):
            return module.startswith("discord.ui")
        case ast.Attribute(value=ast.Name(id="discord"), attr="ui"):
            return True
    return False
