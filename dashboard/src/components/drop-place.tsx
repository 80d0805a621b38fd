// The place where you choose files. You can also drop them anywhere on the page (window-drop.tsx).
import { componentTexts as texts } from '../texts/components.ts';
import { ChooseFiles } from './choose-files.tsx';
import { Mark } from './marks.tsx';

interface DropPlaceProps {
  /** Size limit of a file in MB. */
  readonly most: number;
  /** Default: which types, and the limit. */
  readonly note?: string;
  readonly onFiles: (files: readonly File[]) => void;
}

export function DropPlace({ most, note = texts.dropNote(most), onFiles }: DropPlaceProps) {
  return (
    <div className="drop">
      <Mark name="upload" className="state-mark" />
      <strong>{texts.drop}</strong>
      <span className="quiet">{texts.dropOr}</span>
      <ChooseFiles label={texts.choose} onFiles={onFiles} />
      <small className="quiet">{note}</small>
    </div>
  );
}
