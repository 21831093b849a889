"""The games as others' tools want them: OpenSpiel and PettingZoo, each an extra. Nothing else imports these."""
