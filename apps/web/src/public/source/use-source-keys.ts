import type { Citation } from '@atelier/contracts/assistants/chat/chat';
import { useEffect, useEffectEvent } from 'react';

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;

/** The keys 1 to 9 open the sources of an answer, unless the visitor is writing. */
export const useSourceKeys = (citations: readonly Citation[], onOpen: (citation: Citation) => void): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const { key, ctrlKey, metaKey, altKey, target } = event;
    if (ctrlKey || metaKey || altKey || event.defaultPrevented || isWriting(target)) return;
    const named = citations.find(({ index }) => String(index) === key);
    if (named) onOpen(named);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
