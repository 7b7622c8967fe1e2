"""A fast store for what is tested in this process."""

from tests.infra.conftest import server

__all__ = ["server"]
