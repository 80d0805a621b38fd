// Registers a generator of either kind: service-managed, or client-managed with public keys.
import type { Body } from '@content-provenance/client';
import { Checkbox, Group, Radio, Stack } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { generatorsQuery } from '../../api/queries.ts';
import { Field, Form } from '../../components/form.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { formatNames, formatNotes, generatorsTexts, newGeneratorTexts as texts } from '../../texts/generators.ts';
import { PublicKeyFields, readPublicKeys } from './public-key-fields.tsx';

type NewGenerator = Body<'POST /v1/generators'>;
type Format = NewGenerator['supported_formats'][number];
const formats = Object.keys(formatNames) as Format[];

export function NewGeneratorPage() {
  const navigate = useNavigate();
  const [mode, setMode] = useState('server');
  const [chosen, setChosen] = useState<string[]>(formats);
  const [isMissing, setMissing] = useState(false);
  const create = useMutation({
    mutationFn: (body: NewGenerator) => client.generators.create(body),
    onSuccess: async ({ generator_id }) => {
      await queryClient.invalidateQueries({ queryKey: generatorsQuery.queryKey });
      await navigate({ to: pagePaths.generator, params: { generatorId: generator_id } });
    },
  });
  const submit = (values: Readonly<Record<string, string>>) => {
    setMissing(chosen.length === 0);
    if (chosen.length === 0) return;
    create.mutate({
      name: values.name ?? '',
      supported_formats: formats.filter((format) => chosen.includes(format)),
      ...(mode === 'client' && { public_keys: readPublicKeys(values) }),
    });
  };
  return (
    <>
      <PageHeading title={texts.title} lead={texts.lead} />
      <div className="panel form-panel">
        <Form submit={texts.submit} pending={create.isPending} error={create.error} onSubmit={submit}>
          <Field name="name" label={texts.name} note={texts.nameNote} autoComplete="off" maxLength={200} />
          <Checkbox.Group
            size="md"
            label={texts.formats}
            description={texts.formatsNote}
            error={isMissing && texts.formatsMissing}
            value={chosen}
            onChange={setChosen}
          >
            <Group mt="xs" gap="lg">
              {formats.map((format) => (
                <Checkbox key={format} value={format} label={formatNames[format]} description={formatNotes[format]} />
              ))}
            </Group>
          </Checkbox.Group>
          <Radio.Group size="md" label={texts.mode} value={mode} onChange={setMode}>
            <Stack mt="xs" gap="sm">
              <Radio value="server" label={texts.server} description={texts.serverNote} />
              <Radio value="client" label={texts.client} description={texts.clientNote} />
            </Stack>
          </Radio.Group>
          {mode === 'client' && <PublicKeyFields />}
        </Form>
      </div>
      <p>
        <PageLink to={pagePaths.generators}>{generatorsTexts.backToList}</PageLink>
      </p>
    </>
  );
}
