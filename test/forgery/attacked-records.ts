// The real service with every sample signed by a victim, the attacker's own files, and the three
// checks that an attack must fail: verification without a token, with the token, and offline with
// the proof bundle of the record.
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { readCanonical } from '@content-provenance/client/node';
import { verifyBundle } from '@content-provenance/client/signing';
import { type RunningService, startRunningService } from '../../service/test-support/running-service.ts';
import { makeForm } from '../../service/test-support/shared-photos.ts';
import {
  makeSigningAccount,
  makeSubmission,
  registerGenerator,
  type SigningAccount,
} from '../../service/test-support/signing-client.ts';
import { canonicalFile } from './canonical-file.ts';
import type { Claim, Forgery, SignedFile, Target } from './forgery.ts';
import type { Sample } from './samples.ts';

export interface Answers {
  readonly withoutToken: boolean;
  readonly withToken: boolean;
  readonly offline: boolean;
}

interface Signer extends SigningAccount {
  readonly heldGenerator: string;
}

const embeddable = new Set(['jpeg', 'png']);
const mostInBatch = 50;

export class AttackedRecords {
  readonly service: RunningService;
  readonly #victim: Signer;
  readonly #attacker: Signer;
  readonly #bundles = new Map<string, Promise<string>>();
  readonly #strangers = new Map<string, Promise<SignedFile>>();
  /** Submitted records, by their tokens. */
  readonly #submitted = new Map<string, string>();

  private constructor(service: RunningService, victim: Signer, attacker: Signer) {
    this.service = service;
    this.#victim = victim;
    this.#attacker = attacker;
  }

  static async start(): Promise<AttackedRecords> {
    const service = await startRunningService({
      // Their findings do not affect the verdict, and searches take long.
      settings: { VERIFY_LIMIT_PER_MINUTE: '0', NEURAL_WATERMARK: 'false', MEDIA_DECODER: 'false' },
    });
    const open = async () => {
      const account = await makeSigningAccount(service, 'growth');
      return { ...account, heldGenerator: await registerGenerator(service.live, account.key) };
    };
    return new AttackedRecords(service, await open(), await open());
  }

  stop(): Promise<void> {
    return this.service.stop();
  }

  /** stranger: of the same format, signed by the attacker. */
  async sign(sample: Sample, stranger: Sample): Promise<Target> {
    const signed = await this.#sign(this.#victim, sample);
    const made = this.#strangers.get(stranger.format) ?? this.#sign(this.#attacker, stranger);
    this.#strangers.set(stranger.format, made);
    const client = await this.#submit(signed.canonical);
    const stated = await this.#submit(signed.canonical, sample.format);
    return {
      ...signed,
      name: `${sample.format}: ${sample.name}`,
      format: sample.format,
      thorough: sample.thorough,
      stranger: await made,
      embeddedByStranger: await this.#embedForStranger(sample, signed),
      clientToken: client.token,
      formatToken: stated.token,
    };
  }

  /** In the order of the files. */
  async ask(target: Target, files: readonly Forgery[]): Promise<Answers[]> {
    const [withoutToken, withToken, offline] = await Promise.all([
      this.#verify(files.map(({ bytes }) => ({ bytes }))),
      this.#verify(files.map(({ bytes, claims }) => ({ bytes, token: tokenOf(target, claims) }))),
      this.#verifyOffline(target, files),
    ]);
    return files.map((_, place) => ({
      withoutToken: withoutToken[place]!,
      withToken: withToken[place]!,
      offline: offline[place]!,
    }));
  }

