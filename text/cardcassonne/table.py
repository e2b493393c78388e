"""The position as text, complete enough to play without a picture."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView, RowView
from text.cardcassonne.choices import choice, lying_in, playable
from text.cardcassonne.score_lines import explained
from text.cardcassonne.standings import panel, progress
from text.cardcassonne.terms import card_list, card_name, cards, row_name
from text.message_templates import opened
from text.translator import Translator
from text.users.player_names import safe


def board(view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the rows, the standings, the viewer's hand and the next action as text."""
    words = words.unillustrated
    lines = [words.say("The rows, each from the score track outwards.")]
    lines += [row_line(row, view, names, words) for row in view.rows]
    lines += [panel(view, names, words), _closing_line(view, words), hand_line(view, words), ask(view, names, words)]
    return "\n".join(line for line in lines if line)


def row_line(row: RowView, view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the line about a row with its cards and meeples."""
    parts = []
    for claim in row.claims:
        parts += [lying_in(row.colour, row.cards[claim.first : claim.end], view, names, words)] if claim.end > claim.first else []
        number = claim.end - claim.first
        parts.append(
            words.count("meeple ({name}, {number} card)", "meeple ({name}, {number} cards)", number, name=safe(names[claim.seat]))
        )
    free = row.cards[row.claims[-1].end if row.claims else 0 :]
    if free:
        parts.append(lying_in(row.colour, free, view, names, words))
    if not parts:
        return words.say("{row}: empty.", row=opened(row_name(row.colour, words)))
    return words.say("{row}: {cards}.", row=opened(row_name(row.colour, words)), cards=", ".join(parts))


def _closing_line(view: CardView, words: Translator) -> str:
    return words.say("{progress}; {cards} left to deal.", progress=opened(progress(view, words)), cards=cards(view.left, words))


def hand(view: CardView, words: Translator) -> str:
    """Return the viewer's hand as a list."""
    return card_list(view.hand, words)


def hand_line(view: CardView, words: Translator) -> str:
    """Return the viewer's cards and meeple in a sentence; empty for a spectator, before the first deal and after the end."""
    if view.viewer is None or view.over or not view.round:
        return ""
    own = view.seat(view.viewer)
    told = words.say("Your hand: {cards}.", cards=hand(view, words)) if view.hand else words.say("Your hand is empty.")
    if not own.has_meeple:
        return told
    return told + " " + words.say("You still have to place your meeple.")


def ask(view: CardView, names: Sequence[str], words: Translator, *, viewer: int | None = None) -> str:
    """Return who has to do what next, `viewer` addressed directly; empty if the game waits for no player."""
    if not view.to_act:
        return ""
    seat, is_mine = view.to_act[0], view.to_act[0] == viewer
    card = card_name(view.card, words) if view.card else ""
    if view.decision == "turn":
        return _my_turn(view, words) if is_mine else _turn(view, names, words)
    asked = YOURS[view.decision](card, words) if is_mine else DECISIONS[view.decision](safe(names[seat]), card, words)
    so_far = settled_so_far(view, seat, words)
    return words.say("{question} {sum}", question=asked, sum=so_far) if so_far else asked


def settled_so_far(view: CardView, seat: int, words: Translator) -> str:
    """Return the terms of a player's score in a round that is being scored; empty at any other time."""
    haul = view.seat(seat).haul
    if haul is None:
        return ""
    parts = " · ".join(explained(line, words) for line in haul.lines) or words.say("nothing yet")
    points = sum(line.number * line.each for line in haul.lines)
    return words.say("This round so far: {points} ({parts}).", points=points, parts=parts)


def _my_turn(view: CardView, words: Translator) -> str:
    seat = view.seat(view.to_act[0])
    if not seat.hand:
        return words.say("Place your meeple.")
    if not seat.has_begun:
        if seat.has_meeple:
            return words.say("Lay your first card face down in any row, or place your meeple.")
        return words.say("Lay your first card face down in any row.")
    if seat.has_meeple:
        return words.say("Play a card in its row, or place your meeple.")
    return words.say("Play a card in its row.")


def _turn(view: CardView, names: Sequence[str], words: Translator) -> str:
    seat = view.seat(view.to_act[0])
    name = safe(names[seat.seat])
    if not seat.hand:
        return words.say("{name} is placing a meeple.", name=name)
    if not seat.has_begun:
        if seat.has_meeple:
            return words.say("{name} lays a first card face down in any row, or places a meeple.", name=name)
        return words.say("{name} lays a first card face down in any row.", name=name)
    if seat.has_meeple:
        return words.say("{name} plays a card in its row, or places a meeple.", name=name)
    return words.say("{name} plays a card in its row.", name=name)


DECISIONS: Mapping[str, Callable[[str, str, Translator], str]] = {
    "lay": lambda name, card, words: words.say("{name} chooses a row for this card: {card}.", name=name, card=card),
    "wrong": lambda name, card, words: words.say(
        "{name} chooses: 10 points for this card, or keep it ({card}).", name=name, card=card
    ),
    "join": lambda name, _card, words: words.say("{name} chooses a species for an animal joker.", name=name),
}
"""What each decision besides a turn asks for."""

YOURS: Mapping[str, Callable[[str, Translator], str]] = {
    "lay": lambda card, words: words.say("Choose a row for this card: {card}.", card=card),
    "wrong": lambda card, words: words.say("Choose: 10 points for this card, or keep it ({card}).", card=card),
    "join": lambda _card, words: words.say("Choose a species for your animal joker."),
}
"""The same, said to the one who is asked."""


def legal_sentences(view: CardView, legal: Sequence[Action], names: Sequence[str], words: Translator) -> list[str]:
    """Return a sentence for each legal action."""
    words, lines = words.unillustrated, []
    for spot in playable(legal, words):
        rows = words.list([row_name(action.row, words) for action in spot.actions])
        hidden = spot.actions[0].verb == "hide"
        told = (
            words.say("{number} · {card}: face down, {rows}", number=spot.number, card=spot.name, rows=rows)
            if hidden
            else words.say("{number} · {card}: {rows}", number=spot.number, card=spot.name, rows=rows)
        )
        lines.append(told)
    for action in legal:
        if action.verb not in ("hide", "play"):
            texts = choice(action, view, names, words)
            lines.append(words.say("{choice}: {detail}", choice=texts.label, detail=texts.detail))
    return lines
