import { type Guide, onboarding } from '@atelier/contracts/operate/onboarding/onboarding';
import { useEffect, useRef } from 'react';
import { startTour, type TourStep } from '../../ui/guidance/tour.ts';
import { call } from '../server/api.ts';
import { logFailure } from '../server/log-failure.ts';
import { useSession, useUser } from './session.ts';

/** The guided tour of a screen. The returned function starts it; its end is recorded on the server (TOUR-15, TOUR-16). */
export const useGuide = (guide: Guide, steps: readonly TourStep[], lastLabel?: string): (() => void) => {
  const { userId } = useUser();
  const { refresh } = useSession();
  const remove = useRef<() => void>(undefined);
  const isGone = useRef(false);

  const start = async () => {
    const onEnd = () =>
      void call(onboarding.endpoints.recordGuide, { params: { id: userId }, body: { guide } })
        .then(refresh)
        .catch((error: unknown) => logFailure('The tour could not be recorded', error));
    remove.current?.();
    remove.current = await startTour({ steps, onEnd, ...(lastLabel === undefined ? {} : { lastLabel }) });
    if (isGone.current) remove.current();
  };

  // The tour is drawn outside React, over the page, and must be removed together with its screen.
  useEffect(() => {
    isGone.current = false;
    return () => {
      isGone.current = true;
      remove.current?.();
    };
  }, []);

  return () => void start().catch((error: unknown) => logFailure('The tour could not be shown', error));
};
