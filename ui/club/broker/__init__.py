"""A box that tells an MQTT broker what its table shows and how games ended: off until the owner turns it on."""
