import { openai } from '@atelier/contracts/assistants/programs/openai';
import { matrixOf } from '../matrix.ts';

export const openaiMatrix = matrixOf(openai, {
  chatCompletions: {
    naming: ({ appId }) => ({
      body: { model: `app:${appId}`, messages: [{ role: 'user', content: 'leave?' }] },
    }),
  },
  createResponse: { naming: ({ appId }) => ({ body: { model: `app:${appId}`, input: 'leave?' } }) },
  response: {
    plain: 'a response is found by its owner only',
    parts: { params: { id: 'resp_none' } },
  },
  model: { naming: ({ appId }) => ({ params: { id: `app:${appId}` } }) },
  models: { plain: 'it lists the own apps' },
});
