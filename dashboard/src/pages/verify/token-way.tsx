// A token to look up, without any file.
import { sentenceOf } from '../../components/states.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { PlainForm } from './plain-form.tsx';

interface TokenWayProps {
  readonly onToken: (token: string) => void;
  readonly pending: boolean;
  readonly error: Error | null;
}

export function TokenWay({ onToken, pending, error }: TokenWayProps) {
  return (
    <PlainForm
      label={texts.tokenLabel}
      note={texts.tokenNote}
      submit={texts.tokenSubmit}
      pending={pending}
      problem={error && sentenceOf(error)}
      onSubmit={(token) => onToken(token.trim())}
    >
      {(names) => <input {...names} type="text" autoComplete="off" spellCheck={false} maxLength={200} />}
    </PlainForm>
  );
}
