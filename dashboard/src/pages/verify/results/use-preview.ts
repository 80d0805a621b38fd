// The preview of a file: made once, stored with the results.
import { useEffect, useState } from 'react';
import type { Preview } from '../preview/preview.ts';
import { previewOf } from '../preview/preview-of.ts';
import { keep, previews, type Verification } from '../verifications.ts';

export function usePreview({ id, task }: Verification): Preview | null {
  const [preview, setPreview] = useState(() => previews.get(id) ?? null);
  useEffect(() => {
    if (!task.content || previews.has(id)) return;
    let isShown = true;
    void previewOf(task.content).then((made) => {
      previews.set(id, made);
      keep();
      if (isShown) setPreview(made);
    });
    return () => {
      isShown = false;
    };
  }, [id, task.content]);
  return preview;
}
