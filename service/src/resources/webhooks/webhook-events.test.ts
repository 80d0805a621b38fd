// An event that no plan sends in practice: quota.limit belongs to a plan without webhooks, but it
// has its form.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { webhookCatalogue } from './webhook-catalogue.ts';
import { noticesOf } from './webhook-events.ts';

const place = { sequence: 1, occurredAt: 0 };

test('quota.limit has the fields of quota.warning, and does not name the refused caller', () => {
  const state = { plan: 'free' as const, limit: 500, current: 500, period_end: '2026-12-01T00:00:00.000Z' };
  const notices = noticesOf({ ...place, type: 'quota_limit', metadata: { ...state, actor: 'kid_1' } });
  assert.deepEqual(notices, [{ event: 'quota.limit', data: state }]);
  assert.deepEqual(Object.keys(state), Object.keys(webhookCatalogue['quota.limit'].fields));
});

test('an event that is only audited is not sent', () => {
  assert.deepEqual(noticesOf({ ...place, type: 'login', metadata: { user_id: 'usr_1' } }), []);
});
