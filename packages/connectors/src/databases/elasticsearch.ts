import type { FieldOption } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { longestText, lookup } from '../api/lookup.ts';
import type { Connector, ConnectorInput, ConnectorIo, ReadEnd, SourceEvent } from '../connector.ts';
import { createBoundary } from './boundary.ts';
import { type ElasticClient, openElastic } from './elasticsearch/client.ts';
import { type Hit, streamHits } from './elasticsearch/hits.ts';
import {
  connectionFields,
  type ElasticChoice,
  readChoice,
  settingsFields,
} from './elasticsearch/settings.ts';
import { documentOfEntry, type EntrySettings, goesOnNote, limitNote, toTotalEvents } from './entry.ts';

const pageSize = 100;

const Named = z.array(z.object({ name: z.string() })).default([]);
const Resolved = z.object({ indices: Named, aliases: Named, data_streams: Named });

const listIndices = async (client: ElasticClient): Promise<string[]> => {
  const found = Resolved.safeParse(await client.ask('GET', ['_resolve', 'index', '*']));
  const { indices = [], aliases = [], data_streams: streams = [] } = found.data ?? {};
  const names = [...aliases, ...streams, ...indices].map(({ name }) => name);
  return [...new Set(names)].filter((name) => !name.startsWith('.')).slice(0, 1000);
};

interface MappedField {
  name: string;
  type: string;
}

const fieldsIn = (properties: unknown, prefix = ''): MappedField[] =>
  typeof properties !== 'object' || properties === null
    ? []
    : Object.entries(properties).flatMap(([key, mapped]) => {
        const name = `${prefix}${key}`;
        const type: unknown = lookup(mapped, 'type');
        const inner = fieldsIn(lookup(mapped, 'properties'), `${name}.`);
        return [{ name, type: typeof type === 'string' ? type : 'object' }, ...inner];
      });

const listFields = async (client: ElasticClient, index: string): Promise<MappedField[]> => {
  const answer = await client.ask('GET', [index, '_mapping']);
  const mappings: unknown[] = typeof answer === 'object' && answer !== null ? Object.values(answer) : [];
  const fields = mappings.flatMap((mapping) => fieldsIn(lookup(mapping, 'mappings.properties')));
  return [...new Map(fields.map((field) => [field.name, field])).values()].slice(0, 1000);
};

const toEntrySettings = ({ titleField, template, index, fields }: ElasticChoice): EntrySettings => ({
  titleField,
  template,
  what: index,
  longest: longestText,
  shown: fields.map((name) => name.split('.')[0] ?? name),
});

const toHitDocument = ({ _id, _source }: Hit, settings: EntrySettings): SourceEvent =>
  documentOfEntry(
    { id: _id, record: settings.template === '' ? { ..._source } : { ..._source, _id } },
    settings,
  );

/** Counts the hits; yields no event when the key is not allowed to count. */
const countHits = async (
  client: ElasticClient,
  { index, query }: { index: string; query: object },
): Promise<number> => {
  const answer = await client.ask('POST', [index, '_count'], { query }).catch(() => undefined);
  return Number(lookup(answer, 'count') ?? 0);
};

/** Reads everything up to the limit, without the hits that are skipped. */
async function* readWindow(
  client: ElasticClient,
  choice: ElasticChoice,
): AsyncGenerator<SourceEvent, ReadEnd> {
  const { skip, limit } = choice;
  const size = Math.min(pageSize, skip + limit + 1);
  const settings = toEntrySettings(choice);
  yield* toTotalEvents(Math.min((await countHits(client, choice)) - skip, limit));
  let count = 0;
  for await (const hit of streamHits(client, { ...buildHitSearch(choice), size })) {
    count += 1;
    if (count <= skip) continue;
    if (count > skip + limit) {
      yield limitNote(choice.index, limit);
      return { isComplete: false };
    }
    yield toHitDocument(hit, settings);
  }
  // A skipped hit may have been a document before, so nothing may be deleted.
  return { isComplete: skip === 0 };
}

const buildHitSearch = ({ index, query, fields, titleField, dateField }: ElasticChoice) => ({
  index,
  query,
  dateField,
  fields: fields.length === 0 ? [] : [...new Set([...fields, titleField])].filter((name) => name !== ''),
});

