"""How kernels become machine code: once for each kernel that Python calls, together with all it reaches.

Numba makes every function into machine code of its own, with a wrapper for Python and files in the cache, and optimises
it again inside each function that calls it. Rules in small functions spend most of their compiling there. Here a kernel
called by kernels is a part: typed, translated and tidied, nothing more. A kernel called by Python is a whole: it takes
in every part it reaches, and that is optimised once. Compiling takes half the time, the cache a tenth of the room.
"""

from __future__ import annotations

import contextlib
import functools
import gc
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
# What is used here, and in kernel_cache.py, of the parts of Numba that it may change without notice. Without one of
# them kernels are compiled plainly; tests/core/test_compiler.py checks that all are there and do as expected.
PRIVATE_NAMES = {
    "numba.core.bytecode:FunctionIdentity._unique_ids": "numbers in the names of functions; drawn at random here",
    "numba.core.cgutils:normalize_ir_text": "LLVM text as llvmlite reads it",
    "numba.core.codegen:JITCodeLibrary": "the code of one kernel; replaced by _Part and _Whole",
    "numba.core.codegen:JITCodeLibrary._optimize_final_module": "overridden: optimises an entry point with its helpers",
    "numba.core.codegen:JITCodeLibrary.add_ir_module": "overridden: removes reference counts",
    "numba.core.codegen:JITCodeLibrary.add_llvm_module": "overridden: tidies functions one by one",
    "numba.core.codegen:JITCodeLibrary.add_linking_library": "overridden: takes in what helpers call",
    "numba.core.codegen:CPUCodegen._function_pass_manager": "passes that tidy a function",
    "numba.core.codegen:CPUCodegen._module_pass_manager": "passes before the optimiser",
    "numba.core.compiler:CompilerBase.compile_extra": "overridden: what is patched is patched during it only",
    "numba.core.compiler:DefaultPassBuilder.define_nopython_pipeline": "the usual steps; the last is replaced",
    "numba.core.typed_passes:NativeLowering": "the step that is replaced",
    "numba.core.dispatcher:Dispatcher._compile_for_args": "replaced per kernel: interprets while others compile",
    "numba.core.dispatcher:Dispatcher.get_call_template": "replaced per kernel: helpers take 64-bit whole numbers",
    "numba.core.dispatcher:Dispatcher.add_overload": "replaced per kernel: sets the environments of helpers",
    "numba.core.compiler:CompileResult._find_referenced_environments": "the environments of helpers",
    "numba.np.arrayobj:fix_integer_index": "replaced while kernels compile: indices below 0 do not count from the end",
    "numba.core.caching:CompileResultCacheImpl": "where compiled kernels are kept",
    "numba.core.caching:FunctionCache": "what is kept of one kernel",
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
            for part in path.split("."):
                found = getattr(found, part)
        except (ImportError, AttributeError):
            missing.append(name)
    return missing


def compile_kernel(function: Callable[..., Any], folder: Path) -> Any:
    """Return what Python calls in place of a rule; kernels that name it are given its part."""
    njit: Any = numba.njit  # its stubs do not know every setting
    # Nobody calls kernels from C; without that wrapper they compile some percent faster.
    whole = njit(nogil=True, no_cfunc_wrapper=True, pipeline_class=WholeCompiler)(function)
    if whole is function:  # interpreted
        return function
    whole._cache = KernelCache(function, folder)
    part = njit(nogil=True, no_cfunc_wrapper=True, no_cpython_wrapper=True, pipeline_class=PartCompiler)(function)
    return _join(whole, part)


AGAIN = 0.5  # seconds between two looks into the cache
patience = FallbackMode()


def _join(whole: Any, part: Any) -> Any:
    """Let kernels find the part, with whole numbers of any width, constants and enum members in a single compilation.

    Numba would compile it anew for each combination of int8, int32, literal 0, literal 1 …, which made one game
    compile 423 kernels for 200 functions. Only calls from other kernels are concerned; Python passes int64 anyway.
    """

    def get_call_template(args: Any, kws: Any) -> Any:
        return part.get_call_template(tuple(map(_wide, args)), {name: _wide(kind) for name, kind in kws.items()})

    def compile_part(kinds: Any) -> None:
        # Without what Numba does around it: a timer at each level, a look into the cache, an entry for Python.
        if kinds not in part.overloads:
            part.overloads[kinds] = part._compiler.compile(kinds, None)

    def keep_whole(result: Any) -> None:
        add_overload(result)
        # What parts need of Python, such as the words of an error, is found through their environments, which Numba
        # sets for the function itself only. Loaded from the cache, it sets them all.
        for environment in result._find_referenced_environments():
            result.library.codegen.set_env(environment.env_name, environment)

    def compile_whole(signature: Any) -> Any:
        with _no_collection():
            return compile_plain(signature)

    def interpret(*arguments: Any) -> Any:
        patience.inside = True
        try:
            return whole.py_func(*arguments)
        finally:
            patience.inside = False

    def find_code(*arguments: Any) -> Any:
        # Numba asks for this when nothing is compiled for such arguments, and calls what it is given.
        if patience.inside:  # whatever is wanted by now
            return whole.py_func
        if not FallbackMode.wanted:
            return compile_and_find(*arguments)
        # To find out the type of a State and look into the cache takes milliseconds, and rules are called a thousand
        # times for a screen: it is done now and then.
        given, now = tuple(map(type, arguments)), time.monotonic()
        if now < again.get(given, 0.0):
            return interpret
        if whole._cache.holds(tuple(map(whole.typeof_pyval, arguments)), whole.targetctx.codegen()):
            return compile_and_find(*arguments)
        again[given] = now + AGAIN
        return interpret

    again: dict[tuple[type, ...], float] = {}  # when to look into the cache again
    add_overload, compile_plain, compile_and_find = whole.add_overload, whole.compile, whole._compile_for_args
    whole._compile_for_args = find_code
    whole.get_call_template, whole.get_overload = get_call_template, part.get_overload
    whole.add_overload = keep_whole
    whole.compile, part.compile = compile_whole, compile_part
    return whole


@contextlib.contextmanager
def _no_collection() -> Iterator[None]:
    """Put off the search for garbage: what a compiler makes mostly lives on, and an eighth of its time went there."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


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
    """Code that is tidied function by function, and optimised only when all of it is there."""

    borrows = False  # whether every array in it is the caller's, for longer than the call

    def add_ir_module(self, source: Any) -> None:
        text = cgutils.normalize_ir_text(str(source))
        # Numba counts who holds an array for each row of it that is passed on. Where all are borrowed that is in vain,
        # and takes a tenth of a small game's step. The wrapper for Python, a module of that name, is the one who holds.
        if self.borrows and source.name != "wrapper" and not ALLOCATING.search(text):
            text = remove_counting(text)
        # Numba verifies each module as it comes; here the whole is verified, once.
        module = binding.parse_assembly(text)
        module.name = source.name
        self.add_llvm_module(module)

    def add_llvm_module(self, module: Any) -> None:
        # Without the layout of this machine's data much is not optimised, and all games run at half their speed.
        module.data_layout = self._codegen._data_layout
        for function in module.functions:
            if not function.is_declaration:  # tidied before it is inlined somewhere: games run a tenth faster
                passes, builder = self._codegen._function_pass_manager()
                passes.run(function, builder)
        self._final_module.link_in(module)


# The name of a piece of machine code holds numbers of its function and of its records' types, which Numba counts from 1
# in every process. Code for States of two sizes, compiled by two programs and loaded from the cache by a third, would
# have the same name, and some of it would run in place of the other.
_numbers = itertools.count(secrets.randbits(62))
_depth = 0


@contextlib.contextmanager
def _patched() -> Iterator[None]:
    """Patch Numba while a kernel is compiled, and restore it. Numba's own lock lets nobody else compile meanwhile."""
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
    """Return what makes indices of kernels: one below zero does not count from the end.

    To ask that of every index takes a tenth to a quarter of a step. Checked for bounds, such an index is an error.
    """
    types: Any = numba.types

    def fix_index(context: Any, builder: Any, kind: Any, index: Any, size: Any) -> Any:
        if kind.signed and isinstance(context.active_code_library, _Library):
            return context.cast(builder, index, kind, types.intp)
        return count_from_the_end(context, builder, kind, index, size)

    return fix_index


class _Part(_Library):
    def finalize(self) -> None:
        self._finalized = True


class _Whole(_Library):
    def _optimize_final_module(self) -> None:
        # What nobody else can call may be inlined for good and handed its arguments in any way: Footsoldiers gains a
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


# A processor of no make. What LLVM knows of newer ones tempts it to repeat the inside of a loop many times over, for
# long lists. Those of a game are short, and a step goes through so much code that what it grows by is fetched in vain.
PLAIN = "x86-64"


def _new_passes(generator: Any) -> tuple[Any, Any]:
    """Return what optimises a whole: compared with Numba's own, most games gain a twentieth and compile no slower."""
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
    """Return a machine that can do all that this one can, and is like none: for choices, the code is for this one."""
    return binding.Target.from_default_triple().create_target_machine(cpu=PLAIN, features=features)


def _new_library(kind: type[_Library], state: Any) -> _Library:
    library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    library.borrows = _borrows(state)
    library.enable_object_caching()
    return library


def _borrows(state: Any) -> bool:
    """Ask whether a kernel is handed no array by those it calls, and hands none to its caller."""
    handed = [sign.return_type for made, sign in state.calltypes.items() if getattr(made, "op", None) == "call"]
    models = state.targetctx.data_model_manager
    return not any(models[kind].contains_nrt_meminfo() for kind in [*handed, state.return_type])


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerPart(typed_passes.NativeLowering):
    _name = "lower_part"

    def run_pass(self, state: Any) -> bool:
        state.library = _new_library(_Part, state)
        state.flags.no_compile = True
        super().run_pass(state)
        # Callers look a function up by what Python would call; nothing does, so anything unique will do.
        name = object()
        state.targetctx.insert_user_function(name, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=name)
        return True


@register_pass(mutates_CFG=True, analysis_only=False)
class _LowerWhole(typed_passes.NativeLowering):
    _name = "lower_whole"

    def run_pass(self, state: Any) -> bool:
        state.library = _new_library(_Whole, state)
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


class PartCompiler(_Compiler):
    """Compiles a kernel for kernels."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        return _passes(self.state, _LowerPart)


class WholeCompiler(_Compiler):
    """Compiles a kernel for Python."""

    def define_pipelines(self) -> list[Any]:
        """Return the steps."""
        return _passes(self.state, _LowerWhole)
