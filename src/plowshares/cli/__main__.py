"""`python -m plowshares.cli` is `plowshares`."""

from plowshares.cli import main

main()
