import type { NewProvider, Provider } from '@atelier/contracts/content/models';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import { ProviderConfig } from '@atelier/models';
import { providerTypes } from '@atelier/models/provider-types';
import type { z } from 'zod';
import { fail } from '../../../../../kernel/base/errors.ts';
import type { Ctx } from '../../../../../kernel/context/context.ts';
import { builtinKind } from '../../catalogue.ts';
import { presentManaged, presentProvider } from '../../present.ts';
import { modelRepository } from '../../repository.ts';
import { loadCatalogue, secretNames } from '../load-catalogue.ts';

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

export interface SplitSettings {
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
