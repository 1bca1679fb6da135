import type { Screen } from '../../../lib/screen.ts';

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
