import type { Screen } from '../../../../lib/screen.ts';

/** Screens for visitors who are not signed in. */
export const openidScreens: Screen[] = [
  {
    path: '/auth/callback',
    load: () => import('./callback-screen.tsx').then((it) => ({ default: it.CallbackScreen })),
  },
  {
    path: '/signup-waitlist',
    load: () => import('./waitlist-screen.tsx').then((it) => ({ default: it.WaitlistScreen })),
  },
];
