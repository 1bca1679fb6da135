import type { z } from 'zod';
import type { Permission } from './permissions.ts';

/** What kind of failure an error is; the kind alone fixes the HTTP status (`errorStatus`). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition'
  | 'too_large'
  | 'limit'
  | 'upstream'
  | 'unavailable'
  | 'internal';

/** HTTP status of each error kind. */
export const errorStatus: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  precondition: 412,
  too_large: 413,
  limit: 429,
  upstream: 502,
  unavailable: 503,
  internal: 500,
};

/** A declared failure: its kind and the sentence that a person reads, which says what to do next. */
export interface ErrorDeclaration {
  kind: ErrorKind;
  message: string;
}

/**
 * Who may call an endpoint. There is no default: `allow` needs the permission word in the tenant,
 * the others carry the reason why a permission is not asked for. `internal` is for those who run the server: sessions whose
 * verified address is of an internal domain; for everybody else who is signed in there is nothing at the address.
 */
export type Access =
  | { allow: Permission }
  | { signedIn: string }
  | { appUser: string }
  | { public: string }
  | { internal: string };

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Classes of rate limits; the limits themselves are configuration. */
export type RateClass = 'default' | 'auth' | 'chat';

/**
 * One endpoint. `reply` is the shape of `responseData`; `events` instead of `reply` makes it a
 * server-sent event stream (event name → data shape); `multipart` hands the handler the parts as a stream.
 * `raw` replies (OpenAI-compatible calls, file bytes) are not wrapped in the envelope.
 */
export interface Endpoint {
  method: Method;
  path: `/${string}`;
  summary: string;
  access: Access;
  rate?: RateClass;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  reply?: z.ZodType;
  events?: Record<string, z.ZodType>;
  multipart?: true;
  raw?: true;
  /** A body larger than usual (`bodyLimitOf`), with what is sent in it. */
  largeBody?: { bytes: number; why: string };
  /** Hands the handler the body's bytes as they were sent, for a signature over them; `body` is not parsed then. */
  rawBody?: true;
  /** Why `tenantId` may name another company than the session's; without a reason that is refused. */
  foreignTenant?: string;
  /** Why a call that is not a GET writes no audit row (it changes nothing that people care to trace). */
  unaudited?: string;
}

const kilobyte = 1024;
/** The most bytes that everybody on the internet may send to an endpoint that says nothing else. */
export const publicBodyLimit = 64 * kilobyte;

/** The most bytes that a body may have: 64 KB for everybody on the internet, 256 KB for who is known, else what the endpoint says. */
export const bodyLimitOf = ({ access, largeBody }: Pick<Endpoint, 'access' | 'largeBody'>): number =>
  largeBody?.bytes ?? ('public' in access || 'appUser' in access ? publicBodyLimit : 256 * kilobyte);

export interface Contract {
  name: string;
  /** The service area that the endpoints belong to is the first segment of their path under `/api`. */
  errors: Record<string, ErrorDeclaration>;
  endpoints: Record<string, Endpoint>;
}

/** Declares a feature once for server, browser, forms, OpenAPI and tests. Keeps literal types. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;

/** What a handler receives: the parsed parts of the request. */
export type RequestOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? { params: z.output<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query: z.output<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: z.output<E['body']> } : { body?: undefined });

/** What a caller sends: the parts before defaults are applied. */
export type CallOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? { params: z.input<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query?: z.input<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: z.input<E['body']> } : { body?: undefined });

/** The reply as a handler returns it and as a caller reads it. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.output<E['reply']> : undefined;
export type ReplyInputOf<E extends Endpoint> = E['reply'] extends z.ZodType ? z.input<E['reply']> : undefined;

/** The envelope of every JSON reply under `/api` (API-04, API-05). */
export interface Envelope<T = unknown> {
  success: boolean;
  responseCode: number;
  responseData: T;
  message?: string;
  code?: string;
  requestId: string;
  details?: unknown;
}
