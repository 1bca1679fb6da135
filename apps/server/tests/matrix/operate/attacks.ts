import { attacks } from '@atelier/contracts/operate/evaluation/attacks';
import { matrixOf, type Own } from '../matrix.ts';

const attack = async ({ owner, appId }: Own) => {
  const { items } = await owner.call(attacks.endpoints.list, { query: { appId } });
  const known = items[0];
  if (known) return { attackTestId: known.attackTestId };
  const { attackTestId } = await owner.call(attacks.endpoints.start, { body: { appId } });
  return { attackTestId };
};

export const attacksMatrix = matrixOf(attacks, {
  plan: { naming: ({ appId }) => ({ query: { appId } }) },
  start: { naming: ({ appId }) => ({ body: { appId } }) },
  list: { naming: ({ appId }) => ({ query: { appId } }) },
  read: { naming: async (own) => ({ params: await attack(own) }) },
  cancel: { naming: async (own) => ({ params: await attack(own), body: {} }) },
});
