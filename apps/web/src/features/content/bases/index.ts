import type { Screen } from '../../../lib/screen.ts';

export { useKnowledgeChoices } from './model/knowledge-choices.ts';
export { suggestName } from './model/suggest-name.ts';

/** The screens of knowledge bases (ROUTE-13, ROUTE-14, ROUTE-62). */
export const knowledgeScreens: Screen[] = [
  {
    path: '/knowledge-base',
    load: () => import('./list/list-screen.tsx').then((it) => ({ default: it.ListScreen })),
  },
  {
    path: '/knowledge-base/data-import',
    load: () =>
      import('./data-import/data-import-screen.tsx').then((it) => ({ default: it.DataImportScreen })),
  },
  {
    path: '/knowledge-base/$id',
    load: () => import('./screen/base-screen.tsx').then((it) => ({ default: it.BaseScreen })),
  },
  {
    path: '/knowledge-base/$id/$section',
    load: () => import('./screen/base-screen.tsx').then((it) => ({ default: it.BaseScreen })),
  },
];
