import type { Screen } from '../../lib/screen.ts';

/** The screens of chat apps (ROUTE-04). */
export const appScreens: Screen[] = [
  {
    path: '/apps',
    load: () => import('./apps-screen.tsx').then((it) => ({ default: it.AppsScreen })),
  },
  {
    path: '/apps/$id',
    load: () => import('./detail/detail-screen.tsx').then((it) => ({ default: it.DetailScreen })),
  },
];
