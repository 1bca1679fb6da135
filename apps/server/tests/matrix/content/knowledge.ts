import { knowledge } from '@atelier/contracts/content/bases/knowledge';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const base = ({ knowledgeBaseId }: Own): Parts => ({ params: { id: knowledgeBaseId } });
const named = ({ knowledgeBaseId }: Own, rest: object): Parts => ({ body: { knowledgeBaseId, ...rest } });

export const knowledgeMatrix = matrixOf(knowledge, {
  create: { plain: 'it names nothing' },
  list: { plain: 'it lists the own knowledge bases' },
  get: { naming: base },
  update: { naming: (own) => ({ ...base(own), body: { name: 'Taken over' } }) },
  updateBase: { naming: (own) => named(own, { name: 'Taken over' }) },
  saveDataStructure: { naming: (own) => named(own, { fields: [] }) },
});
