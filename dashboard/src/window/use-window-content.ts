// Accepts files that are dropped anywhere on the page, and files and texts that are pasted outside
// a field.
import { useEffect, useState } from 'react';
import type { NamedContent } from '../api/upload-list.ts';
import { droppedContents, pastedContents } from './given-files.ts';

interface Takers {
  readonly onFiles: (contents: readonly NamedContent[]) => void;
  /** Left out: a pasted text is ignored. */
  readonly onText?: (text: string) => void;
}

/** Whether files are being dragged over the page. */
export function useWindowContent({ onFiles, onText }: Takers): boolean {
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const over = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      void droppedContents(event.dataTransfer).then(onFiles);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isField(event.target)) return;
      const files = pastedContents(event.clipboardData);
      const text = event.clipboardData.getData('text/plain');
      if (files.length > 0) onFiles(files);
      else if (text.trim() !== '') onText?.(text);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, [onFiles, onText]);
  return isOver;
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
