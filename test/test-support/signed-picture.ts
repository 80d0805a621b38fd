// A picture signed by the service for its own account, a changed copy, and another picture that
// carries its mark.
import assert from 'node:assert/strict';
import sharp from 'sharp';
import { type Account, makeVerifiedAccount } from '../../service/test-support/account.ts';
import { moveMark } from '../../service/test-support/moved-mark.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import type { ServedPages } from './served-pages.ts';

export interface SignedPicture {
  readonly account: Account;
  readonly generatorId: string;
  readonly picture: Buffer;
  readonly changed: Buffer;
  /** Another picture, with the mark of this one. */
  readonly framed: Buffer;
  readonly unsigned: Buffer;
  readonly token: string;
  readonly recordId: string;
}

export async function signPicture({
  service,
  mail,
  url,
}: Pick<ServedPages, 'service' | 'mail' | 'url'>): Promise<SignedPicture> {
  const account = await makeVerifiedAccount(service.live, mail);
  const generatorId = await registerGenerator(service.live, account.token);
  const unsigned = await makePicture();
  const answer = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.token}` },
    body: makeForm({ content: unsigned, model: 'picture-model-1', generator_id: generatorId }),
  });
  assert.equal(answer.status, 200);
  const picture = Buffer.from(await answer.arrayBuffer());
  return {
    account,
    generatorId,
    picture,
    // Brighter, with its metadata, so that the token still leads to the record.
    changed: await sharp(picture)
      .modulate({ brightness: 1.2 })
      .withMetadata()
      .keepXmp()
      .jpeg({ quality: 90 })
      .toBuffer(),
    framed: await moveMark(picture, unsigned, await drawPicture(otherShapes)),
    unsigned: await sharp(unsigned).flip().resize(300).jpeg().toBuffer(),
    token: answer.headers.get('x-service-token')!,
    recordId: answer.headers.get('x-service-record-id')!,
  };
}

export const shapes =
  '<rect width="640" height="480" fill="url(#g)"/><circle cx="420" cy="180" r="90" fill="#f3d9a4"/><path d="M0 400 L180 240 L320 380 L460 280 L640 420 V480 H0z" fill="#233b2f"/>';
export const otherShapes =
  '<rect width="640" height="480" fill="#d8d2c4"/><rect x="60" y="90" width="170" height="330" fill="#7a3b2e"/><rect x="300" y="200" width="260" height="220" fill="#38506b"/><circle cx="120" cy="60" r="30" fill="#223"/>';

/** Soft shapes with some grain, so that there is something to mark. */
export const makePicture = () => drawPicture(shapes);

export function drawPicture(drawn: string): Promise<Buffer> {
  const gradient =
    '<defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="#1c4a63"/><stop offset="1" stop-color="#e2a45b"/></linearGradient></defs>';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">${gradient}${drawn}</svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 92 }).toBuffer();
}
