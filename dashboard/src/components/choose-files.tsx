// A button that opens the browser's selection of files.
import { Button, type ButtonProps } from '@mantine/core';
import { useRef } from 'react';

interface ChooseFilesProps extends ButtonProps {
  readonly label: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function ChooseFiles({ label, onFiles, ...button }: ChooseFilesProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button {...button} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={label}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
}
