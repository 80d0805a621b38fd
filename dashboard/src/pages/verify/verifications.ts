// The files that this tab has sent for verification. They stay while you open other pages. Results
// without the files themselves also survive a reload, in the memory of the tab.
import type { UploadOptions, VerificationResult } from '@content-provenance/client';
import { client, queryClient } from '../../api/client.ts';
import { largestToVerify } from '../../api/largest-files.ts';
import { createUploadList, type NamedContent, type Upload } from '../../api/upload-list.ts';
import type { Preview } from './preview/preview.ts';

export interface CheckedFile {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  /** Null after a reload. */
  readonly content: Blob | null;
}

export interface CheckedResult extends VerificationResult {
  /** Milliseconds since 1970. */
  readonly verifiedAt: number;
}

export type Verification = Upload<CheckedFile, CheckedResult>;

interface Kept {
  readonly file: Omit<CheckedFile, 'content'>;
  readonly result: CheckedResult;
  readonly preview: Preview | null;
}

const place = 'verifications';
/** Newer ones are kept first. Browsers give a tab about 5 MB. */
const mostKept = 100;

/** By the id of the upload. */
export const previews = new Map<number, Preview>();
export const verifications = createUploadList(largestToVerify, verify, readKept());
verifications.subscribe(keep);
/** The newest result that the focus has moved to. */
export const ledTo = { id: Math.max(0, ...verifications.read().map(({ id }) => id)) };

export function addContents(contents: readonly NamedContent[]): void {
  verifications.add(contents.map(({ name, content }) => ({ name, content, size: content.size, type: content.type })));
}

/** Also called when a preview is ready. */
export function keep(): void {
  const kept = verifications.read().flatMap(({ id, task, progress }): Kept[] => {
    if (progress.step !== 'done') return [];
    const { content: _, ...file } = task;
    const { visible_text: __, ...result } = progress.result;
    return [{ file, result, preview: previews.get(id) ?? null }];
  });
  const attempts = [kept.slice(0, mostKept), kept.slice(0, mostKept).map((each) => ({ ...each, preview: null })), []];
  for (const attempt of attempts) {
    try {
      sessionStorage.setItem(place, JSON.stringify(attempt));
      return;
    } catch {
      // Full, or turned off: less data can fit.
    }
  }
}

function readKept(): Verification[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(place) ?? '[]') as Kept[];
    return kept.map(({ file, result, preview }, index) => {
      const id = kept.length - index;
      if (preview) previews.set(id, preview);
      return { id, task: { ...file, content: null }, progress: { step: 'done', result } };
    });
  } catch {
    return [];
  }
}

async function verify({ name, content }: CheckedFile, options: UploadOptions): Promise<CheckedResult> {
  const result = await client.verify.content(
    { content: content!, fileName: name, localize: true, showText: true },
    options,
  );
  // It can be in the figures of the person who is logged in here.
  void queryClient.invalidateQueries({ queryKey: ['analytics'] });
  return { ...result, verifiedAt: Date.now() };
}
