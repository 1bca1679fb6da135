import type { Names } from './names.ts';

/** `apps/server/tests/matrix/<area>/<feature>.ts` */
export const matrixFile = ({ area, feature, features, thing, words }: Names) => `\
import { randomUUID } from 'node:crypto';
import { ${features} } from '@atelier/contracts/${area}/${feature}';
import { matrixOf, type Own } from '../matrix.ts';

const made = async ({ owner }: Own) => {
  const body = { name: \`Theirs \${randomUUID()}\` };
  return { params: { id: (await owner.call(${features}.endpoints.create, { body })).${thing}Id } };
};

export const ${features}Matrix = matrixOf(${features}, {
  create: { plain: 'a ${words} is made of what is sent' },
  list: { plain: 'it lists what the own company has' },
  get: { naming: made },
  remove: { naming: made },
});
`;
