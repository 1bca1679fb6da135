import type { Screen } from '../../../lib/screen.ts';

/** The monitor (ROUTE-16). */
export const monitoringScreens: Screen[] = [
  {
    path: '/monitor',
    load: () => import('./monitor-screen.tsx').then((it) => ({ default: it.MonitorScreen })),
  },
  {
    path: '/monitor/$kind/$id',
    load: () => import('./subject-screen.tsx').then((it) => ({ default: it.SubjectScreen })),
  },
];
