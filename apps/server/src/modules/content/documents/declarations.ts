export { toImportStatus } from './import-status.ts';
export { foundChunks } from './kept-versions/tables.ts';
