// Writes container images as an OCI image layout in one tar file (image-spec 1.1), without Docker:
// layers, a configuration and a manifest for each platform, and one index over the platforms. Every
// blob is named after its SHA-256.
import { createHash } from 'node:crypto';
import {
  createReadStream,
  createWriteStream,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Architecture } from './debian-packages.ts';
import { completed, type Entry, fileEntry, tarParts } from './tar.ts';

interface Descriptor {
  readonly mediaType: string;
  readonly digest: string;
  readonly size: number;
}

export interface Layer {
  readonly descriptor: Descriptor;
  /** Digest before compression. It does not depend on the release of zlib. */
  readonly diffId: string;
  readonly createdBy: string;
}

export interface Platform {
  readonly architecture: Architecture;
  readonly layers: readonly Layer[];
}

const types = {
  layer: 'application/vnd.oci.image.layer.v1.tar+gzip',
  config: 'application/vnd.oci.image.config.v1+json',
  manifest: 'application/vnd.oci.image.manifest.v1+json',
  index: 'application/vnd.oci.image.index.v1+json',
};

/** Layers are large, so they stream to the disk. All images of a release share `blobs`. */
export async function writeLayer(
  blobs: string,
  entries: readonly Entry[],
  seconds: number,
  createdBy: string,
): Promise<Layer> {
  mkdirSync(blobs, { recursive: true });
  const unfinished = join(blobs, 'unfinished');
  const [plain, packed] = [createHash('sha256'), createHash('sha256')];
  await pipeline(
    Readable.from(tarParts(completed(entries), seconds)),
    hashing(plain),
    createGzip({ level: 6 }),
    hashing(packed),
    createWriteStream(unfinished),
  );
  const digest = packed.digest('hex');
  renameSync(unfinished, join(blobs, digest));
  const size = statSync(join(blobs, digest)).size;
  return {
    descriptor: { mediaType: types.layer, digest: `sha256:${digest}`, size },
    diffId: `sha256:${plain.digest('hex')}`,
    createdBy,
  };
}

export interface ImageOptions {
  readonly blobs: string;
  readonly out: string;
  /** The tag inside the archive. */
  readonly reference: string;
  readonly seconds: number;
  readonly labels: Readonly<Record<string, string>>;
  /** User, command, ports and so on, as Docker and Podman name them. */
  readonly configuration: object;
  readonly platforms: readonly Platform[];
}

export async function writeImageArchive(options: ImageOptions): Promise<void> {
  const { blobs, out, reference, seconds, labels, configuration, platforms } = options;
  const created = new Date(seconds * 1_000).toISOString();
  const used = new Map<string, string>();
  const store = (mediaType: string, value: object): Descriptor => {
    const bytes = Buffer.from(JSON.stringify(value));
    const digest = createHash('sha256').update(bytes).digest('hex');
    writeFileSync(join(blobs, digest), bytes);
    used.set(digest, join(blobs, digest));
    return { mediaType, digest: `sha256:${digest}`, size: bytes.length };
  };
  const manifests = platforms.map(({ architecture, layers }) => {
    for (const { descriptor } of layers) {
      const digest = descriptor.digest.slice('sha256:'.length);
      used.set(digest, join(blobs, digest));
    }
    const platform = { architecture, os: 'linux', ...(architecture === 'arm64' && { variant: 'v8' }) };
    const config = store(types.config, {
      created,
      ...platform,
      config: { ...configuration, Labels: labels },
      rootfs: { type: 'layers', diff_ids: layers.map(({ diffId }) => diffId) },
      history: layers.map(({ createdBy }) => ({ created, created_by: createdBy })),
    });
    const manifest = store(types.manifest, {
      schemaVersion: 2,
      mediaType: types.manifest,
      config,
      layers: layers.map(({ descriptor }) => descriptor),
      annotations: labels,
    });
    return { ...manifest, platform };
  });
  const index = store(types.index, { schemaVersion: 2, mediaType: types.index, manifests, annotations: labels });
  const named = { ...index, annotations: { 'org.opencontainers.image.ref.name': reference } };
  const top = { schemaVersion: 2, mediaType: types.index, manifests: [named] };
  const entries = [
    fileEntry('index.json', JSON.stringify(top)),
    fileEntry('oci-layout', JSON.stringify({ imageLayoutVersion: '1.0.0' })),
    ...[...used].map(
      ([digest, file]): Entry => ({
        path: `blobs/sha256/${digest}`,
        kind: 'file',
        mode: 0o644,
        content: () => readFileSync(file),
      }),
    ),
  ];
  await pipeline(Readable.from(tarParts(completed(entries), seconds)), createWriteStream(out));
}

/** The hash of a file as hex. */
export async function hashFile(file: string, algorithm: 'sha256' | 'sha3-256'): Promise<string> {
  const hash = createHash(algorithm);
  await pipeline(createReadStream(file), hash);
  return hash.digest('hex');
}

function hashing(hash: ReturnType<typeof createHash>): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
}
