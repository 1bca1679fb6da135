import type { CallOf, Endpoint, ReplyOf } from '@atelier/contracts/kernel/contract';
import { type ApiError, unwrap } from './api-error.ts';
import { failureWithoutAnswer, renewSession, send, sessionEnded, unauthorized } from './http.ts';

type Query = Record<string, string | number | boolean | null | undefined>;

/** Blank is not sent (API-17, UI-08). */
const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === 'string' && value.trim() === '');

/** The address of an endpoint with its parameters filled in: `/api/x/:id` → `/api/x/7?limit=25`. */
export const pathOf = (
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

/** Whether a 401 of this endpoint means that the builder's session is over; a public call only fails (ERROR-13). */
const needsSession = (endpoint: Pick<Endpoint, 'access'>): boolean =>
  'allow' in endpoint.access || 'signedIn' in endpoint.access || 'internal' in endpoint.access;

/** Calls about the account itself: the dialog that changes a password leads to the sign-in when nobody is signed in (PASSWORD-05). */
const isAboutAccount = ({ path }: Pick<Endpoint, 'path'>): boolean => path.startsWith('/api/auth/');

/** Turns the failure of an endpoint into its rejection, ending the session where the answer says so. */
export const rejectionOf = (endpoint: Pick<Endpoint, 'access' | 'path'>, error: ApiError): ApiError =>
  error.status === 401 && needsSession(endpoint)
    ? sessionEnded(error.requestId, !isAboutAccount(endpoint))
    : error;

/** Whether a call that was refused because its session ended is worth signing in again for, and repeating. */
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
 * Resolves to `responseData`; rejects with an `ApiError` for everything else.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  ...[request, options]: Arguments<E>
): Promise<ReplyOf<E>> => {
  const { params, query, body } = (request ?? {}) as { params?: unknown; query?: unknown; body?: unknown };
  const attempt = async () => {
    const response = await send({
      method: endpoint.method,
      path: pathOf(endpoint, { params, query }),
      body,
      signal: options?.signal,
    });
    const text = await response.text().catch((cause: unknown) => {
      throw failureWithoutAnswer(cause);
    });
    return unwrap(response.status, text, response.statusText);
  };
  let result = await attempt();
  if ('error' in result && isWorthRepeating(endpoint, result.error)) {
    const isRenewed = await renewSession();
    if (isRenewed === false) throw unauthorized(result.error.requestId);
    if (isRenewed) result = await attempt();
  }
  if ('error' in result) throw rejectionOf(endpoint, result.error);
  return dataOf<E>(result.data);
};
