"""Contractions and elisions in what is composed: *l'auberge*, *del*, *pelo*; people's gender; the plural forms of each language."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.text.messages import GAMES, messages
from tests.text.test_translations import catalogue
from text.rewording import forms
from text.translations import sentences
from text.translator import translator_for
from tools.transcripts.__main__ import FOLDER

UNCONTRACTED = {
    "fr": (
        r"\b(?:[Dd]e les?|[Àà] les?)\s",
        r"\b(?:[DdLlJjNn]e|[Ll]a|[Qq]ue|[Jj]usque|[Ll]orsque|[Pp]uisque) [aeiouâàêéèîïôûœ]",
        r"\b(?:ce|cet) (?:auberge|abbaye|extension|[ée]glise)",
        r"\bsi ils?\b",
    ),
    "es": (
        r"\b[Dd]e el\b",
        r"\ba el\b",
        r"\by (?:[Ii]|[Hh]i)(?!e)\w",
        r"\bo (?:[Oo]|[Hh]o)\w",
        r"\bla (?:agua|águila|arma|hada)\b",
    ),
    "pt-BR": (
        r"\b[Dd]e (?:os?|as?|est[ea]s?|ess[ea]s?|isso|isto|el[ea]s?)\b",
        r"\b[Ee]m (?:os?|as?|est[ea]s?|ess[ea]s?|el[ea]s?)\b",
        r"\b[Pp]or (?:os?|as?)\b",
        r"\ba (?:as?)\b",
    ),
}
"""What each language never writes, as patterns."""

ALLOWED = re.compile(
    r"\b[Aa]ntes de (?:os?|as?) \w+|\b(?:antes|depois) de el[ea]s?\b|\bd?[ea] A\b|de El\b|a El Río"
    r"|à le mentionner|[^\W\d_]-(?:la|le) \w+|Que dois-je \w+|[Ll]a une\b"
)
"""Names that keep their article; an imperative with its pronoun (`vérifie-le après`); a subject after *antes de*."""

PEOPLE = frozenset(("about", "appellant", "by", "captain", "former", "host", "loser", "name", "names", "people", "who", "winner"))
"""Places that are filled with names, of which nobody knows whether they begin with a vowel."""

ELIDED = re.compile(r"\b(?:[DdLlJj]e|[Nn]e|[Ll]a|[Qq]ue|[Jj]usque|[Ll]orsque|[Pp]uisque) \**\{(\w+)\}")


def uncontracted(text: str, language: str) -> list[str]:
    """Return what a text should have contracted."""
    bare = ALLOWED.sub(" ", re.sub(r"`[^`]*`|\{\w+\}", "…", text))
    return [matched[0] for pattern in UNCONTRACTED[language] for matched in re.finditer(pattern, bare)]


def composed(language: str) -> Iterator[str]:
    """Yield the lines of the transcripts that people read."""
    for path in sorted((FOLDER / language).glob("*.txt")):
        yield from (line[4:] for line in path.read_text(encoding="utf-8").splitlines() if line.startswith(("  > ", "  | ")))


@pytest.mark.parametrize("language", UNCONTRACTED)
def test_whole_evenings_contract_what_the_language_contracts(language: str) -> None:
    assert {line: wrong for line in composed(language) if (wrong := uncontracted(line, language))} == {}


@pytest.mark.parametrize("language", UNCONTRACTED)
def test_sentences_contract_what_the_language_contracts(language: str) -> None:
    told = [text for message in sentences(catalogue(language)) for text in forms(message.string)]
    assert {text: wrong for text in told if (wrong := uncontracted(text, language))} == {}


@pytest.mark.parametrize("language", UNCONTRACTED)
@pytest.mark.parametrize("kind", ["cards", *(pytest.param(kind, marks=pytest.mark.soak) for kind in GAMES if kind != "cards")])
def test_games_contract_what_the_language_contracts(language: str, kind: str) -> None:
    told = messages(GAMES[kind], translator_for(language))
    assert {text: wrong for text in told if (wrong := uncontracted(text, language))} == {}


def test_no_french_word_that_is_elided_stands_before_a_name() -> None:
    """*de {name}* would be *de Anna*: say *Profil : Anna*, *pour Anna*, or *ce que demande Anna*."""
    told = [text for message in sentences(catalogue("fr")) for text in forms(message.string)]
    assert [text for text in told for matched in ELIDED.finditer(text) if matched[1] in PEOPLE] == []


PERSON = (
    r"(?<!ferry )(?<!transbordador )(?<!balsa )(?<!de )(?:\{(?:name|who|names|by|captain|winner|loser|other)\}|<@\{number\}>)\**"
)
PARTICIPLE = r"\w+(?:ad|id|ít|crit|hech|feit|cheg|list|pront|sol|sozinh|segur)[oa]s?\b"

GENDERED = {
    "fr": (
        r"\b[Tt]u (?:n')?(?:t'es|es|étais) (?:pas |plus |encore |déjà )*\w+(?:é|i|u)\b",
        PERSON + r" (?:n')?(?:est|a été) (?:pas |plus |encore |déjà )*\w+(?:é|i|u)\b",
        r"\b(?:es|est) exempt\b|\bt'(?:ai|a) (?:mis|retiré|accepté|exclu|oublié)\b|\b[Tt]oi seul\b",
    ),
    "es": (
        r"\b(?:[Ee]stás|[Ee]res|[Qq]uedas|[Qq]uedaste|[Ff]uiste|[Hh]as sido) (?:ya |aún |todavía |también )*" + PARTICIPLE,
        PERSON + r" (?:ya |aún |todavía |no )*(?:está|están|es|queda|quedó|fue|ha sido) (?:ya |aún |ahora )*" + PARTICIPLE,
        r"\b[Ee]res (?:ahora )?(?:el|un) (?:anfitrión|capitán|organizador|ganador|campeón|jugador|árbitro|suplente)\b",
        r"\b(?:(?<![Ll]a )[Bb]ienvenid|[Tt]ú (?:sol|mism)|[Tt]i mism)[oa]\b|\bjuega segundo\b",
    ),
    "pt-BR": (
        r"\b[Vv]ocê (?:não )?(?:está|estava|é|era|foi|fica|ficou) (?:já |ainda |mais |também )*" + PARTICIPLE,
        PERSON + r" (?:já |ainda |também |não )*(?:está|estão|é|fica|ficou|foi) (?:já |ainda |agora )*" + PARTICIPLE,
        r"\b[Vv]ocê (?:agora )?é (?:agora )?(?:o|um) (?:anfitrião|capitão|organizador|vencedor|campeão|jogador|árbitro)\b",
        r"\b(?:[Bb]em-vind|[Vv]ocê (?:sozinh|mesm))[oa]\b",
    ),
}
"""Words that agree with the person who is spoken to or of: *tu n'es pas venu*, *estás bloqueado*, *você é o capitão*."""

