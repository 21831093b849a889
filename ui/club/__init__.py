"""A club of tables: boxes report by MQTT; the club's computer stores that and serves web pages."""
