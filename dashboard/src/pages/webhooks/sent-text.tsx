// A titled text of a delivery that scrolls, with a button to copy it.
import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';

interface SentTextProps {
  readonly title: string;
  readonly text: string;
  /** What the button copies. Without it, there is no button. */
  readonly copied?: string;
  readonly copy?: string;
  /** A line above the text. */
  readonly children?: ReactNode;
}

export function SentText({ title, text, copied, copy, children }: SentTextProps) {
  return (
    <>
      <Group justify="space-between">
        <Title order={3}>{title}</Title>
        {copied !== undefined && copy !== undefined && <CopyButton text={copied} label={copy} />}
      </Group>
      {children && <p className="quiet">{children}</p>}
      {text !== '' && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard
        <pre className="code scrolling" tabIndex={0}>
          {text}
        </pre>
      )}
    </>
  );
}
