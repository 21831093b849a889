"""The face of ZoneS: the owner's roster, tokens, and halves that are laid behind a screen."""

from typing import TYPE_CHECKING

import msgspec

from companion.game import Setup
from companion.games.zones.pieces import facts
from ui.face import DiscDeck, Face
from ui.games.zones.rosters import with_roster
from ui.words import _

if TYPE_CHECKING:
    from random import Random

    from ui.demo_deeds import Deeds, Hands


class ZonesFace(Face):
    """What ZoneS shows and needs."""

    def with_owners(self, setup: Setup) -> Setup:
        return msgspec.structs.replace(setup, facts=with_roster(setup.facts))

    def discs(self, setup: Setup) -> DiscDeck:
        faces = tuple((kind.id, kind.name) for kind in facts(setup.facts).kinds.values())
        return DiscDeck("zones-tokens", _("The tokens of ZoneS"), faces, self.game.table(setup))

    def deeds(self, hands: "Hands", chance: "Random") -> "Deeds":
        from ui.games.zones.deeds import ScreenedDeeds

        return ScreenedDeeds(self.game, hands, chance)


FACE = ZonesFace
