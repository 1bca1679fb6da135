import { documentImports } from '@atelier/contracts/content/documents/document-imports';
import { pathOf } from '../../../../lib/server/api.ts';

/** Returns the address of the uploaded file. */
export const downloadAddress = (importId: string): string =>
  pathOf(documentImports.endpoints.download, { params: { knowledgeBaseImportId: importId } });
