"""A club of tables, on the club's computer: what boxes tell by MQTT, kept in a database and shown as web pages."""
