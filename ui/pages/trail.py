"""The way that people came, page by page, so that Back leads one page back."""

HOME = "home"


class Trail:
    """The pages that lead to the one shown, home first."""

    def __init__(self) -> None:
        self._pages: list[str] = []

    def enter(self, page: str, now: str) -> None:
        """From `now` to `page`; a page that was come through before is gone back to."""
        if page == HOME:
            self._pages.clear()
        elif page in self._pages:
            del self._pages[self._pages.index(page) :]
        elif page != now:
            self._pages.append(now)

    def leave(self) -> str:
        """Where Back leads; that page is shown next."""
        return self._pages.pop() if self._pages else HOME

    def forget(self, page: str) -> None:
        """No way leads back to this page any more."""
        self._pages = [each for each in self._pages if each != page]

    def __contains__(self, page: str) -> bool:
        return page in self._pages
