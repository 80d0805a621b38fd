// Revokes a generator. It says exactly what that does, and you must type the name.
import type { Generator } from '@content-provenance/client';
import { Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { generatorTexts as texts } from '../../texts/generators.ts';

export function RevokePanel({ generator }: { readonly generator: Generator }) {
  const [isOpen, setOpen] = useState(false);
  const revoke = useMutation({
    mutationFn: () => client.generators.revoke(generator.generator_id),
    // Records contain the status of their generator.
    onSuccess: () =>
      Promise.all(['generators', 'records'].map((name) => queryClient.invalidateQueries({ queryKey: [name] }))),
  });
  return (
    <section className="panel danger-panel">
      <Title order={2}>{texts.danger}</Title>
      <p>{texts.dangerLead}</p>
      <Button className="dangerous" onClick={() => setOpen(true)}>
        {texts.revoke}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.revokeTitle(generator.name)}
          confirm={texts.revoke}
          word={generator.name.trim()}
          pending={revoke.isPending}
          error={revoke.error}
          onConfirm={() => revoke.mutate()}
          onClose={() => setOpen(false)}
        >
          <p>{texts.revokeIntro}</p>
          <ul>
            {texts.revokeWords.map((words) => (
              <li key={words}>{words}</li>
            ))}
          </ul>
          <p>{texts.revokeOutro}</p>
        </ConfirmDialog>
      )}
    </section>
  );
}
