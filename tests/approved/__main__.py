"""Makes the approved records of one kind anew: `python -m tests.approved KIND` (`core` is one).

Only when a test of that kind has failed, what it shows was looked at, and the difference is meant: then what is made
here is approved by being committed, together with the change that it comes from. A change that is to move code and
nothing else makes no record anew.

A kind is the module of its name in this folder; its `made()` gives each record as (name, record), and where such a
record is no text, its `kept_as(kind, name, record)` writes it.
"""

import argparse
from importlib import import_module
from pathlib import Path

from tests.approved.records import keep


def main() -> None:
    here = Path(__file__).parent
    kinds = sorted(path.stem for path in here.glob("*.py") if "def made(" in path.read_text())
    reader = argparse.ArgumentParser(prog="python -m tests.approved", description=__doc__)
    reader.add_argument("kind", choices=[kind for kind in kinds if not kind.startswith("_")])
    kind = reader.parse_args().kind
    module = import_module(f"tests.approved.{kind}")
    for name, record in module.made():
        getattr(module, "kept_as", keep)(kind, name, record)
        print(f"{kind}: {name}", flush=True)


if __name__ == "__main__":
    main()
