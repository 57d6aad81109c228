"""How long secrets are hunted in the tests of the contract."""

from __future__ import annotations

import pytest

from plowshares.engine.contract import views
from tests.amounts import amount


@pytest.fixture(autouse=True)
def shorter_hunt(monkeypatch: pytest.MonkeyPatch) -> None:
    """A toy has a secret that is never used, so its hunt goes on to the end: half a minute of interpreted actions."""
    monkeypatch.setattr(views, "HUNTED", amount(views.HUNTED, 1_500))
