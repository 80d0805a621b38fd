// The TXT record and the file, each part with a copy button. Closed if the domain is verified.
import { Title } from '@mantine/core';
import type { Domain } from '../../api/domains-queries.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { domainsTexts } from '../../texts/domains.ts';

const texts = domainsTexts.publish;

export function WhatToPublish({ domain: { state, dns, file } }: { readonly domain: Domain }) {
  const parts = (
    <div className="two publish">
      <div className="stack">
        <Title order={3}>{texts.dns}</Title>
        <Part label={texts.name} text={dns.name} copy={texts.copyName} />
        <Part label={texts.value} text={dns.value} copy={texts.copyValue} />
      </div>
      <div className="stack">
        <Title order={3}>{texts.file}</Title>
        <Part label={texts.address} text={file.url} copy={texts.copyAddress} />
        <Part label={texts.content} text={file.content} copy={texts.copyContent} />
      </div>
    </div>
  );
  if (state === 'verified') {
    return (
      <details className="stack">
        <summary>{texts.published}</summary>
        <p className="quiet">{texts.keep}</p>
        {parts}
      </details>
    );
  }
  return (
    <>
      <p className="quiet">{texts.lead}</p>
      {parts}
    </>
  );
}

function Part({ label, text, copy }: { readonly label: string; readonly text: string; readonly copy: string }) {
  return (
    <div className="publish-part">
      <span className="quiet">{label}</span>
      <code className="code">{text}</code>
      <CopyButton text={text} label={copy} />
    </div>
  );
}
