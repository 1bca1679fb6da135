import { z } from 'zod';
import { ExactNumber } from '../kernel/exact-number.ts';
import { isObject, isReservedName, type JsonValue } from './field-values.ts';
import type { Field, FieldType } from './fields.ts';
import { FileValue } from './file-value.ts';

export interface ValuesOptions {
  /** True when an empty secret keeps the stored one, so that a required secret may be left empty. */
  keepsSecrets?: boolean;
}

export type Judge = (field: Field, options: ValuesOptions) => z.ZodType<JsonValue>;

const longest: Partial<Record<FieldType, number>> = {
  LONG_TEXT: 200_000,
  TEXT: 200_000,
  SECRET_TEXT: 20_000,
};
export const missing = (field: Field) => `Please fill in “${field.label}”.`;
const unchosen = (field: Field) => `Please choose “${field.label}”.`;
const wrongText = (field: Field) => `“${field.label}” must be text.`;

/** A name of letters, digits, dots and hyphens, or an address of IPv4 or IPv6, the latter also in brackets. */
const host =
  /^(?:[\p{L}\p{N}_](?:[\p{L}\p{N}._-]{0,252}[\p{L}\p{N}_.])?|\[?(?=[^:]*:[^:]*:)[0-9a-f:.]{2,45}\]?)$/iu;
const isHost = (value: string): boolean => host.test(value.trim());

export const text: Judge = (field, { keepsSecrets }) => {
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
      (it) => !field.isHost || it === '' || isHost(it),
      `“${field.label}” must be the name or address of a server, such as db.example.com, without a scheme, a port or a path.`,
    )
    .refine(
      (it) => !it.includes('\0'),
      `“${field.label}” contains a character that cannot be stored. Please type it again.`,
    );
};

const exactNumber = z.instanceof(ExactNumber);

export const number: Judge = (field) =>
  z
    .union([z.literal(''), z.number(), exactNumber], `“${field.label}” must be a number.`)
    .refine((it) => !field.required || it !== '', missing(field))
    .refine(
      (it) => it === '' || Number(it) >= (field.min ?? -Infinity),
      `“${field.label}” must be at least ${field.min}.`,
    )
    .refine(
      (it) => it === '' || Number(it) <= (field.max ?? Infinity),
      `“${field.label}” must be at most ${field.max}.`,
    );

/** A text that must match a pattern unless it is empty. */
export const formed =
  (form: z.ZodType<string>, message: (field: Field) => string): Judge =>
  (field) =>
    z
      .string(wrongText(field))
      .refine((it) => !field.required || it !== '', missing(field))
      .refine((it) => it === '' || form.safeParse(it).success, message(field));

export const chosen: Judge = (field) =>
  z
    .string(wrongText(field))
    .max(1000, `This is not a choice of “${field.label}”.`)
    .refine((it) => !field.required || it !== '', unchosen(field));

/** FILE: the name under which a form keeps a file, or the file as a value of a run. */
export const file: Judge = (field, options) => z.union([FileValue, chosen(field, options)]);

const isOption = (field: Field, value: string) => (field.options ?? []).some((it) => it.value === value);
const notOffered = (field: Field) => `Please choose one of those that “${field.label}” offers.`;

export const staticChoice: Judge = (field) =>
  z
    .string(wrongText(field))
    .refine((it) => !field.required || it !== '', unchosen(field))
    .refine((it) => it === '' || isOption(field, it), notOffered(field));

export const bounded = <T extends z.ZodType<JsonValue[]>>(list: T, field: Field) =>
  list
    .refine((it) => !field.required || it.length > 0, unchosen(field))
    .refine((it) => it.length <= (field.max ?? 1000), `“${field.label}” takes at most ${field.max ?? 1000}.`)
    .refine(
      (it) => it.length === 0 || it.length >= (field.min ?? 0),
      `“${field.label}” needs at least ${field.min}.`,
    );

export const chosenMany: Judge = (field) =>
  bounded(z.array(z.string().min(1).max(1000), `“${field.label}” must be a list.`), field).refine(
    (it) => new Set(it).size === it.length,
    `“${field.label}” contains something twice.`,
  );

/** Ids of things of the company. A lone id is a list of one: that is how it was stored where only one could be chosen. */
export const chosenThings: Judge = (field, options) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? (value === '' ? [] : [value]) : value),
    chosenMany(field, options),
  );

export const staticMany: Judge = (field, options) =>
  chosenMany(field, options).refine(
    (it) => Array.isArray(it) && it.every((value) => typeof value === 'string' && isOption(field, value)),
    notOffered(field),
  );

export const basicAuth: Judge = (field, { keepsSecrets }) =>
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

/** The value is a reference to an authorization on the server. The tokens themselves never reach a browser. */
export const oauth: Judge = (field, { keepsSecrets }) =>
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

export const variables: Judge = (field) =>
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

export const outbound: Judge = (field) =>
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
