import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { isOwnPath } from '../lib/browser/last-route.ts';
import { orchestratorOrigin } from '../lib/front-end-settings.ts';
import { landing, redirectPath } from './landing.ts';
import { SplashScreen } from './splash-screen.tsx';

/**
 * Returns where `?to=` leads (ROUTE-53, ROUTE-54): a path of the product, or an address of the configured orchestrator;
 * otherwise the start page.
 */
export const redirectTarget = (to: string | null, allowedOrigin: string | undefined): string => {
  if (to === null) return landing;
  if (isOwnPath(to)) return to.startsWith(redirectPath) ? landing : to;
  const isAllowed = URL.canParse(to) && new URL(to).origin === allowedOrigin;
  return isAllowed ? to : landing;
};

/** Returns false for the chat, which is a page of its own and not a screen of the builder. */
const isOwnScreen = (to: string): boolean => isOwnPath(to) && !to.startsWith('/chat/');

/** The screen at `/redirect?to=…`, for links from outside. It only leads to addresses that are allowed. */
export const RedirectScreen = () => {
  const navigate = useNavigate();
  const [to] = useState(() =>
    redirectTarget(new URLSearchParams(location.search).get('to'), orchestratorOrigin()),
  );
  // <Navigate> would not parse a query inside the address, and leaving for another page happens outside React.
  useEffect(() => {
    if (isOwnScreen(to)) void navigate({ href: to, replace: true });
    else location.replace(to);
  }, [to, navigate]);
  return <SplashScreen />;
};
