// The body of a delivery, from the catalog of events, for the plan gate.
import { useQuery } from '@tanstack/react-query';
import { webhookEventsQuery } from '../../api/webhooks-queries.ts';
import { LoadingState } from '../../components/states.tsx';
import { envelopeOf } from './event-reference.tsx';

export function SampleDelivery() {
  const { data } = useQuery(webhookEventsQuery);
  const tampered = data?.events.find(({ event }) => event === 'verify.tamper_detected');
  if (!tampered) return <LoadingState height={300} />;
  return <pre className="code">{envelopeOf(tampered)}</pre>;
}
