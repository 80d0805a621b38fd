// Runs before anything is drawn, so that a dark page is never light for a moment. The key is that
// of theme.ts.
const chosen = localStorage.getItem('color-scheme');
const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
