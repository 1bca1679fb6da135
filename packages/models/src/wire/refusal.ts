import { parseJson } from '@atelier/contracts/kernel/parse-json';
import { ModelError, type ModelErrorCode } from '../model-error.ts';
import { asRecord, asString, type JsonRecord } from '../read-json.ts';

/** A reply with an error status, as any provider sends it. */
export interface Refusal {
  status: number;
  body: string;
  header: (name: string) => string | null | undefined;
  /** Values that must not appear in messages. */
  secrets: string[];
}

const tooLong =
  /context[ _]length|context window|maximum context|prompt is too long|input is too long|too many (input )?tokens|exceeds? the (maximum|max|model).{0,40}tokens|string_above_max_length/i;
const filtered = /content[_ ]filter|content management policy|responsible ?ai|safety/i;
const unknownModel =
  /model_not_found|model .{1,80}(does not exist|not found|is not supported)|unknown model/i;
const badKey = /api key not valid|invalid api key|api_key_invalid|security token .* invalid/i;
const noCredit = /insufficient_quota|exceeded your current quota|credit balance|billing/i;

/** Converts an error status with its body to a `ModelError`. */
export const refusal = ({ status, body, header, secrets }: Refusal): ModelError => {
  const { message, words } = describe(body);
  const code = errorCodeFor(status, words);
  const isTransient = code === 'models.rate_limited' || code === 'models.unavailable';
  return new ModelError(code, {
    retryable: isTransient && !noCredit.test(words),
    retryAfterMs: isTransient ? retryAfterMs(header) : undefined,
    providerMessage: redact(message, secrets) || `HTTP ${status}`,
  });
};

const statusCodes: Record<number, ModelErrorCode> = {
  401: 'models.unauthorized',
  403: 'models.unauthorized',
  404: 'models.not_found',
  408: 'models.unavailable',
  413: 'models.context_too_long',
  429: 'models.rate_limited',
};

const errorCodeFor = (status: number, words: string): ModelErrorCode => {
  if (status >= 300 && status < 400) return 'models.not_found';
  if (status === 400 || status === 422) return codeOfInvalid(words);
  return statusCodes[status] ?? (status >= 500 ? 'models.unavailable' : 'models.refused');
};

const codeOfInvalid = (words: string): ModelErrorCode => {
  if (tooLong.test(words)) return 'models.context_too_long';
  if (badKey.test(words)) return 'models.unauthorized';
  if (!filtered.test(words) && unknownModel.test(words)) return 'models.not_found';
  return 'models.refused';
};

/** Converts an error inside an accepted stream, which is `{ message, code?, type? }` or a text, to a `ModelError`. */
export const refusalInStream = (error: unknown, secrets: string[]): ModelError => {
  const { message, words } = readErrorWords(error);
  const details = { providerMessage: redact(message, secrets) };
  if (tooLong.test(words)) return new ModelError('models.context_too_long', details);
  if (filtered.test(words)) return new ModelError('models.refused', details);
  if (/rate.?limit|too many requests|\b429\b/i.test(words))
    return new ModelError('models.rate_limited', { ...details, retryable: !noCredit.test(words) });
  return new ModelError('models.unavailable', { ...details, retryable: true });
};

const describe = (body: string): { message: string; words: string } => {
  const json = asRecord(parseJson(body));
  if (json) return readErrorWords(json.error ?? json);
  const text = body
    .replace(/<[^>]{0,300}>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
  return { message: text, words: text };
};

const readErrorWords = (error: unknown): { message: string; words: string } => {
  const record = asRecord(error);
  if (!record) {
    const text = asString(error) ?? '';
    return { message: text, words: text };
  }
  const message = asString(record.message) ?? asString(record.detail) ?? JSON.stringify(record);
  const words = [message, ...['code', 'type', 'status', '__type'].map((key) => scalar(record, key))].join(
    ' ',
  );
  return { message, words };
};

const scalar = (record: JsonRecord, key: string): string => {
  const value = record[key];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

const redact = (message: string, secrets: string[]): string =>
  secrets.reduce((text, secret) => text.replaceAll(secret, '[key]'), message.slice(0, 2_000));

/** Reads `Retry-After` in seconds or as a date, or OpenAI's `retry-after-ms`. */
const retryAfterMs = (header: Refusal['header']): number | undefined => {
  const ms = Number(header('retry-after-ms') ?? Number.NaN);
  if (ms >= 0) return ms;
  const value = header('retry-after');
  if (value === null || value === undefined || value === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const at = Date.parse(value);
  return Number.isNaN(at) ? undefined : Math.max(0, at - Date.now());
};
