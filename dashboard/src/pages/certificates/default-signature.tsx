// The default signature of manifests.
import type { Answer } from '@content-provenance/client';
import { NativeSelect, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { certificatesQuery } from '../../api/certificates-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { Form } from '../../components/form.tsx';
import { certificatesTexts } from '../../texts/certificates.ts';

const texts = certificatesTexts.default;

type Signature = Answer<'GET /v1/c2pa/certificates'>['default_signature'];

export function DefaultSignature({ current }: { readonly current: Signature }) {
  const save = useMutation({
    mutationFn: (signature: Signature) => client.certificates.setDefaultSignature(signature),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: certificatesQuery.queryKey }),
  });
  return (
    <section className="panel stack" aria-labelledby="default-signature">
      <Title order={2} id="default-signature">
        {texts.title}
      </Title>
      <Form
        submit={texts.save}
        pending={save.isPending}
        error={save.error}
        onSubmit={({ signature }) => save.mutate(signature as Signature)}
      >
        <NativeSelect
          name="signature"
          label={texts.label}
          description={texts.note}
          defaultValue={current}
          data={Object.entries(texts.options).map(([value, label]) => ({ value, label }))}
        />
      </Form>
      <div role="status">{save.isSuccess && texts.saved}</div>
    </section>
  );
}
