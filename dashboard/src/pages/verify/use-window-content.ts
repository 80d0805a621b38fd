// Accepts files that are dropped anywhere on the page, and pictures and texts that are pasted
// outside a field.
import { useEffect, useState } from 'react';
import type { NamedContent } from '../../api/upload-list.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { droppedContents, pastedContents } from './given-files.ts';

/** Whether files are being dragged over the page. */
export function useWindowContent(onContent: (contents: readonly NamedContent[]) => void): boolean {
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
      void droppedContents(event.dataTransfer).then(onContent);
    };
    const paste = (event: ClipboardEvent) => {
      if (!event.clipboardData || isField(event.target)) return;
      const pictures = pastedContents(event.clipboardData);
      const text = event.clipboardData.getData('text/plain');
      if (pictures.length > 0) onContent(pictures);
      else if (text.trim() !== '') onContent([textAsContent(text)]);
    };
    const listening = new AbortController();
    const { signal } = listening;
    window.addEventListener('dragover', over, { signal });
    window.addEventListener('dragleave', leave, { signal });
    window.addEventListener('drop', drop, { signal });
    window.addEventListener('paste', paste, { signal });
    return () => listening.abort();
  }, [onContent]);
  return isOver;
}

/** Fields end lines with CRLF, but a pasted text probably ended its lines with LF. */
export function textAsContent(text: string): NamedContent {
  return { name: texts.pasteName, content: new Blob([text.replaceAll('\r\n', '\n')], { type: 'text/plain' }) };
}

function isField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, [contenteditable]') !== null;
}
