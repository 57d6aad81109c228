"""Settings of this process that must be made before Numba is loaded."""

from __future__ import annotations

import os

# Otherwise Numba writes a control code to every terminal at the end, where colorama is installed.
os.environ.setdefault("NUMBA_DISABLE_ERROR_MESSAGE_HIGHLIGHTING", "1")
