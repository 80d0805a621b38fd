// Turns the second factor off. The password proves the identity.
import { Button, PasswordInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { securityTexts } from '../../texts/security.ts';

const texts = securityTexts.twoFactor;

export function DisableTwoFactor() {
  const [isOpen, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const disable = useMutation({
    mutationFn: () => client.auth.disableTwoFactor(password),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: meQuery.queryKey }),
  });
  const close = () => {
    setOpen(false);
    setPassword('');
    disable.reset();
  };
  return (
    <div>
      <Button variant="default" onClick={() => setOpen(true)}>
        {texts.disable}
      </Button>
      {isOpen && (
        <ConfirmDialog
          title={texts.disableTitle}
          confirm={texts.disable}
          pending={disable.isPending}
          error={disable.error}
          onConfirm={() => disable.mutate()}
          onClose={close}
        >
          <p>{texts.disableLead}</p>
          <PasswordInput
            label={texts.disablePassword}
            value={password}
            required
            withAsterisk={false}
            autoComplete="current-password"
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
        </ConfirmDialog>
      )}
    </div>
  );
}
