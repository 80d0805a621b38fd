// A signed file: download it, prove it, or read its record.
import type { SignedContent } from '@content-provenance/client';
import { Button, Group, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { Mark } from '../../components/marks.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { handOver } from '../verify/handed-over.ts';

export function SignedCard({ name, signed }: { readonly name: string; readonly signed: SignedContent }) {
  const navigate = useNavigate();
  const address = useAddressOf(signed.content);
  const signedName = texts.signedName(name);
  const verify = () => {
    handOver([{ name: signedName, content: signed.content }]);
    void navigate({ to: pagePaths.verify });
  };
  return (
    <article className="panel result tone-good" aria-label={`${name}: ${texts.signed}`}>
      <div className="result-head">
        <Mark name="good" className="result-mark" />
        <span className="result-name">{name}</span>
        <Title order={3}>{texts.signed}</Title>
        {signed.notes && (
          <p>
            <strong>{texts.notes}:</strong> {signed.notes}
          </p>
        )}
      </div>
      <div className="signed-body">
        <Group>
          <Button component="a" href={address} download={signedName} aria-label={`${texts.download} ${signedName}`}>
            {texts.download}
          </Button>
          <Button variant="default" onClick={verify}>
            {texts.verify}
          </Button>
          <Button
            component="a"
            variant="default"
            target="_blank"
            rel="noopener"
            href={`${pageSetting.base}/certificate/${encodeURIComponent(signed.token)}`}
          >
            {texts.certificate}
          </Button>
        </Group>
        <dl className="facts">
          <dt>{texts.record}</dt>
          <dd>
            <PageLink to={pagePaths.record} params={{ recordId: signed.recordId }}>
              <code>{signed.recordId}</code>
            </PageLink>
          </dd>
          <dt>{texts.token}</dt>
          <dd className="with-copy">
            <code>{signed.token}</code> <CopyButton text={signed.token} />
          </dd>
        </dl>
      </div>
    </article>
  );
}

/** An address of this tab for the bytes, released with the card. */
function useAddressOf(content: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
