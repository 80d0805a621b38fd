// Files that are dropped or pasted anywhere in the dashboard. The current page takes them, or the
// sign page opens with them.
import { useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import type { NamedContent } from '../api/upload-list.ts';
import { pagePaths } from '../page-paths.ts';
import { signTexts } from '../texts/sign.ts';
import { filesToSign } from '../window/handed-over.ts';
import { useWindowContent } from '../window/use-window-content.ts';
import { useFileTaker } from '../window/window-files.ts';

export function WindowDrop() {
  const navigate = useNavigate();
  const taker = useFileTaker();
  const onFiles = useCallback(
    (contents: readonly NamedContent[]) => {
      // An open question comes first.
      if (contents.length === 0 || document.querySelector('dialog[open]')) return;
      if (taker) return taker.onFiles(contents);
      filesToSign.give(contents);
      void navigate({ to: pagePaths.sign });
    },
    [navigate, taker],
  );
  const isOver = useWindowContent({ onFiles });
  if (!isOver) return null;
  return (
    <div className="drop-curtain" aria-hidden="true">
      <strong>{taker?.words ?? signTexts.dropAnywhere}</strong>
    </div>
  );
}
