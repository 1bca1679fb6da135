import type { Screen } from '../../../lib/screen.ts';

export const storageScreens: Screen[] = [
  {
    path: '/pricing/knowledge-storage',
    load: () => import('./storage-screen.tsx').then((it) => ({ default: it.StorageScreen })),
  },
];
