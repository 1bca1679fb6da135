import { appScreens } from '../features/apps/index.ts';
import { knowledgeScreens } from '../features/knowledge/index.ts';
import { modelScreens } from '../features/models/index.ts';
import type { Screen } from '../lib/screen.ts';

/** Every screen behind the guard; a feature brings its own in `screens`. */
export const screens: Screen[] = [
  {
    path: '/agents',
    load: () => import('./home/home-screen.tsx').then((it) => ({ default: it.HomeScreen })),
  },
  ...appScreens,
  ...knowledgeScreens,
  ...modelScreens,
];
