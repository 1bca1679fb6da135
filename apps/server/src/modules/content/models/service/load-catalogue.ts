import { ProviderConfig } from '@atelier/models';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { type Catalogue, managedProviders, ownProvider } from '../catalogue.ts';
import { ollamaModels, operatorOutbound } from '../ollama.ts';
import { modelRepository } from '../repository.ts';
import type { ProviderRow } from '../tables.ts';
import { allowedOf } from './providers/outbound-to.ts';

const scope = (tenantId: string) => ({ purpose: 'models.provider', tenantId });

/** Encrypts a provider's secret settings for storage. */
export const sealSecrets = (ctx: Ctx | TxCtx, secrets: Record<string, string>): string =>
  ctx.services.secrets.encrypt(JSON.stringify(secrets), scope(ctx.tenantId));

/** Decrypts a provider's secret settings. They must never leave the server. */
export const openProviderSecrets = (ctx: Ctx | TxCtx, row: ProviderRow): Record<string, string> =>
  JSON.parse(ctx.services.secrets.decrypt(row.secrets, scope(ctx.tenantId))) as Record<string, string>;

export const secretNames = (ctx: Ctx | TxCtx, row: ProviderRow): string[] =>
  Object.keys(openProviderSecrets(ctx, row));

const configOf = (ctx: Ctx, row: ProviderRow) => () =>
  ProviderConfig.parse({ ...row.settings, ...openProviderSecrets(ctx, row), kind: row.kind });

/** Asks for what the operator offers, so that the function that it returns can read the rest in a transaction. */
export const prepareCatalogue = async (ctx: Ctx): Promise<(tx: TxCtx) => Promise<Catalogue>> => {
  const managed = managedProviders(
    ctx.services.config.models,
    await ctx.use(ollamaModels).list(ctx.use(operatorOutbound)),
  );
  return async ({ db }) => {
    const [rows, defaults, addresses] = await Promise.all([
      modelRepository.listProviders(db),
      modelRepository.listDefaults(db),
      modelRepository.listAddresses(db),
    ]);
    const allowed = addresses.map(({ address }) => address);
    const own = rows.map((row) =>
      ownProvider(row, {
        allowedUrl: allowedOf(row.settings['baseUrl'], allowed),
        config: configOf(ctx, row),
      }),
    );
    return { providers: [...own, ...managed], defaults };
  };
};

export const loadCatalogue = async (ctx: Ctx): Promise<Catalogue> => ctx.tx(await prepareCatalogue(ctx));
