import type { Screen } from '../../../../lib/screen.ts';

export const accountScreens: Screen[] = [
  {
    path: '/settings/profile',
    load: () => import('./profile-screen.tsx').then((it) => ({ default: it.ProfileScreen })),
  },
  {
    path: '/settings/security',
    load: () => import('./security-screen.tsx').then((it) => ({ default: it.SecurityScreen })),
  },
  {
    path: '/settings/about',
    load: () => import('./about-screen.tsx').then((it) => ({ default: it.AboutScreen })),
  },
];
