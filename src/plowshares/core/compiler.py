"""Compile kernels to machine code: each entry point that Python calls, together with the helpers it reaches.

Numba compiles every function separately, with a wrapper for Python and files in the cache, and optimises it again in
each function that calls it. Rules made of small functions spend most of their compile time there. Here a kernel that is
called by kernels is an inlined helper: typed, lowered and tidied, nothing more. A kernel that is called by Python is an
entry point: it links in every helper it reaches and is optimised once (link-time optimisation). Compiling takes half
the time, and the cache a tenth of the space.
"""

from __future__ import annotations

import contextlib
import functools
import importlib
import itertools
import platform
import re
import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numba
from llvmlite import binding
from numba.core import bytecode, cgutils, codegen, compiler, typed_passes
from numba.core.compiler_machinery import register_pass

from plowshares.core.fallback import FallbackMode
from plowshares.core.kernel_cache import KernelCache

TESTED = ("0.68.",)  # versions of Numba that this was tested with; others get plain_compiler.py
# What is used here, and in kernel_cache.py, of those parts of Numba that it may change without notice. Without one of
# them kernels are compiled plainly; tests/core/test_compiler.py checks that all are there and do as expected.
PRIVATE_NAMES = {
    "numba.core.bytecode:FunctionIdentity._unique_ids": "numbers in the names of functions; drawn at random here",
    "numba.core.cgutils:normalize_ir_text": "LLVM text as llvmlite reads it",
    "numba.core.codegen:JITCodeLibrary": "the code of one kernel; replaced by _Helper and _EntryPoint",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "overridden: optimises an entry point with its helpers",
    "numba.core.codegen:JITCodeLibrary.add_ir_module": "overridden: removes reference counts",
    "numba.core.codegen:JITCodeLibrary.add_llvm_module": "overridden: tidies functions one by one",
    "numba.core.codegen:JITCodeLibrary.add_linking_library": "overridden: takes in what helpers call",
    "numba.core.codegen:CPUCodegen._function_pass_manager": "passes that tidy a function",
    "numba.core.codegen:CPUCodegen._module_pass_manager": "passes before the optimiser",
    "numba.core.compiler:CompilerBase.compile_extra": "overridden: what is patched is patched during it only",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "the usual steps; the last is replaced",
    "numba.core.typed_passes:NativeLowering": "the step that is replaced",
    "numba.core.typed_passes:NativeLowering._name": "overridden: the name that steps are registered by",
    "numba.core.dispatcher:Dispatcher._compile_for_args": "replaced per kernel: interprets while others compile",
    "numba.core.dispatcher:Dispatcher.get_call_template": "replaced per kernel: helpers take 64-bit whole numbers",
    "numba.core.dispatcher:Dispatcher.add_overload": "replaced per kernel: sets the environments of helpers",
    "numba.core.compiler:CompileResult._find_referenced_environments": "the environments of helpers",
    "numba.np.arrayobj:fix_integer_index": "replaced while kernels compile: indices below 0 do not count from the end",
    "numba.core.caching:CompileResultCacheImpl": "where compiled kernels are kept",
    "numba.core.caching:CompileResultCacheImpl._locator_classes": "overridden: one folder for each function",
    "numba.core.caching:FunctionCache": "what is kept of one kernel",
    "numba.core.caching:FunctionCache._impl_class": "overridden: CompileResultCacheImpl with that folder",
    "numba.core.caching:FunctionCache._index_key": "what the index calls a kernel for some types",
    "numba.core.caching:IndexDataCacheFile._load_index": "overridden: an index that cannot be read is begun again",
    "numba.core.caching:IndexDataCacheFile._save_index": "used by what replaces `save`",
    "numba.core.caching:IndexDataCacheFile._save_data": "used by what replaces `save`",
    "numba.core.caching:UserProvidedCacheLocator": "the folder of a kernel; replaced by one for each function",
}


def find_missing() -> list[str]:
    """List the private names that the installed Numba does not have."""
    missing = []
    for name in PRIVATE_NAMES:
        module, _, path = name.partition(":")
        try:
            found: Any = importlib.import_module(module)
            for name_part in path.split("."):
                found = getattr(found, name_part)
        except (ImportError, AttributeError):
            missing.append(name)
    return missing


def compile_kernel(function: Callable[..., Any], folder: Path) -> Any:
    """Return the dispatcher that Python calls in place of a rule; kernels that name it call its helper."""
    njit: Any = numba.njit  # its stubs do not know every setting
    # Kernels are never called from C; without that wrapper they compile some percent faster.
    entry = njit(nogil=True, no_cfunc_wrapper=True, pipeline_class=EntryPointCompiler)(function)
    if entry is function:  # interpreted
        return function
    entry._cache = KernelCache(function, folder)
    helper = njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, pipeline_class=HelperCompiler)(function)
    return _join(entry, helper)


