import { useEffect, useState } from 'react';
import type { z } from 'zod';

const read = <T>(key: string, shape: z.ZodType<T>): T | undefined => {
  try {
    return shape.safeParse(JSON.parse(sessionStorage.getItem(key) ?? 'null')).data;
  } catch {
    // Storage is blocked, so nothing survives a reload.
    return undefined;
  }
};

const write = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is blocked or full, so nothing survives a reload.
  }
};

/** The value that `useKeepOverReload` stored before this tab was reloaded. It can be read once. */
export const useKept = <T>(key: string, shape: z.ZodType<T>): T | undefined => {
  const [kept] = useState(() => read(key, shape));
  useEffect(() => sessionStorage.removeItem(key), [key]);
  return kept;
};

/** Keeps a value across a reload of the page, and no longer: moving to another screen forgets it. */
export const useKeepOverReload = (key: string, value: () => unknown): void =>
  useEffect(() => {
    const keep = () => write(key, value());
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  });
