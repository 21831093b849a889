"""Every single edit of a file: an operator turned round, a small number moved, a condition negated, a line left out.

Thresholds that were measured (numbers with a fraction, numbers above LARGEST) stay: a test holds what they are for,
not the figure.
"""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

COMPARED = {
    ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">", ast.Eq: "!=", ast.NotEq: "==",
    ast.In: "not in", ast.NotIn: "in", ast.Is: "is not", ast.IsNot: "is",
}  # fmt: skip
RECKONED = {
    ast.Add: "-",
    ast.Sub: "+",
    ast.Mult: "/",
    ast.Div: "*",
    ast.FloorDiv: "*",
    ast.BitOr: "&",
    ast.BitAnd: "|",
}

LARGEST = 3


@dataclass(frozen=True, slots=True)
class Edit:
    """One edit: in the file's text, what stands from `start` to `end` (offsets in characters) becomes `new`."""

    path: str
    function: str
    line: int
    start: int
    end: int
    old: str
    new: str

    def made_in(self, text: str) -> str:
        """The file's text with the edit."""
        return text[: self.start] + self.new + text[self.end :]

    def __str__(self) -> str:
        shown = f"{' '.join(self.old.split())[:60]} -> {' '.join(self.new.split())[:60]}"
        return f"{self.path}:{self.line} {self.function}: {shown}"


def edits_of(path: Path, text: str) -> Iterator[Edit]:
    """The edits of one file; annotations, docstrings, `__repr__` and what raises for programmers stay as they are."""
    starts = _line_starts(text)

    def edit(node: ast.expr | ast.stmt, function: str, new: str) -> Edit:
        start, end = (
            _offset(text, starts, node.lineno, node.col_offset),
            _offset(text, starts, node.end_lineno or 0, node.end_col_offset or 0),
        )
        return Edit(str(path), function, node.lineno, start, end, text[start:end], new)

    for node, function in _visited(ast.parse(text)):
        for new in _new(node):
            yield edit(node, function, new)


def _new(node: ast.AST) -> Iterator[str]:
    """What an expression or statement may become."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            yield f"({ast.unparse(left)} {COMPARED[type(op)]} {ast.unparse(right)})"
        case ast.BoolOp(op=op, values=values):
            word = " or " if isinstance(op, ast.And) else " and "
            yield f"({word.join(f'({ast.unparse(value)})' for value in values)})"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield f"({ast.unparse(operand)})"
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED and not _is_type(right):
            yield f"(({ast.unparse(left)}) {RECKONED[type(op)]} ({ast.unparse(right)}))"
        case ast.Constant(value=bool() as value):
            yield str(not value)
        case ast.Constant(value=int() as value) if abs(value) <= LARGEST:
            yield f"({value + 1})"
        case ast.IfExp(test=test, body=body, orelse=orelse):
            yield f"({ast.unparse(orelse)} if {ast.unparse(test)} else {ast.unparse(body)})"
        case ast.Expr(value=ast.Call(func=ast.Name(id="assert_never"))):
            return
        case ast.AugAssign() | ast.Expr(value=ast.Call()):
            yield "pass"
        case _:
            return


def _is_type(node: ast.expr) -> bool:
    """Whether an operand names a class, as those of a union of types do."""
    return ast.unparse(node)[0].isupper() or ast.unparse(node) == "None"


def _visited(tree: ast.Module) -> Iterator[tuple[ast.AST, str]]:
    """Every node that runs, with the dotted name of the function it stands in ("" for a module's own lines)."""
    waiting: list[tuple[ast.AST, str, bool]] = [(tree, "", False)]
    while waiting:
        node, name, in_function = waiting.pop()
        if isinstance(node, ast.JoinedStr | ast.Raise | ast.Assert | ast.Import | ast.ImportFrom):
            continue
        if isinstance(node, ast.If) and ast.unparse(node.test) in ("TYPE_CHECKING", "__name__ == '__main__'"):
            continue
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            name = f"{name}.{node.name}".strip(".") if not in_function else name
            in_function = in_function or not isinstance(node, ast.ClassDef)
        yield node, name
        for field, value in ast.iter_fields(node):
            if field in ("annotation", "returns", "decorator_list", "bases", "type_params"):
                continue
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    waiting.append((child, name, in_function))


def _line_starts(text: str) -> list[int]:
    starts = [0]
    for line in text.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    return starts


def _offset(text: str, starts: list[int], line: int, column: int) -> int:
    """Where a place that `ast` gives in UTF-8 bytes lies in the text, in characters."""
    whole = text[starts[line - 1] : starts[line]]
    return starts[line - 1] + len(whole.encode()[:column].decode())
