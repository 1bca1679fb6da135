import { randomUUID } from 'node:crypto';
import { prompts } from '@atelier/contracts/assistants/prompts/prompts';
import { matrixOf, type Own } from '../matrix.ts';

const naming = async ({ owner }: Own) => {
  const body = { name: `Theirs ${randomUUID()}`, prompt: 'Be brief.' };
  const { promptId } = await owner.call(prompts.endpoints.create, { body });
  return { params: { promptId } };
};

export const promptsMatrix = matrixOf(prompts, {
  list: { plain: 'it lists what the own company has' },
  get: { naming },
  create: { plain: 'it names nothing', parts: { body: { name: `Mine ${randomUUID()}` } } },
  update: { naming: async (own) => ({ ...(await naming(own)), body: { name: `Taken ${randomUUID()}` } }) },
  publish: { naming: async (own) => ({ ...(await naming(own)), body: {} }) },
  versions: { naming },
  restore: { naming: async (own) => ({ ...(await naming(own)), body: { number: 1 } }) },
  remove: { naming },
  generate: { plain: 'it reads what is sent', parts: { body: { wish: 'Answer letters of customers.' } } },
});
