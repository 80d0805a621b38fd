// A caller of POST /v1/sign/batch, with an organization that signs.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import type { PlanName } from '../src/plans/plans.ts';
import { type Account, makeApiKey, makeVerifiedAccount, setPlan } from './account.ts';
import type { RunningService } from './running-service.ts';
import { makeForm } from './shared-photos.ts';
import { registerGenerator } from './signing-client.ts';

export interface BatchItem {
  readonly text?: string;
  readonly file?: string;
  readonly [field: string]: unknown;
}

/** A signed item, or an error with its status. */
export interface BatchResult {
  readonly token: string;
  readonly record_id: string;
  readonly format: string;
  readonly mime_type: string;
  readonly carries: readonly string[];
  readonly notes: readonly string[];
  readonly text?: string;
  readonly content?: string;
  readonly error?: string;
  readonly status?: number;
  readonly message?: string;
  readonly [field: string]: unknown;
}

export async function openBatchClient(service: RunningService, plan: PlanName = 'enterprise') {
  const account: Account = await makeVerifiedAccount(service.live, service.outbox);
  await setPlan(service, account.orgId, plan);
  const { key } = await makeApiKey(service.live, account);
  const generatorId = await registerGenerator(service.live, key);
  const defaults = { model: 'writer-2', generator_id: generatorId };

  return {
    account,
    key,
    generatorId,

    /** As JSON. */
    call: (body: unknown, headers: Record<string, string> = {}) =>
      service.live.call('POST', '/v1/sign/batch', { token: key, body, headers }),

    async sign(items: readonly BatchItem[], headers: Record<string, string> = {}): Promise<BatchResult[]> {
      const { status, body } = await this.call({ defaults, items }, headers);
      assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
      return body.results;
    },

    /** As a form. The files are a list, because names can repeat. */
    async sendForm(batch: unknown, files: readonly (readonly [string, Uint8Array])[], headers = {}) {
      const form = new FormData();
      if (batch !== undefined) form.append('batch', typeof batch === 'string' ? batch : JSON.stringify(batch));
      for (const [name, bytes] of files) form.append('files', new Blob([new Uint8Array(bytes)]), name);
      return send(form, headers);
    },

    async signForm(items: readonly BatchItem[], files: readonly (readonly [string, Uint8Array])[], headers = {}) {
      const { status, body } = await this.sendForm({ defaults, items }, files, headers);
      assert.equal(status, 200, JSON.stringify(body).slice(0, 500));
      return body.results as BatchResult[];
    },

    send,
  };

  async function send(form: FormData, headers: Record<string, string> = {}) {
    const response = await fetch(`${service.live.url}/v1/sign/batch`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, ...headers },
      body: form,
    });
    // biome-ignore lint/suspicious/noExplicitAny: tests read the fields they expect.
    return { status: response.status, headers: response.headers, body: (await response.json()) as any };
  }
}

export function bytesOf({ text, content }: BatchResult): Buffer {
  return text === undefined ? Buffer.from(content!, 'base64') : Buffer.from(text);
}

export async function expectAuthentic({ live }: RunningService, result: BatchResult): Promise<void> {
  assert.equal(result.error, undefined);
  const form = makeForm({ content: bytesOf(result) });
  const response = await fetch(`${live.url}/v1/verify`, { method: 'POST', body: form });
  const { authentic, provenance } = (await response.json()) as {
    authentic: boolean;
    provenance: { record_id: string };
  };
  assert.deepEqual([authentic, provenance.record_id], [true, result.record_id]);
}

/** Noise, so that no two are the same. */
export function makePicture(type: 'jpeg' | 'png' | 'webp', size = 96): Promise<Buffer> {
  return sharp(randomBytes(size * size * 3), { raw: { width: size, height: size, channels: 3 } })
    [type]()
    .toBuffer();
}

export function makeText(place: number): string {
  return `Text ${place}. ${randomBytes(12).toString('hex')}. ${'Words that somebody wrote. '.repeat(20)}`;
}
