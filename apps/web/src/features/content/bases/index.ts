import type { Screen } from '../../../lib/screen.ts';

export { useImports } from './api.ts';
export { FailedDocuments } from './documents/failed-documents.tsx';
export { ImportLines } from './documents/import-lines.tsx';
export { useLiveImports } from './documents/use-live-imports.ts';
export type { Balance } from './model/import-balance.ts';
export { useKnowledgeChoices } from './model/knowledge-choices.ts';
export { retrievers } from './model/retrievers.ts';
export { suggestName } from './model/suggest-name.ts';
export { wordLanguageFor } from './model/word-languages.ts';
export { EditCitedChunk } from './source/edit-cited-chunk.tsx';
export { DocumentDrop } from './upload/document-drop.tsx';
export { UploadPanel } from './upload/upload-panel.tsx';
export { useUploadState, useUploads } from './upload/upload-store.ts';

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
