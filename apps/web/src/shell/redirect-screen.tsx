import { Navigate, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { orchestratorOrigin } from '../lib/front-end-settings.ts';
import { isOwnPath } from '../lib/last-route.ts';
import { landing } from './landing.ts';
import { SplashScreen } from './splash-screen.tsx';

/** Where `?to=` leads (ROUTE-53, ROUTE-54): a path of ours, or an address of the configured orchestrator; anything else to the start. */
export const redirectTarget = (to: string | null, allowedOrigin: string | undefined): string => {
  if (to === null) return landing;
  if (isOwnPath(to)) return to;
  const isAllowed = URL.canParse(to) && new URL(to).origin === allowedOrigin;
  return isAllowed ? to : landing;
};

/** The chat is a page of its own. */
const isOwnScreen = (to: string): boolean => isOwnPath(to) && !to.startsWith('/chat/');

const Leave = ({ href }: { href: string }) => {
  // Another page is outside of React.
  useEffect(() => location.replace(href), [href]);
  return <SplashScreen />;
};

/** `/redirect?to=…`, for links from outside that must not lead just anywhere. */
export const RedirectScreen = () => {
  const query = useLocation({ select: (location) => location.searchStr });
  const to = redirectTarget(new URLSearchParams(query).get('to'), orchestratorOrigin());
  return isOwnScreen(to) ? <Navigate href={to} replace /> : <Leave href={to} />;
};
