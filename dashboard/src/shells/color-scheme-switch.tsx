// Light, dark, or the system's choice.
import { NativeSelect, useMantineColorScheme } from '@mantine/core';
import { shellTexts } from '../texts/shell.ts';

const schemes = ['auto', 'light', 'dark'] as const;

export function ColorSchemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <NativeSelect
      size="xs"
      w={92}
      className="color-scheme"
      aria-label={shellTexts.colorScheme.label}
      value={colorScheme}
      onChange={(event) => setColorScheme(event.currentTarget.value as (typeof schemes)[number])}
      data={schemes.map((value) => ({ value, label: shellTexts.colorScheme[value] }))}
    />
  );
}
