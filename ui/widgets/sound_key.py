"""The key that switches sound and voice off and on: at hand on every page, and on all of them it shows the same."""

from typing import Any, ClassVar
from weakref import WeakSet

from ui.present.desk_touches import SwitchSound
from ui.present.models import Button
from ui.widgets.icons import Icon
from ui.widgets.keys import Send, Tool
from ui.widgets.theme import TOUCH, u

ICONS = {False: "sound", True: "mute"}


class SoundKey(Tool):
    """A loudspeaker, crossed out while it is silent."""

    silent = False
    """What every such key shows; `show_silence` changes it."""
    _all: ClassVar["WeakSet[SoundKey]"] = WeakSet()

    def __init__(self, send: Send, **more: Any) -> None:
        super().__init__(
            Button("", SwitchSound(), "quiet", ICONS[self.silent]),
            send,
            size_hint=(None, None),
            size=(u(TOUCH), u(TOUCH)),
            **more,
        )
        SoundKey._all.add(self)

    @classmethod
    def show_silence(cls, *, silent: bool) -> None:
        """Lets every key show whether there is any sound."""
        if silent != cls.silent:
            cls.silent = silent
            for key in cls._all:
                for part in key.walk(restrict=True):
                    if isinstance(part, Icon):
                        part.show(ICONS[silent])
