// Downloads the attestation as a signed file, with the key and the period of the preview.
import type { Client } from '@content-provenance/client';
import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { sentenceOf } from '../../components/states.tsx';
import { saveFile } from '../../save-file.ts';
import { attestationTexts } from '../../texts/attestation.ts';
import type { Period } from './period.ts';

const texts = attestationTexts.export;

interface AttestationExportProps {
  readonly attestations: Client['attestation'];
  readonly period: Period;
}

export function AttestationExport({ attestations, period }: AttestationExportProps) {
  const save = useMutation({
    mutationFn: (format: 'html' | 'json') => attestations.export({ ...period, format }),
    onError: () => undefined,
    onSuccess: ({ body, headers }, format) =>
      saveFile(
        body,
        /filename="([^"]+)"/.exec(headers.get('content-disposition') ?? '')?.[1] ?? `attestation.${format}`,
      ),
  });
  return (
    <section className="panel stack" aria-labelledby="export">
      <Title order={2} id="export">
        {texts.title}
      </Title>
      <p className="quiet">{texts.lead}</p>
      <div role="status">
        {save.isSuccess && texts.saved}
        {save.error && sentenceOf(save.error)}
      </div>
      <Group>
        {(['html', 'json'] as const).map((format) => (
          <Button
            key={format}
            variant={format === 'html' ? 'filled' : 'default'}
            loading={save.isPending && save.variables === format}
            onClick={() => save.mutate(format)}
          >
            {texts[format]}
          </Button>
        ))}
      </Group>
    </section>
  );
}
