// A new key: shown only now, with a first request to try it.
import { Button, Group, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { pageSetting } from '../../page-setting.ts';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';

export function NewKey({ value, onDone }: { readonly value: string; readonly onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  // The form is gone, so keyboard and screen reader users continue here.
  useEffect(() => heading.current?.focus(), []);
  const request = `curl -H "Authorization: Bearer ${value}" ${location.origin}${pageSetting.base}/v1/generators`;
  return (
    <div className="new-key">
      <Title order={3} ref={heading} tabIndex={-1}>
        {texts.madeTitle}
      </Title>
      <p>{texts.madeLead}</p>
      <pre className="code">{value}</pre>
      <Group>
        <CopyButton text={value} label={texts.copy} size="sm" variant="filled" />
        <Button size="sm" variant="default" onClick={onDone}>
          {texts.done}
        </Button>
      </Group>
      <p className="quiet">{texts.try}</p>
      <pre className="code">{request}</pre>
    </div>
  );
}
