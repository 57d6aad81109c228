"""`python -m plowshares` does what `plowshares` does."""

from __future__ import annotations

from plowshares.cli import main

if __name__ == "__main__":
    main()
