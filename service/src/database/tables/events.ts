// The event stream behind the audit log, analytics and webhooks.

/**
 * The event stream: append only, numbered without gaps in each organization. The events of a
 * transaction are a group, and each group is chained to the one before.
 */
export interface EventsTable {
  org_id: string;
  sequence: number;
  event_id: string;
  type: string;
  occurred_at: number;
  /** JSON. */
  metadata: string;
  /** The hash of the group, stored with its last event. Empty for the others. */
  hash: string;
}

/** The newest event of each organization. Locked while another is appended. */
export interface EventHeadsTable {
  org_id: string;
  sequence: number;
  occurred_at: number;
  /** Seal of the newest group's hash. The next group is chained to it. */
  seal: string;
}
