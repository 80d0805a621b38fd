// The place where you drop or choose files.
import { Button } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { componentTexts as texts } from '../texts/components.ts';
import { Mark } from './marks.tsx';

interface DropPlaceProps {
  /** Size limit of a file in MB. */
  readonly most: number;
  readonly onFiles: (files: readonly File[]) => void;
}

export function DropPlace({ most, onFiles }: DropPlaceProps) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // Dropping is a shortcut for the button.
    // biome-ignore lint/a11y/noStaticElementInteractions: see above
    <div
      className="drop"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <Mark name="upload" className="state-mark" />
      <strong>{texts.drop}</strong>
      <span className="quiet">{texts.dropOr}</span>
      <Button onClick={() => input.current?.click()}>{texts.choose}</Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        aria-label={texts.choose}
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <small className="quiet">{texts.dropNote(most)}</small>
    </div>
  );
}
