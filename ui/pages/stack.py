"""The pages that lead to the one shown, the first screen at the bottom: Back leads one page back."""

from collections.abc import Iterator

from ui.faces.page import Page


class Stack:
    """Pages one upon the other; the top one is shown, and `home` is never taken off."""

    def __init__(self, home: Page) -> None:
        self._pages = [home]

    def __iter__(self) -> Iterator[Page]:
        """The pages, home first."""
        return iter(tuple(self._pages))

    @property
    def top(self) -> Page:
        return self._pages[-1]

    def named(self, name: str) -> Page | None:
        return next((page for page in self._pages if page.name == name), None)

    def show(self, page: Page) -> None:
        """Puts a page on top; one that was come through before is gone back to."""
        if page in self._pages:
            self._drop(self._pages.index(page) + 1)
        else:
            self._pages.append(page)

    def leave(self) -> Page:
        """Takes the top page off: the page that is shown instead."""
        if len(self._pages) > 1:
            self._drop(-1)
        return self.top

    def remove(self, page: Page) -> None:
        """No way leads back to this page any more."""
        self._pages.remove(page)

    def clear(self) -> None:
        self._drop(1)

    def _drop(self, first: int) -> None:
        for page in self._pages[first:]:
            page.left()
        del self._pages[first:]
