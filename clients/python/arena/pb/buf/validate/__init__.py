"""Generated from proto/ by proto/generate.py: do not edit."""

try:
    from buf.validate import validate_pb2
except ImportError:
    from arena.pb.buf.validate import vendored_pb2 as validate_pb2

__all__ = ["validate_pb2"]
