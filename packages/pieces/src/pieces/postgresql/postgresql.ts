import { createPostgresql } from '@atelier/connectors/databases';
import { isObject } from '@atelier/contracts/fields/field-values';
import type { Field } from '@atelier/contracts/fields/fields';
import type { Piece, PieceConnection } from '../../piece.ts';
import { newRows } from './new-rows.ts';
import { runQuery } from './run-query.ts';

const source = createPostgresql();

/** The same connection as that of sources of documents. */
const connection: PieceConnection = {
  service: 'DATABASE',
  kind: source.type,
  title: source.title,
  description: source.description,
  isRequired: true,
  help: source.help,
  fields: source.connectionFields,
  addressFields:
    source.addressFields ?? source.connectionFields.map(({ name }) => name).filter((it) => it !== 'password'),
  test: async (io, values, signal) => {
    const call = { input: { query: 'select version() as version' }, connection: values, io, signal };
    const answer = await runQuery(call, true);
    const [row] = isObject(answer) && Array.isArray(answer['rows']) ? answer['rows'] : [];
    const version = isObject(row) ? /PostgreSQL [\d.]+/.exec(JSON.stringify(row)) : null;
    return `${version?.[0] ?? 'The database'} answers.`;
  },
};

const fieldsFor = (placeholder: string): readonly Field[] => [
  { name: 'query', label: 'Statement', type: 'LONG_TEXT', required: true, max: 50_000, placeholder },
  {
    name: 'parameters',
    label: 'Parameters',
    type: 'JSON',
    isAnyJson: true,
    default: [],
    description: 'A list with the values of $1, $2 … Values belong here and never into the statement.',
  },
  { name: 'maxRows', label: 'Most rows', type: 'NUMBER', min: 1, max: 10_000, default: 1000 },
  { name: 'timeoutSeconds', label: 'Time-out (seconds)', type: 'NUMBER', min: 1, max: 300, default: 30 },
];

const sample = { rows: [{ id: 1, name: 'Ann' }], count: 1, isComplete: true };

export const postgresql: Piece = {
  name: 'postgresql',
  version: '1.1.0',
  displayName: 'PostgreSQL',
  description: 'Reads and changes data in a PostgreSQL database, and starts a flow for new rows.',
  category: 'STORAGE',
  icon: 'database',
  connection,
  triggers: [newRows],
  actions: [
    {
      kind: 'outward',
      repeat: 'with-key',
      name: 'query_rows',
      displayName: 'Read rows',
      description: 'Runs a query in a transaction that can change nothing.',
      fields: fieldsFor('select id, name from customers where city = $1'),
      sample,
      run: (call) => runQuery(call, true),
    },
    {
      kind: 'outward',
      // A statement that was cut off may have been committed, so it is not repeated by itself.
      repeat: 'never',
      name: 'run_statement',
      displayName: 'Change data',
      description: 'Runs one statement in a transaction: insert, update, delete, or any other.',
      fields: fieldsFor('insert into customers (name) values ($1) returning id'),
      sample,
      run: (call) => runQuery(call, false),
    },
  ],
};
