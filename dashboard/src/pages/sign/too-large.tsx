// Where a file is too large for this page: the way to the page that takes it.
import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { largestToSign } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { pagePaths } from '../../page-paths.ts';
import { tooLargeTexts as texts } from '../../texts/sign.ts';
import { filesForJobs, filesToSign } from '../../window/handed-over.ts';

/** Others of this size are refused there too. */
const ofJobs = /\.(mp4|m4v|mov|mkv|webm)$/i;

export function isTooLarge({ content }: NamedContent): boolean {
  return content.size > largestToSign * 1024 * 1024;
}

export function TooLargeButton({
  file,
  others = [],
}: {
  readonly file: NamedContent;
  readonly others?: readonly NamedContent[];
}) {
  const navigate = useNavigate();
  if (!ofJobs.test(file.name)) return <small className="quiet">{texts.onlyVideo}</small>;
  const open = () => {
    filesForJobs.give([file]);
    filesToSign.give(others);
    void navigate({ to: pagePaths.largeFiles });
  };
  return (
    <Button size="compact-sm" aria-label={texts.signOf(file.name)} onClick={open}>
      {texts.sign}
    </Button>
  );
}

/** Those of the chosen files that this page cannot sign. */
export function TooLargeFiles({ files }: { readonly files: readonly NamedContent[] }) {
  const tooLarge = files.filter(isTooLarge);
  if (tooLarge.length === 0) return null;
  return (
    <ul className="notice too-large" aria-label={texts.title}>
      {tooLarge.map((file) => (
        <li key={files.indexOf(file)}>
          <span>{(ofJobs.test(file.name) ? texts.note : texts.noteWithout)(file.name, largestToSign)}</span>{' '}
          <TooLargeButton file={file} others={files.filter((each) => each !== file)} />
        </li>
      ))}
    </ul>
  );
}
