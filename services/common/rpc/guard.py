"""The one interceptor: around every call it maps errors, checks the token and the shape of requests, and counts.

Outermost first: metrics, error mapping, draining, authentication, parsing and shape, the handler. It parses requests
itself, so that bytes which are no message are answered as malformed and not as a fault of ours.
"""

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import aclosing, contextmanager
from typing import Any, Final

import grpc
from google.protobuf.message import Message

from services.common import metrics, trace
from services.common.access import OPERATOR, SERVICE, Identity
from services.common.errors import NoToken, Overloaded, TokenInvalid
from services.common.rpc import call
from services.common.rpc.failures import abort, public_error
from services.common.rpc.policy import Access, Policy
from services.common.rpc.validation import parse

Verify = Callable[[str], Awaitable[Identity]]
Context = Any
Handler = Any

# gRPC's own services: open to everybody, and their messages carry no rules.
_OPEN = ("/grpc.health.v1.", "/grpc.reflection.")

STREAMS_OF_ONE_CALLER: Final = 512
"""Streams that one player may have open at this process, of all methods together: enough for an entrant at hundreds of tables,
and never all that the process can hold. Services and operators are not counted."""


class Guard(grpc.aio.ServerInterceptor):
    """Guards every registered method; `verify` turns a token into an identity or raises."""

    def __init__(self, policy: Policy, verify: Verify) -> None:
        self._policy = policy
        self._verify = verify
        self._guarded: dict[str, tuple[Handler, Handler]] = {}
        self._streams: Counter[str] = Counter()

    async def intercept_service(
        self, continuation: Callable[[grpc.HandlerCallDetails], Awaitable[Handler]], details: grpc.HandlerCallDetails
    ) -> Handler:
        """The guarded handler of a method; built once, because the per-call part is in the handler itself."""
        handler = await continuation(details)
        method: str = details.method
        if handler is None or method.startswith(_OPEN):
            return handler
        known = self._guarded.get(method)
        if known is None or known[0] is not handler:
            # A method without a row in the table cannot be called at all: policy() makes tables complete.
            known = (handler, self._guard(method, handler, self._policy[method]))
            self._guarded[method] = known
        return known[1]

    def _guard(self, method: str, handler: Handler, access: Access) -> Handler:
        kind = _request_kind(handler)
        requests: Any = _parsed_stream(kind) if handler.request_streaming else _parsed_one(kind)
        inner = handler.unary_unary or handler.unary_stream or handler.stream_unary or handler.stream_stream
        serializer = handler.response_serializer
        if not handler.response_streaming:
            unary = self._answer(method, inner, access, requests)
            make = (
                grpc.stream_unary_rpc_method_handler
                if handler.request_streaming
                else grpc.unary_unary_rpc_method_handler
            )
            return make(unary, request_deserializer=None, response_serializer=serializer)
        if asyncio.iscoroutinefunction(inner):
            stream: Any = self._write(method, inner, access, requests)
        else:
            stream = self._yield(method, inner, access, requests)
        make = (
            grpc.stream_stream_rpc_method_handler if handler.request_streaming else grpc.unary_stream_rpc_method_handler
        )
        return make(stream, request_deserializer=None, response_serializer=serializer)

    def _answer(self, method: str, inner: Any, access: Access, requests: Any) -> Any:
        observe = metrics.CALL_SECONDS.labels(method).observe

        async def guarded(raw: Any, context: Context) -> Any:
            started = time.perf_counter()
            try:
                await self._enter(access, context)
                answer = await inner(requests(raw), context)
            except BaseException as error:
                await _fail(error, method, context)
                raise
            observe(time.perf_counter() - started)
            _count(method, context)
            return answer

        return guarded

    def _yield(self, method: str, inner: Any, access: Access, requests: Any) -> Any:
        open_now = metrics.STREAMS_OPEN.labels(method)

        async def guarded(raw: Any, context: Context) -> AsyncIterator[Any]:
            with open_now.track_inprogress():
                try:
                    await self._enter(access, context)
                    with self._one_of_the_callers():
                        async with aclosing(inner(requests(raw), context)) as answers:
                            async for answer in answers:
                                yield answer
                except GeneratorExit:
                    raise
                except BaseException as error:
                    await _fail(error, method, context)
                    raise
                _count(method, context)

        return guarded

    def _write(self, method: str, inner: Any, access: Access, requests: Any) -> Any:
        open_now = metrics.STREAMS_OPEN.labels(method)

        async def guarded(raw: Any, context: Context) -> None:
            with open_now.track_inprogress():
                try:
                    await self._enter(access, context)
                    with self._one_of_the_callers():
                        await inner(requests(raw), context)
                except BaseException as error:
                    await _fail(error, method, context)
                    raise
                _count(method, context)

        return guarded

    @contextmanager
    def _one_of_the_callers(self) -> Iterator[None]:
        """Counts a stream to its caller; raises Overloaded when it has as many as one caller may have."""
        identity = call.caller_or_none()
        if identity is None or identity.has_role(SERVICE, OPERATOR):
            yield
            return
        subject = identity.subject
        if self._streams[subject] >= STREAMS_OF_ONE_CALLER:
            raise Overloaded
        self._streams[subject] += 1
        try:
            yield
        finally:
            self._streams[subject] -= 1
            if not self._streams[subject]:
                del self._streams[subject]

    async def _enter(self, access: Access, context: Context) -> None:
        authorization = traceparent = None
        for key, value in context.invocation_metadata() or ():
            if key == "authorization":
                authorization = value
            elif key == "traceparent":
                traceparent = value
        trace.begin(traceparent)
        if authorization is None:
            if not access.anonymous:
                raise NoToken
            call.enter(None)
            return
        scheme, _, token = authorization.partition(" ")
        if scheme.lower() != "bearer" or not token:
            raise TokenInvalid
        identity = await self._verify(token.strip())
        if access.roles:
            identity.require_role(*access.roles)
        call.enter(identity)


async def _fail(error: BaseException, method: str, context: Context) -> None:
    """Count the failure and answer it; returns if `error` is to be raised as it is."""
    if isinstance(error, grpc.aio.AbortError):
        _count(method, context)
        return
    if not isinstance(error, Exception):
        # Cancelled by the client or by the stop of the server: it must go on, or the call's memory is never freed.
        metrics.CALLS.labels(method, "CANCELLED").inc()
        return
    public = public_error(error, method)
    metrics.CALLS.labels(method, public.status.name).inc()
    await abort(context, public)


def _count(method: str, context: Context) -> None:
    code = context.code()
    name = "OK" if not code else (code.name if isinstance(code, grpc.StatusCode) else _name(code))
    metrics.CALLS.labels(method, name).inc()


def _name(number: int) -> str:
    return next((code.name for code in grpc.StatusCode if code.value[0] == number), str(number))


def _request_kind(handler: Handler) -> type[Message]:
    # Generated code passes the bound class method `Request.FromString`; the class is where the shape rules are.
    kind = getattr(handler.request_deserializer, "__self__", None)
    if not (isinstance(kind, type) and issubclass(kind, Message)):
        raise TypeError("handlers must be registered by the generated add_...Servicer_to_server functions")
    return kind


def _parsed_one(kind: type[Message]) -> Callable[[bytes], Message]:
    def requests(raw: bytes) -> Message:
        return parse(kind, raw)

    return requests


def _parsed_stream(kind: type[Message]) -> Callable[[AsyncIterator[bytes]], AsyncIterator[Message]]:
    async def requests(raw: AsyncIterator[bytes]) -> AsyncIterator[Message]:
        async for data in raw:
            yield parse(kind, data)

    return requests
