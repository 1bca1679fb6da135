import { retrieval } from '@atelier/contracts/content/retrieval/retrieval';
import { matrixOf, type Own, type Parts } from '../matrix.ts';

const saved = async ({ owner, knowledgeBaseId, importId }: Own): Promise<string> => {
  const { saveQuestion, listQuestions, removeQuestion } = retrieval.endpoints;
  const { items } = await owner.call(listQuestions, { query: { knowledgeBaseId } });
  for (const { savedQuestionId } of items)
    await owner.call(removeQuestion, { params: { questionId: savedQuestionId } });
  const expected = [{ knowledgeBaseImportId: importId, documentName: '', text: '' }];
  const body = { knowledgeBaseId, query: 'How many days of leave?', expected };
  return (await owner.call(saveQuestion, { body })).savedQuestionId;
};

const base = ({ knowledgeBaseId }: Own): Parts => ({ query: { knowledgeBaseId } });

export const retrievalMatrix = matrixOf(retrieval, {
  retrievalTest: { naming: ({ knowledgeBaseId }) => ({ body: { knowledgeBaseId, query: 'leave' } }) },
  explain: {
    naming: ({ knowledgeBaseId, importId }) => ({
      body: { knowledgeBaseId, query: 'leave', knowledgeBaseImportId: importId },
    }),
  },
  history: { naming: base },
  filterValues: { naming: base },
  listQuestions: { naming: base },
  saveQuestion: {
    naming: ({ knowledgeBaseId, importId }) => ({
      body: {
        knowledgeBaseId,
        query: 'Planted?',
        expected: [{ knowledgeBaseImportId: importId, documentName: '', text: '' }],
      },
    }),
  },
  changeQuestion: {
    naming: async (own) => ({ params: { questionId: await saved(own) }, body: { query: 'Taken over?' } }),
  },
  removeQuestion: { naming: async (own) => ({ params: { questionId: await saved(own) } }) },
});
