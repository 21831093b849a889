"""ZoneS: a board of terrain laid behind a screen, two sides with pieces of their own, two bases."""

from companion.games.zones.play import Zones

GAME = Zones()
