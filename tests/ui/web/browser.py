"""A real browser without a window: Chromium, where Debian's chromium and chromium-driver are installed."""

import logging
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import mkdtemp
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


_idle: list[Any] = []
"""Browsers that nobody uses at the moment: one takes a second to start."""


@contextmanager
def browser(size: tuple[int, int] = (390, 844), *, is_phone: bool = True) -> Iterator[Any]:
    """A browser of a phone's or tablet's size (CSS px), which remembers nothing of whoever used it before.

    `is_phone`: it is of just this size and is touched; else it is a window on a desk.
    """
    driver = _idle.pop() if _idle else _started()
    _be_of_size(driver, size, is_phone=is_phone)
    try:
        yield driver
    except BaseException:
        _quit(driver)
        raise
    driver.get("about:blank")
    driver.execute_cdp_cmd("Network.clearBrowserCookies", {})
    driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": "*", "storageTypes": "all"})
    driver.get_log("browser")
    _idle.append(driver)


def quit_all() -> None:
    """Ends the browsers that nobody uses."""
    logging.disable(logging.DEBUG)  # at the end of all tests nobody reads how
    while _idle:
        _quit(_idle.pop())


def _quit(driver: Any) -> None:
    driver.quit()
    shutil.rmtree(driver.capabilities["chrome"]["userDataDir"], ignore_errors=True)


def _started() -> Any:
    from selenium import webdriver

    folder = mkdtemp("browser")
    options = webdriver.ChromeOptions()
    options.binary_location = str(CHROMIUM)
    for option in (*QUIET, f"--user-data-dir={folder}"):
        options.add_argument(option)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    return webdriver.Chrome(options=options, service=webdriver.ChromeService(str(DRIVER)))


def _be_of_size(driver: Any, size: tuple[int, int], *, is_phone: bool) -> None:
    width, height = size
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": is_phone}
    driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": is_phone})


def accessible(driver: Any) -> list[tuple[str, str]]:
    """What a screen reader is told: role and name of everything on the page."""
    nodes = driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    return [
        (node["role"]["value"], node.get("name", {}).get("value", ""))
        for node in nodes
        if not node.get("ignored") and "role" in node
    ]
