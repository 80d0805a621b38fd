// The setup of one method: what to scan or where to look, and the code that proves that it works.
import { Button, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { client } from '../../api/client.ts';
import { CopyButton } from '../../components/copy-button.tsx';
import { Field, Form } from '../../components/form.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { securityTexts } from '../../texts/security.ts';

const texts = securityTexts.twoFactor;

export type Setup =
  | { readonly method: 'totp'; readonly secret: string; readonly otpauth_url: string }
  | { readonly method: 'email'; readonly email: string };

interface TwoFactorSetupProps {
  readonly setup: Setup;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}

export function TwoFactorSetup({ setup, onCodes, onCancel }: TwoFactorSetupProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const enable = useMutation({
    mutationFn: (otp: string) => client.auth.enableTwoFactor(otp),
    onSuccess: ({ recovery_codes }) => onCodes(recovery_codes),
  });
  const isApp = setup.method === 'totp';
  return (
    <div className="set-up">
      {isApp && <QrCode text={setup.otpauth_url} label={texts.qr} />}
      <div className="stack">
        <Title order={3} ref={heading} tabIndex={-1}>
          {isApp ? texts.scanTitle : texts.mailTitle}
        </Title>
        <p className="quiet">{isApp ? texts.scanLead : texts.mailLead(setup.email)}</p>
        {isApp && (
          <p className="with-copy">
            <span className="quiet">{texts.key}</span> <code>{inGroups(setup.secret)}</code>
            <CopyButton text={setup.secret} label={texts.copyKey} />
          </p>
        )}
        <Form
          submit={texts.enable}
          pending={enable.isPending}
          error={enable.error}
          onSubmit={({ otp = '' }) => enable.mutate(otp.trim())}
        >
          <Field
            name="otp"
            label={texts.code}
            note={texts.codeNote[setup.method]}
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={10}
          />
        </Form>
        <Button variant="subtle" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </div>
  );
}

/** Groups of four are easier to type. */
function inGroups(secret: string): string {
  return secret.replaceAll(/.{4}(?=.)/g, '$& ');
}
