// Endpoints, what was sent to them, and what still has to be sent.
import type { Defaulted, Optional } from './column-types.ts';

export interface WebhookEndpointsTable {
  webhook_id: string;
  org_id: string;
  url: string;
  /** JSON array of the names of events. */
  events: string;
  status: 'active' | 'disabled';
  /** Consecutive failures. */
  failure_count: Defaulted<number>;
  sealed_secret: string;
  delivery: Defaulted<DeliveryMode>;
  /** Only queued deliveries: the first failure since the last success. */
  failing_since: Optional<number>;
  /** The last failure since then. */
  failed_at: Optional<number>;
  /** When the owners got a warning about these failures. */
  warned_at: Optional<number>;
  created_at: number;
}

/** Synchronous: within the request that causes the event. Queued: soon after it, with retries. */
export type DeliveryMode = 'synchronous' | 'queued';

/**
 * Written in the transaction of the event: queued deliveries as pending, others as failed. An
 * interrupted delivery stays that way.
 */
export interface WebhookDeliveriesTable {
  delivery_id: string;
  org_id: string;
  webhook_id: string;
  /** The sequence of its event, which is the order of deliveries. */
  sequence: number;
  event: string;
  /** The body as sent. */
  payload: string;
  status: 'pending' | 'delivered' | 'failed';
  status_code: Optional<number>;
  response_body: Optional<string>;
  /** Why there was no response. */
  failure: Optional<string>;
  latency_ms: Optional<number>;
  /** Attempts started. */
  attempts: number;
  /** Headers of the last attempt as JSON. Null: not sent, or older than the column. */
  request_headers: Optional<string>;
  /** 1: a test event. It does not count as a failure of the endpoint. */
  is_test: Defaulted<number>;
  created_at: number;
}

/** A queued delivery until it has arrived or the service gives up. The body is in its delivery. */
export interface WebhookQueueTable {
  delivery_id: string;
  org_id: string;
  webhook_id: string;
  /** What the event is about. Deliveries about the same subject arrive in order. */
  subject: string;
  /** With `event`, the place in that order. */
  sequence: number;
  event: string;
  /** Attempts started. */
  attempts: Defaulted<number>;
  /** Null: an earlier delivery about the same subject is still in the queue. */
  next_attempt_at: Optional<number>;
  /** Until when the node that sends it has it for itself. Null: no node does. */
  lease_until: Optional<number>;
  /** The time of the event, as in the delivery. */
  created_at: number;
}
