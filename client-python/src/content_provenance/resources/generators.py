"""/v1/generators and /v1/keys: the entities that sign."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Generators:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.GetGeneratorsAnswer:
        return self._transport.call(ops.GET_GENERATORS)

    def get(self, generator_id: str) -> types.Generator:
        return self._transport.call(ops.GET_GENERATORS_GENERATOR_ID, path={'generator_id': generator_id})

    def create(self, body: types.PostGeneratorsBody) -> types.PostGeneratorsAnswer:
        """Without `public_keys`, the service creates and manages the key pair."""
        return self._transport.call(ops.POST_GENERATORS, body=body)

    def revoke(self, generator_id: str) -> types.PutGeneratorsGeneratorIdRevokeAnswer:
        """You cannot undo this. All signatures of the generator become invalid immediately."""
        return self._transport.call(ops.PUT_GENERATORS_GENERATOR_ID_REVOKE, path={'generator_id': generator_id})

    def rotate_key(self, generator_id: str) -> types.PostGeneratorsGeneratorIdRotateKeyAnswer:
        operation = ops.POST_GENERATORS_GENERATOR_ID_ROTATE_KEY
        return self._transport.call(operation, path={'generator_id': generator_id})

    def public_keys(self, generator_id: str) -> types.GetKeysGeneratorIdAnswer:
        return self._transport.call(ops.GET_KEYS_GENERATOR_ID, path={'generator_id': generator_id})
