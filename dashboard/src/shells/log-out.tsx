// Ends the session. It asks first if signed files would be lost.
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { client, queryClient } from '../api/client.ts';
import { UnsavedDialog } from '../components/unsaved-dialog.tsx';
import { endOtherSession } from '../session/environment-switch.ts';
import { session } from '../session/session.ts';
import { unsavedWork } from '../session/unsaved-work.ts';

/** `question`: the dialog, to put on the page. Null if there is nothing to ask. */
export function useLogOut(): { readonly logOut: () => void; readonly question: ReactNode } {
  const [asked, setAsked] = useState(0);
  const { mutate, isPending } = useMutation({ mutationFn: () => client.auth.logOut(), onSettled: forgetEverything });
  return {
    logOut: () => (unsavedWork.count() > 0 ? setAsked(unsavedWork.count()) : mutate()),
    question: asked > 0 && (
      <UnsavedDialog
        count={asked}
        action="logOut"
        pending={isPending}
        onConfirm={() => mutate()}
        onClose={() => setAsked(0)}
      />
    ),
  };
}

/** Even if the service did not respond: the token leaves this browser in any case. */
function forgetEverything(): void {
  session.end();
  queryClient.clear();
  endOtherSession();
}
