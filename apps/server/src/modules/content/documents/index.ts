export { quoteSummaries } from './editing/summary/order-summary.ts';

export { parsers } from './import-run/read-document.ts';

export { findShownFile, joinSections } from './kept-versions/document-text.ts';

export { openLooseFile, readLooseFile, showLooseFile } from './reading/service/loose-files.ts';

export { citedSource } from './reading/service/read-document.ts';
export { sourceDocuments } from './service/add-documents.ts';
export { findImports, getImportRow, holdImport } from './service/read-imports.ts';
export { removeImports } from './service/remove-imports.ts';
export { documentText, readTableDocuments, versionChunks } from './service/stored-chunks.ts';

export { storedItems } from './service/stored-items.ts';

export { seesKnowledgeBaseAsBefore } from './service/watch-imports.ts';

export { chunkWriting } from './writing/embed-chunks.ts';
