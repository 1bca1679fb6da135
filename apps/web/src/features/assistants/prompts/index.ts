import type { Screen } from '../../../lib/screen.ts';

export { InsertPrompt } from './insert-prompt.tsx';

/** The prompt library (ROUTE-15). */
export const promptScreens: Screen[] = [
  {
    path: '/prompt-manager',
    load: () => import('./prompts-screen.tsx').then((it) => ({ default: it.PromptsScreen })),
  },
];
