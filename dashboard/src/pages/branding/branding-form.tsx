// The four fields. The preview follows every key. An empty field clears the value.
import type { Answer } from '@content-provenance/client';
import { TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { brandingQuery } from '../../api/branding-queries.ts';
import { client, queryClient } from '../../api/client.ts';
import { Form, useProblem } from '../../components/form.tsx';
import { brandingTexts as texts } from '../../texts/branding.ts';
import { type BrandingDraft, type FieldName, isWholeColor } from './branding-draft.ts';
import { CertificateHead } from './certificate-head.tsx';

type Branding = Answer<'GET /v1/account/branding'>['branding'];

interface BrandingFormProps {
  readonly branding: Branding;
  readonly orgName: string;
  readonly isOpen: boolean;
}

const names = Object.keys(texts.fields) as FieldName[];

export function BrandingForm({ branding, orgName, isOpen }: BrandingFormProps) {
  const [draft, setDraft] = useState<BrandingDraft>({
    display_name: branding?.display_name ?? '',
    logo_url: branding?.logo_url ?? '',
    primary_color: branding?.primary_color ?? '',
    support_url: branding?.support_url ?? '',
  });
  const save = useMutation({
    mutationFn: () =>
      client.branding.change(Object.fromEntries(names.map((name) => [name, draft[name].trim() || null]))),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: brandingQuery.queryKey }),
  });
  return (
    <div className="two">
      <fieldset className="panel bare" disabled={!isOpen}>
        <Form submit={texts.save} pending={save.isPending} error={save.error} onSubmit={() => save.mutate()}>
          {names.map((name) => (
            <BrandingField
              key={name}
              name={name}
              value={draft[name]}
              onChange={(value) => setDraft({ ...draft, [name]: value })}
            />
          ))}
          <div role="status">{save.isSuccess && texts.saved}</div>
        </Form>
      </fieldset>
      <CertificateHead draft={draft} orgName={orgName} />
    </div>
  );
}

interface BrandingFieldProps {
  readonly name: FieldName;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function BrandingField({ name, value, onChange }: BrandingFieldProps) {
  const { label, note } = texts.fields[name];
  const isColor = name === 'primary_color';
  return (
    <TextInput
      name={name}
      label={label}
      description={note}
      error={useProblem(name)}
      value={value}
      type={name.endsWith('_url') ? 'url' : 'text'}
      autoComplete="off"
      onChange={(event) => onChange(event.currentTarget.value)}
      leftSection={
        isColor && (
          <input
            type="color"
            className="color-sample"
            aria-label={texts.pick}
            value={isWholeColor(value) ? value : '#115e59'}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        )
      }
    />
  );
}
