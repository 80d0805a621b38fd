// Responses that a repeated request gets again (Idempotency-Key) are sealed, because some contain a
// secret that the service shows once. `body` has those of earlier releases, for a day.
export const sealedReplays = ['ALTER TABLE idempotency_keys ADD COLUMN sealed_body text'];
