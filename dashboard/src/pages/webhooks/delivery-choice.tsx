// Whether an endpoint gets its events within the request or from the queue.
import { Radio, Stack } from '@mantine/core';
import type { DeliveryMode } from '../../api/webhooks-queries.ts';
import { webhooksTexts } from '../../texts/webhooks.ts';

const texts = webhooksTexts.modes;

interface DeliveryChoiceProps {
  readonly value: DeliveryMode;
  readonly onChange: (mode: DeliveryMode) => void;
}

export function DeliveryChoice({ value, onChange }: DeliveryChoiceProps) {
  return (
    <Radio.Group label={texts.label} value={value} onChange={(mode) => onChange(mode as DeliveryMode)}>
      <Stack gap="xs" mt="xs">
        <Radio value="synchronous" label={texts.names.synchronous} description={texts.synchronousNote} />
        <Radio value="queued" label={texts.names.queued} description={texts.queuedNote} />
      </Stack>
    </Radio.Group>
  );
}
