// A short word with a tone, such as a status. The word is sufficient. The color only helps the eye.
import type { ReactNode } from 'react';

interface TagProps {
  readonly tone?: 'good' | 'warn' | 'bad' | 'none';
  readonly children: ReactNode;
}

export function Tag({ tone = 'none', children }: TagProps) {
  return (
    <span className="tag" data-tone={tone}>
      {children}
    </span>
  );
}
