// Asks for the key and the period.
import { PasswordInput, TextInput } from '@mantine/core';
import { Form, useProblem } from '../../components/form.tsx';
import { PageLink } from '../../components/page-link.tsx';
import { pagePaths } from '../../page-paths.ts';
import { attestationTexts } from '../../texts/attestation.ts';
import type { Period } from './period.ts';

const texts = attestationTexts.form;

interface AttestationFormProps {
  readonly pending: boolean;
  readonly error: Error | null;
  readonly onAsk: (key: string, period: Period) => void;
}

export function AttestationForm({ pending, error, onAsk }: AttestationFormProps) {
  return (
    <section className="panel form-panel">
      <Form
        submit={texts.submit}
        pending={pending}
        error={error}
        onSubmit={({ key = '', from = '', to = '' }) =>
          onAsk(key.trim(), { ...(from !== '' && { from }), ...(to !== '' && { to }) })
        }
      >
        <div>
          {/* Password managers must not store it. */}
          <PasswordInput
            name="key"
            label={texts.key}
            description={texts.keyNote}
            required
            withAsterisk={false}
            autoComplete="off"
            data-1p-ignore
          />
          <PageLink to={pagePaths.apiKeys}>{texts.keys}</PageLink>
        </div>
        <div className="two">
          <Day name="from" label={texts.from} note={texts.fromNote} />
          <Day name="to" label={texts.to} note={texts.toNote} />
        </div>
      </Form>
    </section>
  );
}

function Day({ name, label, note }: { readonly name: string; readonly label: string; readonly note: string }) {
  return <TextInput type="date" name={name} label={label} description={note} error={useProblem(name)} />;
}
