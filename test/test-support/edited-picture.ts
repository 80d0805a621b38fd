// A picture with grain, like photographs, signed by the service, and a copy into which a part of
// another picture was pasted.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import type { ServedPages } from './served-pages.ts';
import { drawPicture, otherShapes, type SignedPicture, shapes } from './signed-picture.ts';

export const pasted = { left: 330, top: 130, width: 190, height: 180 };

export interface EditedPicture {
  /** The signed picture, encoded again. */
  readonly copy: Buffer;
  readonly edited: Buffer;
}

export async function editSigned(
  served: Pick<ServedPages, 'url'>,
  { account, generatorId }: SignedPicture,
): Promise<EditedPicture> {
  const answer = await fetch(`${served.url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}` },
    body: makeForm({
      content: await sharp(await withGrain(shapes))
        .jpeg({ quality: 92 })
        .toBuffer(),
      model: 'picture-model-1',
      generator_id: generatorId,
    }),
  });
  assert.equal(answer.status, 200);
  const picture = Buffer.from(await answer.arrayBuffer());
  const part = await sharp(await withGrain(otherShapes))
    .extract(pasted)
    .png()
    .toBuffer();
  const place = { input: part, left: pasted.left, top: pasted.top };
  return {
    copy: await sharp(picture).jpeg({ quality: 80 }).toBuffer(),
    edited: await sharp(picture).composite([place]).jpeg({ quality: 80 }).toBuffer(),
  };
}

async function withGrain(drawn: string): Promise<Buffer> {
  const { data, info } = await sharp(await drawPicture(drawn))
    .raw()
    .toBuffer({ resolveWithObject: true });
  let state = 1;
  for (let at = 0; at < data.length; at += 3) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const grain = (state >>> 24) / 8 - 16;
    for (let c = 0; c < 3; c += 1) data[at + c] = Math.min(Math.max(data[at + c]! + grain, 0), 255);
  }
  const { width, height } = info;
  return sharp(data, { raw: { width, height, channels: 3 } })
    .blur(0.6)
    .png()
    .toBuffer();
}
