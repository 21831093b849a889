"""What the box shows to phones, spectators and a club, by way of the local network: off until it is turned on."""
