import { valuesSchema } from '@atelier/contracts/fields/field-schema';
import type { Field, FieldValues } from '@atelier/contracts/fields/fields';

type Errors = Record<string, string>;

const isHolder = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Returns the first message for each path with an invalid value. */
export const findFieldErrors = (
  fields: readonly Field[],
  values: FieldValues,
  keepsSecrets: boolean,
): Errors => {
  const judged = valuesSchema(fields, { keepsSecrets }).safeParse(values);
  const issues = judged.success ? [] : judged.error.issues;
  return Object.fromEntries(issues.toReversed().map(({ path, message }) => [path.join('.'), message]));
};

/** Returns the errors without those of values that a flow computes, such as `{{step_1.total}}`, which are unknown here. */
export const withoutExpressions = (errors: Errors, values: FieldValues): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) => {
      const value = path
        .split('.')
        .reduce<unknown>((inner, key) => (isHolder(inner) ? Reflect.get(inner, key) : inner), values);
      return !(typeof value === 'string' && value.includes('{{'));
    }),
  );

/** Returns the errors of fields that the user has left. Errors of untouched fields are not shown yet. */
export const amongLeft = (errors: Errors, left: ReadonlySet<string>): Errors =>
  Object.fromEntries(
    Object.entries(errors).filter(([path]) =>
      [...left].some((each) => path === each || path.startsWith(`${each}.`)),
    ),
  );

/** Flattens the nested errors of a form to messages by path. */
export const flatErrors = (errors: unknown, prefix = ''): Errors => {
  if (typeof errors !== 'object' || errors === null) return {};
  const message: unknown = Reflect.get(errors, 'message');
  const own = typeof message === 'string' && prefix !== '' ? { [prefix.slice(0, -1)]: message } : {};
  const inner = Object.entries(errors)
    .filter(([name, value]) => name !== 'ref' && typeof value === 'object')
    .map(([name, value]) => flatErrors(value, `${prefix}${name}.`));
  return Object.fromEntries([own, ...inner].flatMap((each) => Object.entries(each)));
};
