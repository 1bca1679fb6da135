// Files that belong to no knowledge base: those of visitors, of records and of runs.
export { type LooseText, readLooseFile } from './read-loose-file.ts';
export { openLooseFile, showLooseFile } from './show-loose-file.ts';
