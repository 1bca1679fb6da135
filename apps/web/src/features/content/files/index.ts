export { useAcceptedFiles } from './api.ts';
export { DocumentDrop } from './document-drop.tsx';
export { sumFileSizes } from './model/upload-parts.ts';
export { uploadForm } from './upload-form.ts';
export { UploadPanel } from './upload-panel.tsx';
export { useUploadState, useUploads } from './upload-store.ts';
