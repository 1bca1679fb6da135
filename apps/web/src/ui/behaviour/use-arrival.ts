import { useEffect, useRef } from 'react';

/** After this a menu or dialog that the way led through has given the focus back to its button. */
const waitMs = 50;

let hasPressed = false;

/** Notes that somebody uses the page: before that it begins where the browser says. Returns how to stop. */
export const watchPresses = (): (() => void) => {
  const stop = new AbortController();
  const note = () => (hasPressed = true);
  for (const press of ['keydown', 'pointerdown'])
    addEventListener(press, note, { capture: true, signal: stop.signal });
  return () => {
    stop.abort();
    hasPressed = false;
  };
};

const isOutside = (): boolean => !document.activeElement?.closest('main, [role="dialog"]');
const isBusy = (): boolean =>
  Boolean(document.activeElement?.closest('[role="dialog"], main :is(input, textarea, select)'));

/**
 * The heading or part that somebody is taken to who went there, so that they read on from it: whatever they pressed to
 * go there lies elsewhere or is gone. What took the focus by itself, as a field or a tour, keeps it.
 */
export const useArrival = <E extends HTMLElement>() => {
  const place = useRef<E>(null);
  // Focus lies outside of React.
  useEffect(() => {
    if (!hasPressed) return;
    const arrive = () => place.current?.focus({ preventScroll: true });
    if (!isBusy()) arrive();
    const timer = setTimeout(() => isOutside() && arrive(), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return place;
};
