// Downloads of signed files, in pieces: a connection that breaks off costs one piece. The browser
// moves the pieces to its disk if they are large.
import { ServiceError } from '@content-provenance/client';
import { useSyncExternalStore } from 'react';
import { client } from '../../api/client.ts';
import type { Job } from '../../api/jobs-queries.ts';
import { sentenceOf } from '../../components/states.tsx';
import { saveFile } from '../../save-file.ts';
import { session } from '../../session/session.ts';
import { largeFilesTexts } from '../../texts/large-files.ts';
import { signTexts } from '../../texts/sign.ts';
import { keepTrying } from './keep-trying.ts';

export type Download =
  | { readonly step: 'running'; readonly fraction: number; readonly isPaused: boolean }
  | { readonly step: 'failed'; readonly words: string };

const pieceBytes = 16 * 1024 * 1024;

/** By job. */
let downloads: ReadonlyMap<string, Download> = new Map();
const abandon = new Map<string, AbortController>();
const listeners = new Set<() => void>();

session.onChange(() => {
  for (const jobId of abandon.keys()) cancelDownload(jobId);
});

export function useDownloads(): ReadonlyMap<string, Download> {
  return useSyncExternalStore(subscribe, () => downloads);
}

export async function startDownload(jobId: string): Promise<void> {
  if (abandon.has(jobId)) return;
  const controller = new AbortController();
  const { signal } = controller;
  abandon.set(jobId, controller);
  let fraction = 0;
  const tell = (isPaused: boolean) => set(jobId, { step: 'running', fraction, isPaused });
  const trying = { signal, onPause: () => tell(true) };
  try {
    tell(false);
    const job = await keepTrying(() => client.jobs.get(jobId, { signal }), trying);
    const { size, mime_type: type } = job.signed!;
    const pieces: Blob[] = [];
    for (let start = 0; start < size; start += pieceBytes) {
      const end = Math.min(start + pieceBytes, size);
      pieces.push(await keepTrying(() => client.jobs.read(jobId, start, end, { signal }), trying));
      fraction = end / size;
      tell(false);
    }
    const content = new Blob(pieces, { type });
    if (content.size !== size) throw new Error(largeFilesTexts.download.noSpace);
    saveFile(content, signTexts.signedName(nameOf(job)));
    set(jobId, undefined);
  } catch (problem) {
    if (signal.aborted) return set(jobId, undefined);
    // A browser without space for the file throws its own error.
    const words = problem instanceof ServiceError ? sentenceOf(problem) : largeFilesTexts.download.noSpace;
    set(jobId, { step: 'failed', words });
  } finally {
    abandon.delete(jobId);
  }
}

export function cancelDownload(jobId: string): void {
  abandon.get(jobId)?.abort();
}

/** The name of the upload, or the last part of the key of an object. */
export function nameOf({ file_name, source, job_id }: Pick<Job, 'file_name' | 'source' | 'job_id'>): string {
  return file_name ?? source?.object.split('/').at(-1) ?? job_id;
}

function set(jobId: string, download: Download | undefined): void {
  const others = [...downloads].filter(([known]) => known !== jobId);
  downloads = new Map(download ? [...others, [jobId, download]] : others);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
