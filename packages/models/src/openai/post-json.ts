import type { Fetch } from '../chat-model.ts';
import type { JsonRecord } from '../read-json.ts';
import { refusal } from '../wire/refusal.ts';

export interface Call {
  fetch: Fetch;
  url: string;
  headers: Record<string, string>;
  secrets: string[];
  signal: AbortSignal;
}

const longestErrorBody = 64_000;

/** Sends JSON and returns the response. Throws `ModelError` unless the status is a success. */
export const postJson = (call: Call, body: JsonRecord): Promise<Response> =>
  send(call, {
    method: 'POST',
    headers: { ...call.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** Sends a form with a file. Throws `ModelError` unless the status is a success. */
export const postForm = (call: Call, body: FormData): Promise<Response> =>
  send(call, { method: 'POST', headers: call.headers, body });

export const getJson = (call: Call): Promise<Response> =>
  send(call, { method: 'GET', headers: call.headers });

// Redirects are not followed, because not every client removes the key from a request to another host.
const send = async ({ fetch, url, secrets, signal }: Call, init: RequestInit): Promise<Response> => {
  const response = await fetch(url, { ...init, signal, redirect: 'manual' });
  if (response.ok) return response;
  const body = await readStart(response);
  throw refusal({ status: response.status, body, header: (name) => response.headers.get(name), secrets });
};

const readStart = async (response: Response): Promise<string> => {
  const body: ReadableStream<Uint8Array> | null = response.body;
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of body) {
    text += decoder.decode(chunk, { stream: true });
    if (text.length > longestErrorBody) break;
  }
  return text;
};
