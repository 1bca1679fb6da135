import { defineModule } from '../../../kernel/module/module.ts';
import { documentsRoutes } from './editing/routes.ts';
import { summaryRun } from './editing/summary/summary-run.ts';
import { importRun } from './import-run/import-run.ts';

export { quoteSummaries } from './editing/summary/quote-summaries.ts';
export { parserConfinement, parsers, previewParsers } from './import-run/parsers.ts';
export { joinSections } from './kept-versions/document-text.ts';
export { versionRepository } from './kept-versions/repository.ts';
export {
  chunksOfDocument,
  type DocumentChunk,
  publishedDocuments,
  someHeadings,
} from './published-documents.ts';
export {
  downloadDocument,
  findSource,
  findSourceFile,
  listChunks,
  openSourceFile,
  readSource,
} from './reading/service/read-document.ts';
export { statusOfDocument } from './repository/source-documents.ts';
export { acceptedFiles } from './service/accepted-files.ts';
export {
  type AddedDocument,
  addDocuments,
  confirmDocument,
  countDocumentsOfSources,
  type DocumentFacts,
  listDocumentsOfSource,
} from './service/add-documents.ts';
export { importFiles } from './service/import-files.ts';
export { removeImports, removeKnowledgeBase } from './service/remove-imports.ts';
export { cancelImport, retryImport } from './service/retry-import.ts';
export {
  listStoredDocuments,
  measureDocuments,
  type StoredDocumentWithUses,
} from './service/stored-documents.ts';
export { seesKnowledgeBaseAsBefore, watchImports } from './service/watch-imports.ts';
export { hashOf, rowOf, segmentOf } from './writing/document-writer.ts';
export { textOf } from './writing/embed-chunks.ts';
export type { ImportWork } from './writing/import-work.ts';
export { createSectionCutter } from './writing/section-cutter.ts';
export { storeVectors } from './writing/store-vectors.ts';

export const documentsModule = defineModule({
  name: 'documents',
  routes: [documentsRoutes],
  runs: [importRun, summaryRun],
});
