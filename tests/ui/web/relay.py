"""The way between a phone and the box, which can be cut and mended: bytes are handed on, both ways."""

import asyncio
from contextlib import suppress
from threading import Thread


class Relay:
    """Listens on a port of its own and hands on to the box's, until it is cut."""

    def __init__(self, port: int) -> None:
        self._to, self._is_cut = port, False
        self._open: set[asyncio.StreamWriter] = set()
        self._loop = asyncio.new_event_loop()
        self._thread = Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self._server = self._do(asyncio.start_server(self._handed_on, "127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    def _do(self, work):  # type: ignore[no-untyped-def]
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(10)

    async def _handed_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._to)
        self._open |= {writer, far_writer}
        with suppress(OSError):
            await asyncio.gather(_hand(reader, far_writer), _hand(far_reader, writer))
        self._open -= {writer, far_writer}

    def cut(self) -> None:
        """Nothing comes through, and what was open is gone."""
        self._is_cut = True
        for writer in tuple(self._open):
            self._loop.call_soon_threadsafe(writer.transport.abort)

    def mend(self) -> None:
        self._is_cut = False

    def close(self) -> None:
        self.cut()
        self._do(self._ended())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(5)
        self._loop.close()

    async def _ended(self) -> None:
        self._server.close()
        others = asyncio.all_tasks() - {asyncio.current_task()}
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)


async def _hand(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    while data := await reader.read(65536):
        writer.write(data)
        await writer.drain()
    with suppress(OSError):
        writer.close()
