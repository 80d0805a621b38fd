// Opens the command palette, by a button and by ⌘K or Ctrl K.
import { Button } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Icon } from '../../components/icons.tsx';
import { shellTexts } from '../../texts/shell.ts';

const Palette = lazy(() => import('./palette.tsx').then((module) => ({ default: module.Palette })));
const isApple = /Mac|iPhone|iPad/.test(navigator.platform);

export function PaletteButton({ onLogOut }: { readonly onLogOut: () => void }) {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey) || event.altKey) return;
      event.preventDefault();
      setOpen((was) => !was);
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <Button
        size="xs"
        variant="default"
        className="palette-button"
        aria-haspopup="dialog"
        aria-keyshortcuts={isApple ? 'Meta+K' : 'Control+K'}
        onClick={() => setOpen(true)}
      >
        <Icon name="search" size={16} /> <span className="palette-word">{shellTexts.find}</span>
        <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </Button>
      <Suspense fallback={null}>{isOpen && <Palette onClose={() => setOpen(false)} onLogOut={onLogOut} />}</Suspense>
    </>
  );
}