/** Reads the records that were added since the last sync. Records beyond the limit follow in the next sync. */
async function* readNew(
  client: ElasticClient,
  choice: ElasticChoice,
  { limit, before }: { limit: number; before: Record<string, string> | undefined },
): AsyncGenerator<SourceEvent, ReadEnd> {
  const { dateField } = choice;
  const boundary = createBoundary(dateField, before);
  const since =
    boundary.value === undefined
      ? { exists: { field: dateField } }
      : { range: { [dateField]: { gte: Number(boundary.value), format: 'epoch_millis' } } };
  const query = { bool: { must: [choice.query], filter: [since] } };
  yield* toTotalEvents(Math.min((await countHits(client, { ...choice, query })) - boundary.ties, limit));
  let count = 0;
  for await (const hit of streamHits(client, { ...buildHitSearch(choice), query, size: pageSize })) {
    if (count === limit) return { isComplete: false, cursor: boundary.cursor(), note: goesOnNote(limit) };
    if (!boundary.isNew(String(hit.sort?.[0]), [hit._id, hit._source])) continue;
    count += 1;
    yield toHitDocument(hit, toEntrySettings(choice));
  }
  return { isComplete: false, cursor: boundary.cursor() };
}

const readServerVersion = async (client: ElasticClient): Promise<string> => {
  // A key for a single index may not read the version.
  const root = await client.ask('GET', []).catch(() => undefined);
  const isOpen = lookup(root, 'version.distribution') === 'opensearch';
  const number: unknown = lookup(root, 'version.number');
  return `${isOpen ? 'OpenSearch' : 'Elasticsearch'}${typeof number === 'string' ? ` ${number}` : ''}`;
};

const test = async (io: ConnectorIo, { connection, settings }: ConnectorInput): Promise<string> => {
  const client = openElastic(io, connection);
  if (Object.keys(settings).length === 0) {
    const { length } = await listIndices(client);
    return `${await readServerVersion(client)} answers. ${length === 1 ? 'One index' : `${length} indices`} can be read.`;
  }
  const choice = readChoice(settings);
  for await (const hit of streamHits(client, { ...buildHitSearch(choice), dateField: '', size: 1 })) {
    const document = toHitDocument(hit, toEntrySettings(choice));
    const found =
      document.kind === 'item' ? `becomes “${document.item.name}”` : 'is left out: it has no text';
    return `${await readServerVersion(client)} answers. The first hit ${found}.`;
  }
  return `${await readServerVersion(client)} answers, with no hit so far.`;
};

const options = async (io: ConnectorIo, input: ConnectorInput, field: string): Promise<FieldOption[]> => {
  const client = openElastic(io, input.connection);
  const index = input.settings['index'];
  if (field === 'index') return (await listIndices(client)).map((name) => ({ value: name, label: name }));
  if (typeof index !== 'string' || index === '') return [];
  const fields = await listFields(client, index);
  const isDate = ({ type }: MappedField) => type === 'date' || type === 'date_nanos';
  return fields
    .filter((each) => field !== 'dateField' || isDate(each))
    .map(({ name }) => ({ value: name, label: name }));
};

export const elasticsearchConnector: Connector = {
  type: 'ELASTICSEARCH',
  title: 'Elasticsearch',
  description: 'Hits of an index, an alias or a data stream as documents; OpenSearch too.',
  help: [
    'In Kibana, open **Stack Management → API keys** and create a key that may only read: privileges `read` and `view_index_metadata` for the index. Copy it **encoded**.',
    'For OpenSearch, make a user with a role that may `read` the index, and sign in with user name and password.',
    'Make a **connection** with the address, port included, and the key or the user.',
    'Choose the index. To narrow it down, write a query as JSON, such as `{ "term": { "state": "published" } }`.',
    'Skip is 0 and limit 10 at first: raise the limit once the first documents look right.',
    'Choose the field of the title, and write how a hit reads as text, with `{{field}}` where a value belongs. Its id is `_id`.',
    'Click **Test**: it names the first document.',
  ],
  service: 'DATABASE',
  connectionFields,
  settingsFields,
  check: ({ settings }) => void readChoice(settings),
  test,
  options,
  read: async function* (io, { connection, settings, maxItems }, cursor) {
    const choice = readChoice(settings);
    const client = openElastic(io, connection);
    const limit = Math.min(choice.limit, maxItems ?? choice.limit);
    return yield* choice.dateField === ''
      ? readWindow(client, choice)
      : readNew(client, choice, { limit, before: cursor });
  },
};
