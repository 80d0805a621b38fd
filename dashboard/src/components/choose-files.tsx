// A button that opens the browser's selection of files.
import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface ChooseFilesProps extends ButtonProps {
  readonly label: string;
  /** What it is for, if several buttons have the same label. */
  readonly name?: string;
  readonly isSingle?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export function ChooseFiles({ label, name = label, isSingle = false, onFiles, ...button }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} aria-label={name} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple={!isSingle}
        hidden
        aria-label={name}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
