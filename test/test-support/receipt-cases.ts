// Receipts, true and altered, and what the TypeScript SDK finds for each: what another
// implementation of the check must find too.
import { writeFileSync } from 'node:fs';
import { createClient } from '@content-provenance/client';
import { hashContent, verifyReceipt } from '@content-provenance/client/signing';
import type { RunningService } from '../../service/test-support/running-service.ts';

/** Writes the cases. Returns their number. */
export async function writeReceiptCases(service: RunningService, file: string): Promise<number> {
  const [client, sandbox] = [service.live, service.sandbox].map(({ url }) => createClient({ baseUrl: url }));
  const [keys, otherKeys] = await Promise.all([client!.receipts.keys(), sandbox!.receipts.keys()]);
  const content = new Blob(['A letter from Zoë 🕊\n']);
  const receipt = (await client!.verify.content({ content, receipt: true })).receipt!;
  const foreign = (await sandbox!.verify.content({ content, receipt: true })).receipt!;
  const hash = await hashContent(content);
  const parts = receipt.split('.').map((part) => Buffer.from(part, 'base64url'));
  const flipped = parts.flatMap((part, index) =>
    Array.from({ length: 30 }, (_, count) => {
      const changed = Buffer.from(part);
      changed[Math.floor((count * part.length) / 30)]! ^= 1;
      return parts.map((each, place) => (place === index ? changed : each).toString('base64url')).join('.');
    }),
  );
  const spelled = [`${receipt}\n`, ` ${receipt}`, `${receipt}=`, `${receipt}.`, '', '..', 'é.é.é', 'A'.repeat(131_073)];
  const last = receipt.length - 1;
  const unusedBits = Array.from('ABCDEFGHIJKLMNOP', (letter) => receipt.slice(0, last) + letter);
  const asked = [
    ...[receipt, ...flipped, ...spelled, ...unusedBits].map((text) => ({ receipt: text, keys })),
    { receipt, keys, content_hash: hash },
    { receipt, keys, content_hash: hash.toUpperCase() },
    { receipt, keys, content_hash: `sha3-256:${'0'.repeat(64)}` },
    { receipt, keys, service_url: 'http://live.test/' },
    { receipt, keys, service_url: 'http://other.test' },
    { receipt, keys: { keys: [] } },
    { receipt, keys: { keys: [{ kid: 'receipt-1', key: 'not base64' }] } },
    { receipt, keys: otherKeys },
    { receipt: foreign, keys },
    { receipt: foreign, keys, service_url: 'http://live.test' },
    { receipt: foreign, keys: { keys: [...keys.keys, ...otherKeys.keys] } },
  ];
  const cases: object[] = [];
  for (const { content_hash, service_url, ...rest } of asked as {
    receipt: string;
    keys: typeof keys;
    content_hash?: string;
    service_url?: string;
  }[]) {
    const expected = await verifyReceipt({ ...rest, contentHash: content_hash, serviceUrl: service_url });
    cases.push({ ...rest, content_hash: content_hash ?? null, service_url: service_url ?? null, expected });
  }
  writeFileSync(file, JSON.stringify(cases));
  return cases.length;
}
