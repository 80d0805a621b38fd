// Something that the service shows only once, such as a secret, with a way to keep it.
import { Button, Group, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { CopyButton } from './copy-button.tsx';

interface ShownOnceProps {
  readonly title: string;
  readonly lead: string;
  readonly text: string;
  readonly copy: string;
  readonly done: string;
  readonly onDone: () => void;
  /** Further buttons. */
  readonly children?: ReactNode;
}

export function ShownOnce({ title, lead, text, copy, done, onDone, children }: ShownOnceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone, so keyboard and screen reader users continue here.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="stack">
      <Title order={2} size="h3" ref={heading} tabIndex={-1}>
        {title}
      </Title>
      <p>{lead}</p>
      <pre className="code">{text}</pre>
      <Group>
        <CopyButton text={text} label={copy} size="sm" variant="filled" />
        {children}
        <Button size="sm" variant="default" onClick={onDone}>
          {done}
        </Button>
      </Group>
    </div>
  );
}
