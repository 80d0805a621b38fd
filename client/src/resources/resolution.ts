// /v1/c2pa/matches, /manifests and /bindings: from a file without metadata back to its manifest
// (C2PA Soft Binding Resolution API). Finding needs no credential.
import type { CallOptions } from '../call-limits.ts';
import type { Body, Query } from '../operation.ts';
import type { Transport } from '../transport.ts';

export interface ResolvedManifest {
  readonly manifestId: string;
  /** The manifest store (`application/c2pa`). */
  readonly store: Blob;
}

export interface ManifestOptions extends CallOptions {
  /** Only the active manifest of the store. */
  readonly returnActiveManifest?: boolean;
}

const storeType = 'application/c2pa';

export function resolutionOf({ call, download }: Transport) {
  const at = (manifestId: string) => ({ path: { manifest_id: manifestId } });

  async function byContent(
    content: Blob,
    query: Query<'POST /v1/c2pa/matches/byContent'> = {},
    options?: CallOptions,
  ): Promise<string[]> {
    const { matches } = await call('POST /v1/c2pa/matches/byContent', { body: content, query }, options);
    return matches.map(({ manifestId }) => manifestId);
  }

  async function manifest(
    manifestId: string,
    { returnActiveManifest, ...options }: ManifestOptions = {},
  ): Promise<Blob> {
    const query = returnActiveManifest === undefined ? {} : { returnActiveManifest };
    const input = { ...at(manifestId), query };
    return (await download('GET /v1/c2pa/manifests/{manifest_id}', input, options)).body;
  }

  return {
    /** Ids of the manifests of a file, best first. */
    byContent,
    /** The same for the value of a soft binding, in base64. */
    async byBinding(
      binding: Body<'POST /v1/c2pa/matches/byBinding'>,
      maxResults?: number,
      options?: CallOptions,
    ): Promise<string[]> {
      const query = maxResults === undefined ? {} : { maxResults };
      const { matches } = await call('POST /v1/c2pa/matches/byBinding', { body: binding, query }, options);
      return matches.map(({ manifestId }) => manifestId);
    },
    manifest,
    /**
     * Finds the manifest of a file and gets it: two calls, each with the timeout. undefined: the
     * service found none.
     */
    async resolve(content: Blob, options: ManifestOptions = {}): Promise<ResolvedManifest | undefined> {
      const [manifestId] = await byContent(content, { maxResults: 1 }, options);
      return manifestId === undefined ? undefined : { manifestId, store: await manifest(manifestId, options) };
    },
    /** Stores a manifest that you made elsewhere; gives its id. */
    async store(store: Blob, options?: CallOptions): Promise<string> {
      const body = store.slice(0, store.size, storeType);
      return (await call('POST /v1/c2pa/manifests', { body }, options)).manifestId;
    },
    /** Deletes a stored manifest and its bindings. */
    async delete(manifestId: string, options?: CallOptions): Promise<void> {
      await download('DELETE /v1/c2pa/manifests/{manifest_id}', at(manifestId), options);
    },
    /** Binds a value to a stored manifest. */
    async bind(body: Body<'POST /v1/c2pa/bindings'>, options?: CallOptions): Promise<void> {
      await download('POST /v1/c2pa/bindings', { body }, options);
    },
    /** Binds a value to another stored manifest, in place of the ones before. */
    async rebind(body: Body<'PUT /v1/c2pa/bindings'>, options?: CallOptions): Promise<void> {
      await download('PUT /v1/c2pa/bindings', { body }, options);
    },
  };
}
