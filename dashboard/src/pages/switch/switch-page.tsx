// A stop on the way between the environments. Usually you see it for a moment. It asks for the
// second factor if the account here has one, and says so if the accounts cannot be joined.
import { useMutation } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { queryClient } from '../../api/client.ts';
import { PageButton } from '../../components/page-link.tsx';
import { LoadingState, sentenceOf } from '../../components/states.tsx';
import { pagePaths } from '../../page-paths.ts';
import { askForTicket, endThisSession, giveTicket, spendTicket } from '../../session/environment-switch.ts';
import { session } from '../../session/session.ts';
import { switchTexts as texts } from '../../texts/switch.ts';
import { AccountFrame } from '../account/account-frame.tsx';
import { SecondFactor } from '../account/second-factor.tsx';

export function SwitchPage() {
  const { next = pagePaths.overview, challenge, end } = useSearch({ strict: false });
  const navigate = useNavigate();
  const [secondFactor, setSecondFactor] = useState<string>();
  const logIn = () => void navigate({ to: pagePaths.login, search: { next }, replace: true });
  const enter = (token: string) => {
    queryClient.clear();
    session.begin(token);
    void navigate({ href: next, replace: true });
  };
  const way = useMutation({
    mutationFn: async () => {
      if (end !== undefined) return endThisSession();
      if (challenge !== undefined) return giveTicket(challenge, next);
      // The session that this browser has here wins over any ticket.
      if (session.token() !== undefined) return navigate({ href: next, replace: true });
      const ticket = new URLSearchParams(location.hash.slice(1)).get('ticket');
      if (ticket === null) return (await askForTicket(next)) || logIn();
      const answer = await spendTicket(ticket);
      if (!answer) return logIn();
      if ('token' in answer) enter(answer.token);
      else setSecondFactor(answer.challenge_token);
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: one step for each address
  useEffect(() => way.mutate(), [challenge, end]);
  if (secondFactor !== undefined) return <SecondFactor challenge={secondFactor} onToken={enter} onBack={logIn} />;
  return (
    <AccountFrame title={way.error ? texts.refusedTitle : texts.title}>
      {way.error ? (
        <>
          <div className="problem" role="alert">
            <p>{sentenceOf(way.error)}</p>
          </div>
          <PageButton to={pagePaths.login} search={{ next }} fullWidth mt="md">
            {texts.logIn}
          </PageButton>
        </>
      ) : (
        <LoadingState height={120} />
      )}
    </AccountFrame>
  );
}
