"""Opens the app's window from a command; a machine that cannot show one is told so in one line."""


def open_window(game: str | None = None, demo: bool = False) -> int:
    """Runs the app until it is closed: its exit code. Raises GivenFault for an environment variable that cannot be."""
    from ui.given import GivenFault
    from ui.main import run

    try:
        return run(game, demo=demo) or 0
    except ValueError as fault:
        raise GivenFault(str(fault)) from None
