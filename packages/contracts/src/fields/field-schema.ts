import { z } from 'zod';
import {
  basicAuth,
  bounded,
  chosen,
  chosenMany,
  chosenThings,
  file,
  formed,
  type Judge,
  missing,
  number,
  oauth,
  outbound,
  staticChoice,
  staticMany,
  text,
  type ValuesOptions,
  variables,
} from './field-judges.ts';
import {
  defaultValueFor,
  isObject,
  isReservedName,
  isSameJson,
  isShown,
  type JsonValue,
  valueAt,
  whyNotPlain,
} from './field-values.ts';
import type { Field, FieldType, FieldValues } from './fields.ts';

const plainObject = (field: Field) =>
  z.custom<FieldValues>(isObject, `“${field.label}” must be an object.`).superRefine((value, context) => {
    const why = whyNotPlain(value);
    if (why !== undefined) context.addIssue({ code: 'custom', message: why });
  });

const isEmpty = (value: FieldValues) => Object.keys(value).length === 0;

/** A group of fields. An optional group may stay empty even if some of its fields are required. */
const group: Judge = (field, options) => {
  if (!field.fields) {
    return plainObject(field).refine((it) => !field.required || !isEmpty(it), missing(field));
  }
  const fields = field.fields;
  const inner = valuesSchema(fields, options);
  return z
    .custom<FieldValues>(isObject, `“${field.label}” must be an object.`)
    .transform((value, context) => {
      const isUntouched = fields.every((it) =>
        isSameJson(valueAt(value, it.name) ?? defaultValueFor(it), defaultValueFor(it)),
      );
      const judged = inner.safeParse(value);
      if (judged.success) return judged.data;
      if (
        !field.required &&
        isUntouched &&
        Object.keys(value).every((name) => fields.some((it) => it.name === name))
      )
        return {};
      for (const { path, message } of judged.error.issues)
        context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    });
};

const array: Judge = (field, options) => {
  const entry: z.ZodType<JsonValue> = field.fields
    ? valuesSchema(field.fields, options)
    : z.string(`The entries of “${field.label}” must be text.`).max(20_000);
  return bounded(z.array(entry, `“${field.label}” must be a list.`), field);
};

const anyJson: Judge = (field) =>
  z
    .unknown()
    .superRefine((value, context) => {
      const why = whyNotPlain(value);
      if (why !== undefined) context.addIssue({ code: 'custom', message: why });
    })
    .transform((it) => it as JsonValue)
    .refine((it) => !field.required || (it !== null && it !== ''), missing(field));

const jsonObject: Judge = (field) =>
  z
    .unknown()
    .refine(
      (it) => typeof it === 'object' && it !== null,
      `“${field.label}” is not valid JSON. Please write an object or a list, for example {"key": "value"}.`,
    )
    .superRefine((value, context) => {
      const why = whyNotPlain(value);
      if (why !== undefined) context.addIssue({ code: 'custom', message: why });
    })
    .transform((it) => it as JsonValue)
    .refine((it) => !field.required || Object.keys(it ?? {}).length > 0, missing(field));

const json: Judge = (field, options) => (field.isAnyJson ? anyJson : jsonObject)(field, options);

const judges: Record<FieldType, Judge> = {
  TEXT: text,
  SHORT_TEXT: text,
  LONG_TEXT: text,
  SECRET_TEXT: text,
  NUMBER: number,
  DATE: formed(z.iso.date(), (field) => `“${field.label}” must be a date, for example 2026-03-31.`),
  DATE_TIME: formed(
    z.iso.datetime({ offset: true }),
    (field) => `“${field.label}” must be a date with a time, for example 2026-03-31T09:30:00Z.`,
  ),
  DROPDOWN: chosen,
  STATIC_DROPDOWN: staticChoice,
  CHECKBOX: (field) => z.boolean(`“${field.label}” must be on or off.`),
  DYNAMIC: group,
  CUSTOM_AUTH: group,
  FILE: file,
  OAUTH2: oauth,
  ARRAY: array,
  OBJECT: group,
  BASIC_AUTH: basicAuth,
  JSON: json,
  MULTI_SELECT_DROPDOWN: chosenMany,
  STATIC_MULTI_SELECT_DROPDOWN: staticMany,
  TRIGGER: chosenMany,
  KNOWLEDGE_BASE: chosenThings,
  CO_WORKER: chosen,
  VARIABLES: variables,
  SUB_AGENT: chosen,
  APP: chosenThings,
  CONNECTIONS: chosen,
  OUTBOUND: outbound,
};

const checkFieldName = (field: Field): string => {
  if (isReservedName(field.name)) throw new Error(`A field cannot be called ${field.name}.`);
  return field.name;
};

type Issues = Pick<z.RefinementCtx, 'addIssue'>;

/** Validates the fields that are shown and returns their values; problems are added to the issues. */
const judgeShown = (
  fields: readonly Field[],
  schemas: ReadonlyMap<string, z.ZodType<JsonValue>>,
  values: FieldValues,
  context: Issues,
): [string, JsonValue][] => {
  const kept: [string, JsonValue][] = [];
  for (const field of fields.filter((it) => isShown(it, fields, values))) {
    const judged = schemas.get(field.name)?.safeParse(valueAt(values, field.name) ?? defaultValueFor(field));
    if (judged?.success) kept.push([field.name, judged.data]);
    for (const { path, message } of judged?.error?.issues ?? []) {
      context.addIssue({ code: 'custom', path: [field.name, ...path], message });
    }
  }
  return kept;
};

/**
 * Returns the schema of a form's values, for server and browser. Missing values get their defaults, hidden fields are dropped, and
 * unknown keys are refused. The messages are sentences for users.
 */
export const valuesSchema = (
  fields: readonly Field[],
  options: ValuesOptions = {},
): z.ZodType<FieldValues, FieldValues> => {
  const schemas = new Map(fields.map((field) => [checkFieldName(field), judges[field.type](field, options)]));
  return z
    .custom<FieldValues>(isObject, 'Please send the values as an object.')
    .transform((values, context) => {
      const why = whyNotPlain(values);
      if (why !== undefined) context.addIssue({ code: 'custom', message: why });
      for (const name of Object.keys(values)) {
        if (schemas.has(name)) continue;
        context.addIssue({ code: 'custom', path: [name], message: `There is no field “${name}” here.` });
      }
      if (context.issues.length > 0) return z.NEVER;
      return Object.fromEntries(judgeShown(fields, schemas, values, context));
    });
};