SERVERS = frozenset(("**{name}** hasn't come back. A computer plays on for them, and they can't win any more.",))
"""Sentences whose name is that of a server."""


def gendered(text: str, language: str) -> list[str]:
    """Return what a text says of the gender of people."""
    return [matched[0] for pattern in GENDERED[language] for matched in re.finditer(pattern, text)]


@pytest.mark.parametrize("language", GENDERED)
def test_nothing_is_said_of_the_gender_of_people(language: str) -> None:
    """Say *tu participes déjà*, *tu as manqué ta partie*, *se ha vetado a ana*, *capitaneas tu equipo*, *você comanda a equipe*."""
    told = [text for message in sentences(catalogue(language)) if message.id not in SERVERS for text in forms(message.string)]
    assert {text: wrong for text in told if (wrong := gendered(text, language))} == {}


@pytest.mark.parametrize("language", GENDERED)
def test_whole_evenings_say_nothing_of_the_gender_of_the_reader(language: str) -> None:
    assert {line: wrong for line in composed(language) if (wrong := gendered(line, language))} == {}


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("fr", "tu n'es pas encore inscrit ; tu n'es pas venu", True),
        ("fr", "**{name}** est exclu", True),
        ("fr", "tu participes déjà", False),
        ("es", "Ya estás apuntado.", True),
        ("es", "<@{number}> está vetado.", True),
        ("es", "Quedas eliminada", True),
        ("es", "Eres el capitán: entrega tu alineación", True),
        ("es", "el transbordador {names} está conectado", False),
        ("es", "Tu jugada está hecha; estás dentro, eres el número 3", False),
        ("pt-BR", "Você já está inscrito; você foi bloqueado", True),
        ("pt-BR", "<@{number}> está banido.", True),
        ("pt-BR", "Você é o capitão", True),
        ("pt-BR", "a balsa {names} está conectada; você está fora", False),
    ],
)
def test_what_tells_a_gender_is_found(language: str, text: str, *, wrong: bool) -> None:
    assert bool(gendered(text, language)) is wrong


