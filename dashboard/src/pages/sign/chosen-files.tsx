// The files that you are about to sign, in the order of selection.
import { Button } from '@mantine/core';
import type { NamedContent } from '../../api/upload-list.ts';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { componentTexts } from '../../texts/components.ts';
import { signTexts as texts } from '../../texts/sign.ts';

interface ChosenFilesProps {
  readonly files: readonly NamedContent[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onChange: (files: readonly NamedContent[]) => void;
}

export function ChosenFiles({ files, onFiles, onChange }: ChosenFilesProps) {
  return (
    <div className="chosen-part">
      <div className="chosen-head">
        <strong role="status">{files.length > 0 && texts.chosenCount(files.length)}</strong>
        {files.length > 0 && (
          <>
            <ChooseFiles label={componentTexts.chooseMore} size="xs" variant="default" onFiles={onFiles} />
            <Button size="xs" variant="default" onClick={() => onChange([])}>
              {texts.removeAll}
            </Button>
          </>
        )}
      </div>
      {files.length > 0 && (
        <ul className="chosen" aria-label={texts.chosen}>
          {files.map(({ name }, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same file can be chosen twice
            <li key={place}>
              <span>{name}</span>
              <Button
                size="compact-xs"
                variant="default"
                aria-label={texts.remove(name)}
                onClick={() => onChange(files.toSpliced(place, 1))}
              >
                {texts.removeShort}
              </Button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
