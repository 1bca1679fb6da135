import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useState } from 'react';
import { createQueryClient } from '../lib/query.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { createAppRouter, preloadBuilder } from './router.tsx';
import { SessionProvider } from './session-provider.tsx';

preloadBuilder();

/** The builder; `still` without transitions, for tests. */
export const App = ({ still = false }: { still?: boolean }) => {
  const [client] = useState(createQueryClient);
  const [router] = useState(createAppRouter);
  return (
    <UiProvider still={still}>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </UiProvider>
  );
};
