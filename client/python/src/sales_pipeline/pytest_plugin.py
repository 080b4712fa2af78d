"""
Fixtures for pytest. In conftest.py: `pytest_plugins = ["sales_pipeline.pytest_plugin"]`. Override `pipeline_options` there to start the service
otherwise.
"""

from __future__ import annotations

from typing import Any, Dict, Iterator

import pytest

from .testing import Service, Workspace


@pytest.fixture(scope="session")
def pipeline_options() -> Dict[str, Any]:
    """What `Service` is started with: seed, now, env, directory, timeout."""
    return {}


@pytest.fixture(scope="session")
def pipeline_service(pipeline_options: Dict[str, Any]) -> Iterator[Service]:
    """The service of this run."""
    with Service(**pipeline_options) as service:
        yield service


@pytest.fixture
def pipeline(pipeline_service: Service) -> Workspace:
    """An empty workspace for this test."""
    return pipeline_service.workspace()
