// A C2PA client of the resolution API, over real HTTP. It knows the standard and nothing of ours:
// it starts from the well-known document.
import assert from 'node:assert/strict';
import type { RunningService } from './running-service.ts';

export interface ResolutionAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  // biome-ignore lint/suspicious/noExplicitAny: JSON, of which each test reads another part.
  readonly json: any;
}

export interface ResolutionRequest {
  readonly token?: string | undefined;
  /** A body of bytes, with its type. */
  readonly bytes?: Uint8Array;
  readonly type?: string;
  /** A body of JSON. */
  readonly body?: unknown;
}

export class ResolutionClient {
  readonly #service: RunningService;

  constructor(service: RunningService) {
    this.#service = service;
  }

  async call(method: string, path: string, request: ResolutionRequest = {}): Promise<ResolutionAnswer> {
    const { token, bytes, type, body } = request;
    const contentType = type ?? (body === undefined ? undefined : 'application/json');
    const response = await fetch(`${this.#service.live.url}/v1/c2pa${path}`, {
      method,
      headers: {
        ...(token && { authorization: `Bearer ${token}` }),
        ...(contentType && { 'content-type': contentType }),
      },
      ...(bytes && { body: new Uint8Array(bytes) }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const answer = Buffer.from(await response.arrayBuffer());
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    const { status, headers } = response;
    return { status, headers, bytes: answer, json: isJson ? JSON.parse(answer.toString()) : undefined };
  }

  /** Ids of the manifests found. */
  async byBinding(alg: string, value: string, maxResults?: number): Promise<string[]> {
    const query = new URLSearchParams({ alg, value, ...(maxResults && { maxResults: String(maxResults) }) });
    return idsOf(await this.call('GET', `/matches/byBinding?${query}`));
  }

  async byContent(type: string, bytes: Uint8Array, query: Readonly<Record<string, string>> = {}): Promise<string[]> {
    return idsOf(await this.call('POST', `/matches/byContent?${new URLSearchParams(query)}`, { type, bytes }));
  }

  async manifest(id: string, returnActiveManifest = false): Promise<Buffer> {
    const path = `/manifests/${encodeURIComponent(id)}${returnActiveManifest ? '?returnActiveManifest=true' : ''}`;
    const { status, headers, bytes } = await this.call('GET', path);
    assert.deepEqual([status, headers.get('content-type')], [200, 'application/c2pa']);
    return bytes;
  }

  /** Its id. */
  async store(token: string, bytes: Uint8Array): Promise<string> {
    const { status, json } = await this.call('POST', '/manifests', { token, bytes, type: 'application/c2pa' });
    assert.equal(status, 200, JSON.stringify(json));
    return json.manifestId;
  }

  bind(token: string, body: unknown, method = 'POST'): Promise<ResolutionAnswer> {
    return this.call(method, '/bindings', { token, body });
  }
}

function idsOf({ status, json }: ResolutionAnswer): string[] {
  assert.equal(status, 200, JSON.stringify(json));
  return json.matches.map(({ manifestId }: { manifestId: string }) => manifestId);
}
