import {
  isOperatorModel,
  type ModelAddress,
  ModelType,
  type NewProvider,
  type Provider,
} from '@atelier/contracts/content/models';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import { ProviderConfig } from '@atelier/models';
import { providerTypes } from '@atelier/models/provider-types';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import { newId } from '../../../../../kernel/base/ids.ts';
import { checkRevision } from '../../../../../kernel/context/check-revision.ts';
import type { Ctx, TxCtx } from '../../../../../kernel/context/context.ts';
import { builtinKind } from '../../catalogue.ts';
import { listOfType, propertyKey } from '../../model-types.ts';
import { presentAddress, presentManaged, presentProvider } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import type { ProviderRow } from '../../tables.ts';
import { loadCatalogue, openProviderSecrets, sealSecrets, secretNames } from '../load-catalogue.ts';

/** Lists the tenant's own providers, oldest first, then those of the operator. The models of the server itself have a list of their own. */
export const listProviders = async (ctx: Ctx): Promise<Provider[]> => {
  const catalogue = await loadCatalogue(ctx);
  const own = await ctx.tx((tx) => modelRepository.listProviders(tx.db));
  return [
    ...own.map((row) => presentProvider(ctx, row, secretNames(ctx, row))),
    ...catalogue.providers
      .filter(({ managed, kind }) => managed && kind !== builtinKind)
      .map((provider) => presentManaged(ctx, provider)),
  ];
};

type Given = Pick<z.infer<typeof NewProvider>, 'kind' | 'settings'>;

const openNames = (kind: Given['kind']): string[] =>
  (providerTypes.find((type) => type.kind === kind)?.fields ?? [])
    // A choice among values of ours leads nowhere else.
    .filter(({ secret, choices }) => !secret && !choices)
    .map(({ name }) => name);

/**
 * Returns whether stored secrets may be used with the settings of a form. Any visible setting may decide where the secrets
 * are sent, so none of them may lead elsewhere.
 */
export const mayKeepSecrets = (
  stored: { kind: string; settings: Record<string, string> },
  { kind, settings }: Given,
): boolean => stored.kind === kind && !leadsElsewhere(openNames(kind), settings, stored.settings);

interface SplitSettings {
  settings: Record<string, string>;
  secrets: Record<string, string>;
  config: ProviderConfig;
}

/**
 * Splits the settings of a form into visible and secret ones, and validates all of them with the provider's schema. A
 * secret that is left out keeps its stored value. Throws `models.settings_invalid`.
 */
export const splitSettings = (
  { kind, settings: given }: Given,
  stored: Record<string, string> = {},
): SplitSettings => {
  const fields = providerTypes.find((type) => type.kind === kind)?.fields ?? [];
  const settings: Record<string, string> = {};
  const secrets: Record<string, string> = {};
  for (const field of fields) {
    const value = given[field.name]?.trim() || (field.secret ? stored[field.name] : undefined);
    if (value) (field.secret ? secrets : settings)[field.name] = value;
  }
  const parsed = ProviderConfig.safeParse({ kind, ...settings, ...secrets });
  if (!parsed.success) {
    const issues = parsed.error.issues.map(({ path, message }) => ({
      path: ['settings', ...path].join('.'),
      message,
    }));
    return fail('models.settings_invalid', { issues });
  }
  return { settings, secrets, config: parsed.data };
};

type Input = z.infer<typeof NewProvider>;

interface Stored {
  secrets?: Record<string, string>;
  properties?: ProviderRow['properties'];
}

/** Keeps the properties of the models that are still in the lists. */
const propertiesOfListed = (input: Input, properties: ProviderRow['properties']) => {
  const listed = ModelType.options.flatMap((type) =>
    input[listOfType[type]].map((model) => propertyKey(type, model)),
  );
  return Object.fromEntries(Object.entries(properties).filter(([key]) => listed.includes(key)));
};

const toRow = (tx: TxCtx, id: string, input: Input, stored: Stored = {}) => {
  const { settings, secrets } = splitSettings(input, stored.secrets);
  const properties = propertiesOfListed(input, stored.properties ?? {});
  return { ...input, id, settings, secrets: sealSecrets(tx, secrets), properties };
};

const getOwn = async (tx: TxCtx, id: string): Promise<ProviderRow> => {
  if (isOperatorModel(id)) fail('models.provider_managed');
  return (await modelRepository.holdProvider(tx.db, id)) ?? fail('models.provider_not_found');
};

export const createProvider = (ctx: Ctx, input: Input): Promise<Provider> =>
  ctx.tx(async (tx) => {
    const row = await modelRepository.insertProvider(tx.db, toRow(tx, newId('prv'), input));
    if (!row) return fail('server.internal');
    await tx.audit('models.provider_created', row.id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

const readOwn = async (tx: TxCtx, id: string): Promise<Provider> => {
  const row = await getOwn(tx, id);
  return presentProvider(tx, row, secretNames(tx, row));
};

export const updateProvider = (
  ctx: Ctx,
  id: string,
  { revision, ...input }: Input & { revision?: number | undefined },
): Promise<Provider> =>
  ctx.tx(async (tx) => {
    await checkRevision(tx, 'models.provider_changed_meanwhile', {
      id,
      revision,
      newest: () => readOwn(tx, id),
    });
    const present = await getOwn(tx, id);
    const secrets = mayKeepSecrets(present, input) ? openProviderSecrets(tx, present) : {};
    const row =
      (await modelRepository.updateProvider(
        tx.db,
        toRow(tx, id, input, { secrets, properties: present.properties }),
      )) ?? fail('models.provider_not_found');
    await tx.audit('models.provider_updated', id, { kind: row.kind });
    return presentProvider(tx, row, secretNames(tx, row));
  });

export const removeProvider = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async (tx) => {
    await getOwn(tx, id);
    await modelRepository.removeProvider(tx.db, id);
    await tx.audit('models.provider_removed', id);
  });

export const listAddresses = (ctx: Ctx): Promise<ModelAddress[]> =>
  ctx.tx(async ({ db }) => (await modelRepository.listAddresses(db)).map(presentAddress));

/** Allows the tenant's model providers to be reached at a private address. Throws `models.operator_only`. */
export const allowAddress = async (
  ctx: Ctx,
  { address, isOperator }: { address: string; isOperator: boolean },
): Promise<ModelAddress> => {
  if (!isOperator) fail('models.operator_only');
  return ctx.tx(async ({ db, audit }) => {
    const row = (await modelRepository.putAddress(db, newId('mad'), address)) ?? fail('server.internal');
    await audit('models.address_allowed', row.id, { address });
    return presentAddress(row);
  });
};

/**
 * Withdraws the permission for an address. This needs no proof of being the operator, because it only removes access.
 * Throws `models.address_not_found`.
 */
export const removeAddress = (ctx: Ctx, id: string): Promise<void> =>
  ctx.tx(async ({ db, audit }) => {
    const { address } = (await modelRepository.removeAddress(db, id)) ?? fail('models.address_not_found');
    await audit('models.address_removed', id, { address });
  });
