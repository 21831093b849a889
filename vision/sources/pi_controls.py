"""What a Pi camera is told to hold, as libcamera's controls, and whether its pictures say that it took them.

Rule kept: what was set is read back from the pictures that follow; a control that they do not tell of is not held.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from vision.sources.locks import ALL, Locked

MANUAL: Final = 0
"""libcamera's AfModeManual, …"""
AUTO: Final = 1
"""… AfModeAuto …"""
CONTINUOUS: Final = 2
"""… and AfModeContinuous."""
TRIGGER: Final = 0
"""libcamera's AfTriggerStart."""
SCANNING: Final = 1
"""libcamera's AfStateScanning, …"""
FOCUSED: Final = 2
"""… AfStateFocused; what is neither, after a scan, has found no focus."""
FLICKER_MANUAL: Final = 1
"""libcamera's AeFlickerMode for a period that is told."""
FREE: Final = {"AeEnable": True, "AwbEnable": True, "AfMode": CONTINUOUS}
"""A camera that sets itself."""
_EXPOSURE, _WHITE_BALANCE, _FOCUS = ALL
_SHARE = 0.05
"""A sensor sets exposure line by line and gain in steps: this share more or less is what was asked for."""
_DIOPTRES = 0.1


def controls_for(locked: Locked) -> dict[str, Any]:
    """The controls that hold what is to be held."""
    wanted: dict[str, Any] = {}
    if locked.exposure_us is not None and locked.gain is not None:
        wanted |= {"AeEnable": False, "ExposureTime": locked.exposure_us, "AnalogueGain": locked.gain}
    if locked.colour_gains is not None:
        wanted |= {"AwbEnable": False, "ColourGains": locked.colour_gains}
    if locked.lens is not None:
        wanted |= {"AfMode": MANUAL, "LensPosition": locked.lens}
    return wanted


def controls_against(mains_hz: int) -> dict[str, Any]:
    """The controls for exposures that show no bands of lamps on mains of this frequency (Hz), where long enough."""
    return {"AeFlickerMode": FLICKER_MANUAL, "AeFlickerPeriod": 1_000_000 // (2 * mains_hz)}


def found_in(
    metadata: Mapping[str, Any], controls: Mapping[str, Any], lens: float | None, refused: tuple[str, ...]
) -> Locked:
    """What a camera has set by itself, of what its controls can hold; the lens is as given."""
    exposes = {"ExposureTime", "AnalogueGain"} <= metadata.keys() & controls.keys()
    gains = metadata.get("ColourGains") if "ColourGains" in controls else None
    return Locked(
        exposure_us=int(metadata["ExposureTime"]) if exposes else None,
        gain=float(metadata["AnalogueGain"]) if exposes else None,
        colour_gains=(float(gains[0]), float(gains[1])) if gains else None,
        lens=lens,
        refused=refused,
    )


def not_taken(locked: Locked, controls: Mapping[str, Any], metadata: Mapping[str, Any]) -> tuple[str, ...]:
    """What a picture's metadata say is not held as wished, of ALL; what the camera has no control for is left out."""
    asked = {name: value for name, value in controls_for(locked).items() if name in controls}

    def near(name: str) -> bool:
        if name not in asked:
            return True
        if name not in metadata:
            return False
        wanted, found = asked[name], metadata[name]
        pairs = zip(wanted, found, strict=True) if isinstance(wanted, tuple) else [(wanted, found)]
        reach = _DIOPTRES if name == "LensPosition" else None
        return all(abs(a - b) <= (_SHARE * abs(a) if reach is None else reach) for a, b in pairs)

    held = {
        _EXPOSURE: near("ExposureTime") and near("AnalogueGain"),
        _WHITE_BALANCE: near("ColourGains"),
        _FOCUS: near("LensPosition"),
    }
    return tuple(name for name, is_held in held.items() if not is_held)


def without(locked: Locked, refused: tuple[str, ...]) -> Locked:
    """What is held when the camera would not take some of it."""
    if not refused:
        return locked
    if _EXPOSURE in refused:
        locked = replace(locked, exposure_us=None, gain=None)
    if _WHITE_BALANCE in refused:
        locked = replace(locked, colour_gains=None)
    if _FOCUS in refused:
        locked = replace(locked, lens=None)
    return replace(locked, refused=tuple(name for name in ALL if name in {*locked.refused, *refused}))