AGAIN = 0.5  # seconds between two looks into the cache
patience = FallbackMode()


def _join(entry: Any, helper: Any) -> Any:
    """Let kernels call the helper, compiled once for integers of any width, constants and enum members.

    Numba would compile it again for each combination of int8, int32, literal 0, literal 1 …, which made one game
    compile 423 kernels for 200 functions. Only calls from other kernels are concerned; Python passes int64 anyway.
    """

    def get_call_template(args: Any, kws: Any) -> Any:
        return helper.get_call_template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

    def compile_helper(kinds: Any) -> None:
        # Skips what Numba does around it: a timer at each level, a cache lookup, an entry for Python.
        if kinds not in helper.overloads:
            helper.overloads[kinds] = helper._compiler.compile(kinds, None)

    def keep_entry_point(result: Any) -> None:
        add_overload(result)
        # What helpers need of Python, such as the words of an error, is found through their environments, which Numba
        # sets for the function itself only. Loaded from the cache, it sets them all.
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)

    def interpret(*arguments: Any) -> Any:
        patience.inside = True
        try:
            return entry.py_func(*arguments)
        finally:
            patience.inside = False

    def find_code(*arguments: Any) -> Any:
        # Numba calls this when nothing is compiled for such arguments, and calls what it returns.
        if patience.inside:  # even if the mode has changed since
            return entry.py_func
        if not FallbackMode.wanted:
            return compile_and_find(*arguments)
        # Typing a State and looking into the cache take milliseconds, and rules are called a thousand times for a
        # screen: it is done at most every AGAIN seconds.
        given, now = tuple(map(type, arguments)), time.monotonic()
        if now < again.get(given, 0.0):
            return interpret
        if entry._cache.holds(tuple(map(entry.typeof_pyval, arguments)), entry.targetctx.codegen()):
            return compile_and_find(*arguments)
        again[given] = now + AGAIN
        return interpret

    again: dict[tuple[type, ...], float] = {}  # when to look into the cache again
    add_overload, compile_and_find = entry.add_overload, entry._compile_for_args
    entry._compile_for_args = find_code
    entry.get_call_template, entry.get_overload = get_call_template, helper.get_overload
    entry.add_overload = keep_entry_point
    helper.compile = compile_helper
    return entry


def _wide(kind: Any) -> Any:
    types: Any = numba.types  # untyped in Numba's stubs
    kind = types.unliteral(kind)
    narrow = isinstance(kind, types.Integer) and kind.signed and kind.bitwidth < 64
    return types.int64 if narrow or isinstance(kind, types.IntEnumMember) else kind


COUNTING = re.compile(r'^ *call void @"?NRT_(?:in|de)cref"?\(.*\)\s*$', re.MULTILINE)
COUNTED = re.compile(r'^(?!declare ).*@"?NRT_(?:in|de)cref\b', re.MULTILINE)
ALLOCATING = re.compile(r'@"?NRT_(?:MemInfo_)?[Aa]lloc')


def remove_counting(text: str) -> str:
    """Return LLVM text without reference counts; unchanged if any would be left: half of a pair frees too early."""
    lean = COUNTING.sub("", text)
    return text if COUNTED.search(lean) else lean


class _Library(codegen.JITCodeLibrary):
    """Code that is tidied function by function and optimised only once all of it is linked."""

    borrows = False  # whether every array in it is the caller's, for longer than the call

    def add_ir_module(self, source: Any) -> None:
        text = cgutils.normalize_ir_text(str(source))
        # Numba counts references for each row of an array that is passed on. Where all arrays are borrowed from the
        # caller that is wasted, and costs a tenth of a small game's step. The wrapper for Python, a module of that
        # name, keeps its counts: it holds the arrays.
        if self.borrows and source.name != "wrapper" and not ALLOCATING.search(text):
            text = remove_counting(text)
        # Numba verifies each module as it comes; here the linked module is verified, once.
        module = binding.parse_assembly(text)
        module.name = source.name
        self.add_llvm_module(module)

    def add_llvm_module(self, module: Any) -> None:
        # Without the data layout much is not optimised, and all games run at half their speed.
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:  # tidied before it is inlined somewhere: games run a tenth faster
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)
        self._final_module.link_in(module)


# Names of machine code contain numbers of the function and of its records' types, which Numba counts from 1 in every
# process. Code for States of two sizes, compiled by two programs and loaded from the cache by a third, would have the
# same name, and one would run in place of the other.
_numbers = itertools.count(secrets.randbits(62))
_depth = 0


@contextlib.contextmanager
def _patched() -> Iterator[None]:
    """Patch Numba while a kernel is compiled, and restore it. Numba's own lock keeps other threads from compiling."""
    global _depth
    identity: Any = bytecode.FunctionIdentity
    arrays: Any = importlib.import_module("numba.np.arrayobj")  # imported lazily: not needed when everything is cached
    before = identity._unique_ids, arrays.fix_integer_index
    if _depth == 0:
        identity._unique_ids, arrays.fix_integer_index = _numbers, _make_fix_index(arrays.fix_integer_index)
    _depth += 1
    try:
        yield
    finally:
        _depth -= 1
        if _depth == 0:
            identity._unique_ids, arrays.fix_integer_index = before


