import { modelCatalogue } from '@atelier/contracts/content/model-catalogue';
import { models } from '@atelier/contracts/content/models';
import { providerTypes } from '@atelier/models/provider-types';
import { defineRoutes, done } from '../../../kernel/module/module.ts';
import { downloadBuiltin, listBuiltin } from './builtin/list-builtin.ts';
import { propertiesOfType } from './model-types.ts';
import { presentModels } from './present.ts';
import {
  createModel,
  getDefaultModel,
  getModel,
  listModelsByProvider,
  listOwnedModels,
  removeModel,
  updateModel,
} from './service/catalogue/models.ts';
import { setDefaultModel } from './service/chosen-models.ts';
import { loadCatalogue } from './service/load-catalogue.ts';
import { testProvider } from './service/providers/test-provider.ts';
import {
  allowAddress,
  createProvider,
  listAddresses,
  listProviders,
  removeAddress,
  removeProvider,
  updateProvider,
} from './service/providers/write-provider.ts';

export const modelRoutes = defineRoutes(models, {
  types: async () => ({ types: providerTypes }),
  list: async (ctx, { query }) => ({ models: presentModels(await loadCatalogue(ctx), query.type) }),
  setDefault: async (ctx, { body }) => {
    await setDefaultModel(ctx, body);
    return done;
  },
  builtin: (ctx, _request, { isOperator }) => listBuiltin(ctx, isOperator),
  downloadBuiltin: (ctx, _request, { isOperator }) => downloadBuiltin(ctx, isOperator),
  listProviders: async (ctx) => ({ providers: await listProviders(ctx) }),
  createProvider: (ctx, { body }) => createProvider(ctx, body),
  updateProvider: (ctx, { params, body }) => updateProvider(ctx, params.id, body),
  removeProvider: async (ctx, { params }) => {
    await removeProvider(ctx, params.id);
    return done;
  },
  testProvider: (ctx, { body }, { isOperator }) => testProvider(ctx, { ...body, isOperator }),
  listAddresses: async (ctx) => ({ addresses: await listAddresses(ctx) }),
  allowAddress: (ctx, { body }, { isOperator }) => allowAddress(ctx, { ...body, isOperator }),
  removeAddress: async (ctx, { params }) => {
    await removeAddress(ctx, params.id);
    return done;
  },
});

export const modelCatalogueRoutes = defineRoutes(modelCatalogue, {
  get: (ctx, { params, query }) => getModel(ctx, params.id, query.type),
  create: (ctx, { params, body }) => createModel(ctx, params.id, body),
  update: (ctx, { params, body }) => updateModel(ctx, params.id, body),
  remove: async (ctx, { params, query }) => {
    await removeModel(ctx, params.id, query.type);
    return done;
  },
  removeFromContent: async (ctx, { params, query }) => {
    await removeModel(ctx, params.id, query.type);
    return done;
  },
  properties: async (_ctx, { params: { type } }) => ({ type, properties: [...propertiesOfType[type]] }),
  standard: async (ctx, { params: { type } }) => ({ type, model: await getDefaultModel(ctx, type) }),
  owned: async (ctx, { query }) => ({ models: await listOwnedModels(ctx, query.type) }),
  byProvider: async (ctx, { query }) => ({ providers: await listModelsByProvider(ctx, query) }),
});
