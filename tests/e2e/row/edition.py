"""The edition of three in a row: its game, words and painter."""

from __future__ import annotations

from editions.edition import Edition
from tests.e2e.row.game import RowGame
from tests.e2e.row.painter import PAINTER
from tests.e2e.row.words import WORDS

ROW = Edition(RowGame(), WORDS, PAINTER)
