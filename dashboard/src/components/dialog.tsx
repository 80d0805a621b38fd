// A dialog with its title. It is the browser's own modal dialog: it keeps the focus, closes on
// Escape and returns the focus. Mount it to open it.
import { Title } from '@mantine/core';
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';

interface DialogProps {
  readonly title: string;
  /** For more than a question. */
  readonly isWide?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

export function Dialog({ title, isWide = false, onClose, children }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
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
      className={isWide ? 'dialog wide' : 'dialog'}
      aria-labelledby={titleId}
      onCancel={(event) => {
        // A canceled choice of files in it also sends this event.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
    >
      <div className="stack">
        <Title order={2} id={titleId}>
          {title}
        </Title>
        {children}
      </div>
    </dialog>
  );
}
