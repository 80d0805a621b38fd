// How far the files of a run are, and about how long the rest takes.
import { Button, Progress } from '@mantine/core';
import { useRef } from 'react';
import type { Pause } from '../../api/upload-list.ts';
import { componentTexts } from '../../texts/components.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { type Signing, signings } from './sign-file.ts';

interface OverallProgressProps {
  readonly list: readonly Signing[];
  readonly pause: Pause | null;
}

export function OverallProgress({ list, pause }: OverallProgressProps) {
  const count = (step: Signing['progress']['step']) => list.filter(({ progress }) => progress.step === step).length;
  const [signed, waiting] = [count('done'), count('waiting')];
  const done = signed + count('failed');
  // Mounted with the run, so what was done by then belongs to an earlier one.
  const start = useRef({ time: Date.now(), done });
  const seconds = secondsLeft(start.current, done, list.length, pause);
  const words = [texts.overall(signed, list.length), ...(seconds ? [componentTexts.left(seconds)] : [])].join(', ');
  if (list.length < 2) return null;
  return (
    <div className="sign-overall">
      <span>{words}</span>
      {waiting > 0 && (
        <Button size="compact-sm" variant="default" onClick={() => signings.cancelWaiting()}>
          {texts.cancelWaiting(waiting)}
        </Button>
      )}
      <Progress value={(100 * done) / list.length} aria-label={texts.overall(signed, list.length)} />
    </div>
  );
}

/** Undefined until one file is done. */
function secondsLeft(
  start: { readonly time: number; readonly done: number },
  done: number,
  total: number,
  pause: Pause | null,
): number | undefined {
  const count = done - start.done;
  if (count <= 0) return undefined;
  const passed = (Date.now() - start.time) / 1_000;
  const paused = pause ? (pause.until - Date.now()) / 1_000 : 0;
  return Math.max(1, (passed / count) * (total - done), paused);
}
