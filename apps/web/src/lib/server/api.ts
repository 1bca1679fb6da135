import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { type ApiError, unwrap } from './api-error.ts';
import { failureWithoutAnswer, renewSession, send, sessionEnded, unauthorized } from './http.ts';
import { readExact } from './read-exact.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

/** Returns true for values that are left out of the query (API-17, UI-08). */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** Returns the address of an endpoint with its parameters filled in: `/api/x/:id` → `/api/x/7?limit=25`. */
export const buildRequestPath = (
  endpoint: Pick<Endpoint, 'path'>,
  request: { params?: unknown; query?: unknown } = {},
): string => {
  const params = (request.params ?? {}) as Query;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(params[name] ?? '')),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries((request.query ?? {}) as Query)) {
    if (!isBlank(value)) query.set(name, String(value));
  }
  return query.size === 0 ? path : `${path}?${query}`;
};

/** Returns true when a 401 of this endpoint means that the user's session has ended. A public call only fails (ERROR-13). */
const needsSession = (endpoint: Pick<Endpoint, 'access'>): boolean =>
  'allow' in endpoint.access || 'signedIn' in endpoint.access || 'internal' in endpoint.access;

/**
 * Returns true for calls about the account itself. When nobody is signed in, they lead to the sign-in, as the dialog that
 * changes a password must (PASSWORD-05).
 */
const isAboutAccount = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/api/auth/');

/** Returns the error that a failed call rejects with, and ends the session when the failure says that it is over. */
export const toRejection = (endpoint: Pick<Endpoint, 'access' | 'path'>, error: ApiError): ApiError =>
  error.status === 401 && needsSession(endpoint)
    ? sessionEnded(error.requestId, !isAboutAccount(endpoint))
    : error;

/** Returns true when the session has ended and the call is worth repeating after the user has signed in again. */
const isWorthRepeating = (endpoint: Endpoint, { status }: ApiError): boolean =>
  status === 401 && endpoint.method !== 'GET' && needsSession(endpoint) && !isAboutAccount(endpoint);

export interface CallOptions {
  signal?: AbortSignal | undefined;
}

type Arguments<E extends Endpoint> =
  Record<never, never> extends CallOf<E>
    ? [request?: CallOf<E>, options?: CallOptions]
    : [request: CallOf<E>, options?: CallOptions];

const dataOf = <E extends Endpoint>(data: unknown) => data as ReplyOf<E>;

/**
 * Calls an endpoint of a contract: `call(knowledge.endpoints.get, { params: { id } })`.
 * Resolves to the `responseData` of the reply. Throws an `ApiError` for every failure.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[request, options]: Arguments<E>
): Promise<ReplyOf<E>> => {
  const { params, query, body } = (request ?? {}) as { params?: unknown; query?: unknown; body?: unknown };
  const attempt = async () => {
    const response = await send({
      method: endpoint.method,
      path: buildRequestPath(endpoint, { params, query }),
      body,
      signal: options?.signal,
    });
    const text = await response.text().catch((cause: unknown) => {
      throw failureWithoutAnswer(cause);
    });
    return unwrap(response.status, text, response.statusText, await readExact(text));
  };
  let result = await attempt();
  if ('error' in result && isWorthRepeating(endpoint, result.error)) {
    const isRenewed = await renewSession();
    if (isRenewed === false) throw unauthorized(result.error.requestId);
    if (isRenewed) result = await attempt();
  }
  if ('error' in result) throw toRejection(endpoint, result.error);
  return dataOf<E>(result.data);
};
