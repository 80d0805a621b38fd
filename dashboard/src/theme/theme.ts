// The look: verdigris and brass on paper. Headings in a serif like on a printed certificate, text
// in the system's own font. Nothing is loaded from elsewhere. Contrast is at least 4.5 : 1 in both
// schemes (WCAG 2.1 AA; axe checks it), and 3 : 1 for the edges of fields and buttons (gray 4 and
// ink 4; WCAG 1.4.11, which axe does not check).
import { createTheme, localStorageColorSchemeManager, type MantineColorsTuple } from '@mantine/core';

const verdigris: MantineColorsTuple = [
  '#eef7f5',
  '#d8ebe7',
  '#b2d8d1',
  '#86c2b8',
  '#5fada1',
  '#3f978a',
  '#257f73',
  '#17695f',
  '#115e59',
  '#0b4541',
];
const ink: MantineColorsTuple = [
  '#e8ebe9',
  '#c9cfcc',
  '#a4aca8',
  '#7c8682',
  '#65706b',
  '#3a4340',
  '#2a322f',
  '#1d2422',
  '#151b19',
  '#0e1312',
];

const gray: MantineColorsTuple = [
  '#f8f9f8',
  '#f1f3f2',
  '#e9eceb',
  '#dee2e0',
  '#868e89',
  '#7c8480',
  '#6c7570',
  '#495250',
  '#343c39',
  '#212826',
];

export const fonts = {
  text: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", "Liberation Sans", sans-serif',
  heading:
    '"Iowan Old Style", "Palatino Linotype", Palatino, "URW Palladio L", P052, "Book Antiqua", Georgia, "Noto Serif", serif',
  code: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace',
};

export const theme = createTheme({
  primaryColor: 'verdigris',
  primaryShade: { light: 8, dark: 6 },
  colors: { verdigris, gray, dark: ink },
  black: '#17211f',
  fontFamily: fonts.text,
  fontFamilyMonospace: fonts.code,
  headings: {
    fontFamily: fonts.heading,
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)', lineHeight: '1.15' },
      h2: { fontSize: '1.4rem', lineHeight: '1.25' },
      h3: { fontSize: '1.125rem', lineHeight: '1.35' },
    },
  },
  defaultRadius: 'md',
  radius: { md: '0.5rem', lg: '0.875rem' },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Button: { defaultProps: { size: 'md' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'color-scheme' });
