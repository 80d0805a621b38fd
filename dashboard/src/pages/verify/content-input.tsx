// The ways to provide content: drop, choose, photograph, paste, a web address, a token, or a
// sample. Once there are results, it is a bar above them.
import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import { largestToVerify } from '../../api/largest-files.ts';
import type { NamedContent } from '../../api/upload-list.ts';
import { Mark } from '../../components/marks.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { filesAsContents } from '../../window/given-files.ts';
import { AddressWay } from './address-way.tsx';
import { Samples } from './samples.tsx';
import { TextWay } from './text-way.tsx';
import { TokenWay } from './token-way.tsx';

interface ContentInputProps {
  readonly isBar: boolean;
  readonly onContent: (contents: readonly NamedContent[]) => void;
  readonly onToken: (token: string) => void;
  readonly tokenPending: boolean;
  readonly tokenError: Error | null;
}

type Way = keyof Omit<typeof texts.ways, 'label'>;
const ways: readonly Way[] = ['text', 'address', 'token'];

export function ContentInput({ isBar, onContent, onToken, tokenPending, tokenError }: ContentInputProps) {
  const [way, setWay] = useState<Way | null>(null);
  return (
    <div className={isBar ? 'panel give give-bar' : 'panel give'}>
      <div className="drop">
        {!isBar && <Mark name="upload" className="state-mark" />}
        {!isBar && <strong className="drop-here">{texts.dropHere}</strong>}
        <div className="give-buttons">
          <FileButton label={texts.choose} isMain onContent={onContent} />
          <FileButton label={texts.chooseFolder} isFolder onContent={onContent} />
          <FileButton label={texts.photo} isCamera onContent={onContent} />
        </div>
        <fieldset className="ways">
          <legend className="for-readers">{texts.ways.label}</legend>
          {ways.map((each) => (
            <button
              key={each}
              type="button"
              className="way"
              aria-expanded={way === each}
              onClick={() => setWay(way === each ? null : each)}
            >
              {texts.ways[each]}
            </button>
          ))}
        </fieldset>
        {!isBar && <small className="quiet">{texts.dropNote(largestToVerify)}</small>}
      </div>
      {way && (
        <div className="way-form">
          {way === 'text' && <TextWay onContent={onContent} />}
          {way === 'address' && <AddressWay onContent={onContent} />}
          {way === 'token' && <TokenWay onToken={onToken} pending={tokenPending} error={tokenError} />}
        </div>
      )}
      <Samples onContent={onContent} />
    </div>
  );
}

interface FileButtonProps {
  readonly label: string;
  readonly isMain?: boolean;
  readonly isFolder?: boolean;
  /** Only for touch devices. The style hides it elsewhere. */
  readonly isCamera?: boolean;
  readonly onContent: ContentInputProps['onContent'];
}

function FileButton({ label, isMain = false, isFolder = false, isCamera = false, onContent }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <span className={isCamera ? 'give-camera' : undefined}>
      <Button variant={isMain ? 'filled' : 'default'} onClick={() => input.current?.click()}>
        {label}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        multiple={!isCamera}
        {...(isFolder && { webkitdirectory: '' })}
        {...(isCamera && { accept: 'image/*', capture: 'environment' as const })}
        onChange={(event) => {
          onContent(filesAsContents(event.currentTarget.files ?? []));
          event.currentTarget.value = '';
        }}
      />
    </span>
  );
}
