export { runFiles, toFileValue } from './run-files/run-files.ts';
export {
  type ByteRange,
  type Download,
  findFile,
  findFiles,
  openDownload,
  openPart,
  pathOfFile,
  wantedRange,
} from './service/open-file.ts';
export { countFiles, removeFiles } from './service/remove-files.ts';
export {
  createFile,
  createFiles,
  discardUploads,
  type StoredUpload,
  storeUpload,
  type UploadOutcome,
} from './service/store-upload.ts';
export type { FileRow } from './tables.ts';
