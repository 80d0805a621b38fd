// Generators, signing, records, API keys and billing: what a member does there, and the messages if
// it goes wrong.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { before, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { addMember } from '../../service/test-support/account.ts';
import type { Client } from '../../service/test-support/http-client.ts';
import { makeSigner, makeSubmission, registerGenerator } from '../../service/test-support/signing-client.ts';
import { becomes } from '../test-support/becomes.ts';
import { pageSuite } from '../test-support/page-suite.ts';
import { type SignedPicture, signPicture } from '../test-support/signed-picture.ts';

pageSuite('the pages about signing', (suite) => {
  let signed: SignedPicture;
  before(async () => {
    signed = await signPicture(suite.served);
  });
  const asOwner = () => ({ token: signed.account.token });

  test('a client-managed generator is created once its key is valid, and another rotates its key', async () => {
    await suite.visit(
      '/generators/new',
      async (watched) => {
        const { page } = watched;
        const { publicKey } = makeSigner();
        await page.getByLabel('Name', { exact: true }).fill('Own keys');
        await page.getByRole('radio', { name: 'You' }).check();
        await page.getByLabel('Name of key 1').fill(publicKey.kid);
        await page.getByLabel('Public key 1').fill('bm8ga2V5');
        watched.expectRefusals();
        await page.getByRole('button', { name: 'Create generator' }).click();
        await page.getByText('Must be a raw ML-DSA-65 public key of 1952 bytes').waitFor();
        await watched.check();
        await page.getByLabel('Public key 1').fill(publicKey.key);
        await page.getByRole('button', { name: 'Create generator' }).click();
        await page.getByText('You manage the private key.').waitFor();
        await becomes(() => page.getByRole('button', { name: 'Rotate key' }).count(), 0);

        await page.getByRole('link', { name: 'All generators' }).click();
        await page.getByRole('link', { name: 'Generator', exact: true }).click();
        await page.getByRole('button', { name: 'Rotate key' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
        await page.getByText('The generator now signs with').waitFor();
        const keys = page.getByRole('table', { name: 'Keys' });
        await keys.getByRole('cell', { name: 'Retired', exact: true }).waitFor();
        await becomes(() => keys.getByRole('row').count(), 3);
        await page.goto('/generators/gen_nowhere');
        await page.getByRole('heading', { name: 'Generator not found', level: 1 }).waitFor();
      },
      asOwner(),
    );
  });

  test('several files are signed at once, each with its own result, and stay while you read a record', async () => {
    await suite.visit(
      '/sign',
      async (watched) => {
        const { page } = watched;
        watched.expectRefusals();
        await page.getByLabel('AI model').fill('text-model-1');
        await page.locator('input[type=file]').setInputFiles([
          { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('A note.') },
          { name: 'blank.html', mimeType: 'text/html', buffer: Buffer.from('<!doctype html><p></p>') },
          { name: 'program.bin', mimeType: 'application/octet-stream', buffer: Buffer.from([0, 1, 2, 255]) },
        ]);
        await page.getByRole('button', { name: 'Sign 3 files' }).click();
        const note = page.getByRole('article', { name: 'note.txt: Signed' });
        await note.waitFor();
        await page
          .getByRole('article', { name: 'blank.html: Signed' })
          .getByText('The page has no visible text, so it carries its token without a watermark.')
          .waitFor();
        await page
          .getByRole('article', { name: 'program.bin: Not signed' })
          .getByText('The service cannot sign this format')
          .waitFor();
        const archive = page.waitForEvent('download');
        await page.getByRole('button', { name: 'Download all 2 as ZIP' }).click();
        const packed = readStored(readFileSync(await (await archive).path()));
        assert.deepEqual([...packed.keys()], ['note-signed.txt', 'blank-signed.html']);
        assert.match(packed.get('note-signed.txt')!.toString(), /A note\.$/);
        await note.getByRole('link', { name: 'Record of note.txt' }).click();
        await page.getByRole('heading', { name: 'Proof' }).waitFor();
        await watched.check();
        await page.goBack();
        await note.waitFor();
      },
      { ...asOwner(), phone: true },
    );
  });

  test('records have pages, filters in the address, and a search by token', async () => {
    await submitRecords(suite.served.service.live, signed.account.token, 20);
    await suite.visit(
      '/records',
      async (watched) => {
        const { page } = watched;
        const table = page.getByRole('table', { name: 'Records' });
        await table.waitFor();
        await watched.check();
        await page.getByRole('button', { name: 'Next page' }).click();
        await page.getByText('Page 2').waitFor();
        await table.getByText('picture-model-1').waitFor();
        await page.getByRole('button', { name: 'Next page', disabled: true }).waitFor();
        await page.getByRole('combobox', { name: 'Format' }).selectOption('Video');
        await page.getByRole('heading', { name: 'No matching records' }).waitFor();
        await page.waitForURL(/\/records\?format=video$/);
        await page.getByRole('link', { name: 'Show all records' }).click();
        await page.getByRole('combobox', { name: 'Format' }).selectOption('Images');
        await page.waitForURL(/format=image/);
        await becomes(() => table.getByRole('rowheader').count(), 1);
        const search = page.getByRole('textbox', { name: 'Search' });
        await search.fill('svc_wrong');
        await page.getByRole('button', { name: 'Search' }).click();
        await page.getByRole('heading', { name: 'No matching records' }).waitFor();
        await search.fill(signed.token);
        await search.press('Enter');
        await becomes(() => table.getByRole('rowheader').count(), 1);
        await table.getByRole('rowheader').getByRole('link').click();
        await page.getByRole('heading', { name: 'What was signed' }).waitFor();
        await page.waitForURL(`**/records/${signed.recordId}`);
        const c2pa = await page.getByRole('link', { name: 'C2PA export' }).getAttribute('href');
        assert.equal((await fetch(suite.served.url + c2pa)).status, 200);
      },
      asOwner(),
    );
  });

  test('a key is shown once, works, and stops working when it is revoked', async () => {
    await suite.visit(
      '/api-keys',
      async (watched) => {
        const { page } = watched;
        await page.getByLabel('Key name').fill('nightly');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('heading', { name: 'Your new key' }).waitFor();
        const key = (await page.locator('.new-key pre').first().textContent())!;
        await page.getByRole('button', { name: 'Copy key' }).click();
        await page.getByRole('status').getByText('Copied').waitFor();
        await becomes(() => page.evaluate<string>('navigator.clipboard.readText()'), key);
        await watched.check();
        const use = () => fetch(`${suite.served.url}/v1/generators`, { headers: { authorization: `Bearer ${key}` } });
        assert.equal((await use()).status, 200);
        await page.getByRole('button', { name: 'I saved the key' }).click();
        await becomes(() => page.getByText(key).count(), 0);
        await page.getByRole('button', { name: 'Revoke key nightly' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Revoke key' }).click();
        await page.getByText('No keys yet.').waitFor();
        assert.equal((await use()).status, 401);
        // A key with restrictions, rotated without an overlap.
        await page.getByLabel('Key name').fill('pipeline');
        await page.getByText('Advanced').first().click();
        await page.getByRole('checkbox', { name: 'generators:read' }).first().check();
        await page.getByLabel('Expiry').first().selectOption('In 30 days');
        watched.expectRefusals();
        await page.getByLabel('Addresses').first().fill('the office');
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByText('Must be an IP address').waitFor();
        await page.getByLabel('Addresses').first().fill('127.0.0.1');
        await watched.check();
        await page.getByRole('button', { name: 'Create key' }).click();
        await page.getByRole('heading', { name: 'Your new key' }).waitFor();
        await page.getByRole('button', { name: 'I saved the key' }).click();
        await page.getByText('from 127.0.0.1').waitFor();
        await page.getByRole('button', { name: 'Rotate key pipeline' }).click();
        await page.getByLabel('The old key works').selectOption('no longer');
        await watched.check();
        await page.getByRole('dialog').getByRole('button', { name: 'Rotate key' }).click();
        await page.getByRole('heading', { name: 'Your new key' }).waitFor();
        const rotated = (await page.locator('.new-key pre').first().textContent())!;
        const call = (path: string) =>
          fetch(suite.served.url + path, { headers: { authorization: `Bearer ${rotated}` } });
        assert.equal((await call('/v1/generators')).status, 200);
        assert.equal((await call('/v1/audit')).status, 403);
        // The target of an error about a plan.
        await page.goto('/billing?plan=enterprise');
        await page.getByText('of 500 included').waitFor();
        await page.getByRole('rowheader', { name: 'Free Your plan' }).waitFor();
        await page.getByRole('heading', { name: 'Change your plan' }).waitFor();
        await page.getByRole('button', { name: 'Menu' }).click();
        await watched.check();
        await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Records' }).click();
        await page.getByRole('heading', { name: 'Records', level: 1 }).waitFor();
      },
      { ...asOwner(), phone: true },
    );
  });

  test('a member without the role learns whom to ask, and can create a personal key', async () => {
    const member = await addMember(suite.served.service, signed.account, 'user');
    await suite.visit(
      `/generators/${signed.generatorId}`,
      async ({ page, check }) => {
        await page.getByText('Only owners and admins can rotate keys and revoke generators.').waitFor();
        await becomes(() => page.getByRole('button', { name: /Rotate key|Revoke generator/ }).count(), 0);
        await check();
      },
      { token: member.token },
    );
    await suite.visit(
      '/api-keys',
      async (watched) => {
        watched.expectRefusals();
        await watched.page.getByText('Only owners and admins can see organization keys.').waitFor();
        await watched.page.getByRole('button', { name: 'Create personal key' }).click();
        await watched.page.getByRole('heading', { name: 'Your new key' }).waitFor();
      },
      { token: member.token },
    );
  });
});

/**
 * The files of a ZIP archive without compression, read by its directory, each checked by zlib's own
 * CRC-32.
 */
function readStored(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf('PK\x05\x06');
  const files = new Map<string, Buffer>();
  let entry = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [size, nameLength, start] = [
      archive.readUInt32LE(entry + 24),
      archive.readUInt16LE(entry + 28),
      archive.readUInt32LE(entry + 42),
    ];
    const content = archive.subarray(start + 30 + nameLength, start + 30 + nameLength + size);
    assert.equal(crc32(content), archive.readUInt32LE(entry + 16));
    files.set(archive.toString('utf8', entry + 46, entry + 46 + nameLength), content);
    entry += 46 + nameLength;
  }
  assert.equal(entry, end);
  return files;
}

async function submitRecords(client: Client, token: string, count: number): Promise<void> {
  const signer = makeSigner();
  const generatorId = await registerGenerator(client, token, [signer], ['audio']);
  for (let made = 0; made < count; made++) {
    const body = makeSubmission(signer, generatorId);
    assert.equal((await client.call('POST', '/v1/records', { token, body })).status, 201);
  }
}
