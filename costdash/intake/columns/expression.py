"""Costs as an expression of columns, such as 20 + 0.02 * amount: parsed, never run as code."""

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np

from costdash.core.types import Floats
from costdash.intake.errors import IntakeError, listed, shown

LONGEST = 500  # characters
LARGEST = 1e100  # number
DEEPEST = 50  # operations inside each other
QUOTED = re.compile(r"`([^`]*)`")
PLACEHOLDER = "quoted_column_{}_"
OPERATORS: Mapping[type, Callable[[Floats, Floats], Floats]] = {
    ast.Add: np.add,
    ast.Sub: np.subtract,
    ast.Mult: np.multiply,
    ast.Div: np.divide,
}
HELP = "Use numbers, names of columns, + - * / and brackets, such as 20 + 0.02 * amount."


@dataclass(frozen=True, slots=True)
class Expression:
    """A parsed expression: its text, its syntax tree, and the columns that it names."""

    text: str
    tree: ast.expr
    quoted: tuple[str, ...]

    @property
    def columns(self) -> list[str]:
        """Names of the columns, in the order of their first use."""
        names = (node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name))
        return list(dict.fromkeys(self._column(name) for name in names))

    def value(self, columns: Mapping[str, Floats]) -> Floats:
        """The expression (n,) of columns (n,); not finite where it divides by zero."""
        with np.errstate(all="ignore"):
            return np.asarray(self._of(self.tree, columns), dtype=np.float64)

    def _of(self, node: ast.expr, columns: Mapping[str, Floats]) -> Floats:
        if isinstance(node, ast.BinOp):
            left, right = self._of(node.left, columns), self._of(node.right, columns)
            return OPERATORS[type(node.op)](left, right)
        if isinstance(node, ast.UnaryOp):
            inner = self._of(node.operand, columns)
            return -inner if isinstance(node.op, ast.USub) else inner
        if isinstance(node, ast.Name):
            return columns[self._column(node.id)]
        assert isinstance(node, ast.Constant)
        assert isinstance(node.value, int | float)
        return np.asarray(node.value, dtype=np.float64)

    def _column(self, name: str) -> str:
        places = {PLACEHOLDER.format(i): column for i, column in enumerate(self.quoted)}
        return places.get(name, name)


def parse_expression(text: str) -> Expression:
    """Parse numbers, names, + - * / and brackets; `a name` in backquotes may hold anything.

    Raises IntakeError for anything else, with what it was.

    >>> parse_expression("20 + 0.02 * `loan amount`").columns
    ['loan amount']
    """
    if len(text) > LONGEST:
        raise IntakeError(f"The cost “{shown(text)}” is longer than {LONGEST} characters. {HELP}")
    quoted: list[str] = []

    def placeholder(match: re.Match[str]) -> str:
        quoted.append(match.group(1))
        return PLACEHOLDER.format(len(quoted) - 1)

    plain = QUOTED.sub(placeholder, text.strip())
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, MemoryError, RecursionError):
        raise IntakeError(f"The cost “{shown(text)}” cannot be read. {HELP}") from None
    _check(tree, text, DEEPEST)
    return Expression(text, tree, tuple(quoted))


def _check(node: ast.expr, text: str, depth: int) -> None:
    """Raises IntakeError unless the tree holds only what `Expression` computes."""
    if depth == 0:
        raise IntakeError(f"The cost “{shown(text)}” has too many brackets. {HELP}")
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        _check(node.left, text, depth - 1)
        _check(node.right, text, depth - 1)
        return
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub | ast.UAdd):
        _check(node.operand, text, depth - 1)
        return
    number = node.value if isinstance(node, ast.Constant) else None
    is_number = type(number) in (int, float)
    if isinstance(number, int | float) and is_number and not abs(number) <= LARGEST:
        raise IntakeError(f"The cost “{shown(text)}” holds a number beyond {LARGEST:g}. {HELP}")
    if is_number or isinstance(node, ast.Name):
        return
    what = "a call" if isinstance(node, ast.Call) else "something else than a sum or product"
    raise IntakeError(f"The cost “{shown(text)}” holds {what}. {HELP}")


def expression_of(text: str, names: list[str]) -> Expression:
    """The expression; a text that is the name of a column is that column.

    Raises IntakeError if it cannot be read or names a column that is not there.
    """
    if text in names:
        return Expression(text, ast.Name(PLACEHOLDER.format(0)), (text,))
    expression = parse_expression(text)
    for name in expression.columns:
        if name not in names:
            raise IntakeError(
                f"There is no column “{shown(name)}”, which the cost “{shown(text)}” needs. "
                f"The columns are {listed(names)}."
            )
    return expression
