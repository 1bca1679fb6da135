import { openai } from '@atelier/contracts/build/chat/openai';
import { matrixOf } from '../matrix.ts';

export const openaiMatrix = matrixOf(openai, {
  chatCompletions: {
    naming: ({ appId }) => ({
      body: { model: `app:${appId}`, messages: [{ role: 'user', content: 'leave?' }] },
    }),
  },
  models: { plain: 'it lists the own apps' },
});
