import { setTimeout } from 'node:timers/promises';
import type { Endpoint } from '@atelier/contracts/kernel/contract';
import type { Parts } from './matrix.ts';
import type { Proof } from './members-of-every-role.ts';

export interface Answer {
  status: number;
  /** The code of a failure; null for any other reply. */
  code: string | null;
  text: string;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** Returns the path of an endpoint with its parameters and its query. */
export const pathOf = ({ path }: Endpoint, { params = {}, query = {} }: Parts): string => {
  const filled = path.replace(/:(\w+)/g, (_all, name: string) =>
    encodeURIComponent(textOf(Reflect.get(params, name) ?? 'missing')),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, textOf(value)]),
  );
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
};

const codeOf = (text: string): string | null => /"code":\s*"([\w.-]+)"/.exec(text)?.[1] ?? null;

const once = async (origin: string, endpoint: Endpoint, parts: Parts, proof: Proof): Promise<Answer> => {
  const json = parts.body === undefined ? undefined : JSON.stringify(parts.body);
  const response = await fetch(new URL(pathOf(endpoint, parts), origin), {
    method: endpoint.method,
    redirect: 'manual',
    headers: { ...proof, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(parts.form || json !== undefined ? { body: parts.form ?? json ?? null } : {}),
  });
  const { status } = response;
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false;
  if (isStream) await response.body?.cancel();
  const text = isStream ? '' : await response.text();
  return { status, code: status < 400 ? null : codeOf(text), text };
};

/** What a server that has too much to do answers before it has changed anything, whoever asks and whatever they ask for. */
const busy = new Set(['server.overloaded', 'server.too_slow']);
const mostAttempts = 10;

/**
 * Sends one request as a program does: with credentials and no headers of a browser, so that the check for forgery does not matter. Streams
 * are closed at once. A server that says that it is busy is asked again: whether a caller is let in is known only from another answer.
 */
export const ask = async (
  origin: string,
  endpoint: Endpoint,
  parts: Parts,
  proof: Proof = {},
): Promise<Answer> => {
  for (let attempt = 1; ; attempt += 1) {
    const answer = await once(origin, endpoint, parts, proof);
    if (!busy.has(answer.code ?? '') || attempt === mostAttempts) return answer;
    await setTimeout(1000);
  }
};

/** Makes a request that passes the guard and then does nothing: its ids do not exist and its body has no fields. */
export const harmless = (endpoint: Endpoint): Parts =>
  endpoint.body === undefined && !endpoint.multipart ? {} : { body: 'of no shape' };

/** Processes a list, sixteen items at a time. */
export const inParallel = async <T>(list: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const rest = list.values();
  await Promise.all(
    Array.from({ length: 16 }, async () => {
      for (const item of rest) await work(item);
    }),
  );
};
