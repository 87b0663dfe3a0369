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


@intrinsic
def _cards_among(typing: Any, row: Any, first: Any, which: Any) -> Any:
    columns, some = ir.VectorType(ir.IntType(64), BYTE), ir.VectorType(ir.IntType(1), BYTE)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(row)(context, builder, arguments[0])
        place = builder.bitcast(builder.gep(array.data, [arguments[1]]), columns.as_pointer())
        cards, none = builder.load(place, align=8), ir.Constant(columns, [0] * BYTE)
        wanted = builder.bitcast(builder.trunc(arguments[2], ir.IntType(BYTE)), some)
        wanted = builder.and_(wanted, builder.icmp_signed(">=", cards, none))
        fitting = builder.and_(cards, ir.Constant(columns, [63] * BYTE))
        sets = builder.select(wanted, builder.shl(ir.Constant(columns, [1] * BYTE), fitting), none)
        kind = ir.FunctionType(ir.IntType(64), [columns])
        return builder.call(builder.module.declare_intrinsic("llvm.vector.reduce.or.v8i64", (), kind), [sets])

    return types.int64(row, types.int64, types.int64), generate


# Four columns at once: a vector of them, and the word of four larger numbers that it becomes.

SHORT, MOST_IN_SHORT = 16, 32767
FOUR = ir.VectorType(ir.IntType(64), 4)


def _loaded(context: Any, builder: Any, kind: Any, row: Any, first: Any) -> Any:
    place = builder.gep(context.make_array(kind)(context, builder, row).data, [first])
    return builder.load(builder.bitcast(place, FOUR.as_pointer()), align=8)


def _each(number: int) -> Any:
    return ir.Constant(FOUR, [number] * 4)


def _everywhere(builder: Any, value: Any) -> Any:
    vector = ir.Constant(FOUR, ir.Undefined)
    for place in range(4):
        vector = builder.insert_element(vector, value, ir.Constant(ir.IntType(32), place))
    return vector


def _word(builder: Any, values: Any) -> Any:
    return builder.bitcast(builder.trunc(values, ir.VectorType(ir.IntType(SHORT), 4)), ir.IntType(64))


def _cut_off(builder: Any, values: Any) -> Any:
    return builder.select(builder.icmp_signed("<", values, _each(MOST_IN_SHORT)), values, _each(MOST_IN_SHORT))


def _owned(builder: Any, values: Any, owners: Any) -> Any:
    return builder.select(builder.icmp_signed(">=", owners, _each(0)), values, _each(0))


@intrinsic
def _four(typing: Any, row: Any, first: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return _word(builder, _cut_off(builder, _loaded(context, builder, row, *arguments)))

    return types.int64(row, types.int64), generate


@intrinsic
def _four_owned(typing: Any, row: Any, first: Any, owners: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        values = _cut_off(builder, _loaded(context, builder, row, *arguments[:2]))
        return _word(builder, _owned(builder, values, _loaded(context, builder, row, arguments[0], arguments[2])))

    return types.int64(row, types.int64, types.int64), generate


@intrinsic
def _four_seats(typing: Any, row: Any, first: Any, seat: Any, seats: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        others = _loaded(context, builder, row, *arguments[:2])
        away = builder.sub(others, _everywhere(builder, arguments[2]))
        around = builder.add(away, _everywhere(builder, arguments[3]))
        away = builder.select(builder.icmp_signed(">=", away, _each(0)), away, around)
        return _word(builder, _owned(builder, builder.add(away, _each(1)), others))

    return types.int64(row, types.int64, types.int64, types.int64), generate


# They take what their namesakes in ``overtrick.adapters.observations.lanes`` take, and are for compiled code alone.
packed: Any = _packed
cards_among: Any = _cards_among
four: Any = _four
four_owned: Any = _four_owned
four_seats: Any = _four_seats
put_set: Any = _put_set
