"""Instructions of the machine that Numba does not know: two methods of int, and one function of ``core.cards``."""

from types import FunctionType
from typing import Any

from llvmlite import ir
from numba.core import types
from numba.core.registry import cpu_target
from numba.extending import intrinsic, overload_method

WORD = ir.IntType(64)
SLOW = ("znver1", "znver2")  # they have the instruction, but take up to 300 steps for it


@intrinsic
def _count_ones(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctpop(arguments[0])

    return types.int64(types.int64), generate


@intrinsic
def _leading_zeros(typing: Any, value: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.ctlz(arguments[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), generate


@intrinsic
def _deposited(typing: Any, bits: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        kind = ir.FunctionType(WORD, [WORD, WORD])
        return builder.call(builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind), arguments)

    return types.int64(types.int64, types.int64), generate


@overload_method(types.Integer, "bit_count")
def _bit_count(value: Any) -> Any:
    def compiled(value: Any) -> Any:
        return _count_ones(value)  # type: ignore[call-arg]

    return compiled


@overload_method(types.Integer, "bit_length")
def _bit_length(value: Any) -> Any:
    def compiled(value: Any) -> Any:
        return 64 - _leading_zeros(value)  # type: ignore[call-arg]

    return compiled


def member(mask: int, index: int) -> int:
    """Return the member at an index of a set, without a loop whose end no processor can guess."""
    return int(_deposited(1 << index, mask).bit_length() - 1)  # type: ignore[call-arg]


def quicker(function: FunctionType) -> Any:
    """Return a function that does the same by an instruction, where this machine has it; else the function itself."""
    if (function.__module__, function.__name__) != ("overtrick.core.cards", "member"):
        return function
    name, features = machine()
    return member if "+bmi2" in features.split(",") and name not in SLOW else function


def machine() -> tuple[str, str]:
    """Return the name and the features of the machine that Numba compiles for."""
    _, name, features = cpu_target.target_context.codegen().magic_tuple()
    return name, features
