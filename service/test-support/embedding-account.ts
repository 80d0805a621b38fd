// An organization that signs files and embeds manifests, over real HTTP.
import assert from 'node:assert/strict';
import { type Account, makeApiKey, makeOwner } from './account.ts';
import type { RunningService } from './running-service.ts';
import { makeForm } from './shared-photos.ts';

export interface EmbedAnswer {
  readonly status: number;
  readonly bytes: Buffer;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the body of an error, of which each test reads another part.
  readonly error: any;
}

export interface SignedFile {
  readonly bytes: Buffer;
  readonly recordId: string;
}

export class EmbeddingAccount {
  readonly service: RunningService;
  readonly owner: Account;
  readonly key: string;
  readonly #generatorId: string;

  private constructor(service: RunningService, owner: Account, key: string, generatorId: string) {
    this.service = service;
    this.owner = owner;
    this.key = key;
    this.#generatorId = generatorId;
  }

  static async make(service: RunningService): Promise<EmbeddingAccount> {
    const owner = await makeOwner(service, 'growth');
    const { key } = await makeApiKey(service.live, owner);
    const body = { name: 'Studio', supported_formats: ['image', 'audio', 'video', 'text'] };
    const { body: generator } = await service.live.call('POST', '/v1/generators', { token: key, body });
    return new EmbeddingAccount(service, owner, key, generator.generator_id);
  }

  async sign(content: Uint8Array): Promise<SignedFile> {
    const answer = await this.post('/v1/sign', { content, model: 'studio-3', generator_id: this.#generatorId });
    assert.equal(answer.status, 200, JSON.stringify(answer.error));
    return { bytes: answer.bytes, recordId: answer.headers.get('x-service-record-id')! };
  }

  embed({ bytes, recordId }: SignedFile, fields: Readonly<Record<string, string>> = {}): Promise<EmbedAnswer> {
    return this.post(`/v1/records/${recordId}/c2pa/embed`, { content: bytes, ...fields });
  }

  // biome-ignore lint/suspicious/noExplicitAny: a result, of which each test reads another part.
  async verify(content: Uint8Array): Promise<any> {
    const { status, bytes } = await this.post('/v1/verify', { content });
    assert.equal(status, 200);
    return JSON.parse(bytes.toString());
  }

  /** Routes under /v1/c2pa. */
  call(method: string, path: string, body?: unknown) {
    return this.service.live.call(method, `/v1/c2pa${path}`, {
      token: this.key,
      ...(body !== undefined && { body }),
    });
  }

  async post(path: string, fields: Readonly<Record<string, string | Uint8Array>>): Promise<EmbedAnswer> {
    const response = await fetch(this.service.live.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.key}` },
      body: makeForm(fields),
    });
    const bytes = Buffer.from(await response.arrayBuffer());
    const { status, headers } = response;
    return { status, headers, bytes, error: response.ok ? undefined : JSON.parse(bytes.toString()) };
  }
}
