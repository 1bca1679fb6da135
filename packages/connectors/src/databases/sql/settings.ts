import type { Field, FieldValues } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { atLeastOne, choice, choices, parseValues, refuse, templateField } from '../entry.ts';
import { tlsFields } from '../tls.ts';
import type { SqlDialect } from './dialect.ts';

const most = { rows: 100_000, perDocument: 1000, parameters: 20 };
const defaultRows = 1000;

export const connectionFields = ({ port }: Pick<SqlDialect, 'port'>): readonly Field[] => [
  {
    name: 'host',
    label: 'Host',
    type: 'SHORT_TEXT',
    isHost: true,
    required: true,
    max: 300,
    placeholder: 'db.example.com',
  },
  { name: 'port', label: 'Port', type: 'NUMBER', required: true, default: port, min: 1, max: 65_535 },
  { name: 'database', label: 'Database', type: 'SHORT_TEXT', required: true, max: 200 },
  {
    name: 'user',
    label: 'User name',
    type: 'SHORT_TEXT',
    required: true,
    max: 200,
    description: 'Best a user who may only read.',
  },
  { name: 'password', label: 'Password', type: 'SECRET_TEXT' },
  ...tlsFields,
];

const forTable = { shownWhen: { field: 'from', values: ['TABLE'] } };
const forQuery = { shownWhen: { field: 'from', values: ['QUERY'] } };
const refreshedBy = ['from', 'table', 'query', 'parameters'];

export const settingsFields: readonly Field[] = [
  {
    name: 'from',
    label: 'What to read',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'TABLE',
    options: [
      { value: 'TABLE', label: 'A table or view' },
      { value: 'QUERY', label: 'The result of a query' },
    ],
  },
  { name: 'table', label: 'Table', type: 'DROPDOWN', required: true, ...forTable },
  {
    name: 'columns',
    label: 'Columns',
    type: 'MULTI_SELECT_DROPDOWN',
    description: 'Empty: every column that the user may read.',
    refreshedBy: ['table'],
    ...forTable,
  },
  {
    name: 'query',
    label: 'Query',
    type: 'LONG_TEXT',
    required: true,
    max: 20_000,
    placeholder: 'select id, title, body from articles where state = $1',
    description: 'One SELECT. It runs in a transaction that can change nothing.',
    ...forQuery,
  },
  {
    name: 'parameters',
    label: 'Parameters',
    type: 'ARRAY',
    max: most.parameters,
    description: 'The values of $1, $2 … in their order.',
    fields: [{ name: 'value', label: 'Value', type: 'SHORT_TEXT', max: 2000 }],
    ...forQuery,
  },
  {
    name: 'idColumns',
    label: 'Columns of the id',
    type: 'MULTI_SELECT_DROPDOWN',
    description:
      'The columns that identify a row, so that a changed row replaces its document. If empty, the primary key is used, where there is one.',
    refreshedBy,
  },
  { name: 'titleColumn', label: 'Column of the title', type: 'DROPDOWN', refreshedBy },
  templateField,
  {
    name: 'rowsPerDocument',
    label: 'Rows in one document',
    type: 'NUMBER',
    default: 1,
    max: most.perDocument,
    description: 'More than one suits short rows, such as those of a price list.',
  },
  {
    name: 'cursorColumn',
    label: 'Read only what is new, by',
    type: 'DROPDOWN',
    description:
      'A column that only grows, such as the time of the last change. Rows without a value there are left out, and what is deleted in the table stays here.',
    refreshedBy,
  },
  {
    name: 'limit',
    label: 'Most rows',
    type: 'NUMBER',
    default: defaultRows,
    max: most.rows,
    description: 'In one reading.',
  },
];

const Settings = z.object({
  from: z.enum(['TABLE', 'QUERY']).default('TABLE'),
  table: choice,
  columns: choices,
  query: choice,
  parameters: z.array(z.object({ value: z.string().default('') })).default([]),
  idColumns: choices,
  titleColumn: choice,
  template: choice,
  rowsPerDocument: atLeastOne(1, most.perDocument),
  cursorColumn: choice,
  limit: atLeastOne(defaultRows, most.rows),
});
export type SqlChoice = z.output<typeof Settings>;

/** @throws ConnectorError `sources.invalid_settings` */
export const readChoice = (settings: FieldValues): SqlChoice => {
  const read = parseValues(Settings, settings);
  if (read.from === 'TABLE' && read.table === '') refuse('Please choose a table.');
  if (read.from === 'QUERY' && read.query.trim() === '') refuse('Please enter a query.');
  if (read.cursorColumn !== '' && read.rowsPerDocument > 1)
    refuse('To read only what is new, each row must be a document of its own. Please enter 1 row.');
  return read;
};
