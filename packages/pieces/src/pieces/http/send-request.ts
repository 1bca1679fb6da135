import type { JsonValue } from '@atelier/contracts/fields/field-values';
import type { FieldValues } from '@atelier/contracts/fields/fields';
import { readRetryAfter } from '@atelier/contracts/kernel/retry-after';
import { decodeText } from '@atelier/documents/encoding';
import { readHeaders } from '../../headers.ts';
import { networkFailure } from '../../network-failure.ts';
import { type ActionCall, PieceError } from '../../piece.ts';
import { isReadAsText } from '../../read-as-text.ts';
import { refuse } from '../../refuse.ts';
import {
  isOn,
  readJsonField,
  readNumberField,
  readObjectField,
  readTextField,
  showValue,
} from '../../values.ts';
import { addToQuery } from './add-to-query.ts';
import { buildBody } from './request-body.ts';
import { signRequest } from './sign-request.ts';

const megabyte = 1024 * 1024;

const readUrl = (input: FieldValues): URL => {
  const given = readTextField(input, 'url').trim();
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    return refuse(`“${given.slice(0, 100)}” is not an address. It must begin with https:// or http://.`);
  if (url.username !== '' || url.password !== '')
    return refuse('The address must not contain a user name or password. Please use a connection.');
  const pairs = Object.entries(readObjectField(input, 'queryParams')).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, showValue(one)]),
  );
  addToQuery(url, pairs);
  return url;
};

const parseCharset = (type: string): string => /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type)?.[1] ?? '';

/** JSON becomes a value, text a text, and everything else Base64. */
const readBody = async (
  bytes: Uint8Array,
  type: string,
  { platform }: Pick<ActionCall, 'platform'>,
): Promise<JsonValue> => {
  const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
  if (bytes.length === 0) return null;
  if (!isReadAsText(bare)) return Buffer.from(bytes).toString('base64');
  const { text } = decodeText(bytes, parseCharset(type));
  if (!/[/+]json$/.test(bare)) return text;
  const value = await platform.readJson(text);
  return value === undefined ? text : value;
};

/** Statuses after which the same request may succeed: timeouts, conflicts of locks, too many requests, failures of the server. */
const mayPass = (status: number): boolean => [408, 409, 425, 429].includes(status) || status >= 500;

/** Says how long the other side asks to wait, which an agent reads too. */
const waitIn = (afterMs: number | undefined): string =>
  afterMs === undefined ? '' : ` It asks to wait ${Math.ceil(afterMs / 1000)} seconds.`;

const refusal = ({ status, headers }: Response, body: JsonValue, host: string): PieceError => {
  const retryAfterMs = mayPass(status) ? readRetryAfter(headers.get('retry-after'), Date.now()) : undefined;
  const said = showValue(body).replace(/\s+/g, ' ').trim().slice(0, 300);
  return new PieceError(
    status === 404 || status === 410 ? 'pieces.not_found' : 'pieces.refused',
    `${host} answered with status ${status}${said === '' ? '.' : `: ${said}`}${waitIn(retryAfterMs)} Please check the request, or switch off “Fail on an error status” to use the answer.`,
    { retryable: mayPass(status), retryAfterMs },
  );
};

const sent = async ({ input, connection, key, signal, io, platform }: ActionCall, url: URL) => {
  const secrets = signRequest(url, connection);
  const method = readTextField(input, 'method');
  const body =
    method === 'GET' || method === 'HEAD'
      ? undefined
      : await buildBody(readJsonField(input, 'body'), readTextField(input, 'bodyType'), platform);
  const own = body?.type === undefined ? {} : { 'content-type': body.type };
  const given = readHeaders(readObjectField(input, 'headers'));
  return io.fetch(url, {
    method,
    headers: { 'idempotency-key': key, ...own, ...given, ...secrets },
    ...(body ? { body: body.body } : {}),
    redirect: isOn(input, 'followRedirects') ? 'follow' : 'manual',
    maxBytes: Math.round((readNumberField(input, 'maxMegabytes') ?? 5) * megabyte),
    timeoutMs: Math.round((readNumberField(input, 'timeoutSeconds') ?? 30) * 1000),
    signal,
  });
};

/** Sends one request, and hands on the bytes of the answer. Throws PieceError. */
export const exchange = async <T>(
  call: ActionCall,
  use: (answer: { url: URL; response: Response; bytes: Uint8Array; type: string }) => T | Promise<T>,
): Promise<T> => {
  const url = readUrl(call.input);
  try {
    const response = await sent(call, url);
    const type = response.headers.get('content-type') ?? '';
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status >= 400 && isOn(call.input, 'failOnError'))
      throw refusal(response, await readBody(bytes, type, call), url.host);
    return await use({ url, response, bytes, type });
  } catch (error) {
    call.signal.throwIfAborted();
    throw networkFailure(error, url.host) ?? error;
  }
};

/** Sends one request. Throws PieceError. */
export const sendRequest = (call: ActionCall): Promise<JsonValue> =>
  exchange(call, async ({ response, bytes, type }) => ({
    status: response.status,
    headers: Object.fromEntries(response.headers),
    body: await readBody(bytes, type, call),
  }));
