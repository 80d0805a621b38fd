// Removes the results from the page. It asks first if a signed file is not downloaded yet.
import { Button } from '@mantine/core';
import { useState } from 'react';
import { UnsavedDialog } from '../../components/unsaved-dialog.tsx';
import { unsavedWork } from '../../session/unsaved-work.ts';
import { signTexts as texts } from '../../texts/sign.ts';
import { signings } from './sign-file.ts';

export function ClearResults() {
  const [asked, setAsked] = useState(0);
  const ask = () => (unsavedWork.count() > 0 ? setAsked(unsavedWork.count()) : signings.clear());
  return (
    <>
      <Button size="sm" variant="default" onClick={ask}>
        {texts.clear}
      </Button>
      {asked > 0 && (
        <UnsavedDialog count={asked} action="clear" onConfirm={() => signings.clear()} onClose={() => setAsked(0)} />
      )}
    </>
  );
}
