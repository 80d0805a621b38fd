// Asks before an action that cannot be undone, and says what it does. It is the browser's own modal
// dialog: it keeps the focus, closes on Escape and returns the focus. Mount it to open it.
import { Button, Group, TextInput, Title } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { componentTexts as texts } from '../texts/components.ts';
import { sentenceOf } from './states.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  /** What exactly it does. */
  readonly children: ReactNode;
  /** The button for it: a verb and its object. */
  readonly confirm: string;
  /** Closes it. Default: Cancel. */
  readonly dismiss?: string;
  /** What you must type first, for the most dangerous actions. */
  readonly word?: string;
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

export function ConfirmDialog({ title, children, confirm, dismiss = texts.cancel, word, ...rest }: ConfirmDialogProps) {
  const { pending, error, onConfirm, onClose } = rest;
  const dialog = useRef<HTMLDialogElement>(null);
  const [typed, setTyped] = useState('');
  const titleId = useId();
  useLayoutEffect(() => {
    const opened = dialog.current!;
    opened.showModal();
    // Closed before it leaves the page, because only then does the focus return to its old place.
    return () => opened.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onConfirm();
        }}
      >
        <Title order={2} id={titleId}>
          {title}
        </Title>
        <div className="dialog-words">{children}</div>
        {word !== undefined && (
          <TextInput
            label={texts.typeToConfirm(word)}
            value={typed}
            autoComplete="off"
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {error && (
          <div className="problem" role="alert">
            <p>{sentenceOf(error)}</p>
          </div>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {dismiss}
          </Button>
          <Button
            type="submit"
            className="dangerous"
            loading={pending}
            disabled={word !== undefined && typed.trim() !== word}
          >
            {confirm}
          </Button>
        </Group>
      </form>
    </dialog>
  );
}
