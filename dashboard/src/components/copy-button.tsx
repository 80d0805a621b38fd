// Copies a text, and says so on the button and to screen readers. If a browser has no clipboard (a
// page without https), it says what to do instead.
import { Button, type ButtonProps } from '@mantine/core';
import { useEffect, useState } from 'react';
import { componentTexts as texts } from '../texts/components.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  readonly text: string;
  /** Default: “Copy”. */
  readonly label?: string;
}

const shownMilliseconds = 3_000;

export function CopyButton({ text, label = texts.copy, size = 'xs', variant = 'default' }: CopyButtonProps) {
  const [outcome, setOutcome] = useState<'copied' | 'failed'>();
  useEffect(() => {
    if (outcome !== 'copied') return;
    const timer = setTimeout(() => setOutcome(undefined), shownMilliseconds);
    return () => clearTimeout(timer);
  }, [outcome]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setOutcome('copied');
    } catch {
      setOutcome('failed');
    }
  };
  return (
    <span className="copy">
      <Button size={size} variant={variant} onClick={() => void copy()}>
        {/* Both words are in the same place, so that the button keeps its width. */}
        <span className="copy-words">
          <span data-hidden={outcome === 'copied'}>{label}</span>
          <span data-hidden={outcome !== 'copied'} aria-hidden>
            {texts.copied}
          </span>
        </span>
      </Button>
      <span role="status" className={outcome === 'failed' ? 'quiet' : 'for-readers'}>
        {outcome === 'copied' && texts.copied}
        {outcome === 'failed' && texts.copyFailed}
      </span>
    </span>
  );
}
