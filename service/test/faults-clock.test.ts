// The clock of the machine is set forward and back by hours under load (libfaketime tells the process another time): nothing
// acknowledged is lost or counted twice, the audit chain keeps its order, and what is signed then is found by its looks alone.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import sharp from 'sharp';
import { expectKept, makeFaultedOrganization, startFaultLoad, untilWell } from '../test-support/fault-load.ts';
import { describeWhere } from '../test-support/on-each-database.ts';
import { removeData, settingsFor } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import { spawnService } from '../test-support/spawned-service.ts';

const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
const absence = 'libfaketime is not here: install libfaketime';

describeWhere(library !== undefined, absence, 'with libfaketime', () => {
  test('hours forward and back', { timeout: 180_000 }, async (t) => {
    const settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    const clock = join(settings.DATA_DIR!, 'clock');
    const setClock = (offset: string) => writeFileSync(clock, `${offset}\n`);
    setClock('+0');
    const service = await spawnService({
      ...settings,
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: clock,
      FAKETIME_NO_CACHE: '1',
      // Timers go by a clock that nobody sets.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    });
    t.after(() => service.kill());
    const { liveUrl } = service;
    const org = await makeFaultedOrganization(liveUrl, settings);
    const load = startFaultLoad(liveUrl, org, []);

    const signAndFind = async () => {
      // Too small for a watermark: without its token only its looks are left.
      const picture = await sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
        .resize(120, 120, { kernel: 'cubic' })
        .png()
        .toBuffer();
      const signed = await fetch(`${liveUrl}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${org.key}` },
        body: makeForm({ content: picture, model: 'm', generator_id: org.serverGeneratorId }),
      });
      assert.equal(signed.status, 200);
      const content = await sharp(await signed.arrayBuffer())
        .jpeg({ quality: 60 })
        .toBuffer();
      const verdict = await fetch(`${liveUrl}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
      const { provenance } = (await verdict.json()) as { provenance?: { record_id: string; signed_at: string } };
      assert.equal(provenance?.record_id, signed.headers.get('x-service-record-id'));
      return Math.abs(Date.parse(provenance!.signed_at) - Date.now());
    };

    const hours = [];
    for (const offset of ['+0', '+2h', '-1h', '+0']) {
      setClock(offset);
      await load.more(15);
      hours.push(Math.round((await signAndFind()) / 3_600_000));
    }
    assert.deepEqual(hours, [0, 2, 1, 0], 'the service saw the clocks that were set');
    await load.end();
    await untilWell(liveUrl);
    await expectKept(settings, org, load);
    t.diagnostic(`${load.acknowledged.records.size} records, ${load.acknowledged.verifications} verifications`);
    assert.equal(await service.stop(), 0);
    await removeData(settings);
  });
});
