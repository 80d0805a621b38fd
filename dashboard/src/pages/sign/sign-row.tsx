// One file in one row: what it looks like, how far it is, and once it is signed, what it carries.
import { Loader } from '@mantine/core';
import { useState } from 'react';
import { Mark } from '../../components/marks.tsx';
import { signTexts as texts } from '../../texts/sign.ts';
import { describeFile } from '../verify/preview/file-facts.ts';
import { PreviewPicture } from '../verify/preview/preview-picture.tsx';
import { PendingActions, PendingWords } from './pending-row.tsx';
import type { Signing } from './sign-file.ts';
import { SignedActions } from './signed-actions.tsx';
import { CarriedTags, SignedDetails } from './signed-details.tsx';
import { useThumbnail } from './use-thumbnail.ts';

const marks = { done: 'good', failed: 'problem', waiting: 'none' } as const;
const tones = { done: 'signed', failed: 'problem', waiting: 'waiting', uploading: 'waiting', working: 'waiting' };

export function SignRow({ signing, isSaved }: { readonly signing: Signing; readonly isSaved: boolean }) {
  const { id, task, progress } = signing;
  const preview = useThumbnail(signing);
  const [isOpen, setOpen] = useState(false);
  const state = { done: texts.signed, failed: texts.failed, waiting: null, uploading: null, working: null }[
    progress.step
  ];
  const facts = describeFile({ name: task.name, size: task.content.size, type: task.content.type }, preview);
  return (
    <article
      className={`panel sign-row tone-${tones[progress.step]}`}
      aria-label={state ? `${task.name}: ${state}` : task.name}
    >
      <PreviewPicture preview={preview} size="small" />
      <div className="sign-row-words">
        <span className="sign-row-name">
          {progress.step === 'uploading' || progress.step === 'working' ? (
            <Loader className="sign-row-mark" size={20} aria-hidden />
          ) : (
            <Mark name={marks[progress.step]} className="sign-row-mark" />
          )}
          <span>
            <strong>{task.name}</strong> <small className="quiet">{facts}</small>
          </span>
        </span>
        {progress.step === 'done' ? (
          <CarriedTags signed={progress.result} />
        ) : (
          <PendingWords name={task.name} size={task.content.size} progress={progress} />
        )}
      </div>
      <div className="sign-row-actions">
        {progress.step === 'done' ? (
          <SignedActions
            id={id}
            name={task.name}
            signed={progress.result}
            isSaved={isSaved}
            isOpen={isOpen}
            onOpen={() => setOpen(!isOpen)}
          />
        ) : (
          <PendingActions id={id} task={task} progress={progress} />
        )}
      </div>
      {progress.step === 'done' && isOpen && <SignedDetails signed={progress.result} />}
    </article>
  );
}
