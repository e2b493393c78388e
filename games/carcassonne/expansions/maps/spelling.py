"""The names of our own maps as they are spelt, where their frozen files have them without accents and umlauts.

The files stay as they are, letter by letter: their hashes are pinned, and an id means the same map for ever. Maps that people
add are shown as their files have them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from games.carcassonne.expansions.maps.design import MapDesign

SPELT: Mapping[str, Mapping[str, str]] = {
    "benelux": {"Osnabrueck": "Osnabrück", "Muenster": "Münster", "Duesseldorf": "Düsseldorf"},
    "germany": {
        "Muenchen": "München",
        "Muenster": "Münster",
        "Koeln": "Köln",
        "Wuerzburg": "Würzburg",
        "Saarbruecken": "Saarbrücken",
        "Nuernberg": "Nürnberg",
        "Poznan": "Poznań",
        "Wroclaw": "Wrocław",
        "Plzen": "Plzeň",
        "Zuerich": "Zürich",
        "Liege": "Liège",
        "Kiel-Ruegen": "Kiel-Rügen",
    },
}
"""By the id of a map: the name in its file, and the name that people read."""


def respelt(design: MapDesign) -> MapDesign:
    """Return one of our own maps with the names that people read."""
    spelt = SPELT.get(design.id, {})
    return replace(
        design,
        places=tuple(place._replace(name=spelt.get(place.name, place.name)) for place in design.places),
        borders=tuple(border._replace(name=spelt.get(border.name, border.name)) for border in design.borders),
        ferries=tuple(ferry._replace(name=spelt.get(ferry.name, ferry.name)) for ferry in design.ferries),
    )
