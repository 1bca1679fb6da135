import type { FieldOption } from '@atelier/contracts/fields/fields';
import { type Document, EJSON } from 'bson';
import { longestText, lookup } from '../api/lookup.ts';
import type { Connector, ConnectorInput, ConnectorIo, ReadEnd, SourceEvent } from '../connector.ts';
import { createBoundary } from './boundary.ts';
import { documentOfEntry, type EntrySettings, goesOnNote, limitNote, toTotalEvents } from './entry.ts';
import { type MongoClient, openMongo } from './mongodb/client.ts';
import { mongoFailure } from './mongodb/mongo-failure.ts';
import { connectionFields, type MongoChoice, readChoice, settingsFields } from './mongodb/settings.ts';
import { toDocumentId, toPlainRecord } from './mongodb/values.ts';

const batchSize = 50;
const sampleSize = 20;
/** The most collections or fields that are listed. Longer lists are of no use in a form, so the rest is not read. */
const mostNames = 1000;
/** The time limits in milliseconds: after the first, the server ends a command; after the second, the connection is closed. */
const commandMs = 60_000;
const answerMs = 70_000;
const formMs = 20_000;

const findIn = (
  client: MongoClient,
  { collection, filter }: Pick<MongoChoice, 'collection' | 'filter'>,
  more: Document,
) => client.batches({ find: collection, filter, batchSize, maxTimeMS: commandMs, ...more });

const listCollections = async (client: MongoClient): Promise<string[]> => {
  const names: string[] = [];
  const command = {
    listCollections: 1,
    nameOnly: true,
    authorizedCollections: true,
    cursor: { batchSize: 1000 },
  };
  for await (const batch of client.batches(command)) {
    names.push(...batch.slice(0, mostNames).map(({ name }) => String(name)));
    if (names.length >= mostNames) break;
  }
  return names
    .filter((name) => !name.startsWith('system.'))
    .sort()
    .slice(0, mostNames);
};

const toEntrySettings = ({ titleField, template, collection, fields }: MongoChoice): EntrySettings => ({
  titleField,
  template,
  what: collection,
  longest: longestText,
  shown: fields,
});

const toSourceDocument = (document: Document, settings: EntrySettings): SourceEvent =>
  documentOfEntry({ id: toDocumentId(document), record: toPlainRecord(document) }, settings);

const buildProjection = ({ fields, titleField, cursorField }: MongoChoice): Document => {
  const names = [...fields, titleField, cursorField].filter((name) => name !== '');
  return fields.length === 0 ? {} : { projection: Object.fromEntries(names.map((name) => [name, 1])) };
};

/** Yields no event when the server cannot count, as with a filter by distance. */
const countIn = async (
  client: MongoClient,
  { collection, filter }: Pick<MongoChoice, 'collection' | 'filter'>,
  limit: number,
): Promise<number> => {
  const command = { count: collection, query: filter, limit, maxTimeMS: formMs };
  const answer = await client.run(command).catch(() => undefined);
  return Number(answer?.['n'] ?? 0);
};

/** Reads everything up to the limit. Records that are no longer there are reported as deleted. */
async function* readWhole(client: MongoClient, choice: MongoChoice): AsyncGenerator<SourceEvent, ReadEnd> {
  yield* toTotalEvents(await countIn(client, choice, choice.limit));
  const more = { sort: { _id: 1 }, limit: choice.limit + 1, ...buildProjection(choice) };
  let count = 0;
  for await (const batch of findIn(client, choice, more))
    for (const document of batch) {
      if (count === choice.limit) {
        yield limitNote(choice.collection, choice.limit);
        return { isComplete: false };
      }
      count += 1;
      yield toSourceDocument(document, toEntrySettings(choice));
    }
  return { isComplete: true };
}

/** Reads the records that were added since the last sync. Records beyond the limit follow in the next sync. */
async function* readNew(
  client: MongoClient,
  choice: MongoChoice,
  { limit, before }: { limit: number; before: Record<string, string> | undefined },
): AsyncGenerator<SourceEvent, ReadEnd> {
  const { cursorField } = choice;
  const boundary = createBoundary(cursorField, before);
  const since =
    boundary.value === undefined
      ? { $ne: null }
      : { $gte: Reflect.get(EJSON.parse(boundary.value, { relaxed: false }), 'at') as unknown };
  const filter = { $and: [choice.filter, { [cursorField]: since }] };
  const { ties } = boundary;
  yield* toTotalEvents((await countIn(client, { ...choice, filter }, limit + ties)) - ties);
  // One record more than the limit shows whether there are more.
  const more = { sort: { [cursorField]: 1 }, limit: limit + ties + 1, ...buildProjection(choice) };
  let count = 0;
  for await (const batch of findIn(client, { ...choice, filter }, more))
    for (const document of batch) {
      if (count === limit) return { isComplete: false, cursor: boundary.cursor(), note: goesOnNote(limit) };
      const at = EJSON.stringify({ at: lookup(document, cursorField) }, { relaxed: false });
      if (!boundary.isNew(at, EJSON.stringify(document, { relaxed: false }))) continue;
      count += 1;
      yield toSourceDocument(document, toEntrySettings(choice));
    }
  return { isComplete: false, cursor: boundary.cursor() };
}

