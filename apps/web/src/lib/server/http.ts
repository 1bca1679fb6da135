import { readCookie } from '../browser/cookies.ts';
import { ApiError, abortedMessage, unauthorizedMessage, unavailableMessage } from './api-error.ts';
import { connectionFailed } from './connection.ts';

/** The token that an unsafe request repeats in `x-csrf-token`. It exists exactly as long as this browser has a session. */
export const csrfToken = (): string | undefined => readCookie('atelier_csrf');

export interface Send {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Completes the request even when the user leaves the page; for small bodies only. */
  keepalive?: boolean;
}

/** The tokens of the sessions in this browser: of a member, of an app user, or of both, as the server cannot be told which of them counts. */
const forgeryTokens = (): string =>
  [csrfToken(), readCookie('atelier_app_user_csrf')].filter((token) => token !== undefined).join(', ');

/** Returns the headers that every call carries. */
export const headersFor = ({
  method,
  body,
  headers,
}: Pick<Send, 'method' | 'body' | 'headers'>): Record<string, string> => {
  const csrf = method === 'GET' ? '' : forgeryTokens();
  return {
    accept: 'application/json',
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...(csrf === '' ? {} : { 'x-csrf-token': csrf }),
    ...headers,
  };
};

/** Converts the failure of a call without a reply: it was aborted, or the server could not be reached. */
export const failureWithoutAnswer = (cause: unknown): ApiError => {
  const isAbort =
    cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'TimeoutError');
  if (!isAbort) connectionFailed();
  return new ApiError({
    code: isAbort ? 'request.aborted' : 'network.unreachable',
    message: isAbort ? abortedMessage : unavailableMessage,
    status: 0,
  });
};

/** Returns true for the page that a gateway in front of our server sends when it cannot reach the server. */
const isFromGateway = ({ status, headers }: Response): boolean =>
  status >= 502 && status <= 504 && headers.get('content-type')?.includes('json') !== true;

/** Sends a request. No other function of the front end opens a connection with fetch. */
export const send = async ({
  method,
  path,
  body,
  headers,
  signal,
  keepalive = false,
}: Send): Promise<Response> => {
  try {
    const response = await fetch(path, {
      method,
      headers: headersFor({ method, body, ...(headers ? { headers } : {}) }),
      credentials: 'same-origin',
      keepalive,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (isFromGateway(response)) connectionFailed();
    return response;
  } catch (cause) {
    throw failureWithoutAnswer(cause);
  }
};

/** `keepsWork` is true when unsaved input may stay on the page while the user signs in again. */
type SessionEnd = (keepsWork: boolean) => void;
const listeners = new Set<SessionEnd>();

/** Calls `listener` once for each reply that says that the session has ended. Returns a function that stops listening. */
export const onSessionEnd = (listener: SessionEnd): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells the shell that the session has ended. */
export const announceSessionEnd = (keepsWork = true): void => {
  for (const listener of listeners) listener(keepsWork);
};

/** Asks the user to sign in again. Resolves to false when they cancel or when a different user signs in. */
type Renewal = () => Promise<boolean>;
let renewal: Renewal | undefined;

/** Lets the shell renew a session that ended while something was being saved. Returns a function that removes it again. */
export const onRenewal = (ask: Renewal): (() => void) => {
  renewal = ask;
  return () => {
    renewal = undefined;
  };
};

/** Asks the user to sign in again. Resolves to true when the same user did, so that the call can be repeated; undefined when no dialog is available. */
export const renewSession = async (): Promise<boolean | undefined> => await renewal?.();

/** Returns the error of a call whose session has ended (ERROR-06). */
export const unauthorized = (requestId?: string): ApiError =>
  new ApiError({ code: 'auth.unauthenticated', message: unauthorizedMessage, status: 401, requestId });

/** Tells the shell that the session has ended, and returns the error of the call (ERROR-06). */
export const sessionEnded = (requestId?: string, keepsWork = true): ApiError => {
  announceSessionEnd(keepsWork);
  return unauthorized(requestId);
};
