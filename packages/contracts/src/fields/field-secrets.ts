import { isObject, isSameJson, type JsonValue, valueAt } from './field-values.ts';
import type { Field, FieldValues } from './fields.ts';

/** The secret parts of values by field type. An authorization counts as secret because it grants the use of stored tokens. */
const secretParts: Partial<Record<Field['type'], readonly string[]>> = {
  BASIC_AUTH: ['password'],
  OAUTH2: ['authorizationId'],
};

type OnSecret = (secret: JsonValue, path: string) => JsonValue;

const mapObject = (value: FieldValues, change: (name: string, inner: JsonValue) => JsonValue): FieldValues =>
  Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, change(name, inner)]));

const mapField = (field: Field, value: JsonValue, path: string, onSecret: OnSecret): JsonValue => {
  if (field.type === 'SECRET_TEXT') return onSecret(value, path);
  const parts = secretParts[field.type];
  if (parts && isObject(value)) {
    return mapObject(value, (name, inner) =>
      parts.includes(name) ? onSecret(inner, `${path}.${name}`) : inner,
    );
  }
  const { fields } = field;
  if (!fields) return value;
  if (Array.isArray(value)) {
    return value.map((entry, index) =>
      isObject(entry) ? mapSecrets(fields, entry, onSecret, `${path}.${index}.`) : entry,
    );
  }
  return isObject(value) ? mapSecrets(fields, value, onSecret, `${path}.`) : value;
};

/** Returns the values with `change` applied to every secret. Paths are written as `auth.password` or `headers.0.value`. */
export const mapSecrets = (
  fields: readonly Field[],
  values: FieldValues,
  onSecret: OnSecret,
  path = '',
): FieldValues =>
  mapObject(values, (name, inner) => {
    const field = fields.find((it) => it.name === name);
    return field ? mapField(field, inner, path + name, onSecret) : inner;
  });

export interface Separated {
  /** The values with every secret emptied, which may be displayed and searched. */
  open: FieldValues;
  /** The secrets by path, which have to be encrypted. */
  secrets: Record<string, string>;
}

/** Separates the secrets, which are stored encrypted, from the other values. */
export const separateSecrets = (fields: readonly Field[], values: FieldValues): Separated => {
  const secrets = new Map<string, string>();
  const open = mapSecrets(fields, values, (secret, path) => {
    if (typeof secret === 'string' && secret !== '') secrets.set(path, secret);
    return '';
  });
  return { open, secrets: Object.fromEntries(secrets) };
};

/** Puts the secrets back into the values: the inverse of `separateSecrets`. */
export const joinSecrets = (
  fields: readonly Field[],
  open: FieldValues,
  secrets: Record<string, string>,
): FieldValues =>
  mapSecrets(fields, open, (empty, path) =>
    Object.hasOwn(secrets, path) ? (secrets[path] ?? empty) : empty,
  );

/** The paths of all secret fields of a form, except those in entries of lists. */
export const secretNames = (fields: readonly Field[], path = ''): string[] =>
  fields.flatMap((field) => {
    const here = path + field.name;
    if (field.type === 'SECRET_TEXT') return [here];
    const parts = secretParts[field.type];
    if (parts) return parts.map((part) => `${here}.${part}`);
    return field.fields && field.type !== 'ARRAY' ? secretNames(field.fields, `${here}.`) : [];
  });

const isBlank = (value: JsonValue | undefined) => value === undefined || value === '';

const withoutSecrets = (fields: readonly Field[], values: FieldValues) =>
  mapSecrets(fields, values, () => '');

/** List entries have no identity, so an entry keeps its stored secret only if everything else in it is unchanged. */
const keepEntries = (fields: readonly Field[], typed: JsonValue[], stored: JsonValue[]): JsonValue[] => {
  const left = stored.filter(isObject);
  return typed.map((entry) => {
    if (!isObject(entry)) return entry;
    const index = left.findIndex((it) =>
      isSameJson(withoutSecrets(fields, it), withoutSecrets(fields, entry)),
    );
    const [match] = index < 0 ? [] : left.splice(index, 1);
    return match ? keepSecrets(fields, entry, match) : entry;
  });
};

const keepField = (field: Field, typed: JsonValue | undefined, stored: JsonValue): JsonValue | undefined => {
  if (field.type === 'SECRET_TEXT') return isBlank(typed) ? stored : typed;
  const parts = secretParts[field.type];
  if (parts) {
    if (!isObject(stored) || !isObject(typed)) return typed;
    const kept = parts.filter((part) => isBlank(valueAt(typed, part)) && !isBlank(valueAt(stored, part)));
    return { ...typed, ...Object.fromEntries(kept.map((part) => [part, valueAt(stored, part) ?? ''])) };
  }
  if (!field.fields) return typed;
  if (Array.isArray(typed) && Array.isArray(stored)) return keepEntries(field.fields, typed, stored);
  return isObject(typed) && isObject(stored) ? keepSecrets(field.fields, typed, stored) : typed;
};

/** Returns the typed values with the stored secret wherever a secret was left empty. */
export const keepSecrets = (
  fields: readonly Field[],
  typed: FieldValues,
  stored: FieldValues,
): FieldValues => {
  const kept = fields.flatMap((field): [string, JsonValue][] => {
    const before = valueAt(stored, field.name);
    const value = valueAt(typed, field.name);
    const after = before === undefined ? value : keepField(field, value, before);
    return after === undefined ? [] : [[field.name, after]];
  });
  return { ...typed, ...Object.fromEntries(kept) };
};
