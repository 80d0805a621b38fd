// Whether an endpoint receives deliveries, and whether it has problems.
import { Tag } from '../../components/tag.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';

interface EndpointStatusProps {
  readonly endpoint: { readonly status: 'active' | 'disabled'; readonly failure_count: number };
}

export function EndpointStatus({ endpoint: { status, failure_count } }: EndpointStatusProps) {
  return (
    <span>
      <Tag tone={status === 'disabled' ? 'bad' : failure_count > 0 ? 'warn' : 'good'}>{texts.statuses[status]}</Tag>
      {failure_count > 0 && <span className="quiet"> {texts.failures(failure_count)}</span>}
    </span>
  );
}
