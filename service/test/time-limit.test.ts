// A file that exceeds its time limit, over HTTP: signing and verifying it returns 503 with
// Retry-After, nothing is stored, and the error does not blame the content.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { onEachDatabase } from '../test-support/on-each-database.ts';
import { type MediaAnswer, type SpawnedSigner, spawnSigner } from '../test-support/spawned-signer.ts';
import { allOf } from '../test-support/stored-counts.ts';

onEachDatabase((database) => {
  let signer: SpawnedSigner;
  let picture: Buffer;
  before(async () => {
    signer = await spawnSigner({ TASK_MOST_SECONDS: '3' }, { database });
    // Many pixels in a small file.
    picture = await sharp(randomBytes(100 * 80 * 3), { raw: { width: 100, height: 80, channels: 3 } })
      .resize(11_000, 8_800)
      .jpeg({ quality: 60 })
      .toBuffer();
  });
  after(async () => {
    assert.equal(await signer.stop(), 0);
  });

  test('signing and verifying a file that takes too long gets 503, and the next file is signed', async () => {
    expectOutOfTime(await signer.sign(picture));
    expectOutOfTime(await signer.verify(picture));
    const content = picture.toString('base64');
    const batch = await fetch(`${signer.service.liveUrl}/v1/verify/batch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ items: [{ content }] }),
    });
    const [result] = (await batch.json()) as { error?: string }[];
    assert.match(result?.error ?? '', /[Ss]end it again/);
    assert.deepEqual(await signer.countStored(), allOf(0));
    assert.equal((await signer.sign(Buffer.from('A text.'))).status, 200);
    assert.deepEqual(await signer.countStored(), allOf(1));
  });
});

function expectOutOfTime({ status, headers, bytes }: MediaAnswer): void {
  const { error, message } = JSON.parse(bytes.toString());
  assert.deepEqual([status, error, headers.get('retry-after')], [503, 'service_unavailable', '30']);
  assert.equal(message, 'Processing took too long. Send the content again later.');
}
