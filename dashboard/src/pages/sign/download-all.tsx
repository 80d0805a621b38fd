// Everything that was signed in this tab, as one archive.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { saveFile } from '../../save-file.ts';
import { distinctNames, storeZip } from '../../store-zip.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { markSaved } from './saved-files.ts';
import { signings } from './sign-file.ts';

export function DownloadAll() {
  // The newest selection comes first on the page. The archive has the files in the order of
  // selection.
  const signed = signings
    .use()
    .toSorted((left, right) => left.id - right.id)
    .flatMap(({ id, task, progress }) =>
      progress.step === 'done' ? [{ id, name: texts.signedName(task.name), content: progress.result.content }] : [],
    );
  const pack = useMutation({
    mutationFn: async () => {
      const names = distinctNames(signed.map(({ name }) => name));
      saveFile(await storeZip(signed.map(({ content }, place) => ({ name: names[place]!, content }))), texts.archive);
      markSaved(signed.map(({ id }) => id));
    },
  });
  if (signed.length < 2) return null;
  return (
    <Button size="sm" loading={pack.isPending} onClick={() => pack.mutate()}>
      {texts.downloadAll(signed.length)}
    </Button>
  );
}
