import type { Screen } from '../../../lib/screen.ts';

export { useIsAdministrator } from './use-is-administrator.ts';

/** The administration of the server (ROUTE-05). */
export const adminScreens: Screen[] = [
  {
    path: '/admin',
    load: () => import('./admin-screen.tsx').then((it) => ({ default: it.AdminScreen })),
  },
];
