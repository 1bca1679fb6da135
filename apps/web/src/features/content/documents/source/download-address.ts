import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { buildRequestPath } from '../../../../lib/server/api.ts';

/** Returns the address of the uploaded file. */
export const downloadAddress = (importId: string): string =>
  buildRequestPath(documentImports.endpoints.download, { params: { knowledgeBaseImportId: importId } });
