// The ways to give content: drop or choose files, paste a text, or look up a token.
import { Button, Tabs, Textarea } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { Field, Form } from '../../components/form.tsx';
import { Mark } from '../../components/marks.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';

export interface NamedContent {
  readonly name: string;
  readonly content: Blob;
}

interface ContentInputProps {
  readonly onContent: (contents: readonly NamedContent[]) => void;
  readonly onToken: (token: string) => void;
  readonly tokenPending: boolean;
  readonly tokenError: Error | null;
}

export function ContentInput({ onContent, onToken, tokenPending, tokenError }: ContentInputProps) {
  return (
    <div className="panel">
      <Tabs defaultValue="files" keepMounted={false}>
        <Tabs.List aria-label={texts.ways.label} mb="md">
          <Tabs.Tab value="files">{texts.ways.files}</Tabs.Tab>
          <Tabs.Tab value="text">{texts.ways.text}</Tabs.Tab>
          <Tabs.Tab value="token">{texts.ways.token}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="files">
          <DropPlace onFiles={(files) => onContent(files.map((file) => ({ name: file.name, content: file })))} />
        </Tabs.Panel>
        <Tabs.Panel value="text">
          <Form
            submit={texts.pasteSubmit}
            pending={false}
            error={null}
            onSubmit={({ text = '' }) => {
              // A form sends line ends as CRLF; what was pasted is taken to end its lines with LF.
              const content = new Blob([text.replaceAll('\r\n', '\n')], { type: 'text/plain' });
              onContent([{ name: texts.pasteName, content }]);
            }}
          >
            <Textarea
              name="text"
              label={texts.pasteLabel}
              description={texts.pasteNote}
              required
              withAsterisk={false}
              rows={8}
            />
          </Form>
        </Tabs.Panel>
        <Tabs.Panel value="token">
          <Form
            submit={texts.tokenSubmit}
            pending={tokenPending}
            error={tokenError}
            onSubmit={({ token = '' }) => onToken(token.trim())}
          >
            <Field name="token" label={texts.tokenLabel} note={texts.tokenNote} autoComplete="off" maxLength={200} />
          </Form>
        </Tabs.Panel>
      </Tabs>
    </div>
  );
}

function DropPlace({ onFiles }: { readonly onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const take = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    onFiles([...event.dataTransfer.files]);
  };
  return (
    // Dropping is a shorter way to what the button does.
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
      <small className="quiet">{texts.dropNote}</small>
    </div>
  );
}
