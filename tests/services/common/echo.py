"""A gRPC service with all four kinds of call, whose messages are `arena.rules.v1.ErrorDetail` (they have shape rules)."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import grpc
from google.protobuf import descriptor_pb2, descriptor_pool
from google.protobuf.descriptor import ServiceDescriptor

from arena.pb.rules.v1 import reasons_pb2 as reasons
from services.common.rpc import EVERYBODY, SIGNED_IN, Access, Served, caller, caller_or_none, roles

Detail = reasons.ErrorDetail
NAME = "arena.test.v1.EchoService"

_KINDS = {
    "One": (False, False),
    "Open": (False, False),
    "HostsOnly": (False, False),
    "Count": (False, True),
    "Sum": (True, False),
    "Chat": (True, True),
    "Written": (True, True),
}

ACCESS: dict[str, Access] = dict.fromkeys(_KINDS, SIGNED_IN) | {
    "Open": EVERYBODY,
    "HostsOnly": roles("host", "operator"),
}


def _describe() -> ServiceDescriptor:
    file = descriptor_pb2.FileDescriptorProto(
        name="arena/test/v1/echo.proto", package="arena.test.v1", dependency=[reasons.DESCRIPTOR.name], syntax="proto3"
    )
    service = file.service.add(name="EchoService")
    for name, (from_client, from_server) in _KINDS.items():
        service.method.add(
            name=name,
            input_type=f".{Detail.DESCRIPTOR.full_name}",
            output_type=f".{Detail.DESCRIPTOR.full_name}",
            client_streaming=from_client,
            server_streaming=from_server,
        )
    pool = descriptor_pool.Default()
    pool.Add(file)
    return pool.FindServiceByName(NAME)


DESCRIPTOR = _describe()


def detail(sentence: str = "hello", reason: int = 1) -> Detail:
    """A message that passes the shape rules."""
    return Detail(reason=reasons.Reason.ValueType(reason), sentence=sentence)


class Echo:
    """Answers with what it was sent; `trouble` is raised instead, where it is set, after the first message."""

    def __init__(self) -> None:
        self.trouble: BaseException | None = None
        self.draining: asyncio.Event | None = None
        self.cancelled = asyncio.Event()
        self.started = asyncio.Event()

    def _stumble(self) -> None:
        if self.trouble is not None:
            raise self.trouble

    async def one(self, request: Detail, context: Any) -> Detail:
        self._stumble()
        return Detail(reason=request.reason, sentence=request.sentence, subject=caller().subject)

    async def open(self, request: Detail, context: Any) -> Detail:
        self._stumble()
        who = caller_or_none()
        return Detail(reason=request.reason, sentence=request.sentence, subject="" if who is None else who.subject)

    async def count(self, request: Detail, context: Any) -> AsyncIterator[Detail]:
        yield request
        self._stumble()
        self.started.set()
        if request.sentence == "until drained":
            assert self.draining is not None
            try:
                await self.draining.wait()
            except asyncio.CancelledError:
                self.cancelled.set()
                raise
        yield detail(caller().subject)

    async def sum(self, requests: AsyncIterator[Detail], context: Any) -> Detail:
        parts = [request.sentence async for request in requests]
        self._stumble()
        return detail(f"{caller().subject}: {'+'.join(parts)}")

    async def chat(self, requests: AsyncIterator[Detail], context: Any) -> AsyncIterator[Detail]:
        async for request in requests:
            yield request
            self._stumble()

    async def written(self, requests: AsyncIterator[Detail], context: Any) -> None:
        async for request in requests:
            await context.write(request)
            self._stumble()


def served(servicer: Echo) -> Served:
    """The service as a server takes it."""
    return Served(DESCRIPTOR, add_to_server, servicer, ACCESS)


def add_to_server(servicer: Echo, server: Any) -> None:
    """What generated code does."""
    serialize, deserialize = Detail.SerializeToString, Detail.FromString
    make: dict[str, Callable[..., Any]] = {
        "uu": grpc.unary_unary_rpc_method_handler,
        "us": grpc.unary_stream_rpc_method_handler,
        "su": grpc.stream_unary_rpc_method_handler,
        "ss": grpc.stream_stream_rpc_method_handler,
    }
    behaviours = {
        "One": servicer.one,
        "Open": servicer.open,
        "HostsOnly": servicer.one,
        "Count": servicer.count,
        "Sum": servicer.sum,
        "Chat": servicer.chat,
        "Written": servicer.written,
    }
    handlers = {
        name: make[("s" if from_client else "u") + ("s" if from_server else "u")](
            behaviours[name], request_deserializer=deserialize, response_serializer=serialize
        )
        for name, (from_client, from_server) in _KINDS.items()
    }
    server.add_generic_rpc_handlers((grpc.method_handlers_generic_handler(NAME, handlers),))


class Caller:
    """A client: `await caller(method, requests...)` gives the list of answers, or raises the AioRpcError."""

    def __init__(self, channel: grpc.aio.Channel, token: str | None) -> None:
        self._channel = channel
        self.metadata: list[tuple[str, str]] = [] if token is None else [("authorization", f"Bearer {token}")]

    def start(self, method: str, *requests: Detail | bytes) -> Any:
        """The call, not awaited."""
        from_client, from_server = _KINDS[method]
        make: dict[tuple[bool, bool], Any] = {
            (False, False): self._channel.unary_unary,
            (False, True): self._channel.unary_stream,
            (True, False): self._channel.stream_unary,
            (True, True): self._channel.stream_stream,
        }
        callable_ = make[from_client, from_server](
            f"/{NAME}/{method}",
            request_serializer=lambda m: m if isinstance(m, bytes) else m.SerializeToString(),
            response_deserializer=Detail.FromString,
        )
        sent: Any = _each(requests) if from_client else requests[0]
        return callable_(sent, metadata=self.metadata, timeout=20)

    async def __call__(self, method: str, *requests: Detail | bytes) -> list[Detail]:
        call = self.start(method, *requests)
        if _KINDS[method][1]:
            return [answer async for answer in call]
        return [await call]


async def _each(requests: tuple[Detail | bytes, ...]) -> AsyncIterator[Detail | bytes]:
    for request in requests:
        yield request


Start = Callable[..., Awaitable[Any]]
