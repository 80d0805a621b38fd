// The queries of the pages about webhooks.
import type { Answer } from '@content-provenance/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

export type DeliveryMode = Answer<'GET /v1/webhooks'>['endpoints'][number]['delivery'];
export type Delivery = Answer<'GET /v1/webhooks/{id}/deliveries'>['deliveries'][number];

export const webhooksQuery = queryOptions({ queryKey: ['webhooks'], queryFn: () => client.webhooks.list() });

export const webhookEventsQuery = queryOptions({
  queryKey: ['webhook-events'],
  queryFn: () => client.webhooks.events(),
  staleTime: Number.POSITIVE_INFINITY,
});

export const deliveriesQuery = (webhookId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries'],
    queryFn: () => client.webhooks.deliveries(webhookId),
    // The log must show what has just happened.
    staleTime: 0,
  });

export const deliveryQuery = (webhookId: string, deliveryId: string) =>
  queryOptions({
    queryKey: ['webhooks', webhookId, 'deliveries', deliveryId],
    queryFn: () => client.webhooks.delivery(webhookId, deliveryId),
    staleTime: 0,
  });
