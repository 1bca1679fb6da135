import { connections } from '@atelier/contracts/content/connections/connections';
import { vectorStores } from '@atelier/contracts/content/indexing/vector-stores';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const base = ({ knowledgeBaseId }: Own): Parts => ({ params: { id: knowledgeBaseId } });

const connection = async ({ owner }: Own): Promise<Parts> => {
  const body = {
    name: `Store ${crypto.randomUUID()}`,
    service: 'VECTOR_STORE' as const,
    kind: 'QDRANT',
    values: { url: 'https://127.0.0.1:6333' },
  };
  return { params: { id: (await owner.call(connections.endpoints.create, { body })).connectionId } };
};

export const vectorStoresMatrix = matrixOf(vectorStores, {
  state: { naming: base },
  rebuild: { naming: base },
  cleanUp: { naming: connection },
});
