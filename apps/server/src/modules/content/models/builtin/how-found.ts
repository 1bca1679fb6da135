import type { Config } from '../../../../kernel/config/config.ts';
import type { ServiceContainer } from '../../../../kernel/services/services.ts';
import { builtinWeights } from './weights.ts';
import { listFileNames, type Weights } from './weights-state.ts';

const listMissing = (weights: Weights): string[] => listFileNames(weights, (state) => state !== 'READY');

/** Says for the greeting of the start how knowledge is found, and what is missing where it is found by words only. */
export const howFound = async (
  container: ServiceContainer,
  { models }: Config,
): Promise<readonly [string, ...string[]]> => {
  const weights = container.use(builtinWeights);
  const ready = await weights.ready();
  const { openai, weightsFrom } = models;
  // A provider brings its own embedding model.
  const found = openai || ready.length > 0 ? 'by meaning and by words' : 'by words only';
  const absent = weights.all.filter((each) => listMissing(each).length > 0);
  if (absent.length === 0) return ['Search', found];
  const labels = absent.map(({ model }) => model.label).join(' and ');
  const downloaded = weightsFrom ? `, and they are downloaded now from ${new URL(weightsFrom).host}` : '';
  return [
    'Search',
    `${found}; the weights of ${labels} are missing${downloaded}`,
    ...absent.map((each) => `Without a network: put ${listMissing(each).join(' and ')} into ${each.folder}`),
  ];
};
