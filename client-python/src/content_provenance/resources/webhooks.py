"""/v1/webhooks: endpoints and their delivery log."""
from __future__ import annotations

from typing import TYPE_CHECKING

from ..generated import operations as ops
from ..transport import Transport

if TYPE_CHECKING:
    from ..generated import types


class Webhooks:
    def __init__(self, transport: Transport) -> None:
        self._transport = transport

    def list(self) -> types.GetWebhooksAnswer:
        return self._transport.call(ops.GET_WEBHOOKS)

    def events(self) -> types.GetWebhooksEventsAnswer:
        """When each event is sent, its fields, and an example."""
        return self._transport.call(ops.GET_WEBHOOKS_EVENTS)

    def create(self, body: types.PostWebhooksBody) -> types.PostWebhooksAnswer:
        """Only this response contains the secret."""
        return self._transport.call(ops.POST_WEBHOOKS, body=body)

    def change(self, id: str, body: types.PatchWebhooksIdBody) -> types.PatchWebhooksIdAnswer:
        return self._transport.call(ops.PATCH_WEBHOOKS_ID, path={'id': id}, body=body)

    def remove(self, id: str) -> types.DeleteWebhooksIdAnswer:
        return self._transport.call(ops.DELETE_WEBHOOKS_ID, path={'id': id})

    def test(self, id: str, body: types.PostWebhooksIdTestBody) -> types.PostWebhooksIdTestAnswer:
        """Sends an example of an event, marked as a test."""
        return self._transport.call(ops.POST_WEBHOOKS_ID_TEST, path={'id': id}, body=body)

    def deliveries(self, id: str) -> types.GetWebhooksIdDeliveriesAnswer:
        return self._transport.call(ops.GET_WEBHOOKS_ID_DELIVERIES, path={'id': id})

    def delivery(self, id: str, delivery_id: str) -> types.GetWebhooksIdDeliveriesDeliveryIdAnswer:
        """A delivery with its payload and headers."""
        operation = ops.GET_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID
        return self._transport.call(operation, path={'id': id, 'deliveryId': delivery_id})

    def retry(self, id: str, delivery_id: str) -> types.PostWebhooksIdDeliveriesDeliveryIdRetryAnswer:
        operation = ops.POST_WEBHOOKS_ID_DELIVERIES_DELIVERY_ID_RETRY
        return self._transport.call(operation, path={'id': id, 'deliveryId': delivery_id})
