import { support } from '@atelier/contracts/operate/support/support';
import { matrixOf, type Own } from '../matrix.ts';

const ask = {
  text: 'How do I share an app?',
  screen: '/apps',
  sessionId: '3f0e6f5e-6c0f-4d55-9c3b-0b9f0f3f7a11',
};

/** Creates a question of A. Only operators learn its id, so any id will do. */
const question = async ({ owner }: Own) => {
  await owner.call(support.endpoints.ask, { body: ask });
  return { params: { id: 'sup_of_a' } };
};

export const supportMatrix = matrixOf(support, {
  conversation: { plain: "it is the caller's own conversation" },
  ask: { plain: 'it opens the own conversation', parts: { body: ask } },
  recordViews: { plain: 'it counts in the own company' },
  listQuestions: { plain: 'for those who run the server' },
  getQuestion: { naming: question },
  reply: { naming: async (own) => ({ ...(await question(own)), body: { text: 'Press Share.' } }) },
  usage: { plain: 'for those who run the server' },
});
