import type { Envelope } from '@atelier/contracts/kernel/contract';
import { parseMeasures } from '@atelier/contracts/kernel/parse-measures';
import { readTextProperty } from '../../ui/feedback/read-property.ts';

/** The message of a failure that brings none of its own (ERROR-01, ERROR-02). */
export const unavailableMessage = 'Service Temporarily Unavailable';
/** The message of a call that is rejected because the session has ended (ERROR-06). */
export const unauthorizedMessage = 'Unauthorized user';
/** The message of a call that was aborted (ERROR-08). */
export const abortedMessage = 'Request aborted';

interface ApiErrorParts {
  code: string;
  message: string;
  status: number;
  requestId?: string | undefined;
  details?: unknown;
  body?: unknown;
}

/** A call that did not succeed. `status` is 0 when no reply came at all. */
export class ApiError extends Error {
  readonly code: string;
  readonly status: number;
  readonly requestId: string | undefined;
  readonly details: unknown;
  /** The whole reply, parsed when it is JSON (API-06, ERROR-14, ERROR-16); undefined when there was none. */
  readonly body: unknown;

  constructor({ code, message, status, requestId, details, body }: ApiErrorParts) {
    super(message);
    this.name = 'ApiError';
    this.code = code;
    this.status = status;
    this.requestId = requestId;
    this.details = details;
    this.body = body;
  }
}

/** Returns the error of a 401 without its message, as multipart and streamed calls reject it (ERROR-09, ERROR-12). */
export const silently = ({ code, status, requestId }: ApiError): ApiError =>
  new ApiError({ code, message: '', status, requestId });

const messageIn = (value: unknown): string | undefined => readTextProperty(value, 'message')?.trim();

const readHtmlHeading = (html: string): string | undefined => {
  const heading = new DOMParser().parseFromString(html, 'text/html').querySelector('h1, h2, h3, h4, h5, h6');
  return heading?.textContent?.trim() || undefined;
};

const looksLikeHtml = (text: string): boolean =>
  /^\s*<(!doctype|html|head|body|h[1-6]|center|div|p)\b/i.test(text);

/**
 * Finds the sentence to show in the body of a failed reply (ERROR-01 to ERROR-05): the message of a JSON body, an object
 * as text, the first heading of an HTML page, or the text itself.
 */
export const readMessage = (body: string): string => {
  const text = body.trim();
  if (text === '') return unavailableMessage;
  if (looksLikeHtml(text)) return readHtmlHeading(text) ?? unavailableMessage;
  const json = parseMeasures(text);
  if (typeof json === 'string') return json.trim() === '' ? unavailableMessage : readMessage(json);
  if (json === null) return unavailableMessage;
  if (typeof json !== 'object') return text;
  const isEmpty = Object.keys(json).length === 0;
  return messageIn(json) ?? (isEmpty ? unavailableMessage : JSON.stringify(json));
};

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === 'object' && value !== null && 'responseCode' in value && 'success' in value;

const toApiError = (envelope: Envelope): ApiError =>
  new ApiError({
    code: envelope.code ?? 'server.unreadable',
    message: messageIn(envelope) ?? unavailableMessage,
    status: envelope.responseCode,
    requestId: envelope.requestId,
    details: envelope.details,
    body: envelope,
  });

/** Converts a reply that did not come from this server, such as a proxy's page or an empty body. */
const foreignFailure = (status: number, body: string, statusText: string): ApiError => {
  const isBlank = body.trim() === '';
  const message = isBlank && status < 500 && statusText.trim() !== '' ? statusText : readMessage(body);
  return new ApiError({ code: 'server.unreadable', message, status, body: parseMeasures(body) ?? body });
};

/** Returns the payload of a successful envelope, or the failure (API-04, API-05, API-06). `json` is the body as it was read already. */
export const unwrap = (
  status: number,
  body: string,
  statusText = '',
  json = parseMeasures(body),
): { data: unknown } | { error: ApiError } => {
  if (!isEnvelope(json)) return { error: foreignFailure(status, body, statusText) };
  return json.success && json.responseCode === 200
    ? { data: json.responseData }
    : { error: toApiError(json) };
};
