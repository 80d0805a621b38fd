// Why a list of uploads waits, and how long.
import { useEffect, useState } from 'react';
import type { Pause } from '../api/upload-list.ts';
import { componentTexts as texts } from '../texts/components.ts';

interface CountdownProps {
  readonly pause: Pause;
  /** The limit that is used up, as a sentence. */
  readonly limit: string;
}

export function Countdown({ pause: { reason, until }, limit }: CountdownProps) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.max(1, Math.ceil((until - now) / 1_000));
  return (
    <p className="notice countdown">
      {reason === 'limit' ? limit : texts.busy} {texts.continues(seconds)}
    </p>
  );
}
