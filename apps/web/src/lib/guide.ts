import type { WalkthroughTutorials } from '@atelier/contracts/auth';
import { type Guide, onboarding } from '@atelier/contracts/onboarding';
import { useCallback, useEffect, useRef } from 'react';
import { startTour, type TourStep } from '../ui/tour.ts';
import { call } from './api.ts';
import { logFailure } from './log-failure.ts';
import { useSession, useUser } from './session.ts';

const flagOf = {
  KB: 'hasSeenKbGuide',
  APP: 'hasSeenAppGuide',
  AGENT: 'hasSeenAgentGuide',
} as const satisfies Record<Guide, keyof WalkthroughTutorials>;

const logTour = (error: unknown): void => logFailure('The tour could not be shown', error);

/**
 * The guided tour of a screen: begins by itself for who has not seen it, and records when it was ended (TOUR-15, TOUR-16).
 * Gives the way to begin it again. `steps` is a constant.
 */
export const useGuide = (guide: Guide, steps: readonly TourStep[], lastLabel?: string): (() => void) => {
  const { userId, userWalkthroughTutorials } = useUser();
  const { refresh } = useSession();
  const hasSeen = userWalkthroughTutorials[flagOf[guide]];
  const remove = useRef<() => void>(undefined);
  const isGone = useRef(false);

  const start = useCallback(async () => {
    const onEnd = () =>
      void call(onboarding.endpoints.recordGuide, { params: { id: userId }, body: { guide } })
        .then(refresh)
        .catch((error: unknown) => logFailure('The tour could not be recorded', error));
    remove.current?.();
    remove.current = await startTour({ steps, onEnd, ...(lastLabel === undefined ? {} : { lastLabel }) });
    if (isGone.current) remove.current();
  }, [guide, steps, lastLabel, userId, refresh]);

  // A tour lies over the page, outside of React; it begins once the screen stands and goes with it.
  const begun = useRef(false);
  useEffect(() => {
    if (hasSeen || begun.current) return;
    begun.current = true;
    void start().catch(logTour);
  }, [hasSeen, start]);
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      remove.current?.();
    };
  }, []);

  return () => void start().catch(logTour);
};
