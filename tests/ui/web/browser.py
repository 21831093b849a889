"""A real browser without a window: Chromium, where Debian's chromium and chromium-driver are installed."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
ABSENT = "no Chromium with its driver (Debian: chromium, chromium-driver)"
QUIET = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


@contextmanager
def browser(folder: Path, size: tuple[int, int] = (390, 844), *, is_phone: bool = True) -> Iterator[Any]:
    """A browser of a phone's or tablet's size (CSS px), with a profile of its own in a folder.

    `is_phone`: it is of just this size and is touched; else it is a window on a desk.
    """
    from selenium import webdriver

    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for option in (*QUIET, f"--user-data-dir={folder}", f"--window-size={size[0]},{size[1]}"):
        options.add_argument(option)
    width, height = size
    if is_phone:
        options.add_experimental_option(
            "mobileEmulation", {"deviceMetrics": {"width": width, "height": height, "pixelRatio": 1.0}}
        )
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))
    try:
        yield driver
    finally:
        driver.quit()


def accessible(driver: Any) -> list[tuple[str, str]]:
    """What a screen reader is told: role and name of everything on the page."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]
