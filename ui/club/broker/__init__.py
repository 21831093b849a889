"""Publishes a box's public table and results to an MQTT broker; off until the owner turns it on."""
