import { indexVersions } from '@atelier/contracts/content/versions/index-versions';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const base = ({ knowledgeBaseId }: Own): Parts => ({ params: { id: knowledgeBaseId } });

const version = async ({ owner, knowledgeBaseId: id }: Own): Promise<Parts> => {
  const { items } = await owner.call(indexVersions.endpoints.list, { params: { id } });
  return { params: { id, versionId: items[0]?.indexVersionId ?? '' } };
};

export const indexVersionsMatrix = matrixOf(indexVersions, {
  list: { naming: base },
  offer: { naming: base },
  estimate: { naming: (own) => ({ ...base(own), body: {} }) },
  preview: { naming: ({ importId }) => ({ body: { knowledgeBaseImportId: importId } }) },
  start: { naming: (own) => ({ ...base(own), body: { chunking: { maxTokens: 200, overlapTokens: 20 } } }) },
  cancel: { naming: version },
  resume: { naming: async (own) => ({ ...(await version(own)), body: {} }) },
  compare: { naming: version },
  activate: { naming: version },
  remove: { naming: version },
});
