import { lazy } from 'react';

export { useQuickStart } from './api.ts';

/** Loaded by those alone who are in their first minute. */
export const FirstMinute = lazy(() =>
  import('./first-minute.tsx').then((it) => ({ default: it.FirstMinute })),
);
