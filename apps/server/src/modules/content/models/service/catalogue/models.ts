import type { CatalogueModel, ModelInput, ModelProperties } from '@atelier/contracts/content/model-catalogue';
import { isOperatorModel, type ModelType, ModelType as ModelTypes } from '@atelier/contracts/content/models';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import { revisionFrom } from '../../../../../kernel/base/revision-from.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { type CatalogueProvider, defaultModelId, embeddedModelId } from '../../catalogue.ts';
import { checkProperties, listOfType, noProperties, propertyKey } from '../../model-types.ts';
import { embeddedProvider, presentCatalogueModel } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import type { ProviderRow } from '../../tables.ts';
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

type Input = z.output<typeof ModelInput>;

const mostModels = 50;

interface OwnModel {
  row: ProviderRow;
  /** The provider's name for the model. */
  model: string;
}

/** Holds the row of the tenant's provider that the id names. Throws `models.provider_managed | provider_not_found`. */
const holdProvider = async (tx: TxCtx, id: string): Promise<OwnModel> => {
  if (isOperatorModel(id) || id === embeddedModelId) fail('models.provider_managed');
  const at = id.indexOf('/');
  const row = at > 0 ? await modelRepository.holdProvider(tx.db, id.slice(0, at)) : undefined;
  const model = id.slice(at + 1);
  if (!row || model.length === 0 || model.length > 200) return fail('models.provider_not_found');
  return { row, model };
};

const withEntry = (
  row: ProviderRow,
  key: string,
  properties: ModelProperties,
): ProviderRow['properties'] => ({
  ...row.properties,
  [key]: properties,
});

const finish = async (tx: TxCtx, id: string, { type, isDefault }: Input): Promise<void> => {
  if (isDefault) await modelRepository.setDefault(tx.db, type, id);
};

/** Adds a model to the list of a provider. Throws `models.exists | too_many | property_unknown`. */
export const createModel = async (ctx: Ctx, id: string, input: Input): Promise<CatalogueModel> => {
  const { type, properties } = input;
  checkProperties(type, properties);
  await ctx.tx(async (tx) => {
    const { row, model } = await holdProvider(tx, id);
    const list = row[listOfType[type]];
    if (list.includes(model)) fail('models.exists');
    if (list.length >= mostModels) fail('models.too_many');
    await modelRepository.updateProvider(tx.db, {
      ...row,
      [listOfType[type]]: [...list, model],
      properties: withEntry(row, propertyKey(type, model), properties),
    });
    await finish(tx, id, input);
    await tx.audit('models.model_created', id, { type });
  });
  return getModel(ctx, id, type);
};

/** Changes the properties of a model. Throws `models.model_changed_meanwhile | model_not_found | property_unknown`. */
export const updateModel = async (
  ctx: Ctx,
  id: string,
  { revision, ...input }: Input & { revision?: number | undefined },
): Promise<CatalogueModel> => {
  const { type, properties } = input;
  checkProperties(type, properties);
  await ctx.tx(async (tx) => {
    await checkRevision(tx, 'models.model_changed_meanwhile', {
      ...{ id, revision },
      newest: async () => {
        const { row, model } = await holdProvider(tx, id);
        const now = row.properties[propertyKey(type, model)] ?? noProperties;
        return { type, properties: now, revision: revisionFrom(now) };
      },
    });
    const { row, model } = await holdProvider(tx, id);
    if (!row[listOfType[type]].includes(model)) fail('models.model_not_found');
    await modelRepository.updateProvider(tx.db, {
      ...row,
      properties: withEntry(row, propertyKey(type, model), properties),
    });
    await finish(tx, id, input);
    await tx.audit('models.model_updated', id, { type });
  });
  return getModel(ctx, id, type);
};

const without = (row: ProviderRow, model: string, types: readonly ModelType[]): ProviderRow => {
  const gone = types.map((type) => propertyKey(type, model));
  const properties = Object.entries(row.properties).filter(([key]) => !gone.includes(key));
  const left: ProviderRow = { ...row, properties: Object.fromEntries(properties) };
  for (const type of types) left[listOfType[type]] = row[listOfType[type]].filter((name) => name !== model);
  return left;
};

/** Removes a model from the list of its provider, for one task or for all. Throws `models.model_not_found`. */
export const removeModel = (ctx: Ctx, id: string, only?: ModelType): Promise<void> =>
  ctx.tx(async (tx) => {
    const { row, model } = await holdProvider(tx, id);
    const types = (only ? [only] : ModelTypes.options).filter((type) =>
      row[listOfType[type]].includes(model),
    );
    if (types.length === 0) fail('models.model_not_found');
    await modelRepository.updateProvider(tx.db, without(row, model, types));
    await modelRepository.removeDefaults(tx.db, types, id);
    await tx.audit('models.model_removed', id, { types: types.join(', ') });
  });
