import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { colorSchemeInCookie } from '../lib/color-scheme.ts';
import { orchestratorOrigin } from '../lib/front-end-settings.ts';
import { createQueryClient } from '../lib/query.ts';
import { UiProvider } from '../ui/ui-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { createAppRouter, preloadBuilder } from './router.tsx';
import { keepCrmCode } from './session/crm-code.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { answerWindowMessages } from './session/window-messages.ts';

preloadBuilder();
const colorSchemes = colorSchemeInCookie();

/** The router at the address that the page was opened at, which loses what is only handed over in it. */
const openAtAddress = () => {
  keepCrmCode(new URL(location.href), (address) => history.replaceState(null, '', address));
  return createAppRouter();
};

/** The builder; `still` without transitions, for tests. */
export const App = ({ still = false }: { still?: boolean }) => {
  const [client] = useState(createQueryClient);
  // Other windows are outside of React.
  useEffect(() => answerWindowMessages(orchestratorOrigin()), []);
  const [router] = useState(openAtAddress);
  return (
    <UiProvider still={still} colorSchemes={colorSchemes}>
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
