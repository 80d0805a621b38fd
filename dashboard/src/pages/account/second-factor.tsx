// The second step of a login. Any submission uses up the challenge, so after a wrong code you need
// a new login.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { client } from '../../api/client.ts';
import { Field, Form } from '../../components/form.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { accountTexts } from '../../texts/account.ts';
import { AccountFrame } from './account-frame.tsx';

const texts = accountTexts.secondFactor;

interface SecondFactorProps {
  readonly challenge: string;
  readonly onToken: (token: string) => void;
  readonly onBack: () => void;
}

export function SecondFactor({ challenge, onToken, onBack }: SecondFactorProps) {
  const answer = useMutation({
    mutationFn: (otp: string) => client.auth.answerChallenge({ challenge_token: challenge, otp }),
    onSuccess: ({ token }) => onToken(token),
  });
  if (answer.error) {
    return (
      <AccountFrame title={texts.title}>
        <div className="problem" role="alert">
          <p>{sentenceOf(answer.error)}</p>
          <p>{texts.startAgain}</p>
        </div>
        <Button fullWidth mt="md" onClick={onBack}>
          {texts.back}
        </Button>
      </AccountFrame>
    );
  }
  return (
    <AccountFrame title={texts.title} lead={texts.lead}>
      <Form
        submit={texts.submit}
        pending={answer.isPending}
        error={null}
        onSubmit={({ otp = '' }) => answer.mutate(otp.trim())}
      >
        <Field name="otp" label={texts.code} autoComplete="one-time-code" autoFocus />
      </Form>
    </AccountFrame>
  );
}
