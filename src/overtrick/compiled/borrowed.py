"""Arrays that compiled code uses without counting who holds them.

Numba counts the holders of an array with an atomic step wherever a function takes it, which in a loop over
many tables costs more than the work. What is borrowed must live longer: it is an argument of the function
that Python called.
"""

from typing import Any

from llvmlite import ir
from numba.core import cgutils, types
from numba.extending import intrinsic
from numba.np.arrayobj import populate_array

LINE = 8  # numbers that memory hands over at once


@intrinsic
def _borrowed(typing: Any, array: Any) -> Any:
    if not isinstance(array, types.Array):
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        struct = context.make_array(array)(context, builder, arguments[0])
        struct.meminfo = struct.meminfo.type(None)
        struct.parent = struct.parent.type(None)
        return struct._getvalue()

    return array(array), generate


@intrinsic
def _stretch(typing: Any, array: Any, first: Any, end: Any) -> Any:
    if not isinstance(array, types.Array) or array.ndim != 1:
        return None

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        whole = context.make_array(array)(context, builder, arguments[0])
        part = context.make_array(array)(context, builder)
        length = builder.sub(arguments[2], arguments[1])
        populate_array(  # type: ignore[no-untyped-call]
            part,
            data=builder.gep(whole.data, [arguments[1]]),
            shape=[length],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=whole.itemsize,
            meminfo=None,
        )
        return part._getvalue()

    return array(array, types.int64, types.int64), generate


@intrinsic
def _lent_at(typing: Any, address: Any, length: Any) -> Any:
    array = types.Array(types.int64, 1, "C")

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        lent = context.make_array(array)(context, builder)
        populate_array(  # type: ignore[no-untyped-call]
            lent,
            data=builder.inttoptr(arguments[0], lent.data.type),
            shape=[arguments[1]],
            strides=[context.get_constant(types.intp, 8)],
            itemsize=context.get_constant(types.intp, 8),
            meminfo=None,
        )
        return lent._getvalue()

    return array(types.int64, types.int64), generate


@intrinsic
def _holders(typing: Any, address: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        count = builder.load(builder.inttoptr(arguments[0], ir.IntType(32).as_pointer()))
        return builder.zext(count, ir.IntType(64))

    return types.int64(types.int64), generate


@intrinsic
def _fetch(typing: Any, array: Any, first: Any, end: Any) -> Any:
    number, line = ir.IntType(32), ir.Constant(ir.IntType(64), LINE)
    kind = ir.FunctionType(ir.VoidType(), [ir.IntType(8).as_pointer(), *[number] * 3])
    to_write, to_stay, data = ir.Constant(number, 1), ir.Constant(number, 2), ir.Constant(number, 1)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        begin = builder.gep(context.make_array(array)(context, builder, arguments[0]).data, [arguments[1]])
        wanted = builder.module.declare_intrinsic("llvm.prefetch.p0i8", (), kind)
        numbers = builder.add(
            builder.sub(arguments[2], arguments[1]), builder.add(line, ir.Constant(line.type, LINE - 2))
        )
        with cgutils.for_range(builder, builder.udiv(numbers, line)) as loop:
            place = builder.bitcast(builder.gep(begin, [builder.mul(loop.index, line)]), kind.args[0])
            builder.call(wanted, [place, to_write, to_stay, data])
        return context.get_dummy_value()

    return types.void(array, types.int64, types.int64), generate


fetch: Any = _fetch  # takes an array of int64 and says that a part of it will soon be written
lent_at: Any = _lent_at  # takes the address of int64s and how many there are, and returns them as an array, uncounted
holders: Any = (
    _holders  # takes the address of an object of Python, and returns how often it is held (CPython with a GIL)
)
stretch: Any = _stretch  # takes an array of int64 and returns a part of it, neither counted nor checked
borrowed: Any = _borrowed  # takes an array and returns the same one, uncounted; for compiled code alone
