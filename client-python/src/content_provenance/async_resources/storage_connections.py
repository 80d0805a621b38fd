# Generated from ../resources/storage_connections.py by npm run generate; do not edit.
"""/v1/account/storage-connections: S3-compatible stores that jobs read from and write to."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport, idempotent

if TYPE_CHECKING:
    from ..generated import types


class StorageConnections:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> types.GetAccountStorageConnectionsAnswer:
        return await self._transport.call(ops.GET_ACCOUNT_STORAGE_CONNECTIONS)

    async def add(self, body: types.PostAccountStorageConnectionsBody) -> types.StorageConnection:
        """The service checks the access. It never returns the secret."""
        return await self._transport.call(ops.POST_ACCOUNT_STORAGE_CONNECTIONS, body=body, headers=idempotent(None))

    async def remove(self, connection_id: str) -> types.DeleteAccountStorageConnectionsConnectionIdAnswer:
        operation = ops.DELETE_ACCOUNT_STORAGE_CONNECTIONS_CONNECTION_ID
        return await self._transport.call(operation, path={'connection_id': connection_id})
