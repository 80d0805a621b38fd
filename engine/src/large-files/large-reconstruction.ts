// A file that is too large for memory, compared with records. Each hash is computed at most
// once. C2PA manifests are embedded only in pictures, so none was ever delivered in it.

import { readFromSource } from '../containers/reading.ts';
import { isRefusal } from '../engine-error.ts';
import { DeliverableFile } from '../reconstruction.ts';
import type { ContentHash } from '../signatures/sha3.ts';
import type { ContentSource } from './content-source.ts';
import { hashSource, stageOf } from './hash-source.ts';
import { readCanonicalSource } from './large-container.ts';
import type { LargeFormat } from './large-format.ts';
import type { LongRun } from './long-run.ts';

type FileFacts = Pick<LargeReconstruction, 'format' | 'contentHash' | 'token' | 'readToken'> & {
  readonly hash: () => Promise<ContentHash>;
};

export class LargeReconstruction extends DeliverableFile {
  readonly format: LargeFormat;
  readonly contentHash: ContentHash;
  readonly token: string | null;
  readonly readToken: () => string | null;
  readonly #hash: () => Promise<ContentHash>;
  #fileHash: Promise<ContentHash> | undefined;

  static async of(format: LargeFormat, file: ContentSource, run: LongRun): Promise<LargeReconstruction> {
    const readToken = await findToken(format, file, run.signal);
    const { content, token } = await readCanonicalSource(format, file, run.signal);
    const contentHash = await hashSource(content, stageOf(run, 0, 0.5));
    const hash = async () => (token === null ? contentHash : hashSource(file, stageOf(run, 0.5, 0.9)));
    return new LargeReconstruction({ format, contentHash, token, readToken, hash });
  }

  private constructor(facts: FileFacts) {
    super();
    this.format = facts.format;
    this.contentHash = facts.contentHash;
    this.token = facts.token;
    this.readToken = facts.readToken;
    this.#hash = facts.hash;
  }

  protected hashWhole(): Promise<ContentHash> {
    this.#fileHash ??= this.#hash();
    return this.#fileHash;
  }

  protected async isEmbedded(): Promise<boolean> {
    return false;
  }
}

/** What reading the token gives, now or as often as it is asked for: the token or a refusal. */
async function findToken(
  { tokenPlace }: LargeFormat,
  file: ContentSource,
  signal: AbortSignal,
): Promise<() => string | null> {
  try {
    const token = await readFromSource(file, tokenPlace.readToken(file.size), signal);
    return () => token;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    return () => {
      throw error;
    };
  }
}
