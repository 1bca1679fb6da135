import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import { type ModelType, ModelType as ModelTypes } from '@atelier/contracts/content/models';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { type CatalogueProvider, defaultModelId } from '../../catalogue.ts';
import { embeddedProvider, presentCatalogueModel } from '../../present-model.ts';
import { loadCatalogue } from '../load-catalogue.ts';

interface ListedProvider {
  provider: CatalogueProvider;
  models: CatalogueModel[];
}

/** Lists all providers with their models, those of the tenant first and the built-in model last. */
const listAll = async (ctx: Ctx, type?: ModelType): Promise<ListedProvider[]> => {
  const catalogue = await loadCatalogue(ctx);
  const types = type ? [type] : ModelTypes.options;
  const defaults = new Map(types.map((each) => [each, defaultModelId(catalogue, each)]));
  return [...catalogue.providers, embeddedProvider].map((provider) => ({
    provider,
    models: types.flatMap((each) =>
      provider.models[each].map((model) =>
        presentCatalogueModel(ctx, { provider, model, type: each, standard: defaults.get(each) }),
      ),
    ),
  }));
};

/** Returns a model. A name that a provider lists for several tasks is found under the first of them, or under `type`. Throws `models.model_not_found`. */
export const getModel = async (ctx: Ctx, id: string, type?: ModelType): Promise<CatalogueModel> => {
  const all = (await listAll(ctx, type)).flatMap(({ models }) => models);
  return all.find(({ modelId }) => modelId === id) ?? fail('models.model_not_found');
};

export const listOwnedModels = async (ctx: Ctx, type?: ModelType): Promise<CatalogueModel[]> =>
  (await listAll(ctx, type)).flatMap(({ models }) => models).filter(({ owner }) => owner === 'TENANT');

export const getDefaultModel = async (ctx: Ctx, type: ModelType): Promise<CatalogueModel | null> =>
  (await listAll(ctx, type)).flatMap(({ models }) => models).find(({ isDefault }) => isDefault) ?? null;

export const listModelsByProvider = async (
  ctx: Ctx,
  { providerId, type }: { providerId?: string | undefined; type?: ModelType | undefined },
) =>
  (await listAll(ctx, type))
    .filter(
      ({ provider, models }) =>
        models.length > 0 && (providerId === undefined || provider.providerId === providerId),
    )
    .map(({ provider, models }) => ({
      providerId: provider.providerId,
      name: provider.name,
      kind: provider.kind,
      owner: provider.managed ? ('PROVIDER' as const) : ('TENANT' as const),
      models,
    }));
