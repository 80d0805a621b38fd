// Whether a delivery arrived. A pending one says when the service tries again.
import type { Delivery } from '../../api/webhooks-queries.ts';
import { DateText } from '../../components/date-text.tsx';
import { Tag } from '../../components/tag.tsx';
import { webhooksTexts } from '../../texts/webhooks.ts';

const texts = webhooksTexts.log;
const tones = { delivered: 'good', failed: 'bad', pending: 'warn' } as const;

export function DeliveryStatus({ delivery }: { readonly delivery: Pick<Delivery, 'status' | 'next_attempt_at'> }) {
  const { status, next_attempt_at: next } = delivery;
  return (
    <span>
      <Tag tone={tones[status]}>{texts.statuses[status]}</Tag>
      {status === 'pending' && (
        <span className="quiet">
          {' '}
          {next === null ? (
            texts.waits
          ) : (
            <>
              {texts.next} <DateText time={next} />
            </>
          )}
        </span>
      )}
    </span>
  );
}
