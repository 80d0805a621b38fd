// Asks for an address and requests an email to it. The response is the same for known and unknown
// addresses.
import { Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Field, Form } from '../../components/form.tsx';
import { accountTexts } from '../../texts/account.ts';

interface MailFormProps {
  readonly submit: string;
  readonly send: (email: string) => Promise<unknown>;
}

export function MailForm({ submit, send }: MailFormProps) {
  const sending = useMutation({ mutationFn: send });
  if (sending.isSuccess) {
    return (
      <div role="status">
        <Title order={2} size="h3">
          {accountTexts.link.sent}
        </Title>
        <p className="quiet">{accountTexts.link.sentLead}</p>
      </div>
    );
  }
  return (
    <Form
      submit={submit}
      pending={sending.isPending}
      error={sending.error}
      onSubmit={({ email = '' }) => sending.mutate(email)}
    >
      <Field name="email" type="email" label={accountTexts.email} autoComplete="email" />
    </Form>
  );
}
