// The second factor: off, in setup, its recovery codes, on. The service waits with the setup until
// a code proves it.
import { Button, Group, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../../api/client.ts';
import { meQuery } from '../../api/queries.ts';
import { ShownOnce } from '../../components/shown-once.tsx';
import { sentenceOf } from '../../components/states.tsx';
import { Tag } from '../../components/tag.tsx';
import { saveFile } from '../../save-file.ts';
import { securityTexts } from '../../texts/security.ts';
import { DisableTwoFactor } from './disable-two-factor.tsx';
import { type Setup, TwoFactorSetup } from './two-factor-setup.tsx';

const texts = securityTexts.twoFactor;

interface TwoFactorProps {
  readonly email: string;
  readonly method: 'email' | 'totp' | null;
}

export function TwoFactor({ email, method }: TwoFactorProps) {
  const [codes, setCodes] = useState<readonly string[]>();
  return (
    <section className="panel stack" aria-labelledby="two-factor">
      <Group gap="sm">
        <Title order={2} id="two-factor">
          {texts.title}
        </Title>
        <Tag tone={method ? 'good' : 'none'}>{method ? `${texts.on}: ${texts.methods[method]}` : texts.off}</Tag>
      </Group>
      {codes ? (
        <RecoveryCodes codes={codes} email={email} onDone={() => setCodes(undefined)} />
      ) : method ? (
        <>
          <p className="quiet">{texts.onLead[method]}</p>
          <DisableTwoFactor />
        </>
      ) : (
        <SwitchedOff email={email} onCodes={setCodes} />
      )}
    </section>
  );
}

interface SwitchedOffProps {
  readonly email: string;
  readonly onCodes: (codes: readonly string[]) => void;
}

function SwitchedOff({ email, onCodes }: SwitchedOffProps) {
  const [setup, setSetup] = useState<Setup>();
  const begin = useMutation({
    mutationFn: (method: 'email' | 'totp') => client.auth.setUpTwoFactor(method),
    onSuccess: (answer) => setSetup('secret' in answer ? { method: 'totp', ...answer } : { method: 'email', email }),
  });
  if (setup) {
    return (
      <TwoFactorSetup
        setup={setup}
        onCancel={() => setSetup(undefined)}
        onCodes={(codes) => {
          // The codes first, because they are not stored anywhere else.
          onCodes(codes);
          void queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
        }}
      />
    );
  }
  return (
    <>
      <p className="quiet">{texts.offLead}</p>
      {begin.error && (
        <div className="problem" role="alert">
          <p>{sentenceOf(begin.error)}</p>
        </div>
      )}
      <Group>
        <Button loading={begin.isPending} onClick={() => begin.mutate('totp')}>
          {texts.useTotp}
        </Button>
        <Button variant="default" disabled={begin.isPending} onClick={() => begin.mutate('email')}>
          {texts.useEmail}
        </Button>
      </Group>
    </>
  );
}

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly email: string;
  readonly onDone: () => void;
}

function RecoveryCodes({ codes, email, onDone }: RecoveryCodesProps) {
  const text = codes.join('\n');
  const save = () =>
    saveFile(new Blob([`${texts.fileHead(email)}\n\n${text}\n`], { type: 'text/plain' }), texts.fileName);
  return (
    <ShownOnce
      title={texts.recoveryTitle}
      lead={texts.recoveryLead}
      text={text}
      copy={texts.copyCodes}
      done={texts.kept}
      onDone={onDone}
    >
      <Button size="sm" variant="default" onClick={save}>
        {texts.download}
      </Button>
    </ShownOnce>
  );
}
