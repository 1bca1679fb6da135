import type { FieldValues } from '@atelier/contracts/fields/fields';
import { isQuickToParse, type JsonLimits } from '@atelier/contracts/kernel/measure-json';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import type { VectorStoreIo } from './vector-store.ts';
import { VectorStoreError, wayFailure, wrongDimensions } from './vector-store-error.ts';

/** The answer of a store, parsed as JSON; `json` is undefined when it is not valid JSON. */
export interface Answer {
  status: number;
  json: unknown;
}

export interface Call {
  body?: unknown;
  /** A body of newline-delimited JSON. */
  lines?: readonly unknown[];
  signal?: AbortSignal | undefined;
  /** HTTP statuses besides 2xx that are not failures. */
  accept?: readonly number[];
}

export interface JsonClient {
  call(method: string, path: string, call?: Call): Promise<Answer>;
}

/** Returns a text of a form's values; empty when it was not filled in. */
export const textAt = (values: FieldValues, name: string): string => {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  return typeof value === 'string' ? value.trim() : '';
};

/** Returns the value at a path of an unvalidated answer. */
export const at = (value: unknown, ...path: readonly (string | number)[]): unknown => {
  let inner = value;
  for (const key of path) {
    if (typeof inner !== 'object' || inner === null) return undefined;
    inner = Object.entries(inner).find(([name]) => name === String(key))?.[1];
  }
  return inner;
};

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

const sentences = ['message', 'reason', 'error', 'detail', 'errors', 'status', 'root_cause'];

/** Finds the message with which a store explains a failure, at any depth of its answer. */
export const reasonIn = (json: unknown, depth = 0): string | undefined => {
  if (typeof json === 'string') return json.slice(0, 400);
  if (typeof json !== 'object' || json === null || depth > 4) return undefined;
  const inner = Array.isArray(json) ? json.slice(0, 1) : sentences.map((key) => at(json, key));
  for (const value of inner) {
    const reason = reasonIn(value, depth + 1);
    if (reason) return reason;
  }
  return undefined;
};

const aboutSize = /dimension|vector lengths? |vector with length|should divide the dim|vector size/i;

/** Converts an error status to a VectorStoreError with a message for users. */
export const refusal = (title: string, status: number, reason: string | undefined): VectorStoreError => {
  const said = reason ? `: ${reason}` : ` (${status})`;
  if (status === 401 || status === 403)
    return new VectorStoreError(
      'vector_stores.refused',
      `${title} refused the credentials. Please check the key, user name or password, and what they permit.`,
    );
  if (status === 429)
    return new VectorStoreError(
      'vector_stores.busy',
      `${title} is receiving too many requests. Please try again in a moment.`,
    );
  if (status >= 500 && !(reason && aboutSize.test(reason)))
    return new VectorStoreError(
      'vector_stores.unreachable',
      `${title} has a problem of its own${said}. Please try again, or look into its log.`,
    );
  if (reason && aboutSize.test(reason)) return wrongDimensions(reason);
  if (status === 404)
    return new VectorStoreError(
      'vector_stores.collection_missing',
      `${title} does not have what was looked for. Please check the address, or rebuild the knowledge base in the store.`,
    );
  return new VectorStoreError(
    'vector_stores.unexpected_answer',
    `${title} did not do what was asked${said}. Please check address, version and settings.`,
  );
};

/** Returns the typed address of a server without a slash at its end. @throws VectorStoreError */
export const readBaseUrl = (values: FieldValues, name = 'url'): string => {
  const typed = textAt(values, name);
  const address = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(address))
    throw new VectorStoreError(
      'vector_stores.invalid_settings',
      'The address of the server is not valid. Please write it as https://host:port.',
    );
  const url = new URL(address);
  return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
};

const buildBody = ({ body, lines }: Call): { body?: string; type?: string } => {
  if (lines)
    return { body: lines.map((line) => `${JSON.stringify(line)}\n`).join(''), type: 'application/x-ndjson' };
  return body === undefined ? {} : { body: JSON.stringify(body), type: 'application/json' };
};

interface Server {
  title: string;
  base: string;
  headers: Record<string, string>;
}

const mostBytes = 64 * 1024 * 1024;
/** The most of an answer, which is parsed without a pause: companies choose the addresses of their stores, so it may be anything. */
const mostParsed: JsonLimits = { characters: mostBytes, values: 600_000, keys: 60_000, depth: 100 };
const timeoutMs = 60_000;

/** Sends one request and reads the whole answer. */
const send = async (
  io: VectorStoreIo,
  { title, base, headers }: Server,
  { method, path, call }: { method: string; path: string; call: Call },
): Promise<{ status: number; text: string }> => {
  const { body, type } = buildBody(call);
  const { signal } = call;
  const init = { method, maxBytes: mostBytes, timeoutMs, ...(signal ? { signal } : {}) };
  const kept = { accept: 'application/json', ...headers };
  try {
    const response = await io.fetch(
      `${base}${path}`,
      body === undefined
        ? { ...init, headers: kept }
        : { ...init, body, headers: { ...kept, 'content-type': type ?? 'application/json' } },
    );
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (signal?.aborted) throw signal.reason;
    throw wayFailure(error, title);
  }
};

/** Creates a JSON client for one server. @throws VectorStoreError, or the reason of the caller's signal */
export const createJsonClient = (io: VectorStoreIo, server: Server): JsonClient => ({
  async call(method, path, call = {}) {
    const { status, text } = await send(io, server, { method, path, call });
    if (!isQuickToParse(text, mostParsed))
      throw new VectorStoreError(
        'vector_stores.unexpected_answer',
        `${server.title} sent an answer with more parts than any that was asked for. Please check the address.`,
      );
    const json = parseMeasures(text);
    const isDone = status >= 200 && status < 300;
    if (!isDone && !call.accept?.includes(status)) throw refusal(server.title, status, reasonIn(json));
    if (isDone && json === undefined && text.trim() !== '')
      throw new VectorStoreError(
        'vector_stores.unexpected_answer',
        `Something answered at this address, but it is not ${server.title}. Please check address and port.`,
      );
    return { status, json };
  },
});