const describe = async (client: MongoClient, settings: ConnectorInput['settings']): Promise<string> => {
  const { version } = await client.run({ buildInfo: 1 });
  const server = `MongoDB ${String(version)} answers.`;
  if (Object.keys(settings).length === 0) {
    const { length } = await listCollections(client);
    return `${server} ${length === 1 ? 'One collection' : `${length} collections`} can be read.`;
  }
  const choice = readChoice(settings);
  const more = { limit: 1, maxTimeMS: formMs, ...buildProjection(choice) };
  for await (const [first] of findIn(client, choice, more)) {
    if (!first) break;
    const document = toSourceDocument(first, toEntrySettings(choice));
    if (document.kind === 'item') return `${server} The first document becomes “${document.item.name}”.`;
    return `${server} The first document is left out: it has no text.`;
  }
  return `${server} No document is there so far.`;
};

const listFields = async (client: MongoClient, collection: string): Promise<string[]> => {
  const names = new Set<string>();
  const more = { limit: sampleSize, maxTimeMS: formMs };
  for await (const batch of findIn(client, { collection, filter: {} }, more)) {
    for (const document of batch) for (const name of Object.keys(document)) names.add(name);
    if (names.size >= mostNames) break;
  }
  return [...names].slice(0, mostNames);
};

const readHost = ({ connection: { host } }: ConnectorInput) => (typeof host === 'string' ? host : 'MongoDB');

/** Runs work for a form in a session, which is closed in any case. */
const ask = async <T>(
  io: ConnectorIo,
  input: ConnectorInput,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> => {
  let client: MongoClient | undefined;
  try {
    client = await openMongo(io, input.connection, { answerMs });
    return await work(client);
  } catch (error) {
    io.signal.throwIfAborted();
    throw mongoFailure(error, readHost(input));
  } finally {
    await client?.close();
  }
};

export const mongodbConnector: Connector = {
  type: 'MONGODB',
  title: 'MongoDB',
  description: 'Documents of a collection or a view.',
  help: [
    'Let an administrator make a user who may only read: `db.createUser({ user: "atelier", pwd: "…", roles: [{ role: "read", db: "shop" }] })`. Signing in is by SCRAM-SHA-256, MongoDB 4.2 or newer.',
    'In **Atlas**, open **Connect → Drivers** and enter the address without user and password as the host, such as `mongodb+srv://cluster0.abcde.mongodb.net`. Under **Network Access**, let this server in.',
    'For a **replica set** of your own, enter its members with commas between: `db1.example.com, db2.example.com:27018`. The first that can be read is read.',
    'Make a **connection** with host, port (27017 unless changed; it counts where the host names none), database, user and password. The certificate of the server is checked; paste the one of your authority if it is your own.',
    'Choose the collection. To narrow it down, write a filter as JSON; dates are `{ "$date": "2026-01-01T00:00:00Z" }`, ids `{ "$oid": "…" }`.',
    'Choose the field of the title, and write how a document reads as text, with `{{field}}` where a value belongs. Its id is `_id`.',
    'For a collection that grows, choose a field such as the time of the last change: then each reading brings only what is new.',
    'Click **Test**: it names the first document.',
  ],
  service: 'DATABASE',
  connectionFields,
  settingsFields,
  check: ({ settings }) => void readChoice(settings),
  test: (io, input) => ask(io, input, (client) => describe(client, input.settings)),
  options: async (io, input, field): Promise<FieldOption[]> => {
    const { collection } = input.settings;
    const list =
      field === 'collection'
        ? listCollections
        : typeof collection === 'string' && collection !== ''
          ? (client: MongoClient) => listFields(client, collection)
          : undefined;
    const names = list ? await ask(io, input, list) : [];
    return names.map((name) => ({ value: name, label: name }));
  },
  read: async function* (io, input, cursor) {
    const choice = readChoice(input.settings);
    let client: MongoClient | undefined;
    try {
      client = await openMongo(io, input.connection, { answerMs });
      const limit = Math.min(choice.limit, input.maxItems ?? choice.limit);
      return yield* choice.cursorField === ''
        ? readWhole(client, choice)
        : readNew(client, choice, { limit, before: cursor });
    } catch (error) {
      io.signal.throwIfAborted();
      throw mongoFailure(error, readHost(input));
    } finally {
      await client?.close();
    }
  },
};
