# Generated from ../resources/webhooks.py by npm run generate; do not edit.
"""/v1/webhooks: endpoints and their delivery log."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import AsyncTransport

if TYPE_CHECKING:
    from ..generated import types


class Webhooks:
    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def list(self) -> types.GetWebhooksAnswer:
        return await self._transport.call(ops.GET_WEBHOOKS)

    async def events(self) -> types.GetWebhooksEventsAnswer:
        """When each event is sent, its fields, and an example."""
        return await self._transport.call(ops.GET_WEBHOOKS_EVENTS)

    async def create(self, body: types.PostWebhooksBody) -> types.PostWebhooksAnswer:
        """Only this response contains the secret."""
        return await self._transport.call(ops.POST_WEBHOOKS, body=body)

    async def change(self, id: str, body: types.PatchWebhooksIdBody) -> types.PatchWebhooksIdAnswer:
        return await self._transport.call(ops.PATCH_WEBHOOKS_ID, path={'id': id}, body=body)

    async def remove(self, id: str) -> types.DeleteWebhooksIdAnswer:
        return await self._transport.call(ops.DELETE_WEBHOOKS_ID, path={'id': id})

    async def test(self, id: str, body: types.PostWebhooksIdTestBody) -> types.PostWebhooksIdTestAnswer:
        """Sends an example of an event, marked as a test."""
        return await self._transport.call(ops.POST_WEBHOOKS_ID_TEST, path={'id': id}, body=body)

    async def deliveries(self, id: str) -> types.GetWebhooksIdDeliveriesAnswer:
        return await self._transport.call(ops.GET_WEBHOOKS_ID_DELIVERIES, path={'id': id})

    async def delivery(self, id: str, delivery_id: str) -> types.GetWebhooksIdDeliveriesDeliveryIdAnswer:
        """A delivery with its payload and headers."""
        operation = ops.GET_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID
        return await self._transport.call(operation, path={'id': id, 'deliveryId': delivery_id})

    async def retry(self, id: str, delivery_id: str) -> types.PostWebhooksIdDeliveriesDeliveryIdRetryAnswer:
        operation = ops.POST_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID_RETRY
        return await self._transport.call(operation, path={'id': id, 'deliveryId': delivery_id})
