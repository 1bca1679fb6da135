export { toImportStatus } from './import-status.ts';
export { foundChunks } from './tables.ts';
