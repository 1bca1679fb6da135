import { graph } from '@atelier/contracts/content/graph/graph';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const base = ({ knowledgeBaseId }: Own): Parts => ({ params: { id: knowledgeBaseId } });
const entity = ({ knowledgeBaseId }: Own) => ({ params: { id: knowledgeBaseId, entityId: 'ent_any' } });

export const graphMatrix = matrixOf(graph, {
  get: { naming: base },
  estimate: { naming: (own) => ({ ...base(own), query: { modelId: `${own.providerId}/gpt-4o-mini` } }) },
  build: {
    naming: (own) => ({
      ...base(own),
      body: { modelId: `${own.providerId}/gpt-4o-mini`, budgetCredits: 1 },
    }),
  },
  cancel: { naming: base },
  remove: { naming: base },
  view: { naming: base },
  entities: { naming: base },
  entity: { naming: entity },
  merge: { naming: (own) => ({ ...entity(own), body: { otherId: 'ent_other' } }) },
  split: { naming: (own) => ({ ...entity(own), body: { names: ['Ada'] } }) },
  undoEdit: { naming: ({ knowledgeBaseId }) => ({ params: { id: knowledgeBaseId, editId: 'ged_any' } }) },
  search: { naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId, query: 'Ada' } }) },
});
