// The form in one row, above the results.
import { Button } from '@mantine/core';
import { ChooseFiles } from '../../components/choose-files.tsx';
import { signTexts as texts } from '../../texts/sign.ts';

interface SignBarProps {
  readonly generator: string;
  readonly model: string;
  readonly onFiles: (files: readonly File[]) => void;
  readonly onChange: () => void;
}

export function SignBar({ generator, model, onFiles, onChange }: SignBarProps) {
  return (
    <div className="panel sign-bar">
      <ChooseFiles label={texts.more} size="sm" onFiles={onFiles} />
      <span className="sign-bar-facts">
        <strong>{model}</strong> <span className="quiet">{generator}</span>
      </span>
      <Button size="sm" variant="default" aria-expanded={false} onClick={onChange}>
        {texts.change}
      </Button>
    </div>
  );
}
