// A text to verify, pasted or typed.
import type { NamedContent } from '../../api/upload-list.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { PlainForm } from './plain-form.tsx';
import { textAsContent } from './text-content.ts';

export function TextWay({ onContent }: { readonly onContent: (contents: readonly NamedContent[]) => void }) {
  return (
    <PlainForm
      label={texts.pasteLabel}
      note={texts.pasteNote}
      submit={texts.pasteSubmit}
      onSubmit={(text) => onContent([textAsContent(text)])}
    >
      {(names) => <textarea {...names} rows={6} />}
    </PlainForm>
  );
}
