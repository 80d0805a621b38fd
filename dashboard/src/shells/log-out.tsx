// Ends the session. It asks first if signed files would be lost.
import { Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { client, queryClient } from '../api/client.ts';
import { UnsavedDialog } from '../components/unsaved-dialog.tsx';
import { session } from '../session/session.ts';
import { unsavedWork } from '../session/unsaved-work.ts';
import { shellTexts } from '../texts/shell.ts';

export function LogOut() {
  const [asked, setAsked] = useState(0);
  const logOut = useMutation({ mutationFn: () => client.auth.logOut(), onSettled: forgetEverything });
  const ask = () => (unsavedWork.count() > 0 ? setAsked(unsavedWork.count()) : logOut.mutate());
  return (
    <>
      <Button size="xs" variant="default" loading={logOut.isPending} onClick={ask}>
        {shellTexts.logOut}
      </Button>
      {asked > 0 && (
        <UnsavedDialog
          count={asked}
          action="logOut"
          pending={logOut.isPending}
          onConfirm={() => logOut.mutate()}
          onClose={() => setAsked(0)}
        />
      )}
    </>
  );
}

/** Even if the service did not respond: the token leaves this browser in any case. */
function forgetEverything(): void {
  session.end();
  queryClient.clear();
}
