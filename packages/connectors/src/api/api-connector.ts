import type { Field } from '@atelier/contracts/fields/fields';
import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { z } from 'zod';
import type { Connector, ConnectorInput, ConnectorIo, ReadEnd, SourceEvent } from '../connector.ts';
import { ConnectorError } from '../connector.ts';
import { ask } from './answer.ts';
import { createPager, type Page } from './pages.ts';
import { askForRecords, requireRecords, unpackRecord } from './read-records.ts';
import {
  addressField,
  buildHeaders,
  buildRequestUrl,
  parseSettings,
  parseSite,
  RequestSettings,
  recordFields,
  requestFields,
  secretFields,
} from './request.ts';

const shownFor = (...values: string[]) => ({ shownWhen: { field: 'pagination', values } });

const pagingFields: readonly Field[] = [
  {
    name: 'pagination',
    label: 'Further pages',
    type: 'STATIC_DROPDOWN',
    required: true,
    default: 'NONE',
    options: [
      { value: 'NONE', label: 'None: one answer holds everything' },
      { value: 'PAGE', label: 'By page number' },
      { value: 'CURSOR', label: 'By a cursor in the answer' },
      { value: 'LINK', label: 'By the Link header' },
    ],
  },
  {
    name: 'pageParameter',
    label: 'Query parameter for the page',
    type: 'SHORT_TEXT',
    required: true,
    default: 'page',
    max: 100,
    ...shownFor('PAGE'),
  },
  { name: 'firstPage', label: 'First page', type: 'NUMBER', default: 1, min: 0, ...shownFor('PAGE') },
  {
    name: 'cursorParameter',
    label: 'Query parameter for the cursor',
    type: 'SHORT_TEXT',
    required: true,
    default: 'cursor',
    max: 100,
    ...shownFor('CURSOR'),
  },
  {
    name: 'cursorPath',
    label: 'Where the next cursor is',
    type: 'SHORT_TEXT',
    required: true,
    default: 'nextCursor',
    max: 500,
    ...shownFor('CURSOR'),
  },
];

const Settings = RequestSettings.extend({
  method: z.enum(['GET', 'POST']).default('GET'),
  body: z.string().default(''),
  listPath: z.string().default(''),
  idField: z.string().default(''),
  titleField: z.string().default(''),
  template: z.string().default(''),
  pagination: z.enum(['NONE', 'PAGE', 'CURSOR', 'LINK']).default('NONE'),
  pageParameter: z.string().default('page'),
  firstPage: z.union([z.number(), z.literal('').transform(() => 1)]).default(1),
  cursorParameter: z.string().default('cursor'),
  cursorPath: z.string().default('nextCursor'),
});
type Settings = z.output<typeof Settings>;

interface Reading {
  settings: Settings;
  first: URL;
  init: RequestInit;
}

const buildRequestBody = ({ method, body }: Settings): string | undefined => {
  if (method === 'GET' || body.trim() === '') return undefined;
  if (parseJson(body) === undefined)
    throw new ConnectorError('sources.invalid_settings', 'The body is not JSON. Please correct it.');
  return body;
};

const prepare = (input: ConnectorInput): Reading => {
  const settings = parseSettings(Settings, input.settings);
  const first = buildRequestUrl(settings);
  const headers = buildHeaders(first, settings, input);
  if (!headers.has('accept')) headers.set('accept', 'application/json');
  const body = buildRequestBody(settings);
  if (body !== undefined && !headers.has('content-type')) headers.set('content-type', 'application/json');
  const init = { method: settings.method, headers, ...(body === undefined ? {} : { body }) };
  return { settings, first, init };
};

const toRecordSettings = ({ listPath, idField, titleField, template }: Settings) => ({
  listPath,
  idField,
  titleField,
  template,
});

const readPage = async (io: ConnectorIo, { settings, init }: Reading, url: URL) => {
  const answer = await ask(io, url, init);
  const { cursorPath } = settings;
  const order = { text: answer.text, settings: toRecordSettings(settings), cursorPath };
  const read = await askForRecords(io, order);
  return { answer, ...requireRecords(read, order, `the answer of ${url.host}`) };
};

async function* read(io: ConnectorIo, input: ConnectorInput): AsyncGenerator<SourceEvent, ReadEnd> {
  const reading = prepare(input);
  const pager = createPager(reading.settings);
  const seen = new Set<string>();
  let url: URL | undefined = pager.first(reading.first);
  while (url) {
    const { answer, packed, cursor } = await readPage(io, reading, url);
    let isNew = false;
    for (const record of packed) {
      const { id, event } = unpackRecord(record);
      if (seen.has(id)) continue;
      seen.add(id);
      isNew = true;
      yield event;
    }
    const page: Page = { url, answer, cursor, records: packed.length, isNew };
    url = pager.next(page);
  }
  return { isComplete: true };
}

/** Requests the site of a connection. Any reply will do, because the connection alone defines where its secrets are sent. */
const testConnection = async (io: ConnectorIo, input: ConnectorInput): Promise<string> => {
  const url = parseSite(input.connection);
  const headers = buildHeaders(url, parseSettings(RequestSettings, {}), input);
  await ask(io, url, { headers }).catch((error: unknown) => {
    // Many APIs have nothing at their root. The site was reached, and it did not refuse the secret.
    if (!(error instanceof ConnectorError && error.code === 'sources.not_found')) throw error;
  });
  return `${url.host} answers.`;
};

const test = async (io: ConnectorIo, input: ConnectorInput): Promise<string> => {
  if (Object.keys(input.settings).length === 0) return testConnection(io, input);
  const reading = prepare(input);
  const { packed } = await readPage(io, reading, createPager(reading.settings).first(reading.first));
  const [first] = packed;
  if (first === undefined) return `${reading.first.host} answers with an empty list.`;
  const document = unpackRecord(first).event;
  const name = document.kind === 'item' ? document.item.name : '';
  const found = packed.length === 1 ? 'one record' : `${packed.length} records`;
  if (document.kind === 'skipped') throw new ConnectorError('sources.invalid_settings', document.reason);
  return `${reading.first.host} answers with ${found}. The first one becomes “${name}”.`;
};

export const apiConnector: Connector = {
  type: 'API',
  title: 'API',
  description: 'Records that an address answers with as JSON: articles, tickets, products.',
  help: [
    'Open the documentation of the API and find the address that **lists** the records, for example `https://api.example.com/articles`.',
    'Does it need a secret? Make a **connection** first, with the site and the header that carries it. It is never shown again.',
    'Enter the address, at most 3 query parameters and at most 3 headers.',
    'Say where the list is in the answer (`data.items`), and which fields hold the id and the title.',
    'Write how a record reads as text, with `{{field}}` where a field belongs, or leave it empty for every field.',
    'Choose how further pages are found, and click **Test**: it names the first document.',
  ],
  connectionFields: secretFields,
  settingsFields: [
    addressField,
    {
      name: 'method',
      label: 'Request type',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'GET',
      options: [
        { value: 'GET', label: 'GET' },
        { value: 'POST', label: 'POST' },
      ],
    },
    {
      name: 'body',
      label: 'Body',
      type: 'LONG_TEXT',
      max: 20_000,
      description: 'JSON that is sent along.',
      shownWhen: { field: 'method', values: ['POST'] },
    },
    ...requestFields,
    ...recordFields,
    ...pagingFields,
  ],
  isConnectionOptional: true,
  check: (input) => void prepare(input),
  test,
  read,
};
