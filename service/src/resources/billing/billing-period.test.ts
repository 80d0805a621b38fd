// The calendar month in UTC, in any time zone of the service.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { periodAt } from './billing-period.ts';

const homeZone = process.env.TZ;
after(() => {
  if (homeZone === undefined) delete process.env.TZ;
  else process.env.TZ = homeZone;
});

test('a month starts and ends at midnight UTC, in every time zone', () => {
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    process.env.TZ = zone;
    const march = { name: '2028-03', start: '2028-03-01T00:00:00.000Z', end: '2028-04-01T00:00:00.000Z' };
    assert.deepEqual(periodAt(Date.UTC(2028, 2, 1)), march, zone);
    assert.deepEqual(periodAt(Date.UTC(2028, 3, 1) - 1), march, zone);
    assert.equal(periodAt(Date.UTC(2028, 2, 1) - 1).name, '2028-02', zone);
    assert.deepEqual(
      periodAt(Date.UTC(2028, 11, 31)),
      { name: '2028-12', start: '2028-12-01T00:00:00.000Z', end: '2029-01-01T00:00:00.000Z' },
      zone,
    );
  }
});
