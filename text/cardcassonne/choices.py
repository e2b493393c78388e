"""The texts of legal actions for buttons and lists: first the card, then its row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from games.cardcassonne.actions import Action
from games.cardcassonne.view import CardView, Herd, RowCard, card_emoji, claimed
from games.core.emoji_names import seat_emoji
from text.cardcassonne.terms import card_colour, card_name, cards, into_row, name_in_row, row_name, species_name, typed_row
from text.protocol import DETAIL, LABEL, ChoiceTexts, NamedSpot, cut
from text.translator import ENGLISH, Translator
from text.users.player_names import plain

MEEPLE = "claim"
"""What is typed for the large meeple."""


def choice(action: Action, view: CardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    """Return the texts of an action, cut to the lengths that Discord allows."""
    texts = SAY[action.verb](action, view, names, words)
    sign = words.sign(_sign(action, view)).strip()
    return ChoiceTexts(cut(texts.group, LABEL), cut(texts.label, LABEL), cut(texts.detail, DETAIL), texts.short, sign, texts.brief)


def _sign(action: Action, view: CardView) -> str:
    """Return the name of the emoji for an action: that of its card, else that of the meeple of the player to act."""
    if action.card:
        return card_emoji(action.card)
    return seat_emoji(view.to_act[0]) if view.to_act else ""


def spots(_view: CardView, legal: Sequence[Action], words: Translator = ENGLISH) -> tuple[NamedSpot, ...]:
    """Return the playable cards with their names and numbers."""
    return playable(legal, words.unillustrated)


def written(view: CardView, legal: Sequence[Action], words: Translator) -> Mapping[Action, str]:
    """Return the text to type for each legal action, with the row unless the card alone is enough."""
    texts = {action: choice(action, view, ("?",) * len(view.seats), words.unillustrated) for action in legal}
    return {action: f"{lines.group} {lines.short}".strip() for action, lines in texts.items()}


def playable(legal: Sequence[Action], words: Translator) -> tuple[NamedSpot, ...]:
    """Return the playable cards, numbered in the order of the hand."""
    by_card: dict[str, list[Action]] = {}
    for action in legal:
        if action.verb in ("hide", "play"):
            by_card.setdefault(action.card, []).append(action)
    return tuple(NamedSpot(n, (n, 0), card_name(card, words), tuple(by_card[card])) for n, card in enumerate(by_card, 1))


def claimable(view: CardView, colour: str) -> tuple[RowCard, ...]:
    """Return the cards that a meeple placed now at the end of a row would claim."""
    row = view.row(colour)
    return row.cards[row.claims[-1].end if row.claims else 0 :]


def lying_in(row: str, found: Sequence[RowCard], view: CardView, names: Sequence[str], words: Translator) -> str:
    """Return the cards of a row as text, equal neighbours counted, without the row's own colour.

    A face-down card is named after the player who laid it; only this player also sees which card it is.
    """
    alike = groupby(one_lying(card, view, names, words, row=row) for card in found)
    counted = [(name, len(list(same))) for name, same in alike]
    return ", ".join(name if number == 1 else words.say("{number} × {card}", number=number, card=name) for name, number in counted)


def one_lying(card: RowCard, view: CardView, names: Sequence[str], words: Translator, *, row: str = "") -> str:
    """Return one card of a row as text; if `row` is the row's colour, without that colour."""
    if card.seat is None:
        assert card.card is not None
        return name_in_row(card.card, row, words)
    if card.card is not None and card.seat == view.viewer:
        return words.say("face down (yours): {card}", card=card_name(card.card, words))
    return words.say("face down ({name})", name=plain(names[card.seat]))


def _hide(action: Action, _view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    row = row_name(action.row, words)
    detail = words.say("{card} face down {row}", card=card_name(action.card, words), row=into_row(action.row, words))
    label = words.say("face down, {row}", row=row)
    return ChoiceTexts(card_name(action.card, words), label, detail, typed_row(action.row, words), brief=row)


def _play(action: Action, view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    detail = words.say("{card} {row}", card=card_name(action.card, words), row=into_row(action.row, words))
    label = words.say("{row}, {cards}", row=row_name(action.row, words), cards=cards(len(claimable(view, action.row)), words))
    typed = typed_row(action.row, words)
    return ChoiceTexts(card_name(action.card, words), label, detail, typed, brief=row_name(action.row, words))


def _claim(action: Action, view: CardView, names: Sequence[str], words: Translator) -> ChoiceTexts:
    row_cards = claimable(view, action.row)
    row = row_name(action.row, words)
    label = words.say("meeple, {row} ({number})", row=row, number=len(row_cards))
    detail = lying_in(action.row, row_cards, view, names, words) or words.say("claims nothing")
    if row_cards and view.to_act:
        points = sum(line.number * line.each for line in claimed(view, view.to_act[0], action.row))
        detail = words.say("{points} now ({cards})", points=points, cards=detail)
    return ChoiceTexts("", label, detail, f"{MEEPLE} {typed_row(action.row, words)}", brief=words.say("meeple, {row}", row=row))


def _lay_texts(action: Action, view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    return ChoiceTexts("", into_row(action.row, words), cards(len(view.row(action.row).cards), words), typed_row(action.row, words))


def _cash(action: Action, _view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    detail = words.say("out of the game: {card}", card=card_name(action.card, words))
    return ChoiceTexts("", words.say("take 10 points"), detail, "10")


def _keep(action: Action, view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    card = card_name(action.card, words)
    label = words.say("keep {card}", card=card)
    if action.card[1] != "A":
        return ChoiceTexts("", label, words.say("under your chest"), words.sense("typed", "keep"))
    colour = card_colour(action.card)
    return ChoiceTexts("", label, _one_more_sentence(colour, view, words), words.sense("typed", "keep"))


def _join(action: Action, view: CardView, _names: Sequence[str], words: Translator) -> ChoiceTexts:
    species = species_name(action.row, words)
    label = words.say("joker → {species}", species=species)
    return ChoiceTexts("", label, _one_more_sentence(action.row, view, words), typed_row(action.row, words), brief=species)


def herd_of(view: CardView, seat: int, colour: str) -> Herd | None:
    """Return a player's collection of animals of one colour; None without any."""
    return next((herd for herd in view.seat(seat).herds if herd.colour == colour), None)


def worth(view: CardView, number: int) -> int:
    """Return the points that a card brings by which a species grows to `number` cards; 0 for no cards."""
    return view.animal_table[min(number, len(view.animal_table)) - 1] if number else 0


def _one_more_sentence(colour: str, view: CardView, words: Translator) -> str:
    """Return the sentence with the points for one more card of a species, for the player to act."""
    herd = herd_of(view, view.to_act[0], colour) if view.to_act else None
    number = 1 + (herd.animals + herd.jokers if herd else 0)
    return words.count(
        "{species}: {number} card = {points}",
        "{species}: {number} cards = {points}",
        number,
        species=species_name(colour, words),
        points=worth(view, number),
    )


Say = Callable[[Action, CardView, Sequence[str], Translator], ChoiceTexts]
SAY: Mapping[str, Say] = {
    "hide": _hide,
    "play": _play,
    "claim": _claim,
    "lay": _lay_texts,
    "cash": _cash,
    "keep": _keep,
    "join": _join,
}
"""How each verb of a player is said; what the house does is told by its events."""
