import { defineModule } from '../../../kernel/module/module.ts';
import { documentsRoutes } from './editing/routes.ts';
import { summaryRun } from './editing/summary/summary-run.ts';
import { importRoutes, removalRoutes } from './import-routes.ts';
import { importRun } from './import-run/import-run.ts';

export { quoteSummaries } from './editing/summary/quote-summaries.ts';
export { parsers } from './import-run/read-document.ts';
export { importStatusOf } from './import-status.ts';
export { joinSections } from './kept-versions/document-text.ts';
export { versionRepository } from './kept-versions/repository.ts';
export { foundChunks } from './kept-versions/tables.ts';
export * as LooseFiles from './reading/service/loose-files.ts';
export { citedSource } from './reading/service/read-document.ts';
export * as TableDocuments from './reading/service/table-documents.ts';
export { statusOfDocument } from './repository/source-documents.ts';
export { type AddedDocument, type DocumentFacts, sourceDocuments } from './service/add-documents.ts';
export { removeImports } from './service/remove-imports.ts';
export { type StoredItemWithUses, storedItems } from './service/stored-items.ts';
export { seesKnowledgeBaseAsBefore } from './service/watch-imports.ts';
export { chunkWriting } from './writing/chunk-writing.ts';

export const documentsModule = defineModule({
  name: 'documents',
  routes: [importRoutes, documentsRoutes, removalRoutes],
  runs: [importRun, summaryRun],
});
