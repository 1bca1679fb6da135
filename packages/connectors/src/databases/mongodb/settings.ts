import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { JsonProblem, readJson } from '@atelier/contracts/kernel/parse-json';
import { type Document, EJSON } from 'bson';
import { z } from 'zod';
import { atLeastOne, choice, choices, parseValues, refuse, templateField } from '../entry.ts';
import { tlsFields } from '../tls.ts';

const most = { limit: 100_000, depth: 20 };
const defaultLimit = 1000;

export const connectionFields: readonly Field[] = [
  {
    name: 'host',
    label: 'Host',
    type: 'SHORT_TEXT',
    required: true,
    max: 1000,
    placeholder: 'mongodb+srv://cluster0.abcde.mongodb.net',
    description:
      'One server, the members of a replica set with commas between, or a name with mongodb+srv:// before it.',
  },
  { name: 'port', label: 'Port', type: 'NUMBER', required: true, default: 27_017, min: 1, max: 65_535 },
  { name: 'database', label: 'Database', type: 'SHORT_TEXT', required: true, max: 200 },
  { name: 'user', label: 'User name', type: 'SHORT_TEXT', max: 200 },
  { name: 'password', label: 'Password', type: 'SECRET_TEXT' },
  {
    name: 'authSource',
    label: 'Database of the user',
    type: 'SHORT_TEXT',
    default: 'admin',
    max: 200,
    description: 'Where the user was made.',
  },
  ...tlsFields,
];

const refreshedBy = ['collection'];

export const settingsFields: readonly Field[] = [
  { name: 'collection', label: 'Collection', type: 'DROPDOWN', required: true },
  {
    name: 'filter',
    label: 'Filter',
    type: 'LONG_TEXT',
    max: 20_000,
    placeholder: '{ "state": "published", "since": { "$gte": { "$date": "2026-01-01T00:00:00Z" } } }',
    description: 'A JSON object in the query language of MongoDB, without JavaScript. Empty: everything.',
  },
  {
    name: 'fields',
    label: 'Fields',
    type: 'MULTI_SELECT_DROPDOWN',
    description: 'Empty: every field.',
    refreshedBy,
  },
  { name: 'titleField', label: 'Field of the title', type: 'DROPDOWN', refreshedBy },
  templateField,
  {
    name: 'cursorField',
    label: 'Read only what is new, by',
    type: 'DROPDOWN',
    description:
      'A field that only grows, such as the time of the last change. Documents without it are left out, and what is deleted in the collection stays here.',
    refreshedBy,
  },
  { name: 'limit', label: 'Most documents', type: 'NUMBER', default: defaultLimit, max: most.limit },
];

const Settings = z.object({
  collection: choice,
  filter: choice,
  fields: choices,
  titleField: choice,
  template: choice,
  cursorField: choice,
  limit: atLeastOne(defaultLimit, most.limit),
});
export type MongoChoice = Omit<z.output<typeof Settings>, 'filter'> & { filter: Document };

/** Operators that run JavaScript on the server. */
const forbidden = /^\$(where|function|accumulator|code|scope)$/i;

const checkKeys = (value: unknown, depth = 0): void => {
  if (typeof value !== 'object' || value === null) return;
  if (depth > most.depth) refuse('The filter is nested too deeply. Please make it flatter.');
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.test(key))
      refuse(`“${key}” is not allowed in the filter: JavaScript is not run. Please take it out.`);
    checkKeys(inner, depth + 1);
  }
};

const parseFilter = (text: string): Document => {
  if (text.trim() === '') return {};
  try {
    // The text is checked as it was written, because parsing turns operators into typed values.
    checkKeys(readJson(text));
    const filter: unknown = EJSON.parse(text, { relaxed: false });
    if (typeof filter === 'object' && filter !== null && !Array.isArray(filter) && !('_bsontype' in filter))
      return filter;
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof TypeError || error instanceof JsonProblem))
      throw error;
    return refuse(`The filter is not JSON: ${error.message}. Please correct it.`);
  }
  return refuse('The filter must be a JSON object. Please correct it.');
};

/** @throws ConnectorError `sources.invalid_settings` */
export const readChoice = (settings: FieldValues): MongoChoice => {
  const read = parseValues(Settings, settings);
  if (read.collection === '') refuse('Please choose a collection.');
  return { ...read, filter: parseFilter(read.filter) };
};
