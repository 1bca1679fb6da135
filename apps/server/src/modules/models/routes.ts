import { models } from '@atelier/contracts';
import { providerTypes } from '@atelier/models';
import { defineRoutes, done } from '../../kernel/module.ts';
import { presentManaged, presentModels, presentProvider } from './present.ts';
import { modelRepository } from './repository.ts';
import { loadCatalogue } from './service/load-catalogue.ts';
import { setDefaultModel } from './service/set-default-model.ts';
import { testProvider } from './service/test-provider.ts';
import { createProvider, removeProvider, updateProvider } from './service/write-provider.ts';

export const modelRoutes = defineRoutes(models, {
  types: async () => ({ types: providerTypes }),
  list: async (ctx, { query }) => ({ models: presentModels(await loadCatalogue(ctx), query.type) }),
  setDefault: async (ctx, { body }) => {
    await setDefaultModel(ctx, body);
    return done;
  },
  listProviders: async (ctx) => {
    const catalogue = await loadCatalogue(ctx);
    const own = await ctx.tx((tx) => modelRepository.listProviders(tx.db));
    const managed = catalogue.providers.filter((provider) => provider.managed);
    return {
      providers: [
        ...own.map((row) => presentProvider(ctx, row)),
        ...managed.map((provider) => presentManaged(ctx, provider)),
      ],
    };
  },
  createProvider: (ctx, { body }) => createProvider(ctx, body),
  updateProvider: (ctx, { params, body }) => updateProvider(ctx, params.id, body),
  removeProvider: async (ctx, { params }) => {
    await removeProvider(ctx, params.id);
    return done;
  },
  testProvider: (ctx, { body }) => testProvider(ctx, body),
});
