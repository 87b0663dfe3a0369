"""What compiled code does with a whole set at once, where the interpreter goes member by member or byte by byte.

A plain function names this module in its attribute ``compiled_in``; its compiled namesake is here.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic

BYTE = 8


@intrinsic(prefer_literal=True)
def _put_set(typing: Any, words: Any, at: Any, mask: Any, count: Any) -> Any:
    known = count.literal_value if isinstance(count, types.IntegerLiteral) else None

    def spread(builder: Any, value: Any, size: int, place: Any) -> None:
        """Store the lowest bits of a value as so many bytes: a few instructions of the machine, however many."""
        bits, numbers = ir.VectorType(ir.IntType(1), size), ir.VectorType(ir.IntType(BYTE), size)
        fitting = ir.IntType(size)
        if size != value.type.width:
            value = builder.trunc(value, fitting) if size < value.type.width else builder.zext(value, fitting)
        bytes_of = builder.zext(builder.bitcast(value, bits), numbers)
        builder.store(bytes_of, builder.bitcast(place, numbers.as_pointer()), align=1)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(words)(context, builder, arguments[0])
        first = builder.gep(array.data, [arguments[1]])
        if known is not None:
            spread(builder, arguments[2], BYTE * known, first)
            return context.get_dummy_value()
        with cgutils.for_range(builder, arguments[3]) as loop:
            shifted = builder.lshr(arguments[2], builder.mul(loop.index, ir.Constant(loop.index.type, BYTE)))
            spread(builder, shifted, BYTE, builder.gep(first, [loop.index]))
        return context.get_dummy_value()

    return types.void(words, at, mask, count), generate


@intrinsic
def _packed(typing: Any, row: Any, first: Any, shift: Any) -> Any:
    columns = ir.VectorType(ir.IntType(64), BYTE)

    def everywhere(builder: Any, value: Any) -> Any:
        vector = ir.Constant(columns, ir.Undefined)
        for place in range(BYTE):
            vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), place))
        return vector

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(row)(context, builder, arguments[0])
        place = builder.bitcast(builder.gep(array.data, [arguments[1]]), columns.as_pointer())
        values = builder.lshr(builder.load(place, align=8), everywhere(builder, arguments[2]))
        values = builder.and_(values, ir.Constant(columns, [127] * BYTE))
        return builder.bitcast(builder.trunc(values, ir.VectorType(ir.IntType(BYTE), BYTE)), ir.IntType(64))

    return types.int64(row, types.int64, types.int64), generate


# They take what their namesakes in ``overtrick.adapters.observations.lanes`` take, and are for compiled code alone.
packed: Any = _packed
put_set: Any = _put_set
