import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { useSyncExternalStore } from 'react';
import { randomId } from '../../../lib/browser/random-id.ts';
import { readText, writeText } from '../../../lib/browser/web-storage.ts';
import { readTextProperty } from '../../../ui/feedback/read-property.ts';

/** The support chat of this tab: whether it is open, which visit it belongs to, and the draft that was not sent. */
interface SupportSession {
  isOpen: boolean;
  sessionId: string;
  draft: string;
}

const storageKey = 'support';
const listeners = new Set<() => void>();

const stored = (): { sessionId?: string; draft?: string } => {
  const value = parseMeasures(readText('sessionStorage', storageKey) ?? '');
  const [sessionId, draft] = [readTextProperty(value, 'sessionId'), readTextProperty(value, 'draft')];
  return sessionId === undefined ? {} : { sessionId, draft: draft ?? '' };
};

const begin = (): SupportSession => ({ isOpen: false, sessionId: randomId(), draft: '', ...stored() });

let session: SupportSession | undefined;
const current = (): SupportSession => (session ??= begin());

const change = (next: SupportSession): void => {
  session = next;
  for (const listener of listeners) listener();
};

/** If storage is blocked or full, the draft lives only as long as the page. */
const keep = (next: SupportSession): void => {
  const { sessionId, draft } = next;
  writeText('sessionStorage', storageKey, JSON.stringify({ sessionId, draft }));
  change(next);
};

export const openSupport = (): void => keep({ ...current(), isOpen: true });
export const closeSupport = (): void => change({ ...current(), isOpen: false });
export const keepDraft = (draft: string): void => keep({ ...current(), draft });

/** Forgets the conversation at sign-out, and when the server has ended the session (SESSION-16). */
export const resetSupport = (): void => {
  writeText('sessionStorage', storageKey, undefined);
  change(begin());
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

export const useSupportSession = (): SupportSession => useSyncExternalStore(subscribe, current);
/** The session for code outside React. */
export const supportSession = current;
