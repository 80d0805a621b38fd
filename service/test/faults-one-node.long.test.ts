// One node over its embedded database, under load: its clock is set forward and back by hours, its
// disk fills up, hundreds of clients are slow or disappear, and it is stopped. Nothing acknowledged
// is lost or counted twice, and it recovers by itself.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { globSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import {
  expectKept,
  type FaultedOrganization,
  makeFaultedOrganization,
  startFaultLoad,
  untilWell,
} from '../test-support/fault-load.ts';
import { settingsFor } from '../test-support/running-service.ts';
import { makeForm } from '../test-support/shared-photos.ts';
import { makeSmallDisk, type SmallDisk } from '../test-support/small-disk.ts';
import { type SpawnedService, spawnService } from '../test-support/spawned-service.ts';
import { describeWhere } from '../test-support/test-run.ts';

/** It gives a process a different time. */
const library = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')[0];
const absence = 'libfaketime is not here: install libfaketime';

const eachKind = 50;
const form = 'content-type: multipart/form-data; boundary=b\r\ncontent-length: 1000000\r\n\r\n--b\r\n';

/** What a client sends before it stops, or continues one byte at a time. */
const kinds: Readonly<Record<string, { begin: string; trickle?: string }>> = {
  'headers a byte at a time': { begin: 'GET /version HTTP/1.1\r\nhost: x\r\nx-slow: ', trickle: 'a' },
  'a body a byte at a time': {
    begin: `POST /v1/verify HTTP/1.1\r\nhost: x\r\n${form}`,
    trickle: 'a',
  },
  'silent after half a body': { begin: `POST /v1/verify HTTP/1.1\r\nhost: x\r\n${form}` },
  'never reads the answers': { begin: 'GET /openapi.json HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(4) },
};

describeWhere(library !== undefined, absence, 'with libfaketime', () => {
  let disk: SmallDisk;
  let settings: Record<string, string>;
  let service: SpawnedService;
  let org: FaultedOrganization;
  const setClock = (offset: string) => writeFileSync(join(disk.folder, 'clock'), `${offset}\n`);
  before(async () => {
    disk = makeSmallDisk();
    settings = await settingsFor({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
    rmSync(settings.DATA_DIR!, { recursive: true });
    settings.DATA_DIR = disk.folder;
    setClock('+0');
    service = await spawnService({
      ...settings,
      LD_PRELOAD: library!,
      FAKETIME_TIMESTAMP_FILE: join(disk.folder, 'clock'),
      FAKETIME_NO_CACHE: '1',
      // Timers use a clock that cannot be set.
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      DONT_FAKE_MONOTONIC: '1',
    });
    org = await makeFaultedOrganization(service.liveUrl, settings);
  });
  after(async () => {
    await service.kill();
    disk.remove();
  });

  test('with the clock hours forward or back, new content is found by its appearance alone', {
    timeout: 180_000,
  }, async () => {
    const load = startFaultLoad(service.liveUrl, org, []);
    const hours = [];
    for (const offset of ['+2h', '-1h', '+0']) {
      setClock(offset);
      await load.more(10);
      hours.push(Math.round((await signAndFind()) / 3_600_000));
    }
    assert.deepEqual(hours, [2, 1, 0], 'the service saw the clocks that were set');
    await load.end();
    await untilWell(service.liveUrl);
    await expectKept(settings, org, load);
  });

  test('a full disk gets 503, and success again when there is space', { timeout: 120_000 }, async () => {
    const { pid } = service.process;
    const load = startFaultLoad(service.liveUrl, org, [503]);
    for (let round = 0; round < 2; round += 1) {
      await load.more(10);
      disk.fill(pid!);
      await load.oneFailure();
      // Reading continues to work.
      assert.equal((await fetch(`${service.liveUrl}/v1/records/${[...load.acknowledged.records][0]}`)).status, 200);
      disk.free(pid!);
      await load.more(10);
      await untilWell(service.liveUrl);
    }
    await load.end();
    await expectKept(settings, org, load);
  });

  test('slow and half-open connections affect nobody, and do not delay a stop', { timeout: 120_000 }, async (t) => {
    const { hostname, port } = new URL(service.liveUrl);
    const sockets: Socket[] = [];
    const trickles: NodeJS.Timeout[] = [];
    for (const { begin, trickle } of Object.values(kinds)) {
      for (let count = 0; count < eachKind; count += 1) {
        const socket = connect(Number(port), hostname).on('error', () => undefined);
        socket.pause();
        socket.write(begin);
        sockets.push(socket);
        if (trickle) trickles.push(setInterval(() => socket.writable && socket.write(trickle), 500));
      }
    }
    t.after(() => {
      for (const timer of trickles) clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    });
    const load = startFaultLoad(service.liveUrl, org, []);
    await load.more(20);
    // Gone without notice: the system reports it only to a sender.
    for (const [place, socket] of sockets.entries()) if (place % 3 === 0) socket.resetAndDestroy();
    await load.more(10);
    await load.end();
    await expectKept(settings, org, load);
    const open = sockets.filter(({ destroyed }) => !destroyed).length;
    const started = Date.now();
    assert.equal(await service.stop(), 0, 'the stop was in order');
    t.diagnostic(`stopped within ${Date.now() - started} ms with ${open} such connections open`);
  });

  /** How far off its time was, in milliseconds. */
  async function signAndFind(): Promise<number> {
    // Too small for a watermark, so without its token, only its appearance is left.
    const picture = await sharp(randomBytes(16 * 16 * 3), { raw: { width: 16, height: 16, channels: 3 } })
      .resize(120, 120, { kernel: 'cubic' })
      .png()
      .toBuffer();
    const signed = await fetch(`${service.liveUrl}/v1/sign`, {
      method: 'POST',
      headers: { authorization: `Bearer ${org.key}` },
      body: makeForm({ content: picture, model: 'm', generator_id: org.serverGeneratorId }),
    });
    assert.equal(signed.status, 200);
    const content = await sharp(await signed.arrayBuffer())
      .jpeg({ quality: 60 })
      .toBuffer();
    const verdict = await fetch(`${service.liveUrl}/v1/verify`, { method: 'POST', body: makeForm({ content }) });
    const { provenance } = (await verdict.json()) as { provenance?: { record_id: string; signed_at: string } };
    assert.equal(provenance?.record_id, signed.headers.get('x-service-record-id'));
    return Math.abs(Date.parse(provenance!.signed_at) - Date.now());
  }
});
