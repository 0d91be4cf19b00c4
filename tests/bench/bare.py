"""The fixed point of the hosted figures: a gRPC server that sends every message of a stream straight back.

``python -m tests.bench.bare`` prints its address and serves until it is killed.
"""

from __future__ import annotations

from collections.abc import AsyncIterator

import grpc
import uvloop

METHOD = "/arena.bench.Bare/Echo"


async def _echo(requests: AsyncIterator[bytes], context: grpc.aio.ServicerContext[bytes, bytes]) -> None:
    async for request in requests:
        await context.write(request)


async def serve() -> None:
    """Serve on a free port."""
    server = grpc.aio.server(options=[("grpc.so_reuseport", 0)])
    handler: grpc.RpcMethodHandler[bytes, bytes] = grpc.stream_stream_rpc_method_handler(_echo)
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler("arena.bench.Bare", {"Echo": handler}),))
    port = server.add_insecure_port("127.0.0.1:0")
    await server.start()
    print(f"127.0.0.1:{port}", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    uvloop.run(serve())
