"""Numbers in the paths of pages: `{id:number}` in a route takes what can be one, and nothing longer."""

from starlette.convertors import Convertor, register_url_convertor


class NumberInPath(Convertor[int]):
    """A whole number of up to nine digits; a path with a longer one leads nowhere."""

    regex = "[0-9]{1,9}"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


def know_numbers() -> None:
    """Makes `number` known to routes that are made from now on."""
    register_url_convertor("number", NumberInPath())
