import { extractiveModelId, type ProviderConfig } from '@atelier/models';
import type { Config } from '../../kernel/config.ts';
import type { ProviderRow } from './tables.ts';

/** The embedded model: always there, needs no key, costs nothing. */
export const embeddedModelId = `atelier/${extractiveModelId}`;

/** A provider with its models, from the tenant's table or from the operator's configuration. */
export interface CatalogueProvider {
  providerId: string;
  kind: string;
  name: string;
  chatModels: readonly string[];
  embeddingModels: readonly string[];
  managed: boolean;
  /** The settings with their secrets; only called to make a model. */
  config: () => ProviderConfig;
}

/** Providers that the operator's environment gives to every tenant. */
export const managedProviders = (
  models: Config['models'],
  ollamaModels: readonly string[],
): CatalogueProvider[] => {
  const providers: CatalogueProvider[] = [];
  const { openai, ollama } = models;
  if (openai) {
    providers.push({
      providerId: 'prv_operator_openai',
      kind: 'openai-compatible',
      name: 'Provided by this server',
      chatModels: [openai.model],
      embeddingModels: openai.embeddingModel ? [openai.embeddingModel] : [],
      managed: true,
      config: () => ({ kind: 'openai-compatible', baseUrl: openai.baseUrl, apiKey: openai.apiKey }),
    });
  }
  if (ollamaModels.length > 0) {
    const baseUrl = `${(ollama?.baseUrl ?? localOllama).replace(/\/v1$/, '')}/v1`;
    const embeds = (model: string) => /embed|bge|minilm/i.test(model);
    providers.push({
      providerId: 'prv_operator_ollama',
      kind: 'ollama',
      name: 'Ollama on this server',
      chatModels: ollamaModels.filter((model) => !embeds(model)),
      embeddingModels: ollamaModels.filter(embeds),
      managed: true,
      config: () => ({ kind: 'ollama', baseUrl, apiKey: undefined }),
    });
  }
  return providers;
};

export const localOllama = 'http://127.0.0.1:11434';

export const ownProvider = (row: ProviderRow, config: () => ProviderConfig): CatalogueProvider => ({
  providerId: row.id,
  kind: row.kind,
  name: row.name,
  chatModels: row.chatModels,
  embeddingModels: row.embeddingModels,
  managed: false,
  config,
});
