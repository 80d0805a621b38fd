// Asks before signed files are lost that you have not downloaded.
import { unsavedTexts as texts } from '../texts/sign.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface UnsavedDialogProps {
  readonly count: number;
  readonly action: keyof typeof texts.actions;
  readonly pending?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function UnsavedDialog({ count, action, pending = false, onConfirm, onClose }: UnsavedDialogProps) {
  const { title, confirm } = texts.actions[action];
  return (
    <ConfirmDialog
      title={title}
      confirm={confirm}
      pending={pending}
      error={null}
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p>{texts.words(count)}</p>
    </ConfirmDialog>
  );
}
