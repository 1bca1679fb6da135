import { baseRemoval } from '@atelier/contracts/content/documents/base-removal';
import { matrixOf } from '../matrix.ts';

export const baseRemovalMatrix = matrixOf(baseRemoval, {
  remove: { naming: ({ knowledgeBaseId: id }) => ({ params: { id }, query: { force: true } }) },
  removeBase: { naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId, force: true } }) },
});
