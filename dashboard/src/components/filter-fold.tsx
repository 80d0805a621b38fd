// The filters of a list. On a phone they are folded, so that the list is in sight.
import { type ReactNode, useState } from 'react';
import { componentTexts as texts } from '../texts/components.ts';

interface FilterFoldProps {
  /** How many filters are set. */
  readonly count: number;
  readonly children: ReactNode;
}

export function FilterFold({ count, children }: FilterFoldProps) {
  const [isOpen, setOpen] = useState(() => count > 0 || matchMedia('(min-width: 768px)').matches);
  return (
    <details className="filter-fold" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.filters(count)}</summary>
      <div className="filter-row">{children}</div>
    </details>
  );
}