UNDATED = {
    "fr": re.compile(r"(?:jusqu'à|[Dd]epuis|partir de|entre|est|[Aa]vant) \{(?:when|moment|stamp|then)\}"),
    "es": re.compile(r"(?:[Hh]asta|partir de|entre|propone|va de|van de|[Aa]ntes de) \{(?:when|moment|stamp|until|begin)\}"),
}
"""A word that no moment follows: Discord writes *28 novembre 2026 20:00* or *dans 5 jours* in its place."""


@pytest.mark.parametrize("language", UNDATED)
def test_dates_have_their_article(language: str) -> None:
    """Say *jusqu'au {moment}*, *depuis le {when}*, *tu perds {when}*, *hasta el {moment}*."""
    told = [text for message in sentences(catalogue(language)) for text in forms(message.string)]
    assert [text for text in told if UNDATED[language].search(text)] == []


UNSPACED = re.compile(r"(?<![\s\u00a0:;?!/\d])[;?!»](?!\w)|[\w)}*] ?:(?=\s|$)|(?: [:;?!»%](?!\w))|«(?!\u00a0)")
"""A sign without its space, or with one at which a line may break."""


def test_french_signs_have_their_unbreakable_space() -> None:
    typed = re.compile(r"`[^`]*`|view: fields|clé: valeur|\{key\}:")
    told = [typed.sub("…", text) for message in sentences(catalogue("fr")) for text in forms(message.string)]
    assert [text for text in told if UNSPACED.search(text)] == []


@pytest.mark.parametrize(
    ("language", "text", "wrong"),
    [
        ("fr", "une figurine de le auberge", True),
        ("fr", "l'aubergiste de l'auberge, vérifie-le après", False),
        ("fr", "le auberge", True),
        ("es", "el camino de el río", True),
        ("es", "el camino del río, con El Río y La Torre", False),
        ("es", "Ana y Inés", True),
        ("pt-BR", "o lado de a estrada", True),
        ("pt-BR", "o lado da estrada, por ela", False),
        ("pt-BR", "passa por o rio", True),
    ],
)
def test_what_is_not_contracted_is_found(language: str, text: str, *, wrong: bool) -> None:
    assert bool(uncontracted(text, language)) is wrong


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("fr", {0: "0 tuile", 1: "1 tuile", 2: "2 tuiles"}),
        ("pt-BR", {0: "0 peça", 1: "1 peça", 2: "2 peças"}),
        ("es", {0: "0 losetas", 1: "1 loseta", 2: "2 losetas"}),
    ],
)
def test_small_numbers_take_the_form_of_their_language(language: str, said: dict[int, str]) -> None:
    words = translator_for(language)
    assert {number: words.count("{number} tile", "{number} tiles", number) for number in said} == said


@pytest.mark.parametrize(("language", "said"), [("fr", "tuiles"), ("es", "losetas"), ("pt-BR", "peças"), ("es-419", "losetas")])
@pytest.mark.parametrize("number", [10**6, 2 * 10**6, 5 * 10**6 + 1, 10**7])
def test_millions_take_a_form_that_the_catalogue_has(language: str, said: str, number: int) -> None:
    """The CLDR has a form of its own for exact millions (*un million de tuiles*); with digits the form for many is right."""
    assert translator_for(language).count("{number} tile", "{number} tiles", number).endswith(said)
