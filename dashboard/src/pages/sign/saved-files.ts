// Which signed files you have downloaded. While a file is in progress or not downloaded, the
// browser asks before it leaves the page, and the dashboard before it logs out.
import { useSyncExternalStore } from 'react';
import { unsavedWork } from '../../session/unsaved-work.ts';
import { signings } from './sign-file.ts';

let saved: ReadonlySet<number> = new Set();
const listeners = new Set<() => void>();

signings.subscribe(count);
addEventListener('beforeunload', (event) => {
  if (unsavedWork.count() > 0) event.preventDefault();
});

export function markSaved(ids: readonly number[]): void {
  saved = new Set([...saved, ...ids]);
  count();
  for (const listener of listeners) listener();
}

export function useSaved(): ReadonlySet<number> {
  return useSyncExternalStore(subscribe, () => saved);
}

function count(): void {
  const unsaved = signings.read().filter(({ id, progress }) => progress.step !== 'failed' && !saved.has(id));
  unsavedWork.set(unsaved.length);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
