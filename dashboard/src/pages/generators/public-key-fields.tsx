// The public keys of a client-managed generator. The fields have the names that the service uses in
// errors.
import type { Body } from '@content-provenance/client';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { Field } from '../../components/form.tsx';
import { newGeneratorTexts as texts } from '../../texts/generators.ts';

type PublicKeys = NonNullable<Body<'POST /v1/generators'>['public_keys']>;

/** The maximum number for one request. */
const mostKeys = 10;

export function PublicKeyFields() {
  const [count, setCount] = useState(1);
  return (
    <Stack gap="md">
      {Array.from({ length: count }, (_, index) => `public_keys.${index}`).map((name, index) => (
        <Stack key={name} gap="xs">
          <Field
            name={`${name}.kid`}
            label={texts.kid(index + 1)}
            note={texts.kidNote}
            autoComplete="off"
            maxLength={128}
          />
          <Field name={`${name}.key`} label={texts.key(index + 1)} note={texts.keyNote} autoComplete="off" rows={4} />
        </Stack>
      ))}
      <Group>
        {count < mostKeys && (
          <Button size="xs" variant="default" onClick={() => setCount(count + 1)}>
            {texts.addKey}
          </Button>
        )}
        {count > 1 && (
          <Button size="xs" variant="default" onClick={() => setCount(count - 1)}>
            {texts.removeKey(count)}
          </Button>
        )}
      </Group>
    </Stack>
  );
}

/** From the values of the form. Keys are often pasted with line ends. */
export function readPublicKeys(values: Readonly<Record<string, string>>): PublicKeys {
  const keys: PublicKeys = [];
  for (let index = 0; values[`public_keys.${index}.key`] !== undefined; index++) {
    keys.push({
      kid: (values[`public_keys.${index}.kid`] ?? '').trim(),
      algorithm: 'ml-dsa-65',
      key: values[`public_keys.${index}.key`]!.replaceAll(/\s/g, ''),
    });
  }
  return keys;
}
