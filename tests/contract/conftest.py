"""How long the contract's tests search for unused secrets."""

from __future__ import annotations

import pytest

from plowshares.engine.contract import views
from tests.amounts import amount


@pytest.fixture(autouse=True)
def shorter_hunt(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten the search: a toy has a secret that is never used, so it would take half a minute interpreted."""
    monkeypatch.setattr(views, "HUNTED", amount(views.HUNTED, 1_500))
