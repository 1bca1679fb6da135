import { ApiError, abortedMessage, unauthorizedMessage, unavailableMessage } from './api-error.ts';
import { readCookie } from './cookies.ts';

/** The readable cookie whose value an unsafe request repeats in `x-csrf-token`; the first of them under TLS. */
const csrfCookies = ['__Host-atelier_csrf', 'atelier_csrf'] as const;

/** The token that belongs to the session, which is there exactly as long as this browser has one. */
export const csrfToken = (): string | undefined =>
  csrfCookies.map(readCookie).find((token) => token !== undefined);

export interface Send {
  method: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
  signal?: AbortSignal | undefined;
  /** Goes on although the page is left; for small bodies. */
  keepalive?: boolean;
}

/** The headers that every call carries. */
export const headersFor = ({
  method,
  body,
  headers,
}: Pick<Send, 'method' | 'body' | 'headers'>): Record<string, string> => {
  const csrf = method === 'GET' ? undefined : csrfToken();
  return {
    accept: 'application/json',
    ...(body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' }),
    ...(csrf === undefined ? {} : { 'x-csrf-token': csrf }),
    ...headers,
  };
};

/** A call that never got an answer: broken off by us, or the server could not be reached. */
export const failureWithoutAnswer = (cause: unknown): ApiError => {
  const isAbort =
    cause instanceof DOMException && (cause.name === 'AbortError' || cause.name === 'TimeoutError');
  return new ApiError({
    code: isAbort ? 'request.aborted' : 'network.unreachable',
    message: isAbort ? abortedMessage : unavailableMessage,
    status: 0,
  });
};

/** The only place of the front end that opens a connection with fetch. */
export const send = async ({
  method,
  path,
  body,
  headers,
  signal,
  keepalive = false,
}: Send): Promise<Response> => {
  try {
    return await fetch(path, {
      method,
      headers: headersFor({ method, body, ...(headers ? { headers } : {}) }),
      credentials: 'same-origin',
      keepalive,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
  } catch (cause) {
    throw failureWithoutAnswer(cause);
  }
};

type SessionEnd = () => void;
const listeners = new Set<SessionEnd>();

/** Called once per answer that says that the session is over; returns the way to stop listening. */
export const onSessionEnd = (listener: SessionEnd): (() => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Tells the shell that the server knows nobody here any more. */
export const announceSessionEnd = (): void => {
  for (const listener of listeners) listener();
};

/** ERROR-06: tells the shell, and makes the rejection of the call. */
export const sessionEnded = (requestId?: string): ApiError => {
  announceSessionEnd();
  return new ApiError({ code: 'auth.unauthenticated', message: unauthorizedMessage, status: 401, requestId });
};
