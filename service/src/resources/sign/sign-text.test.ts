// POST /v1/sign and POST /v1/verify over HTTP with text, pages and documents: sign, verify, copy a
// part, strip, verify again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { type Account, makeApiKey, makeVerifiedAccount, setPlan } from '../../../test-support/account.ts';
import { onEachDatabase } from '../../../test-support/on-each-database.ts';
import { type RunningService, startRunningService } from '../../../test-support/running-service.ts';
import { makeForm, readDocument, withSharedFiles } from '../../../test-support/shared-photos.ts';

const letter = Buffer.from(
  'Dear reader,\n\nनमस्ते, this is the second paragraph.\n\n- and a list 👩🏽‍🚀\n- of two\n\nYours\n',
);
const page = Buffer.from(
  '<!DOCTYPE html><html><head><meta charset="utf-8"><title>t</title></head><body><h1>First words</h1><p>More.</p></body></html>',
);

withSharedFiles(() =>
  onEachDatabase((database) => {
    let service: RunningService;
    let owner: Account;
    let key: string;
    let generatorId: string;
    before(async () => {
      service = await startRunningService({ database, settings: { VERIFY_LIMIT_PER_MINUTE: '0' } });
      owner = await makeVerifiedAccount(service.live, service.outbox);
      await setPlan(service, owner.orgId, 'enterprise');
      key = (await makeApiKey(service.live, owner)).key;
      const body = { name: 'Texts', supported_formats: ['text'] };
      generatorId = (await service.live.call('POST', '/v1/generators', { token: key, body })).body.generator_id;
    });
    after(() => service.stop());

    async function sign(content: Uint8Array) {
      const response = await fetch(`${service.live.url}/v1/sign`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}` },
        body: makeForm({ content, model: 'writer-2', generator_id: generatorId }),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const error = response.ok ? null : (JSON.parse(bytes.toString()) as { error: string; message: string });
      return { status: response.status, headers: response.headers, bytes, error };
    }

    async function verify(content: Uint8Array, fields: Record<string, string> = {}) {
      const form = makeForm({ content, ...fields });
      const response = await fetch(`${service.live.url}/v1/verify`, { method: 'POST', body: form });
      assert.equal(response.status, 200);
      const { authentic, tampered, confidence, token_source, format, reason, provenance } = (await response.json()) as {
        authentic: boolean;
        tampered: boolean;
        confidence: string;
        token_source: string | null;
        format: string | null;
        reason?: string;
        provenance: { record_id: string } | null;
      };
      return {
        verdict: [authentic, tampered, confidence, token_source, format, reason],
        record: provenance?.record_id,
      };
    }

    const kinds = [
      { name: 'plain text', content: letter, type: 'text/plain', source: 'watermark', confidence: 'high' },
      { name: 'page', content: page, type: 'text/html', source: 'xmp', confidence: 'high' },
      {
        name: 'PDF',
        content: readDocument('a-text.pdf'),
        type: 'application/pdf',
        source: 'xmp',
        confidence: 'medium',
      },
    ];

    for (const { name, content, type, source, confidence } of kinds) {
      test(`a signed ${name} is authentic, and an altered one tampered`, async () => {
        const signed = await sign(content);
        assert.equal(signed.status, 200, String(signed.error?.message));
        assert.equal(signed.headers.get('content-type'), type);
        assert.equal(signed.headers.get('x-service-format'), 'text');
        const recordId = signed.headers.get('x-service-record-id')!;
        assert.deepEqual(await verify(signed.bytes), {
          verdict: [true, false, confidence, source, 'text', undefined],
          record: recordId,
        });
        const altered = Buffer.from(
          signed.bytes.toString('latin1').replace(/(reader|More|CreationDate)/, 'Changed'),
          'latin1',
        );
        const { verdict, record } = await verify(altered);
        assert.deepEqual(verdict, [false, true, confidence, source, 'text', 'content_tampered']);
        assert.equal(record, recordId);
      });
    }

    test('an unsigned text or page of a few words has no provenance', async () => {
      for (const content of [letter, page]) {
        await sign(content);
        assert.deepEqual((await verify(content)).verdict, [false, false, 'none', null, 'text', 'no_provenance_found']);
      }
    });

    test('one paragraph copied from a text or a page leads to its record', async () => {
      const text = await sign(letter);
      for (const paragraph of text.bytes.toString().trim().split('\n\n')) {
        const { verdict, record } = await verify(Buffer.from(paragraph));
        assert.deepEqual(verdict, [false, true, 'high', 'watermark', 'text', 'content_tampered'], paragraph);
        assert.equal(record, text.headers.get('x-service-record-id'));
      }
      const signed = await sign(page);
      const heading = /<h1>(.*)<\/h1>/.exec(signed.bytes.toString())![1]!;
      assert.equal((await verify(Buffer.from(heading))).record, signed.headers.get('x-service-record-id'));
      const stripped = signed.bytes.toString().replace(/<meta name="content-provenance".*\n/, '');
      assert.deepEqual((await verify(Buffer.from(stripped))).verdict, [
        true,
        false,
        'high',
        'watermark',
        'text',
        undefined,
      ]);
    });

    test('a PDF without its update is what was signed: authentic, found by its words or the token', async () => {
      const original = readDocument('debian-reference.en.pdf');
      const signed = await sign(original);
      assert.ok(signed.bytes.subarray(0, original.length).equals(original));
      assert.deepEqual((await verify(original)).verdict, [
        true,
        false,
        'medium',
        'text_fingerprint',
        'text',
        undefined,
      ]);
      const token = signed.headers.get('x-service-token')!;
      const { verdict } = await verify(original, { token });
      assert.deepEqual(verdict, [true, false, 'medium', 'provided', 'text', undefined]);
    });

    test('content that is not text, or a PDF that cannot carry a token, is refused with a sentence', async () => {
      const cases: [Buffer, RegExp][] = [
        [Buffer.from('naïve', 'latin1'), /looks like text, but it is not UTF-8/],
        [Buffer.from('\x01\x02\x03'), /cannot sign this format/],
        [Buffer.concat([Buffer.alloc(9000, 'word '), Buffer.from([0xe9])]), /not UTF-8/],
        [Buffer.from('%PDF-1.7\nnothing'), /does not say where/],
        [readDocument('a-text-pass-peanuts.pdf'), /encrypted with a password and an old method/],
      ];
      for (const [content, sentence] of cases) {
        const { status, error } = await sign(content);
        assert.deepEqual([status, error?.error], [400, 'unsupported_media']);
        assert.match(error!.message, sentence);
        assert.equal((await verify(content)).verdict.at(-1), 'no_provenance_found');
      }
    });
  }),
);
