import { lazy } from 'react';

export { useQuickStart } from './api.ts';

/** Loaded on demand: people who already have an app never need this code. */
export const FirstMinute = lazy(() =>
  import('./first-minute.tsx').then((it) => ({ default: it.FirstMinute })),
);
