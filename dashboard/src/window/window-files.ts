// Where files go that are dropped or pasted anywhere in the dashboard. Without a page that takes
// them, the sign page opens with them. The page that was mounted last takes them.
import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { NamedContent } from '../api/upload-list.ts';

export interface FileTaker {
  readonly onFiles: (contents: readonly NamedContent[]) => void;
  /** What happens to the files, shown while they are dragged over the page. */
  readonly words: string;
}

let takers: readonly FileTaker[] = [];
const listeners = new Set<() => void>();

/** Lets a page take the files. */
export function useWindowFiles(onFiles: FileTaker['onFiles'], words: string): void {
  const newest = useRef(onFiles);
  newest.current = onFiles;
  useEffect(() => {
    const taker: FileTaker = { onFiles: (contents) => newest.current(contents), words };
    set([...takers, taker]);
    return () => set(takers.filter((each) => each !== taker));
  }, [words]);
}

export function useFileTaker(): FileTaker | undefined {
  return useSyncExternalStore(subscribe, () => takers.at(-1));
}

function set(changed: readonly FileTaker[]): void {
  takers = changed;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
