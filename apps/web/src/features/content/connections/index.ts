import type { Screen } from '../../../lib/screen.ts';

export { ConnectionSettings } from './settings-form.tsx';

/** The external accounts and servers that a tenant has set up (ROUTE-33). */
export const connectionScreens: Screen[] = [
  {
    path: '/connections',
    load: () => import('./connections-screen.tsx').then((it) => ({ default: it.ConnectionsScreen })),
  },
];

/** The screen that a service sends the browser back to, in a window of its own (ROUTE-21). */
export const publicConnectionScreens: Screen[] = [
  {
    path: '/connection-auth',
    load: () =>
      import('./authorization/connection-auth-screen.tsx').then((it) => ({
        default: it.ConnectionAuthScreen,
      })),
  },
];
