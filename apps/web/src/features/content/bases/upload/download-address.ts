import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { pathOf } from '../../../../lib/server/api.ts';

/** Returns the address of the uploaded file. */
export const downloadAddress = (importId: string): string =>
  pathOf(knowledge.endpoints.download, { params: { knowledgeBaseImportId: importId } });
