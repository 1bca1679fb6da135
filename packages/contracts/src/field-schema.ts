import { z } from 'zod';
import {
  defaultOf,
  isObject,
  isReservedName,
  isSameJson,
  isShown,
  type JsonValue,
  valueAt,
  whyNotPlain,
} from './field-values.ts';
import type { Field, FieldType, FieldValues } from './fields.ts';

export interface ValuesOptions {
  /** A secret that is left empty keeps the stored one, so that it may be empty although it is required. */
  keepsSecrets?: boolean;
}

type Judge = (field: Field, options: ValuesOptions) => z.ZodType<JsonValue>;

const longest: Partial<Record<FieldType, number>> = {
  LONG_TEXT: 200_000,
  TEXT: 200_000,
  SECRET_TEXT: 20_000,
};
const missing = (field: Field) => `Please fill in “${field.label}”.`;
const unchosen = (field: Field) => `Please choose “${field.label}”.`;
const wrongText = (field: Field) => `“${field.label}” must be text.`;

const text: Judge = (field, { keepsSecrets }) => {
  const most = field.max ?? longest[field.type] ?? 4000;
  const isKept = keepsSecrets && field.type === 'SECRET_TEXT';
  return z
    .string(wrongText(field))
    .refine((it) => isKept || !field.required || it.trim() !== '', missing(field))
    .refine((it) => it.length <= most, `“${field.label}” may have at most ${most} characters.`)
    .refine(
      (it) => it === '' || it.length >= (field.min ?? 0),
      `“${field.label}” needs at least ${field.min} characters.`,
    )
    .refine(
      (it) => !it.includes('\0'),
      `“${field.label}” holds a character that cannot be kept. Please type it anew.`,
    );
};

const number: Judge = (field) =>
  z
    .union([z.literal(''), z.number()], `“${field.label}” must be a number.`)
    .refine((it) => !field.required || it !== '', missing(field))
    .refine(
      (it) => it === '' || it >= (field.min ?? -Infinity),
      `“${field.label}” must be at least ${field.min}.`,
    )
    .refine(
      (it) => it === '' || it <= (field.max ?? Infinity),
      `“${field.label}” must be at most ${field.max}.`,
    );

/** A text that has to be of a certain form once there is one. */
const formed =
  (form: z.ZodType<string>, message: (field: Field) => string): Judge =>
  (field) =>
    z
      .string(wrongText(field))
      .refine((it) => !field.required || it !== '', missing(field))
      .refine((it) => it === '' || form.safeParse(it).success, message(field));

const chosen: Judge = (field) =>
  z
    .string(wrongText(field))
    .max(1000, `This is not a choice of “${field.label}”.`)
    .refine((it) => !field.required || it !== '', unchosen(field));

const isOption = (field: Field, value: string) => (field.options ?? []).some((it) => it.value === value);
const notOffered = (field: Field) => `Please choose one of those that “${field.label}” offers.`;

const staticChoice: Judge = (field) =>
  z
    .string(wrongText(field))
    .refine((it) => !field.required || it !== '', unchosen(field))
    .refine((it) => it === '' || isOption(field, it), notOffered(field));

const bounded = <T extends z.ZodType<JsonValue[]>>(list: T, field: Field) =>
  list
    .refine((it) => !field.required || it.length > 0, unchosen(field))
    .refine((it) => it.length <= (field.max ?? 1000), `“${field.label}” takes at most ${field.max ?? 1000}.`)
    .refine(
      (it) => it.length === 0 || it.length >= (field.min ?? 0),
      `“${field.label}” needs at least ${field.min}.`,
    );

const chosenMany: Judge = (field) =>
  bounded(z.array(z.string().min(1).max(1000), `“${field.label}” must be a list.`), field).refine(
    (it) => new Set(it).size === it.length,
    `“${field.label}” names something twice.`,
  );

const staticMany: Judge = (field, options) =>
  chosenMany(field, options).refine(
    (it) => Array.isArray(it) && it.every((value) => isOption(field, String(value))),
    notOffered(field),
  );

const plainObject = (field: Field) =>
  z.custom<FieldValues>(isObject, `“${field.label}” must be an object.`).superRefine((value, context) => {
    const why = whyNotPlain(value);
    if (why !== undefined) context.addIssue({ code: 'custom', message: why });
  });

const isEmpty = (value: FieldValues) => Object.keys(value).length === 0;

