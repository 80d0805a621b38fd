// Files of the service itself, to try the page without your own signed file.
import { useMutation } from '@tanstack/react-query';
import type { NamedContent } from '../../api/upload-list.ts';
import { pageSetting } from '../../page-setting.ts';
import { verifyTexts } from '../../texts/verify.ts';

const { samples: texts } = verifyTexts;
type SampleName = keyof typeof texts.names;
const names = Object.keys(texts.names) as SampleName[];

export function Samples({ onContent }: { readonly onContent: (contents: readonly NamedContent[]) => void }) {
  const { mutate, isPending, error } = useMutation({
    mutationFn: getSample,
    onSuccess: (content) => onContent([content]),
  });
  return (
    <fieldset className="samples" disabled={isPending}>
      <legend>{texts.label}</legend>
      {names.map((name) => (
        <button key={name} type="button" className="way" onClick={() => mutate(name)}>
          {texts.names[name]}
        </button>
      ))}
      {error && (
        <p className="problem" role="alert">
          {texts.failed}
        </p>
      )}
    </fieldset>
  );
}

async function getSample(name: SampleName): Promise<NamedContent> {
  const answer = await fetch(`${pageSetting.base}/samples/${name}`);
  if (!answer.ok) throw new Error(texts.failed);
  return { name: texts.fileNames[name], content: await answer.blob() };
}
