// The files being verified and what became of each: sent two at a time, progress told, results newest first.

import type { VerificationResult } from '@content-provenance/client';
import { useCallback, useEffect, useState } from 'react';
import { client } from '../../api/client.ts';
import { sentenceOf } from '../../components/states.tsx';
import { verifyTexts } from '../../texts/verify.ts';

export type Progress =
  | { readonly step: 'waiting' }
  | { readonly step: 'uploading'; readonly fraction: number }
  | { readonly step: 'examining' }
  | { readonly step: 'done'; readonly result: VerificationResult }
  | { readonly step: 'failed'; readonly words: string; readonly mayRetry: boolean };

export interface Verification {
  readonly id: number;
  readonly name: string;
  readonly content: Blob;
  readonly progress: Progress;
}

/** Specification, Limits. */
const largest = 50 * 1024 * 1024;
const atOnce = 2;
let count = 0;

export function useVerifications() {
  const [list, setList] = useState<readonly Verification[]>([]);

  const setProgress = useCallback((id: number, progress: Progress) => {
    setList((before) => before.map((each) => (each.id === id ? { ...each, progress } : each)));
  }, []);

  useEffect(() => {
    const busy = list.filter(({ progress: { step } }) => step === 'uploading' || step === 'examining').length;
    const next = list.findLast(({ progress }) => progress.step === 'waiting');
    if (!next || busy >= atOnce) return;
    void verify(next, (progress) => setProgress(next.id, progress));
  }, [list, setProgress]);

  return {
    list,
    add(contents: readonly { readonly name: string; readonly content: Blob }[]) {
      const added = contents.map(({ name, content }) => ({
        id: ++count,
        name,
        content,
        progress: (content.size > largest
          ? { step: 'failed', words: verifyTexts.tooLarge, mayRetry: false }
          : { step: 'waiting' }) as Progress,
      }));
      setList((before) => [...added.toReversed(), ...before]);
    },
    retry: (id: number) => setProgress(id, { step: 'waiting' }),
  };
}

async function verify({ content, name }: Verification, tell: (progress: Progress) => void): Promise<void> {
  tell({ step: 'uploading', fraction: 0 });
  try {
    const result = await client.verify.content(
      { content, fileName: name },
      { onProgress: (fraction) => tell(fraction < 1 ? { step: 'uploading', fraction } : { step: 'examining' }) },
    );
    tell({ step: 'done', result });
  } catch (error) {
    tell({ step: 'failed', words: sentenceOf(error as Error), mayRetry: true });
  }
}
