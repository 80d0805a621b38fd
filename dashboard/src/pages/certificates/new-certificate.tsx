// Two ways to your own certificate: a request for a key that the service creates, and the import of
// a key with its chain.
import type { Body } from '@content-provenance/client';
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { certificatesQuery } from '../../api/certificates-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { certificatesTexts } from '../../texts/certificates.ts';

const { add, import: importing, request } = certificatesTexts;
const refresh = () => queryClient.invalidateQueries({ queryKey: certificatesQuery.queryKey });

export function RequestCertificate() {
  const make = useMutation({
    mutationFn: (body: Body<'POST /v1/c2pa/certificates'>) => client.certificates.request(body),
    onSuccess: refresh,
  });
  return (
    <section className="panel stack" aria-labelledby="request-certificate">
      <Title order={2} id="request-certificate">
        {add.title}
      </Title>
      <p className="quiet">{add.lead}</p>
      {/* A new form after each request, so that its fields are empty again. */}
      <Form
        key={make.data?.certificate_id}
        submit={add.submit}
        pending={make.isPending}
        error={make.error}
        onSubmit={({ country = '', organization = '', common_name = '' }) =>
          make.mutate({ country, organization, common_name })
        }
      >
        <Field name="country" label={add.country} note={add.countryNote} maxLength={2} autoComplete="off" />
        <Field name="organization" label={add.organization} maxLength={64} autoComplete="organization" />
        <Field name="common_name" label={add.commonName} maxLength={64} autoComplete="off" />
      </Form>
    </section>
  );
}

export function ImportCertificate() {
  const take = useMutation({
    mutationFn: (body: Body<'POST /v1/c2pa/certificates/import'>) => client.certificates.import(body),
    onSuccess: refresh,
  });
  return (
    <section className="panel stack" aria-labelledby="import-certificate">
      <Title order={2} id="import-certificate">
        {importing.title}
      </Title>
      <p className="quiet">{importing.lead}</p>
      <Form
        key={take.data?.certificate_id}
        submit={importing.submit}
        pending={take.isPending}
        error={take.error}
        onSubmit={({ private_key = '', chain = '' }) => take.mutate({ private_key, chain })}
      >
        <Field name="private_key" label={importing.key} note={importing.keyNote} rows={5} autoComplete="off" />
        <Field name="chain" label={importing.chain} note={request.note} rows={6} autoComplete="off" />
      </Form>
    </section>
  );
}
