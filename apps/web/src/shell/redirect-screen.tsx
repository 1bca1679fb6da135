import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isOwnPath } from '../lib/browser/last-route.ts';
import { orchestratorOrigin } from '../lib/front-end-settings.ts';
import { landing, redirectPath } from './landing.ts';
import { SplashScreen } from './splash-screen.tsx';

/** Where `?to=` leads (ROUTE-53, ROUTE-54): a path of ours, or an address of the configured orchestrator; anything else to the start. */
export const redirectTarget = (to: string | null, allowedOrigin: string | undefined): string => {
  if (to === null) return landing;
  if (isOwnPath(to)) return to.startsWith(redirectPath) ? landing : to;
  const isAllowed = URL.canParse(to) && new URL(to).origin === allowedOrigin;
  return isAllowed ? to : landing;
};

/** The chat is a page of its own. */
const isOwnScreen = (to: string): boolean => isOwnPath(to) && !to.startsWith('/chat/');

/** `/redirect?to=…`, for links from outside that must not lead just anywhere. */
export const RedirectScreen = () => {
  const navigate = useNavigate();
  const [to] = useState(() =>
    redirectTarget(new URLSearchParams(location.search).get('to'), orchestratorOrigin()),
  );
  // The address may carry a query, which <Navigate> does not take apart; another page is outside of React.
  useEffect(() => {
    if (isOwnScreen(to)) void navigate({ href: to, replace: true });
    else location.replace(to);
  }, [to, navigate]);
  return <SplashScreen />;
};
