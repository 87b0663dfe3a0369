"""Arrays that compiled code uses without counting who holds them.

Numba counts the holders of an array with an atomic step wherever a function takes it, which in a loop over
many tables costs more than the work. What is borrowed must live longer: it is an argument of the function
that Python called.
"""

from typing import Any

from numba.core import types
from numba.extending import intrinsic


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


borrowed: Any = _borrowed  # takes an array and returns the same one, uncounted; for compiled code alone
