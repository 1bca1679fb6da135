import { lazy } from 'react';
import type { Screen } from '../../../lib/screen.ts';

/** Loaded on demand, because the landing page that shows it also welcomes people without any app. */
export const HomeFigures = lazy(() =>
  import('./home/home-figures.tsx').then((it) => ({ default: it.HomeFigures })),
);

/** The monitor (ROUTE-16). */
export const monitoringScreens: Screen[] = [
  {
    path: '/monitor',
    load: () => import('./monitor-screen.tsx').then((it) => ({ default: it.MonitorScreen })),
  },
  {
    path: '/monitor/$kind/$id',
    requires: { permission: 'monitoring:read', title: 'Monitor' },
    load: () => import('./subject-screen.tsx').then((it) => ({ default: it.SubjectScreen })),
  },
];
