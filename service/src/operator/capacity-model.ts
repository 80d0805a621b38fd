// What a deployment needs for a load, computed from the measured costs in this file. The figures
// come from `npm run bench -- load/capacity`, load/similar, load/sounds, load/texts and
// load/archive, on two arm64 cores.

export const contentKinds = ['images', 'sounds', 'texts', 'videos'] as const;
export type ContentKind = (typeof contentKinds)[number];

/** Per month. */
export interface Load extends Readonly<Record<ContentKind, number>> {
  readonly verifications: number;
}

export interface Plan {
  /** How long data grows, in months. */
  readonly months: number;
  /** Records older than this move to the archive. Undefined: never. */
  readonly archiveAfter: number | undefined;
}

export interface Capacity {
  readonly records: number;
  readonly databaseBytes: number;
  readonly archiveBytes: number;
  readonly nodeCores: number;
  readonly nodes: number;
  readonly databaseCores: number;
  readonly databaseBytesPerDay: number;
}

interface Cost {
  /** Bytes of the record itself with its signature, which can move to the archive. */
  readonly recordBytes: number;
  /** Bytes that stay: counters, the event, the entry of the log, and what searches read. */
  readonly searchBytes: number;
  readonly archivedBytes: number;
  /** Milliseconds of processor time for signing, on the node and around it. */
  readonly nodeMilliseconds: number;
  readonly databaseMilliseconds: number;
}

/**
 * Sounds are clips of 15 seconds, texts have 300 words, pictures have 1000 × 750 pixels and both
 * watermarks.
 */
const cost: Readonly<Record<ContentKind, Cost>> = {
  images: costOf({ searchBytes: 1_545, nodeMilliseconds: 320 }),
  sounds: costOf({ searchBytes: 22_295, nodeMilliseconds: 2_000 }),
  texts: costOf({ searchBytes: 2_445, nodeMilliseconds: 9 }),
  videos: costOf({ searchBytes: 1_545, nodeMilliseconds: 50 }),
};
const verification = { bytes: 1_380, nodeMilliseconds: 30, databaseMilliseconds: 5 };

function costOf(own: Pick<Cost, 'searchBytes' | 'nodeMilliseconds'>): Cost {
  return { recordBytes: 5_590, archivedBytes: 3_470, databaseMilliseconds: 6, ...own };
}

/** The busiest hour of a month against the average. */
const peakFactor = 3;
/** The part of a processor that a node can use and still respond as fast as when idle. */
const usablePart = 0.7;
const coresPerNode = 2;
const secondsPerMonth = 30 * 24 * 60 * 60;

export function computeCapacity(load: Load, { months, archiveAfter = months }: Plan): Capacity {
  const sum = (of: (kind: ContentKind) => number) => contentKinds.reduce((total, kind) => total + of(kind), 0);
  const kept = Math.min(archiveAfter, months);
  const perMonth =
    sum((kind) => load[kind] * (cost[kind].recordBytes + cost[kind].searchBytes)) +
    load.verifications * verification.bytes;
  const searched = sum((kind) => load[kind] * cost[kind].searchBytes) + load.verifications * verification.bytes;
  const cores = (milliseconds: number) => (milliseconds / 1_000 / secondsPerMonth) * (peakFactor / usablePart);
  const nodeCores = cores(
    sum((kind) => load[kind] * cost[kind].nodeMilliseconds) + load.verifications * verification.nodeMilliseconds,
  );
  return {
    records: sum((kind) => load[kind]) * months,
    databaseBytes: perMonth * kept + searched * (months - kept),
    archiveBytes: sum((kind) => load[kind] * cost[kind].archivedBytes) * (months - kept),
    nodeCores,
    nodes: Math.max(1, Math.ceil(nodeCores / coresPerNode)),
    databaseCores: cores(
      sum((kind) => load[kind] * cost[kind].databaseMilliseconds) +
        load.verifications * verification.databaseMilliseconds,
    ),
    databaseBytesPerDay: perMonth / 30,
  };
}
