import type { FieldValues } from '@atelier/contracts/fields/fields';
import { z } from 'zod';
import { type Answer, ask } from './api/answer.ts';
import { readJson } from './api/lookup.ts';
import { askForRecords, requireRecords, unpackRecord } from './api/read-records.ts';
import { hashContent, markdownItem } from './api/records.ts';
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
} from './api/request.ts';
import type { Connector, ConnectorInput, ConnectorIo, ReadEnd, SourceEvent } from './connector.ts';
import { ConnectorError } from './connector.ts';

/** The HTTP methods of a webhook (CONNECTOR-17), and whether its body is JSON (CONNECTOR-18). */
export const webhookMethods = ['GET', 'POST', 'PUT', 'PATCH'] as const;
export const sendAsJsonChoices = ['Yes', 'No'] as const;

const Settings = RequestSettings.extend({
  method: z.enum(webhookMethods).default('POST'),
  sendAsJson: z.enum(sendAsJsonChoices).default('Yes'),
  body: z.string().default(''),
  listPath: z.string().default(''),
  idField: z.string().default(''),
  titleField: z.string().default(''),
  template: z.string().default(''),
});
type Settings = z.output<typeof Settings>;

const refuse = (message: string): never => {
  throw new ConnectorError('sources.invalid_settings', message);
};

const toFormParams = (body: string): string => {
  const fields = readJson(body);
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields))
    return refuse('The body must be a JSON object, whose fields are then sent as a form. Please correct it.');
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  return form.toString();
};

/** Returns the body of a request and its content type. GET has none. */
const buildRequestBody = ({
  method,
  body,
  sendAsJson,
}: Settings): { body: string; type: string } | undefined => {
  if (method === 'GET' || body.trim() === '') return undefined;
  if (sendAsJson === 'No') return { body: toFormParams(body), type: 'application/x-www-form-urlencoded' };
  if (readJson(body) === undefined) refuse('The body is not JSON. Please correct it.');
  return { body, type: 'application/json' };
};

const prepare = (input: ConnectorInput) => {
  const settings = parseSettings(Settings, input.settings);
  if (settings.url.trim() === '') return { settings, request: undefined };
  const url = buildRequestUrl(settings);
  const headers = buildHeaders(url, settings, input);
  const body = buildRequestBody(settings);
  if (body) headers.set('content-type', body.type);
  const init: RequestInit = { method: settings.method, headers, ...(body ? { body: body.body } : {}) };
  return { settings, request: { url, init } };
};

const endings: Record<string, string> = { 'text/html': 'html', 'text/csv': 'csv', 'text/markdown': 'md' };

