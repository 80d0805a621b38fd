// The ways to give content: drop or choose files, paste a text, or look up a token.
import { Tabs, Textarea } from '@mantine/core';
import { largestToVerify } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { DropPlace } from '../../components/drop-place.tsx';
import { Field, Form } from '../../components/form.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';

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
          <DropPlace
            most={largestToVerify}
            onFiles={(files) => onContent(files.map((file) => ({ name: file.name, content: file })))}
          />
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
