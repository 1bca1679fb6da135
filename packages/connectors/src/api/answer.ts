import { setTimeout as sleep } from 'node:timers/promises';
import { decodeText, resolveEncoding } from '@atelier/documents/encoding';
import { ConnectorError, type ConnectorIo } from '../connector.ts';

const mebibyte = 1024 * 1024;
/** Limits of one answer. */
export const answerLimits = { maxBytes: 20 * mebibyte, timeoutMs: 30_000 };
/** The longest wait and the most retries for a source that answers 429. */
const patience = { ms: 30_000, times: 3 };

export interface Answer {
  text: string;
  /** The content type without parameters, in lower case. */
  type: string;
  headers: Headers;
  url: string;
}

const readErrorCode = (error: unknown): string =>
  typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';

/** Converts a network failure to a ConnectorError that says what to do. */
export const toConnectorFailure = (error: unknown, host: string): unknown => {
  const code = readErrorCode(error);
  if (error instanceof ConnectorError || !code.startsWith('outbound.')) return error;
  if (code === 'outbound.blocked')
    return new ConnectorError(
      'sources.blocked',
      `${host} leads to an address that is not public, or to a port that is not permitted, so it is not read. Please use a public address, or ask your operator to permit this one.`,
      { cause: error },
    );
  if (code === 'outbound.too_large')
    return new ConnectorError(
      'sources.too_large',
      `${host} answered with more than ${answerLimits.maxBytes / mebibyte} MB. Please ask for less at once, for example with a query parameter that limits the page.`,
      { cause: error },
    );
  const reason = code === 'outbound.timeout' ? 'did not answer in time' : 'could not be reached';
  return new ConnectorError(
    'sources.unreachable',
    `${host} ${reason}. Please check the address and try again.`,
    { retryable: true, cause: error },
  );
};

const refusals: Record<number, ConstructorParameters<typeof ConnectorError>> = {
  401: [
    'sources.refused',
    'asks for a sign-in that it did not get. Please check the secret of the connection.',
  ],
  403: ['sources.refused', 'does not allow this. Please check what the account of the connection may read.'],
  404: ['sources.not_found', 'has nothing at this address. Please check it.'],
  410: ['sources.not_found', 'says that this address is gone. Please check it.'],
};

const statusFailure = (status: number, host: string): ConnectorError => {
  const known = refusals[status];
  if (known) return new ConnectorError(known[0], `${host} ${known[1]}`);
  if (status === 429)
    return new ConnectorError(
      'sources.unreachable',
      `${host} says that it was asked too often. Please read it less often.`,
      { retryable: true },
    );
  if (status >= 500)
    return new ConnectorError(
      'sources.unreachable',
      `${host} has a problem of its own (${status}). Please try again later.`,
      { retryable: true },
    );
  return new ConnectorError(
    'sources.unexpected_answer',
    `${host} refused the request (${status}). Please check method, query parameters, headers and body.`,
  );
};

/** Returns the milliseconds that the server asks to wait, given as seconds or as a date. */
const readRetryDelay = (headers: Headers): number => {
  const value = headers.get('retry-after') ?? '';
  const ms = /^\d+$/.test(value) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(ms, 0) : patience.ms + 1;
};

const readCharset = (type: string): string => /charset\s*=\s*"?([\w.:-]+)/i.exec(type)?.[1] ?? '';

const decode = (bytes: ArrayBuffer, type: string, host: string): string => {
  const charset = readCharset(type);
  if (charset === '' || resolveEncoding(charset) !== undefined)
    return decodeText(new Uint8Array(bytes), charset).text;
  throw new ConnectorError(
    'sources.unexpected_answer',
    `${host} answers in the character set “${charset}”, which is not known. Please ask for UTF-8.`,
  );
};

const send = async (io: ConnectorIo, url: URL, init: RequestInit): Promise<Response> => {
  for (let waits = 0; ; waits += 1) {
    const response = await io.fetch(url, { ...init, ...answerLimits, signal: io.signal });
    if (response.ok) return response;
    await response.body?.cancel();
    const wait = readRetryDelay(response.headers);
    const isPatient = response.status === 429 && waits < patience.times && wait <= patience.ms;
    if (!isPatient) throw statusFailure(response.status, url.host);
    await sleep(wait, undefined, { signal: io.signal });
  }
};

/** Requests an address and reads the whole answer as text. Throws ConnectorError. */
export const ask = async (io: ConnectorIo, url: URL, init: RequestInit): Promise<Answer> => {
  try {
    const response = await send(io, url, init);
    const type = response.headers.get('content-type') ?? '';
    const text = decode(await response.arrayBuffer(), type, url.host);
    const bare = (type.split(';')[0] ?? '').trim().toLowerCase();
    return { text, type: bare, headers: response.headers, url: response.url || url.href };
  } catch (error) {
    io.signal.throwIfAborted();
    throw toConnectorFailure(error, url.host);
  }
};
