import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { pathOf } from '../../../../lib/server/api.ts';

/** Where the file lies as it was uploaded. */
export const downloadAddress = (importId: string): string =>
  pathOf(knowledge.endpoints.download, { params: { knowledgeBaseImportId: importId } });
