// A real file for every row of the table of verdicts: signed, changed and revoked through the
// service, and files of public C2PA test suites for foreign Content Credentials.
import assert from 'node:assert/strict';
import type { VerdictName } from '@content-provenance/engine/verdicts';
import sharp from 'sharp';
import { type Account, makeVerifiedAccount } from '../../service/test-support/account.ts';
import { makeForm, readManifestFile } from '../../service/test-support/shared-photos.ts';
import { registerGenerator } from '../../service/test-support/signing-client.ts';
import { editSigned } from './edited-picture.ts';
import type { ServedPages } from './served-pages.ts';
import { drawPicture, makePicture, type SignedPicture } from './signed-picture.ts';
import { harbor, invisible } from './signed-texts.ts';

export type VerdictFiles = Readonly<Record<VerdictName, Buffer>>;

const tower =
  '<rect width="640" height="480" fill="#e4d9c4"/><rect x="280" y="60" width="80" height="420" fill="#6b5d4a"/><circle cx="520" cy="110" r="60" fill="#c96f3b"/>';
const towers =
  '<rect width="640" height="480" fill="url(#g)"/><rect x="90" y="120" width="90" height="360" fill="#2d2a3e"/><rect x="240" y="40" width="70" height="440" fill="#47415e"/><rect x="430" y="200" width="150" height="280" fill="#1d2433"/>';
const lake =
  '<rect width="640" height="480" fill="#b9d3dd"/><ellipse cx="320" cy="380" rx="300" ry="80" fill="#2f6f8f"/><path d="M0 300 L140 90 L260 300 z" fill="#5b6b57"/><path d="M300 300 L520 60 L640 300 z" fill="#42513f"/>';
const bridge =
  '<rect width="640" height="480" fill="#cfc6b2"/><path d="M0 260 C160 60 480 60 640 260 V300 C480 120 160 120 0 300z" fill="#6d4c3d"/><rect y="330" width="640" height="150" fill="#54707c"/>';
const boats =
  '<rect width="640" height="480" fill="url(#g)"/><path d="M80 300 h180 l-40 60 h-100 z" fill="#7b2d26"/><path d="M170 120 v170 h90 z" fill="#f0ead6"/><rect y="360" width="640" height="120" fill="#16425b"/>';

/** Where the files are signed. Pages are not needed. */
type Served = Pick<ServedPages, 'service' | 'mail' | 'url' | 'sandboxUrl'>;

export async function makeVerdictFiles(served: Served, signed: SignedPicture): Promise<VerdictFiles> {
  const { service, mail, url, sandboxUrl } = served;
  const { copy } = await editSigned(served, signed);
  const inSandbox = await makeVerifiedAccount(service.sandbox, mail);
  const sandboxGenerator = await registerGenerator(service.sandbox, inSandbox.token);
  const { token } = signed.account;

  const revokedGenerator = await registerGenerator(service.live, token);
  const revoked = await sign(url, signed.account, revokedGenerator, towers);
  await service.live.call('PUT', `/v1/generators/${revokedGenerator}/revoke`, { token });

  const text = await sign(url, signed.account, signed.generatorId, Buffer.from(harbor));
  const visible = text.bytes.toString().replaceAll(invisible, '');
  const unmarked = await sign(url, signed.account, signed.generatorId, boats, 'none');
  const altered = await sign(url, signed.account, signed.generatorId, lake);
  await service.database.transaction((transaction) =>
    transaction
      .updateTable('records')
      .set({ model: 'another-model' })
      .where('record_id', '=', altered.recordId)
      .execute(),
  );

  return {
    authentic: signed.picture,
    changed: signed.changed,
    copy,
    mark_on_other_content: signed.framed,
    // Signed without a mark, and saved without its token, so that only its appearance is left.
    resembles: await sharp(unmarked.bytes).jpeg({ quality: 70 }).toBuffer(),
    // In other line breaks, because the uploaded bytes themselves are the original.
    same_text: Buffer.from(visible.replaceAll(/\s+/g, ' ')),
    shares_text: Buffer.from(visible.replace('eleven crates', 'forty barrels')),
    original: await makePicture(),
    revoked: revoked.bytes,
    invalid_record: altered.bytes,
    other_credentials_intact: readManifestFile('valid/adobe-20220124-CACAICAICICA.jpg'),
    other_credentials_broken: readManifestFile('tampered/adobe-20220124-E-sig-CA.jpg'),
    other_credentials_unchecked: readManifestFile('malformed/prerelease.jpg'),
    token_without_record: (await sign(sandboxUrl, inSandbox, sandboxGenerator, bridge)).bytes,
    nothing_found: await drawPicture(tower),
    empty_file: Buffer.alloc(0),
    unknown_type: Buffer.from([1, 2, 3, 0, 255]),
    unreadable_file: signed.unsigned.subarray(0, 200),
  };
}

async function sign(
  url: string,
  { token }: Account,
  generatorId: string,
  drawn: string | Buffer,
  watermark = 'balanced',
) {
  const answer = await fetch(`${url}/v1/sign`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: makeForm({
      content: typeof drawn === 'string' ? await drawPicture(drawn) : drawn,
      model: 'picture-model-1',
      generator_id: generatorId,
      watermark,
    }),
  });
  assert.equal(answer.status, 200);
  return {
    bytes: Buffer.from(await answer.arrayBuffer()),
    recordId: answer.headers.get('x-service-record-id')!,
  };
}