def _make_fix_index(count_from_the_end: Any) -> Any:
    """Return a function that lowers indices of kernels without wraparound: a negative one does not count from the end.

    Checking every index for that takes a tenth to a quarter of a step. With bounds checks such an index is an error.
    """
    types: Any = numba.types

    def fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        is_ours = kind.signed and isinstance(context.active_code_library, _Library)
        plain = count_from_the_end if not is_ours else None
        return plain(context, builder, kind, index, size) if plain else context.cast(builder, index, kind, types.intp)

    return fix_index


class _Helper(_Library):
    def finalize(self) -> None:
        self._finalized = True


class _EntryPoint(_Library):
    def _optimize_final_module(self) -> None:
        # Internal linkage lets LLVM inline for good and choose the calling convention: Footsoldiers gains a
        # twentieth of a step, Farmer Soldier a twelfth, for a twelfth more time to compile.
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == binding.Linkage.linkonce_odr:
                function.linkage = "internal"
        small: Any = {"opt": 0, "loop_vectorize": False, "slp_vectorize": False, "cost": "cheap"}
        for passes, builder in (self._codegen._module_pass_manager(**small), _new_passes(self._codegen)):
            passes.run(self._final_module, builder)

    def add_linking_library(self, library: Any) -> None:
        if library not in self._linking_libraries:
            super().add_linking_library(library)
            for deeper in library._linking_libraries:
                self.add_linking_library(deeper)


# Generic x86-64: newer CPU models make LLVM unroll too eagerly. Loops of a game are short, and unrolled code fills the
# instruction cache.
PLAIN = "x86-64"


def _new_passes(generator: Any) -> tuple[Any, Any]:
    """Return the passes for an entry point: most games run 5 % faster than with Numba's own and compile no slower."""
    config: Any = numba.config  # its settings come from the environment, unknown to type checkers
    tuning = binding.create_pipeline_tuning_options(speed_level=int(config.OPT))
    tuning.loop_vectorization = tuning.slp_vectorization = True
    tuning.loop_interleaving = False
    plain = platform.machine() in ("x86_64", "AMD64")
    builder = binding.create_pass_builder(_plain_machine(generator._tm_features) if plain else generator._tm, tuning)
    passes = builder.getModulePassManager()
    passes.add_refprune_pass()
    return passes, builder


@functools.cache
def _plain_machine(features: str) -> Any:
    """Return a TargetMachine with this CPU's features but a generic cost model."""
    return binding.Target.from_default_triple().create_target_machine(cpu=PLAIN, features=features)


def _new_library(kind: type[_Library], state: Any) -> _Library:
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.borrows = _borrows(state)
    library.enable_object_caching()
    return library


def _borrows(state: Any) -> bool:
    """Ask whether no call of a kernel returns an array, nor the kernel itself."""
    handed = [sign.return_type for made, sign in state.calltypes.items() if getattr(made, "op", None) == "call"]
    models = state.targetctx.data_model_manager
    return not any(models[kind].contains_nrt_meminfo() for kind in [*handed, state.return_type])


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerHelper(typed_passes.NativeLowering):
    _name = "lower_helper"

    def run_pass(self, state: Any) -> bool:
        state.library = _new_library(_Helper, state)
        state.flags.no_compile = True
        super().run_pass(state)
        # Callers look a function up by what Python would call; nothing does, so anything unique will do.
        name = object()
        state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=name)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerEntryPoint(typed_passes.NativeLowering):
    _name = "lower_entry_point"

    def run_pass(self, state: Any) -> bool:
        state.library = _new_library(_EntryPoint, state)
        return bool(super().run_pass(state))


def _passes(state: Any, lowering: type) -> list[Any]:
    """Return Numba's usual way to compile, with another last step."""
    machinery: Any = compiler  # untyped
    usual = machinery.DefaultPassBuilder.define_nopython_pipeline(state)
    ours = machinery.PassManager(lowering.__name__)
    for step, description in usual.passes:
        ours.add_pass(lowering if step is typed_passes.NativeLowering else step, description)
    ours.finalize()
    return [ours]


class _Compiler(compiler.CompilerBase):
    def compile_extra(self, func: Any) -> Any:
        """Compile a function."""
        with _patched():
            return super().compile_extra(func)


class HelperCompiler(_Compiler):
    """Compiles a kernel for kernels."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        return _passes(self.state, _LowerHelper)


class EntryPointCompiler(_Compiler):
    """Compiles a kernel for Python."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        return _passes(self.state, _LowerEntryPoint)
