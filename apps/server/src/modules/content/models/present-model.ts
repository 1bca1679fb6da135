import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import { type ModelType, ProviderKind } from '@atelier/contracts/content/models';
import { findKnownModel } from '@atelier/models/known-models';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import { builtinKind, type CatalogueProvider, embeddedModelId } from './catalogue.ts';
import { noProperties } from './model-types.ts';
import { creditsPerDollar, freeOfCharge, priceFor } from './price.ts';

const embeddedKind = 'extractive';

/** The provider of the built-in model, in the form of the others. */
export const embeddedProvider: CatalogueProvider = {
  providerId: 'atelier',
  kind: embeddedKind,
  name: 'Atelier',
  models: { CHAT: ['extractive'], EMBEDDING: [], TRANSCRIPTION: [], VISION: [], RERANK: [] },
  managed: true,
  allowedUrl: undefined,
  propertiesFor: () => ({ ...noProperties, label: 'Atelier extractive: quotes, no key needed' }),
  config: () => ({ kind: 'extractive' }),
};

/** Returns the facts about a model in the list of prices. */
const modelFactsFor = (kind: string, model: string): Pick<CatalogueModel, 'contextTokens' | 'price'> => {
  const isFree = kind === embeddedKind || kind === builtinKind;
  const known = isFree ? undefined : findKnownModel(ProviderKind.parse(kind), model);
  const { input, output } = isFree ? freeOfCharge : priceFor(kind, model);
  return {
    contextTokens: known?.contextTokens ?? null,
    price: {
      input: input * creditsPerDollar,
      output: output * creditsPerDollar,
      isAssumed: !isFree && known === undefined,
    },
  };
};

interface ListedModel {
  provider: CatalogueProvider;
  model: string;
  type: ModelType;
  /** The id of the default model of the type. */
  standard: string | undefined;
}

export const presentCatalogueModel = (
  ctx: AnyCtx,
  { provider, model, type, standard }: ListedModel,
): CatalogueModel => {
  const modelId = `${provider.providerId}/${model}`;
  const properties = provider.propertiesFor(type, model);
  const canChange = !provider.managed && ctx.may('models:write');
  return {
    modelId,
    revision: revisionFrom(properties),
    model,
    label: properties.label ?? model,
    type,
    owner: provider.managed ? 'PROVIDER' : 'TENANT',
    providerId: provider.providerId,
    provider: provider.name,
    kind: provider.kind,
    properties,
    isDefault: modelId === standard || (modelId === embeddedModelId && standard === undefined),
    ...modelFactsFor(provider.kind, model),
    abilities: { canUpdate: canChange, canRemove: canChange },
  };
};
