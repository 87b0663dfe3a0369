"""Functions that only look at the arrays they are given do not count who holds them.

Numba counts the holders of an array with an atomic step wherever a function takes it, which costs more than
most functions of a rulebook do. Whoever calls holds its arrays until the call is over. So a function that can
leave none of them behind, neither in what it returns nor in what it was given, need not count them.
"""

from typing import Any

from numba.core import ir, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.lowering import Lower
from numba.core.typed_passes import BaseNativeLowering, NativeLowering

TUPLE: Any = types.BaseTuple


class LendingLower(Lower):
    """Writes code as Numba does, but for the arrays that a function is given."""

    def lower_assign(self, kind: Any, assignment: Any) -> Any:
        """Write an assignment; what is lent loses its counter, so that all counting of it falls away."""
        value = super().lower_assign(kind, assignment)  # type: ignore[no-untyped-call]
        if not isinstance(assignment.value, ir.Arg) or not self._leaves_none_behind():
            return value
        self.decref(kind, value)  # type: ignore[no-untyped-call]
        return self._lent(kind, value)

    def _leaves_none_behind(self) -> bool:
        counted = self.context.data_model_manager[self.fndesc.restype].contains_nrt_meminfo()
        return not (counted or self.generator_info) and all(map(self._holds_arrays_at_most, self.fndesc.argtypes))

    def _holds_arrays_at_most(self, kind: Any) -> bool:
        if isinstance(kind, TUPLE):
            return all(map(self._holds_arrays_at_most, kind.types))
        return isinstance(kind, types.Array) or not self.context.data_model_manager[kind].contains_nrt_meminfo()

    def _lent(self, kind: Any, value: Any) -> Any:
        if isinstance(kind, types.Array):
            array = self.context.make_array(kind)(self.context, self.builder, value)
            array.meminfo = array.meminfo.type(None)
            array.parent = array.parent.type(None)
            return array._getvalue()
        if isinstance(kind, TUPLE):
            for place, inner in enumerate(kind.types):
                lent = self._lent(inner, self.builder.extract_value(value, place))
                value = self.builder.insert_value(value, lent, place)
        return value


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call]
class LendingLowering(BaseNativeLowering):
    """The pass of Numba that writes code."""

    _name = "lending_lowering"  # type: ignore[assignment]

    @property
    def lowering_class(self) -> type[Lower]:
        """Return who writes it."""
        return LendingLower


class LendingCompiler(CompilerBase):
    """Numba's compiler, with that pass."""

    def define_pipelines(self) -> list[Any]:
        """Return the passes."""
        passes: Any = DefaultPassBuilder.define_nopython_pipeline(self.state)  # type: ignore[no-untyped-call]
        passes.passes = [(LendingLowering if step is NativeLowering else step, why) for step, why in passes.passes]
        passes.finalize()
        return [passes]
