// How far an upload is, in words.
import type { Progress } from '../api/upload-list.ts';
import { componentTexts as texts } from '../texts/components.ts';

/** working: what the service does once everything is sent. */
export function progressWords(
  progress: Exclude<Progress<unknown>, { step: 'done' }>,
  size: number,
  working: string,
): string {
  if (progress.step === 'failed') return progress.words;
  if (progress.step === 'uploading') {
    const { fraction, secondsLeft } = progress;
    return [
      texts.uploading(fraction * size, size),
      ...(secondsLeft === undefined ? [] : [texts.left(secondsLeft)]),
    ].join(', ');
  }
  return progress.step === 'waiting' ? texts.waiting : working;
}
