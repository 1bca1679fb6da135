import type { Screen } from '../../../lib/screen.ts';

/** The screens of chat apps (ROUTE-02, ROUTE-04). */
export const appScreens: Screen[] = [
  {
    path: '/apps',
    load: () => import('./apps-screen.tsx').then((it) => ({ default: it.AppsScreen })),
  },
  {
    path: '/all-apps',
    load: () => import('./all/all-apps-screen.tsx').then((it) => ({ default: it.AllAppsScreen })),
  },
  {
    path: '/apps/$id',
    load: () => import('./detail/detail-screen.tsx').then((it) => ({ default: it.DetailScreen })),
  },
];
