import { type FocusEvent, useEffect, useRef } from 'react';

/**
 * For a part of a page whose content is replaced by what is done in it: focus that lay in what is gone comes to the
 * part itself instead of being lost. Spread the result on the element.
 */
export const useKeptFocus = () => {
  const part = useRef<HTMLDivElement>(null);
  const held = useRef<Element>(null);
  // Focus lies outside of React, and is looked at whenever the content may have changed.
  useEffect(() => {
    if (held.current === null || held.current.isConnected) return;
    held.current = null;
    if (document.activeElement === document.body) part.current?.focus();
  });
  return {
    ref: part,
    tabIndex: -1,
    onFocus: ({ target }: FocusEvent) => {
      held.current = target;
    },
    onBlur: ({ target }: FocusEvent) => {
      // What is taken away loses focus too, and is still there while it does.
      queueMicrotask(() => {
        if (held.current === target && target.isConnected) held.current = null;
      });
    },
  };
};
