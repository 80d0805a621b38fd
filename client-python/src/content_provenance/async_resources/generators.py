# Generated from ../resources/generators.py by npm run generate; do not edit.
"""/v1/generators and /v1/keys: the entities that sign."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Generators:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> types.GetGeneratorsAnswer:
        return await self._transport.call(ops.GET_GENERATORS)

    async def get(self, generator_id: str) -> types.Generator:
        return await self._transport.call(ops.GET_GENERATORS_GENERATOR_ID, path={'generator_id': generator_id})

    async def create(self, body: types.PostGeneratorsBody) -> types.PostGeneratorsAnswer:
        """Without `public_keys`, the service creates and manages the key pair."""
        return await self._transport.call(ops.POST_GENERATORS, body=body)

    async def revoke(self, generator_id: str) -> types.PutGeneratorsGeneratorIdRevokeAnswer:
        """You cannot undo this. All signatures of the generator become invalid immediately."""
        return await self._transport.call(ops.PUT_GENERATORS_GENERATOR_ID_REVOKE, path={'generator_id': generator_id})

    async def rotate_key(self, generator_id: str) -> types.PostGeneratorsGeneratorIdRotateKeyAnswer:
        operation = ops.POST_GENERATORS_GENERATOR_ID_ROTATE_KEY
        return await self._transport.call(operation, path={'generator_id': generator_id})

    async def public_keys(self, generator_id: str) -> types.GetKeysGeneratorIdAnswer:
        return await self._transport.call(ops.GET_KEYS_GENERATOR_ID, path={'generator_id': generator_id})
