// Analytics over HTTP, on both databases: the sums of real signatures and verifications, what each
// plan can see, and a window of many days filled through the event stream itself.
import assert from 'node:assert/strict';
import { hash, randomBytes, randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { addMember, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm } from '../../../test-support/shared-photos.ts';
import { makeSigningAccount, makeSubmission, type SigningAccount } from '../../../test-support/signing-client.ts';
import { createEventStream } from '../../events/event-stream.ts';
import { countActivity } from './count-activity.ts';

const dayMilliseconds = 24 * 60 * 60 * 1_000;
const makePicture = () =>
  sharp(randomBytes(64 * 64 * 3), { raw: { width: 64, height: 64, channels: 3 } })
    .png()
    .toBuffer();

onEachDatabase((database) => {
  let service: RunningService;
  before(async () => {
    service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  });
  after(() => service.stop());

  const get = (token: string, path: string) => service.live.call('GET', `/v1/analytics/${path}`, { token });
  const submit = async ({ key, signer, generatorId }: SigningAccount, fields = {}) =>
    (await service.live.call('POST', '/v1/records', { token: key, body: makeSubmission(signer, generatorId, fields) }))
      .body as { record_id: string; token: string };
  const verify = async (content: Uint8Array, token: string) => {
    const response = await fetch(`${service.live.url}/v1/verify`, {
      method: 'POST',
      body: makeForm({ content, token }),
    });
    assert.equal(response.status, 200);
  };

  /** Verifications of the past, through the real stream with the test's own clock. */
  async function verifyAt(
    orgId: string,
    recordId: string,
    time: number,
    { count = 1, source = 'xmp' }: { readonly count?: number; readonly source?: string } = {},
  ): Promise<void> {
    const stream = createEventStream(randomBytes(32), () => time);
    stream.follow(countActivity);
    const metadata = {
      record_id: recordId,
      authentic: true,
      tampered: false,
      confidence: 'high',
      token_source: source,
      format: 'image' as const,
    };
    const events = Array.from({ length: count }, () => ({ type: 'verify' as const, signedAt: time, metadata }));
    await service.database.transaction((transaction) => stream.append(transaction, orgId, events));
  }

  test('real signatures and verifications add up, in the overview and for a record', async () => {
    const org = await makeSigningAccount(service, 'growth');
    const [picture, other] = [await makePicture(), await makePicture()];
    const first = await submit(org, { content_hash: `sha3-256:${hash('sha3-256', picture)}` });
    const second = await submit(org);
    await verify(picture, first.token);
    await verify(picture, first.token);
    await verify(other, first.token);
    await verify(other, second.token);
    await verify(randomBytes(100), second.token);
    const batch = {
      items: Array.from({ length: 3 }, () => ({ content: picture.toString('base64'), token: first.token })),
    };
    await service.live.call('POST', '/v1/verify/batch', { body: batch });

    const { status, body } = await get(org.key, 'overview');
    assert.equal(status, 200);
    const today = new Date().toISOString().slice(0, 10);
    const counts = { verifications: 8, authentic: 5, tampered: 3, not_proven: 0, signatures: 2 };
    assert.deepEqual(body.daily_trend.at(-1), { date: today, ...counts });
    // Both hours, because the clock can pass from one to the next during the test.
    const { hourly_trend, ...hours } = (await get(org.key, 'hours?hours=2')).body;
    assert.equal(hourly_trend.length, 2);
    for (const [name, count] of Object.entries(counts))
      assert.equal(hourly_trend[0][name] + hourly_trend[1][name], count, name);
    const { window_days: _days, daily_trend: _trend, top_records: _top, ...totals } = body;
    assert.deepEqual(hours, { window_hours: 2, ...totals });
    assert.deepEqual(
      { ...body, daily_trend: body.daily_trend.length },
      {
        window_days: 90,
        total_verifications: 8,
        tamper_count: 3,
        authentic_count: 5,
        not_proven_count: 0,
        signature_count: 2,
        daily_trend: 90,
        by_format: { image: 7, audio: 0, text: 0, video: 0, unknown: 1 },
        by_source: {
          provided: 8,
          xmp: 0,
          watermark: 0,
          phash: 0,
          fingerprint: 0,
          neural_watermark: 0,
          text_fingerprint: 0,
        },
        top_records: [
          { record_id: first.record_id, verifications: 6, tampered: 1 },
          { record_id: second.record_id, verifications: 2, tampered: 2 },
        ],
      },
    );
    assert.deepEqual((await get(org.token, 'overview')).body, body);

    const record = (await get(org.key, `records/${first.record_id}`)).body;
    assert.deepEqual(
      [record.record_id, record.window_days, record.total_verifications, record.tamper_count],
      [first.record_id, 90, 6, 1],
    );
    assert.deepEqual(record.confidence_breakdown, { high: 0, medium: 6, low: 0, none: 0 });
    assert.deepEqual(record.daily_trend.at(-1), { date: today, verifications: 6, tampered: 1 });
    assert.equal(record.daily_trend.length, 90);
    assert.equal(record.recent_events.length, 6);
    const verdicts = record.recent_events.map(({ authentic }: { authentic: boolean }) => authentic);
    assert.deepEqual(verdicts, [true, true, true, false, true, true]);
    const { event_id: _, timestamp: __, ...tampered } = record.recent_events[3];
    assert.deepEqual(tampered, {
      authentic: false,
      tampered: true,
      confidence: 'medium',
      likeness: 'unknown',
      token_source: 'provided',
      format: 'image',
      reason: 'content_tampered',
    });
    const audited = (await service.live.call('GET', '/v1/audit', { token: org.key })).body.events;
    assert.equal(
      record.recent_events[0].event_id,
      audited.find(({ type }: { type: string }) => type === 'verify').event_id,
    );
  });

  test('each way to find a record is counted under its name', async () => {
    const org = await makeSigningAccount(service, 'growth');
    const { record_id } = await submit(org);
    const ways = ['provided', 'xmp', 'watermark', 'neural_watermark', 'text_fingerprint', 'phash', 'fingerprint'];
    for (const [place, source] of ways.entries())
      await verifyAt(org.orgId, record_id, Date.now(), { count: place + 1, source });
    const { by_source } = (await get(org.key, 'overview')).body;
    assert.deepEqual(by_source, Object.fromEntries(ways.map((source, place) => [source, place + 1])));
  });

  test('the last 24 hours are on every plan, without gaps, and older ones are not counted', async () => {
    const org = await makeSigningAccount(service, 'free');
    const { record_id } = await submit(org);
    const hour = 60 * 60 * 1_000;
    await service.database.transaction((transaction) =>
      transaction.updateTable('event_heads').set({ occurred_at: 0 }).where('org_id', '=', org.orgId).execute(),
    );
    const now = Date.now();
    await verifyAt(org.orgId, record_id, now - 25 * hour, { count: 4 });
    await verifyAt(org.orgId, record_id, now - 3 * hour, { count: 2 });
    const { body } = await get(org.key, 'hours');
    assert.deepEqual([body.window_hours, body.hourly_trend.length, body.total_verifications], [24, 24, 2]);
    const starts = body.hourly_trend.map(({ start }: { start: string }) => Date.parse(start));
    for (const [place, start] of starts.entries()) assert.equal(start - starts[0], place * hour);
    assert.ok(starts.at(-1) <= Date.now() && starts.at(-1) > now - 2 * hour);
    assert.equal((await get(org.key, 'hours?hours=25')).status, 400);
    const other = await makeSigningAccount(service, 'free');
    assert.equal((await get(other.key, 'hours')).body.total_verifications, 0);
  });

  test('the window ends where the plan says', async () => {
    const org = await makeSigningAccount(service, 'free');
    for (const [plan, most, next] of [
      ['free', 7, 'starter'],
      ['starter', 30, 'growth'],
      ['growth', 90, 'enterprise'],
      ['scale', 90, 'enterprise'],
      ['enterprise', 365, null],
    ] as const) {
      await setPlan(service, org.orgId, plan);
      const whole = await get(org.key, 'overview');
      assert.deepEqual([whole.status, whole.body.window_days], [200, most]);
      const longest = await get(org.key, `overview?days=${most}`);
      assert.deepEqual([longest.status, longest.body.daily_trend.length], [200, most]);
      const one = await get(org.key, 'overview?days=1');
      assert.deepEqual([one.status, one.body.daily_trend.length], [200, 1]);
      const { status, body } = await get(org.key, `overview?days=${most + 1}`);
      assert.deepEqual(
        [status, body.error, body.required_plan, body.current_plan, typeof body.upgrade_url],
        [402, 'plan_required', next, plan, 'string'],
      );
    }
    for (const days of ['0', '-1', '1.5', 'x', '', '1e9']) {
      assert.equal((await get(org.key, `overview?days=${days}`)).status, 400, days);
    }
  });

  test('one record needs Growth and a verified address, and foreign and unknown ones get 404', async () => {
    const org = await makeSigningAccount(service, 'growth');
    const stranger = await makeSigningAccount(service, 'growth');
    const { record_id } = await submit(org);
    const empty = (await get(org.key, `records/${record_id}`)).body;
    assert.deepEqual([empty.total_verifications, empty.recent_events], [0, []]);
    for (const [token, id] of [
      [stranger.key, record_id],
      [org.key, randomUUID()],
      [org.key, 'x'],
    ] as const) {
      const { status, body } = await get(token, `records/${id}`);
      assert.deepEqual([status, body.error], [404, 'record_not_found']);
    }
    const member = await addMember(service, org, 'user');
    assert.equal((await get(member.token, `records/${record_id}`)).status, 200);
    await setPlan(service, org.orgId, 'starter');
    const { status, body } = await get(org.key, `records/${record_id}`);
    assert.deepEqual([status, body.error, body.required_plan], [402, 'plan_required', 'growth']);
  });

  test('days leave the window one by one, and the top records are those of the window', async () => {
    const org = await makeSigningAccount(service, 'growth');
    const { record_id: steady } = await submit(org);
    const { record_id: popular } = await submit(org);
    const now = Date.now();
    // Outside every window.
    await rewind(org.orgId);
    await verifyAt(org.orgId, popular, now - 90 * dayMilliseconds, { count: 50 });
    for (let age = 89; age >= 0; age -= 1) {
      await verifyAt(org.orgId, steady, now - age * dayMilliseconds);
      if (age === 10) await verifyAt(org.orgId, popular, now - age * dayMilliseconds, { count: 40 });
    }
    const over = async (days: number) => (await get(org.key, `overview?days=${days}`)).body;
    assert.deepEqual((await over(90)).top_records, [
      { record_id: steady, verifications: 90, tampered: 0 },
      { record_id: popular, verifications: 40, tampered: 0 },
    ]);
    assert.deepEqual((await over(11)).top_records[0], { record_id: popular, verifications: 40, tampered: 0 });
    const week = await over(7);
    assert.deepEqual(week.top_records, [{ record_id: steady, verifications: 7, tampered: 0 }]);
    assert.equal(week.total_verifications, 7);
    assert.deepEqual(
      week.daily_trend.map(({ date, verifications }: { date: string; verifications: number }) => [date, verifications]),
      Array.from({ length: 7 }, (_, place) => [
        new Date(now - (6 - place) * dayMilliseconds).toISOString().slice(0, 10),
        1,
      ]),
    );
    assert.equal((await over(90)).total_verifications, 130);
    const record = (await get(org.key, `records/${popular}`)).body;
    assert.deepEqual([record.total_verifications, record.recent_events.length], [40, 20]);
    assert.deepEqual(record.confidence_breakdown, { high: 40, medium: 0, low: 0, none: 0 });
  });

  /**
   * Makes the stream forget its newest time, because the events of the registration are after the
   * test's past.
   */
  async function rewind(orgId: string): Promise<void> {
    await service.database.transaction((transaction) =>
      transaction.updateTable('event_heads').set({ occurred_at: 0 }).where('org_id', '=', orgId).execute(),
    );
  }
});
