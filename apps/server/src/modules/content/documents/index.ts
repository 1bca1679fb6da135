export { quoteSummaries } from './editing/summary/order-summary.ts';

export { parsers } from './import-run/read-document.ts';

export { findShownFile, joinSections } from './kept-versions/document-text.ts';

export * as LooseFiles from './reading/service/loose-files.ts';

export { citedSource } from './reading/service/read-document.ts';

export * as TableDocuments from './reading/service/table-documents.ts';

export { statusOfDocument } from './repository.ts';

export { type AddedDocument, type DocumentFacts, sourceDocuments } from './service/add-documents.ts';

export { removeImports } from './service/remove-imports.ts';

export { type StoredItemWithUses, storedItems } from './service/stored-items.ts';

export { seesKnowledgeBaseAsBefore } from './service/watch-imports.ts';

export { chunkWriting } from './writing/chunk-writing.ts';
