// Rotates a key: asks how long the old one continues to work.
import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { apiKeysTexts as texts } from '../../texts/api-keys.ts';

interface RotateDialogProps {
  /** The name of the key. */
  readonly name: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: (overlapHours: number) => void;
  readonly onClose: () => void;
}

export function RotateDialog({ name, onConfirm, ...rest }: RotateDialogProps) {
  const [hours, setHours] = useState('24');
  return (
    <ConfirmDialog
      title={texts.rotateTitle}
      confirm={texts.rotateConfirm}
      onConfirm={() => onConfirm(Number(hours))}
      {...rest}
    >
      <p>{texts.rotateWords(name)}</p>
      <NativeSelect
        label={texts.overlap}
        value={hours}
        onChange={(event) => setHours(event.currentTarget.value)}
        data={Object.entries(texts.overlaps).map(([value, label]) => ({ value: value.slice(1), label }))}
      />
    </ConfirmDialog>
  );
}
