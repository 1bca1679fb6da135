export { statusOfDocument, toImportStatus } from './import-status.ts';
export type { AddedDocument, DocumentFacts, LooseText, TableDocument } from './shapes.ts';
export type { ChunkRow, ImportRow, ImportWithRun, NewChunk, NewSection, SectionRow } from './tables.ts';
