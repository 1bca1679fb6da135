import { createHash } from 'node:crypto';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { ProviderConfig } from '@atelier/models';
import { defineMemory } from '../../../../kernel/cache/define-memory.ts';
import type { Ctx, TxCtx } from '../../../../kernel/context/context.ts';
import { builtinWeights } from '../builtin/weights.ts';
import {
  builtinProvider,
  type Catalogue,
  type CatalogueProvider,
  managedProviders,
  ownProvider,
} from '../catalogue.ts';
import { localServers, ollamaModels, operatorOutbound } from '../local-servers.ts';
import { modelRepository } from '../repository.ts';
import type { ProviderRow } from '../tables.ts';
import { findAllowed } from './providers/outbound-to.ts';

const scope = (tenantId: string) => ({ purpose: 'models.provider', tenantId });

/** Encrypts a provider's secret settings for storage. */
export const sealSecrets = (ctx: Ctx | TxCtx, secrets: Record<string, string>): string =>
  ctx.services.secrets.encrypt(JSON.stringify(secrets), scope(ctx.tenantId));

/** Decrypts a provider's secret settings. They must never leave the server. */
export const openProviderSecrets = (
  ctx: Pick<Ctx, 'services' | 'tenantId'>,
  row: ProviderRow,
): Record<string, string> =>
  readJson(ctx.services.secrets.decrypt(row.secrets, scope(ctx.tenantId))) as Record<string, string>;

export const secretNames = (ctx: Ctx | TxCtx, row: ProviderRow): string[] =>
  Object.keys(openProviderSecrets(ctx, row));

/** Returns the function that gives the settings of a provider with its secrets, which it decrypts once. */
const createConfigReader = ({ services, tenantId }: TxCtx, row: ProviderRow): CatalogueProvider['config'] => {
  let config: ProviderConfig | undefined;
  return () => {
    const secrets = () => openProviderSecrets({ services, tenantId }, row);
    config ??= ProviderConfig.parse({ ...row.settings, ...secrets(), kind: row.kind });
    return config;
  };
};

/** The tenant's own part of the catalogue, with a text that differs when its providers do. */
interface OwnCatalogue extends Catalogue {
  stamp: string;
}

const ownCatalogue = defineMemory<OwnCatalogue>({ name: 'models.catalogue', most: 1000 });

const readOwn = async (tx: TxCtx): Promise<OwnCatalogue> => {
  const [rows, defaults, addresses] = await Promise.all([
    modelRepository.listProviders(tx.db),
    modelRepository.listDefaults(tx.db),
    modelRepository.listAddresses(tx.db),
  ]);
  const allowed = addresses.map(({ address }) => address);
  const providers = rows.map((row) =>
    ownProvider(row, {
      allowedUrl: findAllowed(row.settings['baseUrl'], allowed),
      config: createConfigReader(tx, row),
    }),
  );
  const stamp = createHash('sha256').update(JSON.stringify(rows)).digest('base64');
  return { providers, defaults, stamp };
};

const rememberOwn = (tx: TxCtx): Promise<OwnCatalogue> => tx.remember(ownCatalogue, '', () => readOwn(tx));

/** Returns a text that changes with every change of the tenant's own providers. */
export const findProviderStamp = async (tx: TxCtx): Promise<string> => (await rememberOwn(tx)).stamp;

/** The models that the operator offers, which are read before the transaction that needs a model, and the context that calls it. */
export interface OfferedModels {
  ctx: Ctx;
  providers: readonly CatalogueProvider[];
}

/** Reads the models that the operator offers. It may call their servers, which no transaction may. */
export const readOfferedModels = async (ctx: Ctx): Promise<OfferedModels> => {
  const outbound = ctx.use(operatorOutbound);
  const [ollama, local] = await Promise.all([
    ctx.use(ollamaModels).list(outbound),
    ctx.use(localServers).list(outbound),
  ]);
  const managed = managedProviders(ctx.services.config.models, ollama, local);
  const builtin = builtinProvider(await ctx.use(builtinWeights).ready());
  return { ctx, providers: [...managed, builtin] };
};

/** Adds the tenant's own providers to the models that the operator offers. */
export const readCatalogue = async (tx: TxCtx, offered: OfferedModels): Promise<Catalogue> => {
  const { providers, defaults } = await rememberOwn(tx);
  return { providers: [...providers, ...offered.providers], defaults };
};

export const loadCatalogue = async (ctx: Ctx): Promise<Catalogue> => {
  const offered = await readOfferedModels(ctx);
  return ctx.read((tx) => readCatalogue(tx, offered));
};
