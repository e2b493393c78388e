"""The rules in short and how to play here, by topic; each text fits one message."""

from __future__ import annotations

from collections.abc import Sequence

from text.help.topics import Topics, text_on, titles
from text.language import Words, phrase

TOPICS: Topics = {
    "start": (
        phrase("How a round goes"),
        phrase(
            "Four rows begin at the score track: yellow, red, green, blue. Everyone gets a hand of cards for the round.\n"
            "The player to the left of the dealer begins, then clockwise. In a turn you do one of two things:\n"
            "A. Play a card at the outer end of a row. Your first card of a round goes face down, into any row; every further card "
            "goes face up into the row of its colour. Jokers go into any row.\n"
            "B. Place your meeple, once in a round, at the outer end of a row. It claims the cards between it and the next meeple "
            "towards the track.\n"
            "When all hands are empty and all meeples stand, everyone takes what they claimed and scores. Whoever placed the last "
            "meeple deals next. Cards that nobody claimed stay."
        ),
    ),
    "cards": (
        phrase("The cards"),
        phrase(
            "130 cards. In each colour: persons 1 (8 of them), 2 (5) and 3 (3), 5 buildings, 9 animals: yellow chickens, red "
            "horses, green sheep, blue pigs.\n"
            "Jokers: 4 animal jokers, 4 building jokers, the dragon and the fairy.\n"
            "Players, cards each and rounds: 2: 6 cards, 10 rounds; 3: 5 cards, 8 rounds; 4: 5 cards, 6 rounds; 5: 4 cards, 6 "
            "rounds. The deck is used up exactly."
        ),
    ),
    "persons": (
        phrase("Persons"),
        phrase(
            "Persons that you win in the row of their colour: the sum of their numbers times how many they are. "
            "3, 1 and 1 are (3+1+1) × 3 = 15 points. Then they leave the game."
        ),
    ),
    "animals": (
        phrase("Animals and animal jokers"),
        phrase(
            "Animals stay in front of you. Each species that gets a new card in a round scores for all its cards, the earlier ones "
            "again: 1 card 3 points, 2 cards 6, 3 cards 9, 4 cards 12, 5 cards 14, then 2 more for each, unless the host changed "
            "the table.\n"
            "An animal joker joins one of your species for good and counts as one of its cards. Without any animal it brings "
            "3 points and waits; as soon as you have animals it must join them."
        ),
    ),
    "buildings": (
        phrase("Buildings and building jokers"),
        phrase(
            "They go face down under your chest, and nobody may look until the end; only their number is shown.\n"
            "At the end they form series of different colours: two 5 points, three 15, four 30. A joker stands for any colour. "
            "The bot finds the best division."
        ),
    ),
    "dragon": (phrase("Dragon and fairy"), phrase("10 points each for whoever claims them, at once. They fit every row.")),
    "wrong": (
        phrase("Cards in the wrong row"),
        phrase(
            "Only a face-down card can lie in a row of another colour. When it is won there, a person brings 10 points. For an "
            "animal or a building its winner chooses: 10 points, or keep it as if it had lain in its own row."
        ),
    ),
    "end": (
        phrase("The end"),
        phrase(
            "After the last round the cards left in the rows leave the game and the chests are opened. Most points win; of those "
            "with equal points, most building cards, jokers among them; else they share the victory.\n"
            "The sealed bag is opened: /game action:verify shows that every deal follows from the secret "
            "whose seal was published at the "
            "start."
        ),
    ),
    "secrets": (
        phrase("What is secret"),
        phrase(
            "Your hand and the card that you lay face down. /game action:hand and the button “My hand” show "
            "them to you alone, and so do the "
            "lists of /play. The channel reads “a card face down”; a running game is exported without hidden cards.\n"
            "Do not write your cards into the channel: type them where only you can see it, with /play."
        ),
    ),
    "board": (
        phrase("Reading the table"),
        phrase(
            "Each row has a colour and a symbol: yellow sun, red wheel, green leaf, blue drop; every card carries both. "
            "A face-down card shows the colour and mark of who laid it. A meeple claims the cards towards the track up to the next "
            "one. Below: points, cards in hand, animals, and the number of cards under the chest."
        ),
    ),
    "typing": (
        phrase("Typing moves"),
        phrase(
            "With /play, or in the private window of your turn. A card and a row:\n"
            "yP3 yellow: the yellow person 3 into the yellow row\n"
            "yellow 3 blue: the same card, face down in the blue row, as your first card\n"
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
            "/undo: take your turn back; once the turn has passed on, everyone else is asked first\n"
            "/game action:hand: your cards, only for you\n"
            "/board, /score, /tiles: the table, the collections, what has been seen of the deck\n"
            "/game: everything else around a game, as buttons or typed, such as /game action:pause\n"
            "/turns: all games that wait for you, in every server and in private messages"
        ),
    ),
}
"""Title and text of every topic, in the order of the list."""


def topics(words: Words) -> Sequence[tuple[str, str]]:
    """See `Explaining.topics`."""
    return titles(TOPICS, words)


def help_on(topic: str, words: Words) -> str:
    """See `Explaining.help`."""
    return text_on(TOPICS, topic, words)
