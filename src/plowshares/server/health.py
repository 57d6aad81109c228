"""Health, readiness and Prometheus metrics."""

from __future__ import annotations

import ipaddress
import os
from collections.abc import Iterator

import sqlalchemy as sa
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.process_collector import ProcessCollector
from prometheus_client.registry import Collector
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from plowshares.core.errors import PlowsharesError
from plowshares.server.cluster.cluster import Cluster
from plowshares.server.connections import Connections
from plowshares.server.limits import Quotas
from plowshares.server.processes import ProcessLane
from plowshares.server.site import Site
from plowshares.server.work import Lane


class Health(Collector):
    """The routes /health, /ready and /metrics."""

    def __init__(
        self, site: Site, connections: Connections, quotas: Quotas, shows_metrics: bool, cluster: Cluster | None
    ) -> None:
        self._site, self._connections, self._quotas, self._cluster = site, connections, quotas, cluster
        self._shows_metrics = shows_metrics
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)

    def routes(self) -> list[Route]:
        """List the routes."""
        metrics = [Route("/metrics", self.metrics)] if self._shows_metrics else []
        return [Route("/health", self.health), Route("/ready", self.ready), *metrics]

    async def health(self, request: Request) -> Response:
        """Say that the process answers."""
        return PlainTextResponse("ok\n")

    async def ready(self, request: Request) -> Response:
        """Say whether the database answers and the server is not stopping."""
        if self._site.hall.stopping:
            return PlainTextResponse("stopping\n", 503)
        try:
            await self._site.work.lists.run(self._ask_database)
        except PlowsharesError:
            return PlainTextResponse("the database does not answer\n", 503)
        return PlainTextResponse("ready\n")

    def _ask_database(self) -> None:
        with self._site.hall.store.begin() as db:
            db.execute(sa.select(1))

    async def metrics(self, request: Request) -> Response:
        """Return counts for Prometheus, to those on this machine or in a private network."""
        client = request.client.host if request.client else ""
        if not is_private(client):
            return PlainTextResponse("for this machine only\n", 403)
        return Response(generate_latest(self._registry), media_type="text/plain; version=0.0.4")

    def collect(self) -> Iterator[Metric]:
        """Yield the metrics. They name no table, person or address."""
        hall, worker = self._site.hall, str(os.getpid())

        def gauge(name: str, words: str, value: float) -> Metric:
            made = GaugeMetricFamily(f"plowshares_{name}", words, labels=["worker"])
            made.add_metric([worker], value)
            return made

        yield gauge("tables", "Tables in memory", len(hall.repository.all()))
        yield gauge("streams", "Screens and programs that follow a table", hall.watchers.count())
        yield gauge("connections", "Open connections", len(self._connections))
        yield gauge("connections_most", "Connections that there may be", self._connections.most)
        yield gauge("thinking_waiting", "Tables whose computer waits for a processor", hall.driver.thinkers.waiting)
        yield gauge("bots", "Bots that play", len(hall.bots.running))
        if self._cluster is not None:
            yield gauge("workers", "Processes that share the database", len(self._cluster.membership.alive))
        yield from self._lanes(worker)
        batches = hall.store.writer.batches
        for name, value in (("lines", sum(n * times for n, times in batches.items())), ("commits", batches.total())):
            counter = CounterMetricFamily(f"plowshares_{name}", f"{name.capitalize()} on disk", labels=["worker"])
            counter.add_metric([worker], value)
            yield counter

    def _lanes(self, worker: str) -> Iterator[Metric]:
        work = self._site.work
        waiting = GaugeMetricFamily("plowshares_work_waiting", "What waits, by kind", labels=["worker", "kind"])
        refused = CounterMetricFamily("plowshares_refused", "What was refused, by kind", labels=["worker", "kind"])
        lanes: list[Lane | ProcessLane] = [*work.lanes(), *work.process_lanes()]
        for lane in lanes:
            waiting.add_metric([worker, lane.name], lane.waiting)
            refused.add_metric([worker, lane.name], lane.refused)
        refused.add_metric([worker, "quota"], self._quotas.refused)
        refused.add_metric([worker, "connection"], self._connections.refused)
        yield waiting
        yield refused


def is_private(host: str) -> bool:
    """Ask whether an address is this machine's, or one of a private network."""
    try:
        return ipaddress.ip_address(host).is_private
    except ValueError:
        return False
