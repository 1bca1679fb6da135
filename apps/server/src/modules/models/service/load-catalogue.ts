import { ProviderConfig } from '@atelier/models';
import type { Ctx, TxCtx } from '../../../kernel/context.ts';
import { type CatalogueProvider, embeddedModelId, managedProviders, ownProvider } from '../catalogue.ts';
import { ollamaModels, operatorOutbound } from '../ollama.ts';
import { modelRepository } from '../repository.ts';
import type { ModelType, ProviderRow } from '../tables.ts';

/** Every provider that a tenant may use, its own first, with the tenant's choice of defaults. */
export interface Catalogue {
  providers: CatalogueProvider[];
  defaults: Partial<Record<ModelType, string>>;
}

const scope = (tenantId: string) => ({ purpose: 'models.provider', tenantId });

/** Seals a provider's secret settings for storage. */
export const sealSecrets = (ctx: Ctx | TxCtx, secrets: Record<string, string>): string =>
  ctx.services.secrets.encrypt(JSON.stringify(secrets), scope(ctx.tenantId));

/** Opens them again. They never leave the server. */
export const openProviderSecrets = (ctx: Ctx | TxCtx, row: ProviderRow): Record<string, string> =>
  JSON.parse(ctx.services.secrets.decrypt(row.secrets, scope(ctx.tenantId))) as Record<string, string>;

const configOf = (ctx: Ctx, row: ProviderRow) => () =>
  ProviderConfig.parse({ ...row.settings, ...openProviderSecrets(ctx, row), kind: row.kind });

export const loadCatalogue = async (ctx: Ctx): Promise<Catalogue> => {
  const { rows, defaults } = await ctx.tx(async (tx) => ({
    rows: await modelRepository.listProviders(tx.db),
    defaults: await modelRepository.listDefaults(tx.db),
  }));
  const managed = managedProviders(
    ctx.services.config.models,
    await ctx.use(ollamaModels).list(ctx.use(operatorOutbound)),
  );
  return { providers: [...rows.map((row) => ownProvider(row, configOf(ctx, row))), ...managed], defaults };
};

const modelsOf = (provider: CatalogueProvider, type: ModelType) =>
  type === 'CHAT' ? provider.chatModels : provider.embeddingModels;

/** The id of the model that is used when nobody chose one: the tenant's choice while it exists, else the first there is. */
export const defaultModelId = ({ providers, defaults }: Catalogue, type: ModelType): string | undefined => {
  const all = providers.flatMap((provider) =>
    modelsOf(provider, type).map((model) => `${provider.providerId}/${model}`),
  );
  const chosen = defaults[type];
  if (type === 'CHAT' && chosen === embeddedModelId) return embeddedModelId;
  return chosen !== undefined && all.includes(chosen) ? chosen : all[0];
};

/** The provider of a model and the provider's name for it. */
export const findModel = (
  { providers }: Catalogue,
  type: ModelType,
  modelId: string,
): { provider: CatalogueProvider; model: string } | undefined => {
  for (const provider of providers) {
    const model = modelsOf(provider, type).find((name) => `${provider.providerId}/${name}` === modelId);
    if (model !== undefined) return { provider, model };
  }
  return undefined;
};
