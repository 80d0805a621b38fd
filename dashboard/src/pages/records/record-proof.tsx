// What proves a record: the signed payload, the signature, and where its public key is.
import type { ProvenanceRecord } from '@content-provenance/client';
import { Anchor, Group, Title } from '@mantine/core';
import { CopyButton } from '../../components/copy-button.tsx';
import { pageSetting } from '../../page-setting.ts';
import { generatorsTexts } from '../../texts/generators.ts';
import { recordTexts as texts } from '../../texts/records.ts';

export function RecordProof({ record }: { readonly record: ProvenanceRecord }) {
  const { proofFacts } = texts;
  const payload = JSON.stringify(record.signed_payload, null, 2);
  const signatureBytes = atob(record.signature).length;
  return (
    <section className="panel">
      <Title order={2}>{texts.proof}</Title>
      <p className="quiet">{texts.proofLead}</p>
      <dl className="facts">
        <dt>{proofFacts.algorithm}</dt>
        <dd>{record.algorithm.toUpperCase()}</dd>
        <dt>{proofFacts.kid}</dt>
        <dd>
          <code>{record.kid}</code>
        </dd>
        <dt>{proofFacts.mode}</dt>
        <dd>{generatorsTexts.mode[record.mode]}</dd>
        <dt>{proofFacts.keys}</dt>
        <dd>
          <Anchor href={`${pageSetting.base}/v1/keys/${record.generator_id}`}>/v1/keys/{record.generator_id}</Anchor>
        </dd>
        <dt>{texts.signature}</dt>
        <dd>{texts.signatureLength(signatureBytes)}</dd>
      </dl>
      <Title order={3} mt="lg" mb="xs">
        {texts.payload}
      </Title>
      <pre className="code">{payload}</pre>
      <Group mt="sm">
        <CopyButton text={payload} label={texts.copyPayload} />
        <CopyButton text={record.signature} label={texts.copySignature} />
      </Group>
    </section>
  );
}
