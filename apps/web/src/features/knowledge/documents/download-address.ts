import { knowledge } from '@atelier/contracts/knowledge';
import { pathOf } from '../../../lib/api.ts';

/** Where the file lies as it was uploaded. */
export const downloadAddress = (importId: string): string =>
  pathOf(knowledge.endpoints.download, { params: { knowledgeBaseImportId: importId } });
