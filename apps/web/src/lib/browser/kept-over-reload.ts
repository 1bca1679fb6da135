import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { useEffect, useState } from 'react';
import type { z } from 'zod';
import { readText, writeText } from './web-storage.ts';

const read = <T>(key: string, shape: z.ZodType<T>): T | undefined =>
  shape.safeParse(parseMeasures(readText('sessionStorage', key) ?? '')).data;

/** The value that `useKeepOverReload` stored before this tab was reloaded. It can be read once. */
export const useKept = <T>(key: string, shape: z.ZodType<T>): T | undefined => {
  const [kept] = useState(() => read(key, shape));
  useEffect(() => void writeText('sessionStorage', key, undefined), [key]);
  return kept;
};

/** Keeps a value across a reload of the page, and no longer: moving to another screen forgets it. */
export const useKeepOverReload = (key: string, value: () => unknown): void =>
  useEffect(() => {
    const keep = () => writeText('sessionStorage', key, JSON.stringify(value()));
    addEventListener('pagehide', keep);
    return () => removeEventListener('pagehide', keep);
  });
