import type { Screen } from '../../../lib/screen.ts';

export { ModelSelect, useChatModels } from './model-select.tsx';

export const modelScreens: Screen[] = [
  {
    path: '/models',
    load: () => import('./models-screen.tsx').then((it) => ({ default: it.ModelsScreen })),
  },
];
