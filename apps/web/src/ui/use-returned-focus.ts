import { useEffect } from 'react';

const most = 12;
/** Where focus was, oldest first. An entry of a menu is left out: it goes with its menu, which is opened by a button. */
const places: HTMLElement[] = [];

globalThis.document?.addEventListener('focusin', ({ target }) => {
  if (!(target instanceof HTMLElement) || target.closest('[role="menu"]')) return;
  places.push(target);
  if (places.length > most) places.shift();
});

const isLost = (now: Element | null, wanted: HTMLElement): boolean => {
  if (now === null || now === document.body) return true;
  const dialog = now.closest('[role="dialog"]');
  return dialog !== null && !dialog.contains(wanted);
};

/**
 * Gives focus back to where it was before a dialog opened, also when the dialog is taken away while it is open, was
 * opened from a menu, or took the place of another one; Mantine's own way knows none of these.
 */
export const useReturnedFocus = (isOpen: boolean): void => {
  useEffect(() => {
    if (!isOpen) return undefined;
    const before = [...places];
    return () =>
      queueMicrotask(() => {
        const wanted = before.findLast((place) => place.isConnected);
        if (wanted && isLost(document.activeElement, wanted)) wanted.focus({ preventScroll: true });
      });
  }, [isOpen]);
};
