// Many uploads, signed and compared in two lanes, each with its own browser and folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ShelfSigner } from '../shelf-signer.ts';
import { openChromium } from './chromium-viewer.ts';
import { compareVariants, type Difference, type Upload } from './compare-variants.ts';
import { ffprobeViewer, openExiftool } from './label-programs.ts';
import { ffmpegViewer, mupdfViewer, popplerViewer } from './media-programs.ts';

/** By format. */
export interface RenderingFigures {
  uploads: number;
  files: number;
  /** How many uploads each program could show. */
  readonly shownBy: Map<string, number>;
}

export interface RenderingTally {
  readonly formats: Map<string, RenderingFigures>;
  /** Uploads that cannot be signed, or are delivered unchanged. */
  passedOver: number;
  readonly differences: Difference[];
}

export interface RenderingRun {
  readonly uploads: AsyncIterable<Upload> | Iterable<Upload>;
  readonly chromium: string;
  readonly lanes: number;
  readonly onProgress?: (files: number, differences: number) => void;
}

export async function runRenderings({ uploads, chromium, lanes, onProgress }: RenderingRun): Promise<RenderingTally> {
  const tally: RenderingTally = { formats: new Map(), passedOver: 0, differences: [] };
  const source = takeInTurns(uploads);
  let files = 0;
  const runLane = async () => {
    const signer = await ShelfSigner.open();
    const folder = mkdtempSync(join(tmpdir(), 'provenance-rendering-'));
    const viewers = [
      await openChromium(chromium),
      openExiftool(),
      ffprobeViewer,
      ffmpegViewer,
      popplerViewer,
      mupdfViewer,
    ];
    try {
      for (let upload = await source(); upload; upload = await source()) {
        const rendering = await compareVariants(signer, viewers, folder, upload);
        // Records of other uploads are useless for the next.
        signer.shelf.records = [];
        if (!rendering) {
          tally.passedOver += 1;
          continue;
        }
        const { format, shownBy, differences } = rendering;
        const figures = tally.formats.get(format) ?? { uploads: 0, files: 0, shownBy: new Map() };
        figures.uploads += 1;
        figures.files += rendering.files;
        for (const viewer of shownBy) figures.shownBy.set(viewer, (figures.shownBy.get(viewer) ?? 0) + 1);
        tally.formats.set(format, figures);
        tally.differences.push(...differences);
        files += rendering.files;
        onProgress?.(files, tally.differences.length);
      }
    } finally {
      for (const viewer of viewers) await viewer.close?.();
      rmSync(folder, { recursive: true });
    }
  };
  await Promise.all(Array.from({ length: lanes }, runLane));
  return tally;
}

/** One upload after the other, for any lane. */
function takeInTurns(uploads: RenderingRun['uploads']): () => Promise<Upload | undefined> {
  const iterator = Symbol.asyncIterator in uploads ? uploads[Symbol.asyncIterator]() : uploads[Symbol.iterator]();
  let turn: Promise<unknown> = Promise.resolve();
  return () => {
    const next = turn.then(() => iterator.next());
    turn = next;
    return next.then(({ done, value }) => (done ? undefined : value));
  };
}