  async #sign(signer: Signer, { format, bytes, name }: Sample): Promise<SignedFile> {
    const fields = { content: bytes, model: 'model-1', generator_id: signer.heldGenerator };
    const { status, body, headers } = await this.#post('/v1/sign', signer, fields);
    assert.equal(status, 200, `${format}: ${name}: ${body}`);
    const token = headers.get('x-service-token')!;
    const recordId = headers.get('x-service-record-id')!;
    const canonical = canonicalFile(format, body, token);
    const { body: record } = await this.service.live.call('GET', `/v1/records/${recordId}`);
    assert.equal(
      `sha3-256:${hash('sha3-256', canonical)}`,
      record.content_hash,
      `canonical content of ${format}: ${name}`,
    );
    const embedded = embeddable.has(format)
      ? {
          delivered: await this.#embed(signer, recordId, body),
          canonical: await this.#embed(signer, recordId, canonical),
        }
      : null;
    return { delivered: body, canonical, token, recordId, embedded };
  }

  async #embedForStranger({ format }: Sample, { canonical, delivered }: SignedFile): Promise<Buffer | null> {
    if (!embeddable.has(format)) return null;
    const fields = { content: canonical, model: 'model-1', generator_id: this.#attacker.heldGenerator };
    const { headers } = await this.#post('/v1/sign', this.#attacker, fields);
    const path = `/v1/records/${headers.get('x-service-record-id')}/c2pa/embed`;
    const { status, body } = await this.#post(path, this.#attacker, { content: delivered });
    return status === 200 ? body : null;
  }

  async #embed(signer: Signer, recordId: string, content: Buffer): Promise<Buffer> {
    const { status, body } = await this.#post(`/v1/records/${recordId}/c2pa/embed`, signer, { content });
    assert.equal(status, 200, body.toString());
    return body;
  }

  async #submit(content: Buffer, exact_format?: string): Promise<{ token: string; record_id: string }> {
    const content_hash = `sha3-256:${hash('sha3-256', content)}`;
    const submission = makeSubmission(this.#victim.signer, this.#victim.generatorId, { content_hash });
    const { status, body } = await this.service.live.call('POST', '/v1/records', {
      token: this.#victim.key,
      body: { ...submission, ...(exact_format !== undefined && { exact_format }) },
    });
    assert.equal(status, 201, JSON.stringify(body));
    this.#submitted.set(body.token, body.record_id);
    return body;
  }

  async #post(path: string, { key }: Signer, fields: Record<string, string | Uint8Array>) {
    const headers = { authorization: `Bearer ${key}` };
    const response = await fetch(this.service.live.url + path, { method: 'POST', headers, body: makeForm(fields) });
    return { status: response.status, headers: response.headers, body: Buffer.from(await response.arrayBuffer()) };
  }

  async #verify(files: readonly { bytes: Buffer; token?: string }[]): Promise<boolean[]> {
    const verdicts: boolean[] = [];
    for (let from = 0; from < files.length; from += mostInBatch) {
      const items = files.slice(from, from + mostInBatch).map(({ bytes, token }) => ({
        content: bytes.toString('base64'),
        ...(token !== undefined && { token }),
      }));
      const { status, body } = await this.service.live.call('POST', '/v1/verify/batch', { body: { items } });
      assert.equal(status, 200);
      for (const { authentic, error } of body) {
        assert.equal(error, undefined);
        verdicts.push(authentic);
      }
    }
    return verdicts;
  }

  async #verifyOffline(target: Target, files: readonly Forgery[]): Promise<boolean[]> {
    const verdicts: boolean[] = [];
    for (const { bytes, claims } of files) {
      const recordId = this.#submitted.get(tokenOf(target, claims)) ?? target.recordId;
      verdicts.push(await isProven(await this.#bundle(recordId), bytes));
    }
    return verdicts;
  }

  #bundle(recordId: string): Promise<string> {
    const asked =
      this.#bundles.get(recordId) ??
      fetch(`${this.service.live.url}/v1/records/${recordId}/bundle`).then((answer) => answer.text());
    this.#bundles.set(recordId, asked);
    return asked;
  }
}

function tokenOf({ token, clientToken, formatToken }: Target, claims: Claim | undefined): string {
  if (claims === undefined) return token;
  return claims === 'client' ? clientToken : formatToken;
}

/** Like `provenance verify --offline`. */
async function isProven(bundle: string, file: Buffer): Promise<boolean> {
  const { authentic, reason } = await verifyBundle({ bundle, ...(await readCanonical(file)) });
  assert.equal(reason, authentic ? undefined : 'content_tampered');
  return authentic;
}
