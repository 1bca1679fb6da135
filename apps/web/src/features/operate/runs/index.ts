import { lazy } from 'react';
import type { Screen } from '../../../lib/screen.ts';

/** Loaded on demand, because the landing page shows it only to those who may read it. */
export const LatestFailures = lazy(() =>
  import('./list/latest-failures.tsx').then((it) => ({ default: it.LatestFailures })),
);

/** Loaded on demand, together with the rest of the monitor's page. */
export const RunsOfSubject = lazy(() =>
  import('./list/runs-of-subject.tsx').then((it) => ({ default: it.RunsOfSubject })),
);

export const runScreens: Screen[] = [
  { path: '/runs', load: () => import('./list/runs-screen.tsx').then((it) => ({ default: it.RunsScreen })) },
  {
    path: '/runs/of/$subjectId',
    load: () => import('./list/latest-run-screen.tsx').then((it) => ({ default: it.LatestRunScreen })),
  },
  {
    path: '/runs/$runId',
    load: () => import('./view/run-screen.tsx').then((it) => ({ default: it.RunScreen })),
  },
];
