// A web address, which the visitor's own browser downloads.
import { useMutation } from '@tanstack/react-query';
import type { NamedContent } from '../../api/upload-list.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { getAddress, leaveForReload, mayFetch } from './get-address.ts';
import { PlainForm } from './plain-form.tsx';

export function AddressWay({ onContent }: { readonly onContent: (contents: readonly NamedContent[]) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: getAddress,
    onSuccess: (content) => onContent([content]),
  });
  return (
    <PlainForm
      label={texts.addressLabel}
      note={texts.addressNote}
      submit={texts.addressSubmit}
      pending={isPending}
      problem={error ? error.message : null}
      onSubmit={(address) => (mayFetch ? mutate(address) : leaveForReload(address))}
    >
      {(names) => <input {...names} type="url" placeholder="https://" autoComplete="off" />}
    </PlainForm>
  );
}
