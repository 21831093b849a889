"""`companion referee --stdio`: the line protocol, for other programs."""

import sys
from typing import Annotated

from typer import Option

from ui.records.arguments import UsageFault


def referee(
    *,
    stdio: Annotated[bool, Option("--stdio", help="Speak the line protocol on stdin and stdout.")] = False,
) -> None:
    """Referees for another program: one JSON object a line in, one a line out.

    It is asked by {"do": VERB, …}; the verbs are games, new, position, state, turn, legal, tell, see, look, view, back
    and journal. docs/protocol.md tells every field, answer and error, with examples.
    """
    from ui.line.stdio import serve

    if not stdio:
        raise UsageFault(
            "referee: expected --stdio, found nothing: there is no other way to speak with it yet"
        )
    serve(sys.stdin.buffer, sys.stdout.buffer)
