// The application: theme, cache, router.
import './theme/all-styles.css';
import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/client.ts';
import { pageSetting } from './page-setting.ts';
import { router } from './router.tsx';
import { colorSchemeManager, theme } from './theme/theme.ts';

createRoot(document.getElementById('root')!).render(
  <MantineProvider
    theme={theme}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    getStyleNonce={() => pageSetting.nonce}
  >
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </MantineProvider>,
);
