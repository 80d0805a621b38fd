// Who signed, with which model, when, and where to read more. Only what a record says.
import type { VerificationResult } from '@content-provenance/client';
import { Anchor, Button, Title } from '@mantine/core';
import { pageSetting } from '../../page-setting.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';

export function SourceFacts({ result: { authentic, provenance } }: { readonly result: VerificationResult }) {
  return (
    <section>
      <Title order={4} size="h3" mb="sm">
        {provenance && !authentic ? texts.recordFound : texts.source}
      </Title>
      {provenance ? (
        <Facts
          org={provenance.org}
          model={provenance.model}
          signedAt={provenance.signed_at}
          recordId={provenance.record_id}
          certificate={provenance.record_id}
        />
      ) : (
        <p className="quiet">{texts.noSource}</p>
      )}
    </section>
  );
}

interface FactsProps {
  readonly org: string;
  readonly model: string;
  readonly signedAt: string;
  readonly recordId: string;
  /** The token or the record's id: what the certificate is asked for. */
  readonly certificate: string;
}

export function Facts({ org, model, signedAt, recordId, certificate }: FactsProps) {
  const { sourceNames } = texts;
  return (
    <>
      <dl className="facts">
        <dt>{sourceNames.org}</dt>
        <dd>
          <strong>{org}</strong>
        </dd>
        <dt>{sourceNames.model}</dt>
        <dd>{model}</dd>
        <dt>{sourceNames.signedAt}</dt>
        <dd>
          <time dateTime={signedAt}>
            {new Date(signedAt).toLocaleString('en', { dateStyle: 'long', timeStyle: 'short' })}
          </time>
        </dd>
        <dt>{sourceNames.record}</dt>
        <dd>
          <Anchor href={`${pageSetting.base}/v1/records/${recordId}`} ff="monospace" size="sm">
            {recordId}
          </Anchor>
        </dd>
      </dl>
      <Button
        component="a"
        href={`${pageSetting.base}/certificate/${encodeURIComponent(certificate)}`}
        variant="default"
        size="sm"
        mt="md"
      >
        {texts.certificate}
      </Button>
    </>
  );
}
