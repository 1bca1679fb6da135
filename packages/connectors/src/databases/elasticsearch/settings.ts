import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { readJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import { atLeastOne, choice, choices, parseValues, refuse, templateField } from '../entry.ts';

/** The initial values of the form (CONNECTOR-16, CONST-12). */
const defaults = { skip: 0, limit: 10 };
const most = { skip: 1_000_000, limit: 100_000, depth: 20 };

export const connectionFields: readonly Field[] = [
  {
    name: 'url',
    label: 'Address',
    type: 'SHORT_TEXT',
    required: true,
    max: 500,
    placeholder: 'https://search.example.com:9200',
  },
  {
    name: 'auth',
    label: 'Sign-in',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'API_KEY',
    options: [
      { value: 'API_KEY', label: 'API key' },
      { value: 'BASIC', label: 'User name and password' },
      { value: 'NONE', label: 'None' },
    ],
  },
  {
    name: 'apiKey',
    label: 'API key',
    type: 'SECRET_TEXT',
    required: true,
    description: 'Encoded, as Elasticsearch shows it.',
    shownWhen: { field: 'auth', values: ['API_KEY'] },
  },
  {
    name: 'user',
    label: 'User name',
    type: 'SHORT_TEXT',
    required: true,
    max: 200,
    shownWhen: { field: 'auth', values: ['BASIC'] },
  },
  {
    name: 'password',
    label: 'Password',
    type: 'SECRET_TEXT',
    required: true,
    shownWhen: { field: 'auth', values: ['BASIC'] },
  },
];

const refreshedBy = ['index'];

export const settingsFields: readonly Field[] = [
  { name: 'index', label: 'Index', type: 'DROPDOWN', required: true },
  {
    name: 'query',
    label: 'Query',
    type: 'LONG_TEXT',
    max: 20_000,
    placeholder: '{ "term": { "state": "published" } }',
    description: 'A JSON object in the query language of Elasticsearch, without scripts. Empty: everything.',
  },
  {
    name: 'skip',
    label: 'Skip',
    type: 'NUMBER',
    default: defaults.skip,
    min: 0,
    max: most.skip,
    description: 'So many hits are left out at the beginning.',
  },
  { name: 'limit', label: 'Limit', type: 'NUMBER', default: defaults.limit, max: most.limit },
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
    name: 'dateField',
    label: 'Read only what is new, by',
    type: 'DROPDOWN',
    description:
      'A date that only grows, such as the time of the last change. What is deleted in the index stays here.',
    refreshedBy,
  },
];

const Settings = z.object({
  index: choice,
  query: choice,
  skip: z
    .union([z.literal('').transform(() => defaults.skip), z.number().int().min(0).max(most.skip)])
    .default(defaults.skip),
  limit: atLeastOne(defaults.limit, most.limit),
  fields: choices,
  titleField: choice,
  template: choice,
  dateField: choice,
});
export type ElasticChoice = Omit<z.output<typeof Settings>, 'query'> & { query: object };

/** Parts of a query that run code on the server, or that hide what is sent. */
const forbidden = /^(wrapper|scripts?|script_.*|.*_script)$/i;

const checkKeys = (value: unknown, depth = 0): void => {
  if (typeof value !== 'object' || value === null) return;
  if (depth > most.depth) refuse('The query is nested too deeply. Please make it flatter.');
  for (const [key, inner] of Object.entries(value)) {
    if (forbidden.test(key))
      refuse(`“${key}” is not allowed in the query: scripts are not run. Please take it out.`);
    checkKeys(inner, depth + 1);
  }
};

const parsed = (text: string): unknown => {
  try {
    return readJson(text);
  } catch (error) {
    return refuse(
      `The query is not JSON: ${error instanceof Error ? error.message : ''}. Please correct it.`,
    );
  }
};

const parseQuery = (text: string): object => {
  if (text.trim() === '') return { match_all: {} };
  const query = parsed(text);
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    return refuse('The query must be a JSON object. Please correct it.');
  checkKeys(query);
  if (Object.keys(query).length !== 1)
    return refuse(
      'The query must have one key at the top, such as “bool”. Please enter what belongs below “query”.',
    );
  return query;
};

/** @throws ConnectorError `sources.invalid_settings` */
export const readChoice = (settings: FieldValues): ElasticChoice => {
  const read = parseValues(Settings, settings);
  if (read.index.trim() === '') refuse('Please choose an index.');
  if (read.dateField !== '' && read.skip > 0)
    refuse('To read only what is new, nothing can be skipped. Please enter 0.');
  return { ...read, query: parseQuery(read.query) };
};
