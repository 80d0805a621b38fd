// Which events an endpoint receives.
import { Checkbox, Stack } from '@mantine/core';
import { useProblem } from '../../components/form.tsx';
import { webhooksTexts as texts } from '../../texts/webhooks.ts';

export type EventName = keyof typeof texts.events;

interface EventChoiceProps {
  readonly value: readonly EventName[];
  readonly onChange: (events: EventName[]) => void;
}

export function EventChoice({ value, onChange }: EventChoiceProps) {
  return (
    <Checkbox.Group
      label={texts.add.events}
      error={useProblem('events')}
      value={[...value]}
      onChange={(events) => onChange(events as EventName[])}
    >
      <Stack gap="xs" mt="xs">
        {Object.entries(texts.events).map(([name, words]) => (
          <Checkbox key={name} value={name} label={words} description={name} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
