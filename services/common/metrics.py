"""Prometheus metrics: one HTTP port for each process, scraped directly."""

import errno
import socket
from dataclasses import dataclass
from socketserver import ThreadingMixIn
from threading import Thread
from wsgiref.simple_server import WSGIRequestHandler, WSGIServer, make_server

from prometheus_client import Counter, Gauge, Histogram, make_wsgi_app

from services.common.ports import lasting_port
from services.common.settings import split_address
from services.common.startup import PortInUse, StartFailed

CALLS = Counter("arena_rpc_calls_total", "Calls served, by method and status", ["method", "code"])
CALL_SECONDS = Histogram(
    "arena_rpc_seconds",
    "Seconds from request to answer of unary calls",
    ["method"],
    buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15),
)
STREAMS_OPEN = Gauge("arena_rpc_streams_open", "Streams open now", ["method"])


@dataclass(frozen=True, slots=True)
class MetricsServer:
    """The running HTTP server; `address` is what is bound."""

    address: str
    _server: WSGIServer
    _thread: Thread

    def close(self) -> None:
        """Stop serving and give the port back."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


class _Server(ThreadingMixIn, WSGIServer):
    daemon_threads = True


class _ServerV6(_Server):
    address_family = socket.AF_INET6


class _Quiet(WSGIRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        """A scrape is no event."""


def serve_metrics(listen: str) -> MetricsServer:
    """Serve this process's metrics on `host:port`; raises PortInUse or StartFailed, one line each."""
    host, port = split_address(listen)
    kind = _ServerV6 if host.startswith("[") else _Server
    try:
        at = port or lasting_port(host)
        server = make_server(host.strip("[]"), at, make_wsgi_app(), server_class=kind, handler_class=_Quiet)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortInUse(
                f"{listen} is in use by another process; choose another ARENA_METRICS_LISTEN, or --port of `arena up`"
            ) from error
        raise StartFailed(f"metrics cannot listen on {listen}: {error.strerror or error}") from error
    except UnicodeError as error:
        raise StartFailed(f"metrics cannot listen on {listen}: this is no name of a host") from error
    # The standard poll of half a second is what every stop would wait.
    thread = Thread(target=server.serve_forever, args=(0.1,), name="metrics", daemon=True)
    thread.start()
    return MetricsServer(f"{host}:{server.server_port}", server, thread)
