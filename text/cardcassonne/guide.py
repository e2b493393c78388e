"""The help texts about the rules and about playing here, by topic; each text fits one message.

The module is the `RulesTexts` of the game, together with the functions that it imports from the settings.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from text.cardcassonne.settings import name, option, presets, title, value
from text.help.topics import Topics, text_on, titles
from text.translator import Translator, phrase

__all__ = ["help", "name", "option", "presets", "title", "topics", "value"]

TOPICS: Topics = {
    "start": (
        phrase("How a round works"),
        phrase(
            "Four rows start at the score track: yellow, red, green and blue. Everyone gets a hand of cards for the "
            "round.\n"
            "The player left of the dealer begins, then play goes clockwise. On your turn you do one of two things:\n"
            "A. Play a card at the outer end of a row. Your first card each round goes face down into any row; after "
            "that, cards go face up into the row of their colour. Jokers can go into any row.\n"
            "B. Place your meeple at the outer end of a row, once per round. It claims the cards between it and the "
            "next meeple towards the track.\n"
            "Once all hands are empty and all meeples are placed, everyone takes and scores the cards they claimed. "
            "The player who placed the last meeple deals next. Unclaimed cards stay."
        ),
    ),
    "cards": (
        phrase("The cards"),
        phrase(
            "130 cards. In each colour: 8 people with a 1, 5 with a 2 and 3 with a 3; 5 buildings and 9 animals: yellow "
            "chickens, red horses, green sheep, blue pigs.\n"
            "Jokers: 4 animal jokers, 4 building jokers, the dragon and the fairy.\n"
            "Players, cards each and rounds: 2: 6 cards, 10 rounds; 3: 5 cards, 8 rounds; 4: 5 cards, 6 rounds; 5: 4 "
            "cards, 6 rounds. That uses up the deck exactly."
        ),
    ),
    "persons": (
        phrase("People"),
        phrase(
            "For people you win in the row of their own colour, add up their numbers and multiply by how many there are: "
            "3, 1 and 1 score (3+1+1) × 3 = 15 points. Then they leave the game."
        ),
    ),
    "animals": (
        phrase("Animals and animal jokers"),
        phrase(
            "Animals stay in front of you. When a species gets a new card in a round, all your cards of that species "
            "score, earlier ones again too: 1 card 3 points, 2 cards 6, 3 cards 9, 4 cards 12, 5 cards 14, then 2 "
            "more for each, unless the host changed the table.\n"
            "An animal joker joins one of your species for good and counts as one of its cards. If you have no "
            "animals, it scores 3 points and waits; as soon as you have some, it must join them."
        ),
    ),
    "buildings": (
        phrase("Buildings and building jokers"),
        phrase(
            "They go face down under your chest, and nobody may look until the end. Only their number is shown.\n"
            "At the end they form series of different colours: two score 5 points, three 15, four 30. A joker stands "
            "for any colour. I work out the best split for you."
        ),
    ),
    "dragon": (phrase("Dragon and fairy"), phrase("Each scores 10 points at once when you claim it. They can go in any row.")),
    "wrong": (
        phrase("Cards in the wrong row"),
        phrase(
            "Only a face-down card can lie in a row of another colour. If you win a person there, you get 10 points. "
            "For an animal or a building you choose: take 10 points, or keep it as if it had been in its own row."
        ),
    ),
    "end": (
        phrase("The end"),
        phrase(
            "After the last round, the cards left in the rows leave the game and the chests are opened. Most points "
            "wins. On equal points, the player with more building cards wins, jokers included; otherwise they share "
            "the win.\n"
            "Then the sealed bag is opened: /game action:verify shows that every deal follows from the secret sealed "
            "at the start."
        ),
    ),
    "secrets": (
        phrase("What is secret"),
        phrase(
            "Your hand and the card you lay face down are secret. Only you see them, with /game action:hand, the "
            "button **{button[hand]}** and the lists of /play. The channel just reads “a card face down”, and exports of a "
            "running game leave hidden cards out.\n"
            "Don't write your cards in the channel: type them where only you can see them, with /play."
        ),
    ),
    "board": (
        phrase("Reading the table"),
        phrase(
            "Each row has a colour and a symbol: yellow sun, red wheel, green leaf, blue drop. Every card has both. A "
            "face-down card shows the colour and mark of the player who laid it. A meeple claims the cards towards "
            "the track, up to the next meeple. Below: points, cards in hand, animals, and how many cards are under "
            "the chest."
        ),
    ),
    "typing": (
        phrase("Typing moves"),
        phrase(
            "With /play, or in the private window of your turn. A card and a row:\n"
            "yP3 yellow: the yellow person 3 into the yellow row\n"
            "yellow 3 blue: the same card, face down into the blue row, as your first card\n"
            "sheep green, bH blue, dragon red: animals and buildings by name or code (A, H), jokers DR, FA, JA, JH\n"
            "claim red: your meeple at the end of the red row\n"
            "10 or keep: for a card in the wrong row"
        ),
    ),
    "commands": (
        phrase("Commands"),
        phrase(
            "/new: open a game\n"
            "/play: play; the buttons below the turn message do the same\n"
            "/undo: take your turn back; once the turn has passed on, the others have to agree\n"
            "/game action:hand: your cards, only for you\n"
            "/board, /score, /tiles: the table, the collections, the cards seen so far\n"
            "/game: everything else about a game, with buttons or typed, such as /game action:pause\n"
            "/turns: all games waiting for you, in every server and in private messages"
        ),
    ),
}
"""Title and text of every topic, in the order of the list."""


def topics(words: Translator, _options: Mapping[str, str] | None = None) -> Sequence[tuple[str, str]]:
    """Return (key, title) of each help topic about the game."""
    return titles(TOPICS, words)


def help(topic: str, words: Translator, _options: Mapping[str, str] | None = None) -> str:  # noqa: A001  # the protocol's name
    """Return the help text on a topic."""
    return text_on(TOPICS, topic, words)
