import { useEffect, useRef } from 'react';

/** Milliseconds after which a closing menu or dialog has returned the focus to its button. */
const waitMs = 50;

let hasPressed = false;

/** Notes the first key or click. Until then, the browser decides where a page begins. Returns a function that stops it. */
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
 * Returns a ref for the heading or part that a user has navigated to. It takes the focus, so that they read on from there.
 * An element that took the focus by itself, such as a field or a tour, keeps it.
 */
export const useArrival = <E extends HTMLElement>() => {
  const target = useRef<E>(null);
  // The focus is outside React.
  useEffect(() => {
    if (!hasPressed) return;
    const arrive = () => target.current?.focus({ preventScroll: true });
    if (!isBusy()) arrive();
    const timer = setTimeout(() => isOutside() && arrive(), waitMs);
    return () => clearTimeout(timer);
  }, []);
  return target;
};
