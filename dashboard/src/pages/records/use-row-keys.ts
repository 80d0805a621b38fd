// Moves through the rows of a list with the keyboard. The link of a row gets the focus, so Enter
// opens it as any other link.
import { type RefObject, useEffect } from 'react';

const steps: Readonly<Record<string, number>> = { j: 1, k: -1, ArrowDown: 1, ArrowUp: -1 };

/** area: contains the rows, and the search box that `/` goes to. */
export function useRowKeys(area: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '/') {
        event.preventDefault();
        area.current?.querySelector<HTMLInputElement>('input[name=search]')?.focus();
        return;
      }
      const step = steps[event.key];
      const links = [...(area.current?.querySelectorAll<HTMLElement>('tbody th a') ?? [])];
      const place = links.indexOf(document.activeElement as HTMLElement);
      // Outside the rows, arrows scroll the page as everywhere.
      if (step === undefined || (place < 0 && event.key.startsWith('Arrow'))) return;
      event.preventDefault();
      links[place < 0 ? 0 : Math.min(links.length - 1, Math.max(0, place + step))]?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [area]);
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, select, textarea, dialog, [contenteditable]') !== null;
}