/** A group of fields. One that need not be filled in may be left as it was, whatever its fields require. */
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
        isSameJson(valueAt(value, it.name) ?? defaultOf(it), defaultOf(it)),
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

const json: Judge = (field) =>
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
    .refine((it) => !field.required || Object.keys(Object(it)).length > 0, missing(field))
    .transform((it) => it as JsonValue);

const basicAuth: Judge = (field, { keepsSecrets }) =>
  z
    .strictObject({
      username: z.string().max(1000).default(''),
      password: z.string().max(20_000).default(''),
    })
    .superRefine(({ username, password }, context) => {
      const isUsed = field.required || username !== '' || password !== '';
      const issue = (path: string, message: string) =>
        context.addIssue({ code: 'custom', path: [path], message });
      if (isUsed && username === '') issue('username', 'Please enter the user name.');
      if (isUsed && password === '' && !keepsSecrets) issue('password', 'Please enter the password.');
    });

/** The tokens themselves never pass a browser: the value names an authorization that the server keeps. */
const oauth: Judge = (field, { keepsSecrets }) =>
  z
    .strictObject({
      authorizationId: z.string().max(100).default(''),
      account: z.string().max(400).default(''),
    })
    .refine(
      (it) => !field.required || keepsSecrets || it.authorizationId !== '',
      `Please connect “${field.label}” first.`,
    );

export const variableTypes = ['STRING', 'NUMBER', 'BOOLEAN', 'DATE', 'LIST'] as const;

const named = (field: Field, entry: z.ZodType<{ name: string }>) =>
  bounded(z.array(entry as z.ZodType<{ name: string }, unknown> & z.ZodType<JsonValue>), field).superRefine(
    (entries, context) => {
      const names = entries.map((it) => (isObject(it) ? it['name'] : undefined));
      for (const [index, name] of names.entries()) {
        if (names.indexOf(name) === index) continue;
        context.addIssue({
          code: 'custom',
          path: [index, 'name'],
          message: 'There is another one with this name.',
        });
      }
    },
  );

const entryName = z
  .string()
  .regex(/^[A-Za-z_]\w{0,99}$/, 'Please use letters, digits and _, beginning with a letter.');

const variables: Judge = (field) =>
  named(
    field,
    z.strictObject({
      name: entryName.refine(
        (it) => !isReservedName(it),
        'This name is not allowed. Please choose another one.',
      ),
      type: z.enum(variableTypes, 'Please choose a type.'),
      description: z.string().max(2000).default(''),
    }),
  );

const outbound: Judge = (field) =>
  named(
    field,
    z.strictObject({
      name: z.string().trim().min(1, 'Please enter a name.').max(100),
      address: z.url({
        protocol: /^https?$/,
        message: 'Please enter an address that begins with https:// or http://.',
      }),
    }),
  );

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
  FILE: chosen,
  OAUTH2: oauth,
  ARRAY: array,
  OBJECT: group,
  BASIC_AUTH: basicAuth,
  JSON: json,
  MULTI_SELECT_DROPDOWN: chosenMany,
  STATIC_MULTI_SELECT_DROPDOWN: staticMany,
  TRIGGER: chosenMany,
  KNOWLEDGE_BASE: chosenMany,
  CO_WORKER: chosen,
  VARIABLES: variables,
  SUB_AGENT: chosen,
  APP: chosenMany,
  CONNECTIONS: chosen,
  OUTBOUND: outbound,
};

const nameOf = (field: Field): string => {
  if (isReservedName(field.name)) throw new Error(`A field cannot be called ${field.name}.`);
  return field.name;
};

/**
 * The schema of a form's values, for server and browser: what is missing takes its default, what is hidden is
 * dropped, what no field asks for is refused. Messages are sentences for a person.
 */
export const valuesSchema = (
  fields: readonly Field[],
  options: ValuesOptions = {},
): z.ZodType<FieldValues, FieldValues> => {
  const schemas = new Map(fields.map((field) => [nameOf(field), judges[field.type](field, options)]));
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
      const kept: [string, JsonValue][] = [];
      for (const field of fields.filter((it) => isShown(it, fields, values))) {
        const judged = schemas.get(field.name)?.safeParse(valueAt(values, field.name) ?? defaultOf(field));
        if (judged?.success) kept.push([field.name, judged.data]);
        for (const { path, message } of judged?.error?.issues ?? []) {
          context.addIssue({ code: 'custom', path: [field.name, ...path], message });
        }
      }
      return Object.fromEntries(kept);
    });
};
