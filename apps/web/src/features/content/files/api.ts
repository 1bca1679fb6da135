import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { useRead } from '../../../lib/query.ts';

/** Reads which file types the server accepts, and up to which size. */
export const useAcceptedFiles = () =>
  useRead(documentImports.endpoints.acceptedFiles, {}, { staleTime: Number.POSITIVE_INFINITY });
