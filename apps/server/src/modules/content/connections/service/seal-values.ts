import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import { joinSecrets, keepSecrets, separateSecrets } from '@atelier/contracts/fields/field-secrets';
import { defaultValuesFor } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { leadsElsewhere } from '@atelier/contracts/fields/secret-destination';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { fail } from '../../../../kernel/base/errors.ts';
import type { AnyCtx } from '../../../../kernel/context/context.ts';
import type { KnownKind } from '../kinds.ts';
import type { ConnectionRow } from '../tables.ts';

const scope = (tenantId: string) => ({ purpose: 'connections.connection', tenantId });

type Sealed = Pick<ConnectionRow, 'settings' | 'secrets'>;

/** Decrypts the stored secrets. Returns them by path. */
export const openSecrets = (ctx: AnyCtx, { secrets }: Sealed): Record<string, string> =>
  readJson(ctx.services.secrets.decrypt(secrets, scope(ctx.tenantId))) as Record<string, string>;

/** Returns the paths of the stored secrets. */
export const namesOfSecrets = (ctx: AnyCtx, row: Sealed): string[] => Object.keys(openSecrets(ctx, row));

/** Returns the values including the secrets. They must never leave the server. */
export const openValues = (ctx: AnyCtx, kind: KnownKind, row: Sealed): FieldValues =>
  joinSecrets(kind.fields, row.settings, openSecrets(ctx, row));

/** Splits values into those that may be shown and those that are stored encrypted. */
export const sealValues = (ctx: AnyCtx, kind: KnownKind, values: FieldValues): Sealed => {
  const { open, secrets } = separateSecrets(kind.fields, values);
  return {
    settings: open,
    secrets: ctx.services.secrets.encrypt(JSON.stringify(secrets), scope(ctx.tenantId)),
  };
};

/** A user name or password inside an address would be shown to everybody who sees the connection. */
const hasLogin = (value: unknown): boolean => typeof value === 'string' && /:\/\/[^/?#\s]*@/.test(value);

const judge = (kind: KnownKind, values: FieldValues): FieldValues => {
  const parsed = valuesSchema(kind.fields).safeParse(values);
  const issues = (parsed.error?.issues ?? []).map(({ path, message }) => ({
    path: ['values', ...path].join('.'),
    message,
  }));
  for (const name of kind.addressFields) {
    if (hasLogin(values[name]))
      issues.push({
        path: `values.${name}`,
        message: 'Please take the user name and password out of the address; they have fields of their own.',
      });
  }
  if (!parsed.success || issues.length > 0) return fail('connections.values_invalid', { issues });
  return parsed.data;
};

/** A stored secret must not be sent to a new address, which may belong to somebody else. */
const checkAddress = (kind: KnownKind, typed: FieldValues, stored: FieldValues): void => {
  const before = separateSecrets(kind.fields, stored).secrets;
  const given = separateSecrets(kind.fields, typed).secrets;
  const isKept = Object.keys(before).some((path) => !Object.hasOwn(given, path));
  if (isKept && leadsElsewhere(kind.addressFields, typed, stored))
    fail('connections.secrets_again', { fields: kind.addressFields });
};

/**
 * Validates what a form sent. An empty secret keeps its stored value, as long as the address stays the same. Throws
 * `connections.values_invalid` and `connections.secrets_again`.
 */
export const completeValues = (kind: KnownKind, typed: FieldValues, stored?: FieldValues): FieldValues => {
  if (!stored) return judge(kind, typed);
  checkAddress(kind, { ...defaultValuesFor(kind.fields), ...typed }, stored);
  return judge(kind, keepSecrets(kind.fields, typed, stored));
};
