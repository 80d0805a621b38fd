// What you can do with a signed file: download it, verify it, or open its certificate and record.
import { Button } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { CopyButton } from '../../components/copy-button.tsx';
import { pagePaths } from '../../page-paths.ts';
import { pageSetting } from '../../page-setting.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { filesToVerify } from '../../window/handed-over.ts';
import { markSaved } from './saved-files.ts';
import type { SignedFile } from './sign-file.ts';

interface SignedActionsProps {
  readonly id: number;
  readonly name: string;
  readonly signed: SignedFile;
  readonly isSaved: boolean;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
}

export function SignedActions({ id, name, signed, isSaved, isOpen, onOpen }: SignedActionsProps) {
  const navigate = useNavigate();
  const address = useAddressOf(signed.content);
  const download = isSaved ? texts.downloadAgain : texts.download;
  const signedName = texts.signedName(name);
  const verify = () => {
    filesToVerify.give([{ name: signedName, content: signed.content }]);
    void navigate({ to: pagePaths.verify });
  };
  const small = { size: 'compact-sm', variant: 'default' } as const;
  return (
    <>
      <Button
        component="a"
        size="compact-sm"
        variant={isSaved ? 'default' : 'filled'}
        href={address}
        download={signedName}
        aria-label={`${download} ${signedName}`}
        onClick={() => markSaved([id])}
      >
        {download}
      </Button>
      <Button {...small} aria-label={texts.verifyOf(name)} onClick={verify}>
        {texts.verify}
      </Button>
      <Button
        {...small}
        component="a"
        target="_blank"
        rel="noopener"
        aria-label={texts.certificateOf(name)}
        href={`${pageSetting.base}/certificate/${encodeURIComponent(signed.token)}`}
      >
        {texts.certificate}
      </Button>
      <Button
        {...small}
        component={Link}
        {...({ to: pagePaths.record, params: { recordId: signed.recordId } } as object)}
        aria-label={texts.recordOf(name)}
      >
        {texts.record}
      </Button>
      <CopyButton text={signed.token} label={texts.copyToken} size="compact-sm" />
      <Button {...small} aria-expanded={isOpen} onClick={onOpen}>
        {texts.details}
      </Button>
    </>
  );
}

/** An address of this tab for the bytes, released with the row. */
function useAddressOf(content: Blob): string | undefined {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(content);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [content]);
  return address;
}
