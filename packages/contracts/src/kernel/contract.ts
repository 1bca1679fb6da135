import type { z } from 'zod';
import type { Permission } from './permissions.ts';

/** The kind of an error, which alone determines the HTTP status (`errorStatus`). */
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'precondition'
  | 'too_large'
  | 'unsupported'
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
  unsupported: 415,
  limit: 429,
  upstream: 502,
  unavailable: 503,
  internal: 500,
};

/** A declared error: its kind, and the message for users, which says what to do next. */
export interface ErrorDeclaration {
  kind: ErrorKind;
  message: string;
}

/**
 * The callers that an endpoint accepts; there is no default. `allow` requires a permission in the tenant, the others state why none is
 * required. `appUser` accepts only the token of an invited app user, and `signedIn` every other signed-in caller. `internal` is for operators: sessions whose verified email address is in an internal domain. Other signed-in users
 * get `not_found`.
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

/** A reply that is not wrapped in the envelope: what it says, and its body by media type. Without `content`, it has no body. */
interface RawReply {
  says: string;
  content?: Readonly<Record<string, z.ZodType>>;
}

/** The form of failures in a protocol of others: the function that makes the body, and its shape. */
export interface FailureShape {
  make: (failure: Envelope) => object;
  body: z.ZodType;
}

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
  /** Takes a form with parts. With `streamedBody`, also every other body. */
  multipart?: true;
  raw?: true;
  /** The replies by status, where they are not the envelope with the status 200; `default` stands for statuses that others choose. */
  sends?: { readonly [status: number]: RawReply; readonly default?: RawReply };
  /** The fields and files of the form with parts, in the order in which they have to be sent. The handler checks them as they arrive. */
  form?: z.ZodObject;
  /** The meaning of the headers that a caller may send, by their names. */
  headers?: Readonly<Record<string, string>>;
  /** Allows a larger body than the usual limit (`bodyLimitFor`); `why` gives the reason. */
  largeBody?: {
    bytes: number;
    why: string;
    /** Allows more values and deeper nesting in the JSON of the body than the usual limits. */
    json?: { mostValues: number; mostDepth: number };
  };
  /** Passes the unparsed bytes of the body to the handler, for example to check a signature. `body` is not parsed. */
  rawBody?: true;
  /** Hands the handler the unparsed bytes of the body as they arrive, for data that is too large to be kept in memory. */
  streamedBody?: true;
  /** The reason why `tenantId` may differ from the tenant of the session; without it, a different tenant is refused. */
  foreignTenant?: string;
  /** The act of a GET besides its answer. A HEAD, which link checkers send, does not do it: it is answered without the handler. */
  acts?: string;
  /**
   * Lets scripts of other sites call the endpoint, always without cookies: of the sites that the operator names, or of those of the public
   * object whose id stands in a field.
   */
  callableFrom?: 'OPERATOR_SITES' | { sitesOf: string; in: 'params' | 'query' | 'body' };
  /** The reason why a call that is not a GET writes no audit entry. */
  unaudited?: string;
  /**
   * Tells that a call which is not a GET does nothing before its first transaction. That transaction then proves what is remembered about
   * the caller, so that nobody has to be looked up before.
   */
  beginsInTransaction?: true;
  /** The body of a failure in a protocol of others that has its own. Without it, failures are sent as the envelope. */
  failureShape?: FailureShape;
}

const kilobyte = 1024;
/** Default limit in bytes for bodies that are sent without authentication. */
export const publicBodyLimit = 64 * kilobyte;

/** Returns the largest body in bytes: `largeBody` where declared, else 64 KB for public endpoints and 256 KB for others. */
export const bodyLimitFor = ({ access, largeBody }: Pick<Endpoint, 'access' | 'largeBody'>): number =>
  largeBody?.bytes ?? ('public' in access || 'appUser' in access ? publicBodyLimit : 256 * kilobyte);

export interface Contract {
  name: string;
  /** Errors by code. The first segment of a path under `/api` names the service area of an endpoint. */
  errors: Record<string, ErrorDeclaration>;
  /** The codes of other contracts with which its endpoints fail too, besides those of the kernel. */
  alsoFails?: readonly string[];
  endpoints: Record<string, Endpoint>;
}

/** Declares a feature once for server, browser, forms, OpenAPI and tests. Keeps literal types. */
export const defineContract = <const C extends Contract>(contract: C): C => contract;

/** The parsed parts of a request, as the handler receives them. */
export type RequestOf<E extends Endpoint> = (E['params'] extends z.ZodType
  ? { params: z.output<E['params']> }
  : { params?: undefined }) &
  (E['query'] extends z.ZodType ? { query: z.output<E['query']> } : { query?: undefined }) &
  (E['body'] extends z.ZodType ? { body: z.output<E['body']> } : { body?: undefined });

/** The parts of a request as a caller sends them, before defaults are applied. */
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
