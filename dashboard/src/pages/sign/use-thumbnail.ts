// What a file looks like, made once in the browser and stored with the results.
import { useEffect, useState } from 'react';
import type { Preview } from '../verify/preview/preview.ts';
import { previewOf } from '../verify/preview/preview-of.ts';
import type { Signing, SigningTask } from './sign-file.ts';

const made = new WeakMap<SigningTask, Preview>();

export function useThumbnail({ task }: Signing): Preview | null {
  const [preview, setPreview] = useState(() => made.get(task) ?? null);
  useEffect(() => {
    if (made.has(task)) return;
    let isShown = true;
    void previewOf(task.content).then((drawn) => {
      made.set(task, drawn);
      if (isShown) setPreview(drawn);
    });
    return () => {
      isShown = false;
    };
  }, [task]);
  return preview;
}
