import { screenPattern } from '@atelier/contracts/operate/support/screen-pattern';
import { support } from '@atelier/contracts/operate/support/support';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { analyticsOn } from '../../../lib/front-end-settings.ts';
import { send } from '../../../lib/server/http.ts';

const flushMs = 60_000;
const mostAtOnce = 50;

const counts = new Map<string, number>();

/** Sends the counts, even while the page is being closed. Failures are ignored. */
const flush = (): void => {
  const views = [...counts].slice(0, mostAtOnce).map(([screen, count]) => ({ screen, count }));
  counts.clear();
  if (views.length === 0) return;
  const { method, path } = support.endpoints.recordViews;
  void send({ method, path, body: { views }, keepalive: true }).catch(() => undefined);
};

const flushWhenHidden = (): void => {
  if (document.visibilityState === 'hidden') flush();
};

/**
 * Counts the opened screens by their pattern, without the user, and sends the counts once a minute and when the
 * page is closed (SESSION-28). Draws nothing, and counts nothing where the operator has turned it off.
 */
export const ScreenViews = () => {
  const pathname = useLocation({ select: (location) => location.pathname });
  const isOn = analyticsOn();
  // Counting and sending are side effects outside React.
  useEffect(() => {
    if (!isOn) return;
    const screen = screenPattern(pathname);
    counts.set(screen, (counts.get(screen) ?? 0) + 1);
  }, [isOn, pathname]);
  useEffect(() => {
    if (!isOn) return undefined;
    const timer = setInterval(flush, flushMs);
    document.addEventListener('visibilitychange', flushWhenHidden);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', flushWhenHidden);
      counts.clear();
    };
  }, [isOn]);
  return null;
};
