import { auth } from '@atelier/contracts/account/identity/auth';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { proveOperator, takeOperatorCode } from '../lib/account/operator.ts';
import { colorSchemeInCookie, colorSchemeOfHost } from '../lib/browser/color-scheme.ts';
import { isEmbedded } from '../lib/browser/host-window.ts';
import { orchestratorOrigin } from '../lib/front-end-settings.ts';
import { buildQueryKey, createQueryClient } from '../lib/query.ts';
import { csrfToken } from '../lib/server/http.ts';
import { describeError } from '../ui/feedback/describe-error.ts';
import { toastError, toastSuccess } from '../ui/feedback/toasts.tsx';
import { UiProvider } from '../ui/theme/ui-provider.tsx';
import { ConnectionBar } from './connection/connection-bar.tsx';
import { ErrorBoundary } from './failures/error-boundary.tsx';
import { createAppRouter, preloadBuilder } from './router.tsx';
import { keepCrmCode } from './session/crm-code.ts';
import { SessionProvider } from './session/session-provider.tsx';
import { answerWindowMessages } from './session/window-messages.ts';

// On the sign-in page, the builder is loaded once the user starts to type, so that the page itself appears sooner.
if (csrfToken() === undefined) addEventListener('input', preloadBuilder, { once: true });
else preloadBuilder();
const colorSchemes = isEmbedded() ? colorSchemeOfHost() : colorSchemeInCookie();

const showCode = (code: string, client: QueryClient) =>
  proveOperator(code).then(
    () => {
      toastSuccess('This browser now reads the mails of this server.');
      return client.invalidateQueries({ queryKey: buildQueryKey(auth.endpoints.operator) });
    },
    (error: unknown) => toastError(describeError(error).message),
  );

/**
 * Makes the router for the address that the page was opened with. Codes that are only handed over in the address are removed
 * from it.
 */
const openAtAddress = (client: QueryClient) => {
  const replace = (address: string) => history.replaceState(null, '', address);
  keepCrmCode(new URL(location.href), replace);
  const code = takeOperatorCode(new URL(location.href), replace);
  if (code !== undefined) void showCode(code, client);
  return createAppRouter();
};

/** The builder. `still` turns transitions off, for tests. */
export const App = ({ still = false }: { still?: boolean }) => {
  const [client] = useState(createQueryClient);
  // Messages from other windows arrive outside React.
  useEffect(() => answerWindowMessages(orchestratorOrigin()), []);
  const [router] = useState(() => openAtAddress(client));
  return (
    <UiProvider still={still} colorSchemes={colorSchemes}>
      <ErrorBoundary>
        <QueryClientProvider client={client}>
          <ConnectionBar />
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </QueryClientProvider>
      </ErrorBoundary>
    </UiProvider>
  );
};
