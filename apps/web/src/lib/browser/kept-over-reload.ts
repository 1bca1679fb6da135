import { useEffect, useState } from 'react';
import type { z } from 'zod';

const read = <T>(key: string, shape: z.ZodType<T>): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    // Storage is blocked: a reload begins anew.
    return undefined;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full: a reload begins anew.
  }
};

/** What this tab held when its page was reloaded, by `useKeepOverReload`; taken once. */
export const useKept = <T>(key: string, shape: z.ZodType<T>): T | undefined => {
  const [kept] = useState(() => read(key, shape));
  useEffect(() => sessionStorage.removeItem(key), [key]);
  return kept;
};

/** Keeps a value while the page is reloaded, and no longer: leaving a screen within the page forgets it. */
export const useKeepOverReload = (key: string, value: () => unknown): void =>
  useEffect(() => {
    const keep = () => write(key, value());
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  });
