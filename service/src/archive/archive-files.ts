// Reads records from archive files. Indexes and blocks are cached within fixed limits. What does
// not match its hash is never returned: it is logged, and the caller gets FileDamaged.
import type { FastifyBaseLogger } from 'fastify';
import type { EnvironmentName } from '../access/api-keys.ts';
import { FileDamaged, type ObjectStore, StoreUnavailable } from '../adapters/object-store/object-store.ts';
import { inSpan } from '../telemetry/tracing.ts';
import type { Archive, RecordRow, SignedRow } from './archives.store.ts';
import type { ArchiveIndex } from './file/archive-format.ts';
import {
  type ArchivedRow,
  type BlockRows,
  findBlock,
  type ReadBytes,
  readBlock,
  readEverything,
  readIndex,
  readSignature,
} from './file/read-archive.ts';
import { createSharedCache } from './shared-cache.ts';

export interface ArchiveFilesParts {
  readonly environment: EnvironmentName;
  /** Undefined: none is configured. */
  readonly store: ObjectStore | undefined;
  /** Under which files are authenticated. */
  readonly key: Uint8Array;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
  /** Left out: reads are not counted. */
  countRead?(outcome: 'ok' | 'failed'): void;
}

export interface ArchiveFiles {
  nameOf(archive: Pick<Archive, 'archive_id'>): string;
  find(archive: Archive, recordId: string): Promise<RecordRow | undefined>;
  findSigned(archive: Archive, recordId: string): Promise<SignedRow | undefined>;
  /** Reads the whole file without a cache, and checks every byte. */
  readAll(archive: Archive): AsyncGenerator<readonly SignedRow[]>;
}

/** An index takes about 60 KB, and a block about 150 KB: 25 MB together. */
const mostIndexes = 256;
const mostBlocks = 64;
const keyColumn = 'record_id';

export function createArchiveFiles({ environment, store, key, log, countRead }: ArchiveFilesParts): ArchiveFiles {
  const indexes = createSharedCache<ArchiveIndex>(mostIndexes);
  const blocks = createSharedCache<BlockRows>(mostBlocks);
  const nameOf = ({ archive_id }: Pick<Archive, 'archive_id'>) => `${environment}-${archive_id}.archive`;

  function readerOf(archive: Archive): ReadBytes {
    if (!store) throw new StoreUnavailable('Records are archived, but ARCHIVE_STORE is not set.');
    return (offset, length) => store.read(nameOf(archive), offset, length);
  }

  function indexOf(archive: Archive): Promise<ArchiveIndex> {
    const { archive_id: archiveId, bytes, index_offset: indexOffset } = archive;
    return readIndex(readerOf(archive), bytes, { archiveId, indexOffset }, key);
  }

  async function findRow(archive: Archive, recordId: string): Promise<ArchivedRow | undefined> {
    const index = await indexes.get(archive.archive_id, () => indexOf(archive));
    const block = findBlock(index, recordId);
    if (!block) return undefined;
    const name = `${archive.archive_id} ${block.offset}`;
    const rows = await blocks.get(name, () => readBlock(readerOf(archive), block, keyColumn));
    return rows.get(recordId);
  }

  async function reported<Result>(archive: Archive, work: () => Promise<Result>): Promise<Result> {
    try {
      const found = await inSpan('archive read', {}, work);
      countRead?.('ok');
      return found;
    } catch (problem) {
      countRead?.('failed');
      if (problem instanceof FileDamaged)
        log.error({ err: problem, archive: nameOf(archive) }, 'an archive file is damaged');
      throw problem;
    }
  }

  return {
    nameOf,
    find: (archive, recordId) =>
      reported(archive, async () => {
        const found = await findRow(archive, recordId);
        return found && recordOf(found);
      }),
    findSigned: (archive, recordId) =>
      reported(archive, async () => {
        const found = await findRow(archive, recordId);
        if (!found) return undefined;
        const index = await indexes.get(archive.archive_id, () => indexOf(archive));
        return { ...recordOf(found), signature: await readSignature(readerOf(archive), index, found.signature) };
      }),
    async *readAll(archive) {
      for await (const rows of readEverything(readerOf(archive), await indexOf(archive), keyColumn)) {
        yield rows.map(({ signatureBytes, ...row }) => ({ ...recordOf(row), signature: signatureBytes }));
      }
    },
  };
}

/** The row as it was written. Its hash was checked, so its columns are those of a record. */
function recordOf({ signature: _, ...row }: ArchivedRow): RecordRow {
  return row as unknown as RecordRow;
}
