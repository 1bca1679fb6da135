import type { Screen } from '../../lib/screen.ts';

/** The screens of knowledge bases (ROUTE-13, ROUTE-14, ROUTE-62). */
export const knowledgeScreens: Screen[] = [
  {
    path: '/knowledge-base',
    load: () => import('./list/list-screen.tsx').then((it) => ({ default: it.ListScreen })),
  },
];
