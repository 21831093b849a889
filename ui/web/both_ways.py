"""A WebSocket that is read and written at the same time, until either is over."""

from collections.abc import Awaitable, Callable
from contextlib import suppress

import anyio
from starlette.websockets import WebSocketDisconnect


async def until_one_ends(*works: Callable[[], Awaitable[None]]) -> None:
    """Does all of it at the same time, and lets go of the rest once one is over or its connection is gone."""
    async with anyio.create_task_group() as all_of_them:

        async def ends(work: Callable[[], Awaitable[None]]) -> None:
            with suppress(WebSocketDisconnect, RuntimeError, OSError):  # it is closed already
                await work()
            all_of_them.cancel_scope.cancel()

        for work in works:
            all_of_them.start_soon(ends, work)
