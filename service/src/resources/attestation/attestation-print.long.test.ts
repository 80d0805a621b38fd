// The HTML export printed to PDF by a real browser: A4 pages with every text of the document,
// complete.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { makeAttestedAccount } from '../../../test-support/attested-account.ts';
import { findProgram } from '../../../test-support/private-program.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';

const run = promisify(execFile);
/** Set it to keep the page and the PDF for inspection. */
const kept = process.env.KEEP_PRINTED_ATTESTATION;

let service: RunningService;
let folder: string;
before(async () => {
  service = await startRunningService({ settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
  folder = kept ?? mkdtempSync(join(tmpdir(), 'provenance-print-'));
});
after(async () => {
  await service.stop();
  if (!kept) rmSync(folder, { recursive: true });
});

test('every text of the page is on the printed pages, even with many keys and very long names', async (t) => {
  const [chromium, pdftotext] = [findProgram('chromium'), findProgram('pdftotext')];
  if (!chromium || !pdftotext) {
    assert.notEqual(process.env.CI, 'true', 'chromium or pdftotext is not here');
    return t.skip('chromium or pdftotext is not here');
  }
  const { key } = await makeAttestedAccount(service);
  const names = [
    'W'.repeat(200),
    'Ein Generator für Bilder und Töne 写真 🎨',
    ...Array.from({ length: 30 }, (_, i) => `Generator ${i}`),
  ];
  for (const name of names) {
    const body = { name, supported_formats: ['image'] };
    assert.equal((await service.live.call('POST', '/v1/generators', { token: key, body })).status, 201);
  }
  const answer = await fetch(`${service.live.url}/v1/attestation/export?format=html`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const [html, pdf] = [join(folder, 'attestation.html'), join(folder, 'attestation.pdf')];
  const page = await answer.text();
  writeFileSync(html, page);
  await run(chromium, [
    '--headless',
    '--no-sandbox',
    '--disable-gpu',
    `--user-data-dir=${join(folder, 'profile')}`,
    '--no-pdf-header-footer',
    `--print-to-pdf=${pdf}`,
    `file://${html}`,
  ]);
  assert.equal(readFileSync(pdf).subarray(0, 5).toString(), '%PDF-');

  const { stdout } = await run(pdftotext, ['-raw', '-enc', 'UTF-8', pdf, '-']);
  const printed = stdout.replaceAll(/\s/g, '');
  const pages = stdout.split('\f').length - 1;
  assert.ok(pages >= 4, `${pages} pages`);
  assert.ok(printed.includes(`Page${pages}of${pages}`));
  for (const text of textsOf(page)) assert.ok(printed.includes(text.replaceAll(/\s/g, '')), `cut: ${text}`);
});

/** The text between the tags of the body. Emoji are pictures, which have no text on paper. */
function textsOf(page: string): string[] {
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return page
    .slice(page.indexOf('<body>'))
    .split(/<[^>]*>/)
    .flatMap((text) => text.split('🎨'))
    .map((text) => text.replaceAll(/&[^;]+;/g, (entity) => entities[entity]!).trim())
    .filter(Boolean);
}
