"""Whether kernels that are not compiled yet are interpreted for now."""

from __future__ import annotations

import threading


class FallbackMode(threading.local):
    """Whether kernels without machine code are interpreted: in this process, and by this thread just now."""

    wanted = False
    inside = False
