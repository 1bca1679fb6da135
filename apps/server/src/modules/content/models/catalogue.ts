import type { ModelProperties } from '@atelier/contracts/content/model-catalogue';
import { builtinProviderId, type ModelType } from '@atelier/contracts/content/models';
import type { ProviderConfig } from '@atelier/models';
import type { Config } from '../../../kernel/config/config.ts';
import type { Weights } from './builtin/model-folder.ts';
import { type LocalServer, localOllama } from './local-servers.ts';
import { noProperties, propertyKey } from './model-types.ts';
import type { ProviderRow } from './tables.ts';

/** The built-in model, which is always available, needs no key and costs nothing. */
export const embeddedModelId = 'atelier/extractive';

/** The kind of the provider of the embedding models that this server runs itself. Nobody can add one of this kind. */
export const builtinKind = 'builtin';

/** A provider with its models, from the tenant's table or from the operator's configuration. */
export interface CatalogueProvider {
  providerId: string;
  kind: string;
  name: string;
  models: Record<ModelType, readonly string[]>;
  managed: boolean;
  /** The provider's private address, if the operator allowed it for this tenant. */
  allowedUrl: string | undefined;
  /** Returns what the tenant set for one of the models. */
  propertiesFor: (type: ModelType, model: string) => ModelProperties;
  /** Returns the settings with their secrets. Only called to create a model. */
  config: () => ProviderConfig;
}

const toList = (name: string | undefined): string[] => (name === undefined || name === '' ? [] : [name]);

/** Local servers do not say what their models are for. */
const embeds = (model: string): boolean => /embed|bge|minilm|e5-/i.test(model);

const localProvider = ({ address, name, models }: LocalServer): CatalogueProvider => ({
  providerId: `prv_operator_local_${new URL(address).host.replaceAll(/[^a-z0-9]+/gi, '_')}`,
  kind: 'openai-compatible',
  name,
  models: {
    CHAT: models.filter((model) => !embeds(model)),
    EMBEDDING: models.filter(embeds),
    TRANSCRIPTION: [],
    VISION: [],
    RERANK: [],
  },
  managed: true,
  allowedUrl: undefined,
  propertiesFor: () => noProperties,
  config: () => ({ kind: 'openai-compatible', baseUrl: `${address}/v1`, apiKey: undefined }),
});

/** The providers that the operator's configuration offers to every tenant. */
export const managedProviders = (
  models: Config['models'],
  ollamaModels: readonly string[],
  localServers: readonly LocalServer[],
): CatalogueProvider[] => {
  const providers: CatalogueProvider[] = [];
  const { openai, ollama } = models;
  if (openai) {
    providers.push({
      providerId: 'prv_operator_openai',
      kind: 'openai-compatible',
      name: 'Provided by this server',
      models: {
        CHAT: [openai.model],
        EMBEDDING: toList(openai.embeddingModel),
        TRANSCRIPTION: toList(openai.transcriptionModel),
        VISION: toList(openai.visionModel),
        RERANK: [],
      },
      managed: true,
      allowedUrl: undefined,
      propertiesFor: () => noProperties,
      config: () => ({ kind: 'openai-compatible', baseUrl: openai.baseUrl, apiKey: openai.apiKey }),
    });
  }
  if (ollamaModels.length > 0) {
    const baseUrl = `${(ollama?.baseUrl ?? localOllama).replace(/\/v1$/, '')}/v1`;
    providers.push({
      providerId: 'prv_operator_ollama',
      kind: 'ollama',
      name: 'Ollama on this server',
      models: {
        CHAT: ollamaModels.filter((model) => !embeds(model)),
        EMBEDDING: ollamaModels.filter(embeds),
        TRANSCRIPTION: [],
        VISION: [],
        RERANK: [],
      },
      managed: true,
      allowedUrl: undefined,
      propertiesFor: () => noProperties,
      config: () => ({ kind: 'ollama', baseUrl, apiKey: undefined }),
    });
  }
  return [...providers, ...localServers.map(localProvider)];
};

/** Returns the id by which a model that this server runs itself is chosen. */
export const builtinModelId = (model: string): string => `${builtinProviderId}/${model}`;

/** The embedding models that this server runs itself and whose weights are here. They cost nothing. */
export const builtinProvider = (ready: readonly Weights[]): CatalogueProvider => ({
  providerId: builtinProviderId,
  kind: builtinKind,
  name: 'On this server',
  models: {
    CHAT: [],
    EMBEDDING: ready.map(({ model }) => model.id),
    TRANSCRIPTION: [],
    VISION: [],
    RERANK: [],
  },
  managed: true,
  allowedUrl: undefined,
  propertiesFor: () => noProperties,
  // It has no settings.
  config: () => ({ kind: 'extractive' }),
});

export const ownProvider = (
  row: ProviderRow,
  way: Pick<CatalogueProvider, 'allowedUrl' | 'config'>,
): CatalogueProvider => ({
  providerId: row.id,
  kind: row.kind,
  name: row.name,
  models: {
    CHAT: row.chatModels,
    EMBEDDING: row.embeddingModels,
    TRANSCRIPTION: row.transcriptionModels,
    VISION: row.visionModels,
    RERANK: row.rerankModels,
  },
  managed: false,
  propertiesFor: (type, model) => row.properties[propertyKey(type, model)] ?? noProperties,
  ...way,
});

/** All providers that a tenant may use, its own first, with the tenant's default models. */
export interface Catalogue {
  providers: CatalogueProvider[];
  defaults: Partial<Record<ModelType, string>>;
}

/** The chat model that is the default where a provider offers it and the tenant chose no other (APP-23). */
const usualChatModel = 'gpt-4o';

/** Returns the id of the default model: the tenant's choice as long as it exists, otherwise the usual or the first model. */
export const defaultModelId = ({ providers, defaults }: Catalogue, type: ModelType): string | undefined => {
  const all = providers.flatMap((provider) =>
    provider.models[type].map((model) => `${provider.providerId}/${model}`),
  );
  const chosen = defaults[type];
  if (type === 'CHAT' && chosen === embeddedModelId) return embeddedModelId;
  if (chosen !== undefined && all.includes(chosen)) return chosen;
  return all.find((modelId) => type === 'CHAT' && modelId.endsWith(`/${usualChatModel}`)) ?? all[0];
};

/** Returns a model's provider and the provider's name for the model. */
export const findModel = (
  { providers }: Catalogue,
  type: ModelType,
  modelId: string,
): { provider: CatalogueProvider; model: string } | undefined => {
  for (const provider of providers) {
    const model = provider.models[type].find((name) => `${provider.providerId}/${name}` === modelId);
    if (model !== undefined) return { provider, model };
  }
  return undefined;
};
