import { pieces } from '@atelier/contracts/assistants/flows/pieces';
import { connections } from '@atelier/contracts/content/connections/connections';
import { sources } from '@atelier/contracts/content/sources/sources';
import { type Field, FieldType } from '@atelier/contracts/fields/fields';
import { expect, it } from 'vitest';
import { startTestServer } from './harness.ts';

const typesIn = (fields: readonly Field[]): FieldType[] =>
  fields.flatMap(({ type, fields: inner }) => [type, ...typesIn(inner ?? [])]);

it('has a form for each type of field, except for those that are named as open', async () => {
  const server = await startTestServer();
  const { client } = await server.signUp();
  const { pieces: all } = await client.call(pieces.endpoints.list, { query: {} });
  const { connectors } = await client.call(sources.endpoints.connectors, {});
  const { configurations } = await client.call(connections.endpoints.kinds, { query: {} });
  const used = new Set<FieldType>([
    ...all.flatMap(({ actions, triggers }) =>
      [...actions, ...triggers].flatMap(({ fields }) => typesIn(fields)),
    ),
    ...connectors.flatMap(({ settingsFields }) => typesIn(settingsFields)),
    ...configurations.flatMap(({ fields }) => typesIn(fields)),
    // The builder puts the choice of a connection before the fields of a piece that has one.
    ...all.flatMap(({ connection }) => (connection ? (['CONNECTIONS'] as const) : [])),
  ]);
  await server.close();
  // FIELD-11, FIELD-15, FIELD-22, FIELD-24 and FIELD-29 are open: docs/requirements-open.md.
  expect(FieldType.options.filter((type) => !used.has(type))).toEqual([
    'DYNAMIC',
    'OAUTH2',
    'TRIGGER',
    'CO_WORKER',
    'OUTBOUND',
  ]);
});
