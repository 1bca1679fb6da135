import type { Provider } from '@atelier/contracts/content/models';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { builtinKind } from '../../catalogue.ts';
import { presentManaged, presentProvider } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import { loadCatalogue, secretNames } from '../load-catalogue.ts';

/** Lists the tenant's own providers, oldest first, then those of the operator. The models of the server itself have a list of their own. */
export const listProviders = async (ctx: Ctx): Promise<Provider[]> => {
  const catalogue = await loadCatalogue(ctx);
  const own = await ctx.tx((tx) => modelRepository.listProviders(tx.db));
  return [
    ...own.map((row) => presentProvider(ctx, row, secretNames(ctx, row))),
    ...catalogue.providers
      .filter(({ managed, kind }) => managed && kind !== builtinKind)
      .map((provider) => presentManaged(ctx, provider)),
  ];
};