const textDocument = (text: string, type: string, id: string): SourceEvent => {
  const [line = ''] = type === 'text/html' ? [] : text.slice(0, 10_000).trimStart().split('\n', 1);
  const name =
    line.replace(/^#+/, '').trim().slice(0, 150) || `Message ${id.replace('sha256:', '').slice(0, 12)}`;
  if (text.trim() === '')
    return { kind: 'skipped', name, code: 'sources.empty', reason: 'There is no text in what was sent.' };
  const { file } = markdownItem({ externalId: id, name }, text);
  const ending = endings[type] ?? 'txt';
  return { kind: 'item', item: { externalId: id, name, file: { ...file, name: `${name}.${ending}` } } };
};

/** A message from another program. */
export interface Sent {
  text: string;
  /** The content type without parameters, in lower case. */
  type: string;
}

const saysJson = (type: string): boolean => /[/+]json$/.test(type);
const mayBeJson = (text: string): boolean => /^[[{]/.test(text.slice(0, 1000).trimStart());

interface Message {
  sent: Sent;
  settings: Settings;
  /** Returns an id for a text that is not a record. */
  id: () => string;
  /** The name of the received message, for error messages. */
  from: string;
}

/**
 * Yields a document for each record of JSON or a form, also if only the content shows that it is JSON. Anything else is one
 * document.
 */
async function* documentsIn(
  io: Pick<ConnectorIo, 'readRecords'>,
  { sent: { text, type }, settings, id, from }: Message,
): AsyncGenerator<SourceEvent, void> {
  const { listPath, idField, titleField, template } = settings;
  const isForm = type === 'application/x-www-form-urlencoded';
  const isSure = isForm || saysJson(type);
  const order = { text, isForm, settings: { listPath, idField, titleField, template } };
  const read = isSure || mayBeJson(text) ? await askForRecords(io, order) : undefined;
  if (!read || (!isSure && read.problem === 'no_json')) {
    yield textDocument(text, type, id());
    return;
  }
  for (const record of requireRecords(read, order, from).packed) yield unpackRecord(record).event;
}

/**
 * Returns the documents in a message to the inbound address. A document with the same id, or else the same content, is the same
 * document however often it comes. Throws ConnectorError `sources.unexpected_answer too_large`.
 */
export const documentsOfMessage = (
  io: Pick<ConnectorIo, 'readRecords'>,
  sent: Sent,
  values: FieldValues,
): AsyncGenerator<SourceEvent, void> => {
  const settings = parseSettings(Settings, values);
  return documentsIn(io, { sent, settings, id: () => hashContent(sent.text), from: 'what was sent' });
};

const streamEvents = (
  io: ConnectorIo,
  { text, type }: Answer,
  { settings, url }: { settings: Settings; url: URL },
): AsyncGenerator<SourceEvent, void> =>
  documentsIn(io, { sent: { text, type }, settings, id: () => url.href, from: `the answer of ${url.host}` });

async function* read(io: ConnectorIo, input: ConnectorInput): AsyncGenerator<SourceEvent, ReadEnd> {
  const { settings, request } = prepare(input);
  // Without an address nothing is fetched, because documents are sent to the inbound address.
  if (!request) return { isComplete: false };
  const answer = await ask(io, request.url, request.init);
  // A webhook that only wants to be called sends an empty reply.
  if (answer.text.trim() === '') return { isComplete: false };
  yield* streamEvents(io, answer, { settings, url: request.url });
  return { isComplete: true };
}

const test = async (io: ConnectorIo, input: ConnectorInput): Promise<string> => {
  if (Object.keys(input.settings).length === 0) {
    const url = parseSite(input.connection);
    buildHeaders(url, parseSettings(RequestSettings, {}), input);
    return `The header is fit to be sent to ${url.host}.`;
  }
  const { settings, request } = prepare(input);
  if (!request)
    return 'Nothing is called. Documents come in at the inbound address, once the source is made.';
  const answer = await ask(io, request.url, request.init);
  if (answer.text.trim() === '') return `${request.url.host} was called and answers with nothing.`;
  let documents = 0;
  for await (const { kind } of streamEvents(io, answer, { settings, url: request.url }))
    documents += kind === 'item' ? 1 : 0;
  return `${request.url.host} was called and answers with ${documents === 1 ? 'one document' : `${documents} documents`}.`;
};

const choices = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

export const webhookConnector: Connector = {
  type: 'WEBHOOK',
  title: 'Webhook',
  description: 'Another program sends documents as they come up, or is called and answers with them.',
  help: [
    '**To be called:** leave the address empty, and make the source. Switch its inbound address on and copy it: it holds a secret and is shown once.',
    'Let the other program send each document there with POST, as JSON or as text. The answer 202 says that it is safe.',
    '**To call:** enter the address, the request type (GET, POST, PUT or PATCH), and whether the body is sent as JSON.',
    'At most 3 query parameters and at most 3 headers. A secret belongs into a connection.',
    'Say where the list of records is in what is sent, and which fields hold id and title. The same id is the same document, however often it is sent.',
  ],
  connectionFields: secretFields,
  settingsFields: [
    {
      ...addressField,
      required: false,
      description:
        'Called on every sync. Leave it empty when documents are only sent to the inbound address.',
    },
    {
      name: 'method',
      label: 'Request type',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'POST',
      options: choices(webhookMethods),
    },
    {
      name: 'sendAsJson',
      label: 'Send as JSON',
      type: 'STATIC_DROPDOWN',
      required: true,
      default: 'Yes',
      options: choices(sendAsJsonChoices),
      shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH'] },
    },
    {
      name: 'body',
      label: 'Body',
      type: 'LONG_TEXT',
      max: 20_000,
      placeholder: '{ "since": "2026-01-01" }',
      description: 'A JSON object. Sent as it is with “Yes”, as the fields of a form with “No”.',
      shownWhen: { field: 'method', values: ['POST', 'PUT', 'PATCH'] },
    },
    ...requestFields,
    ...recordFields,
  ],
  isConnectionOptional: true,
  check: (input) => void prepare(input),
  test,
  read,
};
