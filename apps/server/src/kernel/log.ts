import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyLines } from './log-pretty.ts';

/** The log of the server. One wide line per request, job and model call. */
export type Log = Logger;

/** Fields that never reach the log, wherever a caller puts them. */
export const redactedFields = [
  'password',
  'newPassword',
  'currentPassword',
  'token',
  'secret',
  'apiKey',
  'api_key',
  'authorization',
  'cookie',
  'set-cookie',
  'x-api-key',
  'x-csrf-token',
  'prompt',
  'messages',
  'documentText',
] as const;

const paths = redactedFields.flatMap((field) =>
  ['', '*.', '*.*.', '*.*.*.'].map((parents) => `${parents}["${field}"]`.replace('.[', '[')),
);

interface LoggedFailure {
  type: string;
  message: string;
  code?: unknown;
  stack?: string | undefined;
  cause?: LoggedFailure;
}

/** What a failure says of itself. Whatever a library hangs on it (connections, requests) stays out of the log. */
const serializeFailure = (error: unknown, depth = 0): LoggedFailure => {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { cause } = error;
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(cause instanceof Error && depth < 3 ? { cause: serializeFailure(cause, depth + 1) } : {}),
  };
};

type LogOptions = {
  level: string;
  /** Lines for people instead of JSON; the default is whether standard output is a terminal. */
  pretty?: boolean;
  /** Where lines go; the default is standard output. */
  destination?: DestinationStream;
};

/** Makes the log of a process: JSON lines, or short readable ones on a terminal. */
export const createLog = ({ level, pretty, destination }: LogOptions): Log => {
  const target = destination ?? pino.destination({ dest: 1, sync: true });
  const readable = pretty ?? (destination === undefined && process.stdout.isTTY === true);
  return pino(
    {
      level,
      base: null,
      redact: { paths, censor: '[redacted]' },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: {
        err: (error: unknown) => serializeFailure(error),
        cause: (error: unknown) => serializeFailure(error),
      },
    },
    readable ? prettyLines(target) : target,
  );
};

/** A log that writes nothing. */
export const silentLog = (): Log => pino({ level: 'silent' });
