"""Write docs/research/numba-internals.md: every private name of Numba that the fast compiler uses.

    python scripts/numba_internals.py

A test compares the page with the installed Numba. After an upgrade that changes one of the names, read what changed,
adapt `core/compiler.py` or `core/kernel_cache.py`, and write the page again.
"""

from __future__ import annotations

import hashlib
import importlib
import inspect
from pathlib import Path
from typing import Any

import numba
from numba.core import caching
from numba.core.registry import cpu_target

from plowshares.core import compiler

PAGE = Path(__file__).resolve().parent.parent / "docs/research/numba-internals.md"
COMPILER, CACHE = "tests/core/test_compiler.py", "tests/core/test_kernel_cache.py"
# The test that fails if a name no longer does what is expected, besides the one that compares this page.
NOTICED_BY = {
    "numba.core.bytecode:FunctionIdentity._unique_ids": (
        f"{CACHE}::test_code_of_different_sizes_from_different_programs_is_not_confused"
    ),
    "numba.core.cgutils:normalize_ir_text": f"{COMPILER}::test_reference_counts_are_removed_all_or_none",
    "numba.core.codegen:JITCodeLibrary.add_ir_module": f"{COMPILER}::test_borrowed_rows_are_not_held_after_the_call",
    "numba.core.compiler:CompilerBase.compile_extra": f"{COMPILER}::test_nothing_of_numba_stays_patched",
    "numba.core.dispatcher:Dispatcher._compile_for_args": (
        f"{CACHE}::test_nobody_waits_for_the_compiler_if_that_is_wanted"
    ),
    "numba.core.dispatcher:Dispatcher.get_call_template": f"{COMPILER}::test_kernels_call_each_other_with_wide_numbers",
    "numba.core.dispatcher:Dispatcher.add_overload": (
        f"{COMPILER}::test_an_error_in_a_helper_reaches_python_from_the_cache"
    ),
    "numba.core.compiler:CompileResult._find_referenced_environments": (
        f"{COMPILER}::test_an_error_in_a_helper_reaches_python_from_the_cache"
    ),
    "numba.np.arrayobj:fix_integer_index": (f"{COMPILER}::test_an_index_below_zero_is_out_of_bounds_in_kernels_alone"),
    "numba.core.caching:CompileResultCacheImpl": f"{CACHE}::test_cached_kernels_are_used_by_the_next_program",
    "numba.core.caching:CompileResultCacheImpl._locator_classes": (
        f"{CACHE}::test_if_a_folder_cannot_be_made_kernels_are_not_kept_elsewhere"
    ),
    "numba.core.caching:FunctionCache": f"{CACHE}::test_cached_kernels_are_used_by_the_next_program",
    "numba.core.caching:FunctionCache._impl_class": f"{CACHE}::test_cached_kernels_are_used_by_the_next_program",
    "numba.core.caching:FunctionCache._index_key": f"{CACHE}::test_a_kernel_is_compiled_for_the_types_it_was_used_with",
    "numba.core.caching:IndexDataCacheFile._load_index": f"{CACHE}::test_files_cut_short_are_made_again",
    "numba.core.caching:IndexDataCacheFile._save_index": (
        f"{CACHE}::test_two_programs_that_keep_at_once_do_not_overwrite_each_other"
    ),
    "numba.core.caching:IndexDataCacheFile._save_data": (
        f"{CACHE}::test_two_programs_that_keep_at_once_do_not_overwrite_each_other"
    ),
    "numba.core.caching:UserProvidedCacheLocator": (
        f"{CACHE}::test_if_a_folder_cannot_be_made_kernels_are_not_kept_elsewhere"
    ),
}
USUAL = f"{COMPILER}::test_only_what_python_calls_is_made_and_kept"  # compiles, links and runs
# Attributes of objects, which have no source of their own.
ATTRIBUTES = {
    "JITCPUCodegen": ("_data_layout", "_tm", "_tm_features"),
    "JITCodeLibrary": ("_codegen", "_final_module", "_finalized", "_linking_libraries"),
    "Dispatcher": ("_cache", "_compiler"),
    "FunctionCache": ("_cache_file", "_cache_path", "_impl"),
    "IndexDataCacheFile": ("_index_name",),
    "UserProvidedCacheLocator": ("_cache_path", "_lineno", "_py_file"),
}


def find(name: str) -> Any:
    """Return what a private name stands for in the installed Numba."""
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    return found


def digest(name: str) -> str:
    """Return a short digest of a name's source; of data, which has none, that of its type."""
    found = find(name)
    try:
        source = inspect.getsource(found)
    except TypeError:
        source = type(found).__name__
    return hashlib.blake2b(source.encode(), digest_size=4).hexdigest()


def missing_attributes() -> list[str]:
    """List the attributes that objects of the installed Numba do not have."""
    codegen = cpu_target.target_context.codegen()
    keeping: Any = caching  # untyped
    cache = keeping.FunctionCache(missing_attributes)
    owners: dict[str, Any] = {
        "JITCPUCodegen": codegen,
        "JITCodeLibrary": codegen.create_library("looked_at"),
        "Dispatcher": numba.njit(lambda: 0),
        "FunctionCache": cache,
        "IndexDataCacheFile": cache._cache_file,
        "UserProvidedCacheLocator": keeping.UserProvidedCacheLocator(missing_attributes, __file__),
    }
    return [f"{kind}.{name}" for kind, names in ATTRIBUTES.items() for name in names if not hasattr(owners[kind], name)]


def page() -> str:
    """Return the page for the installed Numba."""
    lines = [
        "# Private names of Numba",
        "",
        "`core/compiler.py` and `core/kernel_cache.py` use parts of Numba that may change without notice.",
        "This page lists all of them, the source that each was written against, and the test that fails if",
        "one behaves differently. `tests/core/test_numba_internals.py` compares the digests with the",
        "installed Numba. With a release that is not in `compiler.TESTED` kernels are compiled plainly",
        "([decision 20](../decisions/0020-plain-numba-fallback.md)).",
        "Written by `python scripts/numba_internals.py`.",
        "",
        f"Numba {numba.__version__}:",
        "",
        "| name | used for | source | noticed by |",
        "| --- | --- | --- | --- |",
    ]
    for name, purpose in compiler.PRIVATE_NAMES.items():
        test = NOTICED_BY.get(name, USUAL)
        lines.append(f"| `{name}` | {purpose} | `{digest(name)}` | `{test}` |")
    lines += ["", "Attributes of objects:", "", "| class | attributes |", "| --- | --- |"]
    lines += [f"| `{kind}` | {', '.join(f'`{name}`' for name in names)} |" for kind, names in ATTRIBUTES.items()]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(PAGE)
