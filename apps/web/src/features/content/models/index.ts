import type { Screen } from '../../../lib/screen.ts';

export const modelScreens: Screen[] = [
  {
    path: '/models',
    load: () => import('./models-screen.tsx').then((it) => ({ default: it.ModelsScreen })),
  },
];
