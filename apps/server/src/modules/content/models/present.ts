import type { CatalogueModel } from '@atelier/contracts/content/model-catalogue';
import {
  type Model,
  type ModelAddress,
  type ModelType,
  ModelType as ModelTypes,
  type Provider,
  ProviderKind,
} from '@atelier/contracts/content/models';
import { findKnownModel } from '@atelier/models/known-models';
import { revisionFrom } from '../../../kernel/base/revision-from.ts';
import type { AnyCtx } from '../../../kernel/context/context.ts';
import {
  builtinKind,
  type Catalogue,
  type CatalogueProvider,
  defaultModelId,
  embeddedModelId,
} from './catalogue.ts';
import { noProperties } from './model-types.ts';
import { creditsPerDollar, freeOfCharge, priceFor } from './price.ts';
import type { AddressRow, ProviderRow } from './tables.ts';

const parseKind = (kind: string) => ProviderKind.parse(kind);

const abilities = (ctx: AnyCtx, managed: boolean) => {
  const canChange = !managed && ctx.may('models:write');
  return { canUpdate: canChange, canRemove: canChange };
};

/** `secretsSet` names the secrets that are stored; their values never leave the server. */
/** A provider with other secrets has another revision too. The properties of its models are edited apart. */
const providerRevision = ({ name, kind, settings, secrets, ...lists }: ProviderRow): number => {
  const { chatModels, embeddingModels, transcriptionModels, visionModels, rerankModels } = lists;
  return revisionFrom([
    ...[name, kind, settings, secrets],
    ...[chatModels, embeddingModels, transcriptionModels, visionModels, rerankModels],
  ]);
};

export const presentProvider = (ctx: AnyCtx, row: ProviderRow, secretsSet: string[]): Provider => ({
  providerId: row.id,
  revision: providerRevision(row),
  kind: parseKind(row.kind),
  name: row.name,
  settings: row.settings,
  secretsSet,
  chatModels: row.chatModels,
  embeddingModels: row.embeddingModels,
  transcriptionModels: row.transcriptionModels,
  visionModels: row.visionModels,
  rerankModels: row.rerankModels,
  managed: false,
  createdAt: row.createdAt.toISOString(),
  abilities: abilities(ctx, false),
});

/** Presents a provider of the operator to a tenant: that it exists, but not its address. */
export const presentManaged = (ctx: AnyCtx, provider: CatalogueProvider): Provider => ({
  providerId: provider.providerId,
  revision: 0,
  kind: parseKind(provider.kind),
  name: provider.name,
  settings: {},
  secretsSet: [],
  chatModels: [...provider.models.CHAT],
  embeddingModels: [...provider.models.EMBEDDING],
  transcriptionModels: [...provider.models.TRANSCRIPTION],
  visionModels: [...provider.models.VISION],
  rerankModels: [...provider.models.RERANK],
  managed: true,
  createdAt: null,
  abilities: abilities(ctx, true),
});

export const presentAddress = ({ id, address, createdAt }: AddressRow): ModelAddress => ({
  addressId: id,
  address,
  allowedAt: createdAt.toISOString(),
});

const listModels = (catalogue: Catalogue, type: ModelType): Model[] => {
  const standard = defaultModelId(catalogue, type);
  return catalogue.providers.flatMap((provider) =>
    provider.models[type].map((model) => {
      const modelId = `${provider.providerId}/${model}`;
      return {
        modelId,
        label: provider.propertiesFor(type, model).label ?? model,
        provider: provider.name,
        type,
        isDefault: modelId === standard,
        extractive: false,
      };
    }),
  );
};

/** Lists all models that can be chosen. The built-in model comes last and is the default as long as there is no other. */
export const presentModels = (catalogue: Catalogue, type?: ModelType): Model[] => {
  const chat = listModels(catalogue, 'CHAT');
  const embedded: Model = {
    modelId: embeddedModelId,
    label: 'Atelier extractive: quotes, no key needed',
    provider: 'Atelier',
    type: 'CHAT',
    isDefault: !chat.some((model) => model.isDefault),
    extractive: true,
  };
  const others = ModelTypes.options.filter((each) => each !== 'CHAT');
  const all = [...chat, embedded, ...others.flatMap((each) => listModels(catalogue, each))];
  return type ? all.filter((model) => model.type === type) : all;
};

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
