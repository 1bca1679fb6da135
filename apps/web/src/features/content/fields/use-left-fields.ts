import { useEffect, useRef, useState } from 'react';

/**
 * Tracks the fields that the user has left. No error appears while a pointer is pressed, because it would move the button
 * away from under the pointer before it is released.
 */
export const useLeftFields = () => {
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const isPressed = useRef(false);

  // The pointer may be pressed anywhere on the page.
  useEffect(() => {
    const stop = new AbortController();
    const set = (pressed: boolean) => () => void (isPressed.current = pressed);
    const options = { capture: true, signal: stop.signal };
    addEventListener('pointerdown', set(true), options);
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, set(false), options);
    return () => stop.abort();
  }, []);

  const add = (path: string) => setLeft((before) => (before.has(path) ? before : new Set([...before, path])));
  const onLeave = (path: string) => {
    if (!isPressed.current) return add(path);
    // Waits for the click that follows the release of the pointer.
    const later = () => void setTimeout(() => add(path));
    addEventListener('pointerup', later, { once: true });
  };
  return { left, onLeave };
};
