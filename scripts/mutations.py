"""The small edits that `make mutants` tries: what Cosmic Ray can do to a module, and which edits change nothing.

An edit is known by what it does to which line of which function, so that a list of edits
stays true while lines move.
"""

import ast
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.ast.ast_query import ASTQuery
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

# Each operator becomes its neighbour, and a comparison its neighbour and its opposite: the slips that people make.
# All that Cosmic Ray could do would be three times as many edits, most of which any test notices.
BINARY = ("Add_Sub", "Sub_Add", "Mul_Add", "Div_Mul", "FloorDiv_Mul", "Mod_FloorDiv", "Pow_Mul")
BITS = ("RShift_LShift", "LShift_RShift", "BitOr_BitAnd", "BitAnd_BitOr", "BitXor_BitOr")
EQUALITY = ("Eq_NotEq", "NotEq_Eq", "Is_IsNot", "IsNot_Is")
ORDER = ("Lt_LtE", "Lt_GtE", "LtE_Lt", "LtE_Gt", "Gt_GtE", "Gt_LtE", "GtE_Gt", "GtE_Lt")
UNARY = ("Delete_USub", "Delete_Not", "Delete_Invert")
OPERATORS = (
    *(f"ReplaceBinaryOperator_{name}" for name in BINARY + BITS),
    *(f"ReplaceComparisonOperator_{name}" for name in EQUALITY + ORDER),
    *(f"ReplaceUnaryOperator_{name}" for name in UNARY),
    "AddNot",
    "ReplaceTrueWithFalse",
    "ReplaceFalseWithTrue",
    "ReplaceAndWithOr",
    "ReplaceOrWithAnd",
    "ReplaceBreakWithContinue",
    "ReplaceContinueWithBreak",
    "ExceptionReplacer",
    "NumberReplacer",
    "RemoveDecorator",
    "ZeroIterationForLoop",
)


@dataclass(frozen=True)
class Edit:
    """One small edit of a module."""

    module: str
    function: str  # where it is, or the class, or nothing
    line: str
    becomes: str

    @property
    def text(self) -> str:
        """The edit as an entry of the list of those that change nothing; the reason is still to be said."""
        fields = {"module": self.module, "function": self.function, "line": self.line, "becomes": self.becomes}
        return "\n".join(["[[equal]]", *(f"{name} = {_quoted(value)}" for name, value in fields.items()), 'why = ""'])


@dataclass(frozen=True)
class Mutant:
    """A module with one small edit."""

    edit: Edit
    code: str


@dataclass(frozen=True)
class Place:
    """Where an operator of Cosmic Ray can be applied: it counts the places of each operator."""

    operator: str
    occurrence: int
    function: str


def places(source: str) -> list[Place]:
    """Return all places of a module that can be edited."""
    tree = get_ast(source)
    found = []
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        nodes = (node for node in ast_nodes(tree) for _ in operator.mutation_positions(node))
        for occurrence, node in enumerate(nodes):
            found.append(Place(name, occurrence, ASTQuery(node).get_definition_name() or ""))
    return found


def mutants(module: str, source: str, luck: Random) -> Iterator[Mutant]:
    """Yield a module with each small edit, in random order; not what is no Python, nor edits of annotations alone."""
    found = places(source)
    luck.shuffle(found)
    before = _without_annotations(source)
    for place in found:
        code = mutate_code(source, get_operator(f"core/{place.operator}")(), place.occurrence)
        if code is not None and _without_annotations(code) not in (None, before):
            yield Mutant(Edit(module, place.function, *_changed(source, code)), code)


def _without_annotations(source: str) -> str | None:
    """Return what a module does, whatever its types are said to be, or None if it is no Python."""
    try:
        tree = ast.parse(source)
    except SyntaxError:
        return None
    for node in ast.walk(tree):
        for name in ("annotation", "returns"):
            if hasattr(node, name):
                setattr(node, name, None)
    return ast.dump(tree)


def _changed(before: str, after: str) -> tuple[str, str]:
    """Return the lines that differ, each side as one line."""
    old, new = before.splitlines(), after.splitlines()
    while old and new and old[0] == new[0]:
        del old[0], new[0]
    while old and new and old[-1] == new[-1]:
        del old[-1], new[-1]
    return " ".join(" ".join(old).split()), " ".join(" ".join(new).split())


def _quoted(text: str) -> str:
    """Return a text as TOML has it."""
    if "'" not in text:
        return f"'{text}'"
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


# Edits that change nothing


def equal_edits(file: Path) -> dict[Edit, str]:
    """Return the edits that are equal in effect, each with the reason."""
    entries = tomllib.loads(file.read_text())["equal"]
    return {
        Edit(entry["module"], entry["function"], entry["line"], entry["becomes"]): entry["why"] for entry in entries
    }


def unknown(edits: Sequence[Edit], module: str, source: str) -> list[Edit]:
    """Return which of some edits of a module cannot be made any more: their line has changed, say."""
    left = {edit for edit in edits if edit.module == module}
    functions = {edit.function for edit in left}
    for place in places(source):
        if left and place.function in functions:
            code = mutate_code(source, get_operator(f"core/{place.operator}")(), place.occurrence)
            left.discard(Edit(module, place.function, *_changed(source, code)))
    return [edit for edit in edits if edit in left]
