// The drawings of the application: the seal of the logo and the symbols of verdicts. They use the
// color of their place.
import type { Tone } from '@content-provenance/engine/verdicts';

export function Seal({ size = 32 }: { readonly size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="#115e59" />
      <circle
        cx="16"
        cy="16"
        r="8.5"
        fill="none"
        stroke="#fff"
        strokeWidth="2.4"
        strokeDasharray="40 14"
        transform="rotate(-60 16 16)"
      />
      <path
        d="M12 16.4l3 3 6.5-7"
        fill="none"
        stroke="#f2c879"
        strokeWidth="2.8"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}

export type MarkName = Tone | 'empty' | 'problem' | 'upload';

const strokes: Readonly<Record<MarkName, string>> = {
  good: 'M14 24.5l7 7 13-15',
  bad: 'M24 13v14m0 6v.5',
  warn: 'M18 19a6 6 0 1 1 8.5 5.5c-1.8.9-2.5 2-2.5 4m0 5.5v.5',
  note: 'M24 35V21m0-6.5v-.5',
  none: 'M15 24h18',
  empty: 'M16 19h16M16 25h16M16 31h9',
  problem: 'M24 13v14m0 6v.5',
  upload: 'M24 33V16m-7 7l7-7 7 7',
};

export function Mark({ name, className }: { readonly name: MarkName; readonly className?: string }) {
  return (
    <svg viewBox="0 0 48 48" className={className} aria-hidden="true" fill="none" stroke="currentColor">
      <circle cx="24" cy="24" r="21" strokeWidth="2.5" />
      <path d={strokes[name]} strokeWidth="3.5" strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
