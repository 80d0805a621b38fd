// How long the list still waits for the limit of the service.
import { useEffect, useState } from 'react';
import { resultTexts as texts } from '../../../texts/verify.ts';

export function Countdown({ until }: { readonly until: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return <p className="notice countdown">{texts.paused(Math.max(1, Math.ceil((until - now) / 1_000)))}</p>;
}
